import { describe, expect, it } from 'vitest';
import { sampleGraph } from '../../../test/execute/sample-service.ts';
import type { HttpAnswer } from '../execute/protocol.ts';
import { Catalog, type CatalogService } from '../spec/catalog.ts';
import { interpretAnswer } from './answer.ts';
import { readErrorBody } from './error-body.ts';
import { parseExactly, TooDeep } from './exact-json.ts';
import { singleRequest } from './request.ts';

const serviceOf = (version: string): CatalogService => {
  const graph = sampleGraph({
    version,
    types: {
      Order: {
        keys: ['No'],
        properties: {
          No: 'Edm.String',
          On: 'Edm.DateTime',
          At: 'Edm.DateTimeOffset',
          Price: 'Edm.Decimal',
          Place: 'NS.Place',
        },
        navigation: { Items: 'Order*', Parent: 'Order' },
      },
      Place: { complex: true, properties: { Since: 'Edm.DateTime' } },
    },
    sets: { Orders: { type: 'Order' } },
    operations: [{ name: 'Price', operationType: 'FunctionImport', method: 'GET', returnType: 'Edm.Decimal' }],
  });
  const service = Catalog.of(graph).service('SVC');
  if (service === undefined) throw new Error('no service');
  return service;
};

function interpret(
  version: string,
  text: string,
  { status = 200, headers = {}, call = {} }: { status?: number; headers?: Record<string, string>; call?: object } = {},
) {
  const service = serviceOf(version);
  const request = singleRequest(service, { service: 'SVC', entitySet: 'Orders', operation: 'read', ...call });
  const answer: HttpAnswer = {
    status,
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    text,
    url: 'https://erp.example/svc/Orders',
  };
  return interpretAnswer(service, request, answer);
}

describe('answers of V2', () => {
  it('lose their wrappers, links and date notation, and keep etag, count and next page', () => {
    const entity = {
      __metadata: { uri: 'x', etag: 'W/"1"' },
      No: '1',
      On: '/Date(1772359200000)/',
      At: '/Date(1772359200000+0060)/',
      Price: '1.50',
      Place: { __metadata: { type: 'NS.Place' }, Since: '/Date(0)/' },
      Items: { results: [{ __metadata: { etag: 'W/"2"' }, No: '2' }] },
      Parent: { __deferred: { uri: 'y' } },
    };
    expect(
      interpret('2.0', JSON.stringify({ d: { results: [entity], __count: '7', __next: 'Orders?$skiptoken=1' } })),
    ).toEqual({
      ok: true,
      body: {
        value: [
          {
            '@odata.etag': 'W/"1"',
            No: '1',
            On: '2026-03-01T10:00:00',
            At: '2026-03-01T11:00:00+01:00',
            Price: '1.50',
            Place: { Since: '1970-01-01T00:00:00' },
            Items: [{ '@odata.etag': 'W/"2"', No: '2' }],
          },
        ],
        count: 7,
      },
      findings: [],
      next: 'Orders?$skiptoken=1',
    });
    expect(interpret('2.0', JSON.stringify({ d: entity }))).toMatchObject({ etag: 'W/"1"', body: { No: '1' } });
    expect(interpret('2.0', JSON.stringify({ d: [{ No: '1' }] })).body).toEqual({ value: [{ No: '1' }] });
  });

  it('of function imports lose the name around the result', () => {
    const call = { operation: 'action:Price', entitySet: undefined };
    expect(interpret('2.0', '{"d":{"Price":"12.5"}}', { call }).body).toBe('12.5');
  });
});

describe('answers of V4', () => {
  it('are entities, lists or values, with control information as far as it serves', () => {
    const entity = { '@odata.context': 'c', '@odata.etag': 'W/"1"', No: '1', Items: [{ No: '2' }] };
    expect(interpret('4.0', JSON.stringify(entity))).toMatchObject({
      etag: 'W/"1"',
      body: { '@odata.etag': 'W/"1"', No: '1', Items: [{ No: '2' }] },
    });
    expect(
      interpret(
        '4.0',
        JSON.stringify({ '@odata.context': 'c', '@odata.count': '3', value: [], '@odata.nextLink': 'n' }),
      ),
    ).toMatchObject({ body: { value: [], count: 3 }, next: 'n' });
    expect(
      interpret('4.01', JSON.stringify({ '@context': 'c', '@count': 3, value: [], '@nextLink': 'n' })),
    ).toMatchObject({ body: { value: [], count: 3 }, next: 'n' });
    expect(interpret('4.0', '{"@odata.context":"c","value":"x"}').body).toBe('x');
    expect(interpret('4.0', '', { status: 204, headers: { etag: 'W/"9"' } })).toEqual({
      ok: true,
      findings: [],
      etag: 'W/"9"',
    });
  });

  it('202 says that the work goes on', () => {
    expect(interpret('4.0', '', { status: 202, headers: { location: 'https://erp.example/monitor/1' } })).toMatchObject(
      { ok: true, findings: [{ rule: 'accepted', message: expect.stringContaining('monitor/1') }] },
    );
  });
});

describe('exact JSON', () => {
  it('keeps digits that a double would lose, and nothing else changes', () => {
    const text =
      '{"a":12345678901234567890,"b":0.1234567890123456789,"c":"1234567890123456789","d":12.5,"e":[1e400,-9007199254740993],"f":"\\"12345678901234567890"}';
    expect(parseExactly(text)).toEqual({
      a: '12345678901234567890',
      b: '0.1234567890123456789',
      c: '1234567890123456789',
      d: 12.5,
      e: ['1e400', '-9007199254740993'],
      f: '"12345678901234567890',
    });
  });
  it('is refused past 200 levels, where strings count for nothing', () => {
    expect(() => parseExactly('['.repeat(201))).toThrow(TooDeep);
    expect(parseExactly(`"${'['.repeat(500)}"`)).toBe('['.repeat(500));
    expect(() => parseExactly('{"a":')).toThrow(SyntaxError);
  });
});

describe('errors', () => {
  it.each<[string, string, string, unknown]>([
    [
      'V2 JSON with inner details',
      '{"error":{"code":"A/1","message":{"lang":"en","value":"Head"},"innererror":{"errordetails":[{"code":"A/1","message":"Head"},{"code":"B/2","message":"Qty missing","propertyref":"Qty"}]}}}',
      'application/json',
      { code: 'A/1', message: 'Head', details: [{ code: 'B/2', message: 'Qty missing', target: 'Qty' }] },
    ],
    [
      'V4 JSON with details',
      '{"error":{"code":"1","message":"Head","target":"Qty","details":[{"message":"too much","target":"Qty"}]}}',
      'application/json',
      { code: '1', message: 'Head', target: 'Qty', details: [{ message: 'too much', target: 'Qty' }] },
    ],
    [
      'V3 JSON',
      '{"odata.error":{"code":"","message":{"value":"Head"}}}',
      'application/json',
      { code: '', message: 'Head' },
    ],
    ['an OAuth-like error', '{"error":"invalid_token"}', 'application/json', { message: 'invalid_token' }],
    [
      'XML',
      '<?xml version="1.0"?><error xmlns="x"><code>C/3</code><message xml:lang="en">Not &amp; found</message></error>',
      'application/xml',
      { code: 'C/3', message: 'Not & found' },
    ],
    [
      'HTML',
      '<html><head><style>x{}</style><script>evil()</script></head><body><h1>503</h1> Try later</body></html>',
      'text/html',
      { message: '503 Try later' },
    ],
    ['nothing', '', '', { message: 'The answer has no text.' }],
  ])('are read from %s', (_, body, type, expected) => {
    expect(readErrorBody(body, type)).toEqual(expected);
  });
  it('are shortened, and read in time whatever they hold', () => {
    expect(readErrorBody(`<p>${'x'.repeat(100_000)}`, 'text/html').message.length).toBeLessThanOrEqual(1001);
    for (const hostile of ['<', '<script>', '<error><message ', '"', '{"error":']) {
      expect(readErrorBody(hostile.repeat(200_000), 'application/xml').message).toBeTypeOf('string');
    }
  });
});

import { describe, expect, it } from 'vitest';
import { itemService } from '../../../test/execute/sample-executor.ts';
import type { BatchCall, SingleCall } from '../call.ts';
import type { HttpAnswer, Interpretation } from '../execute/protocol.ts';
import { Catalog, type CatalogService } from '../spec/catalog.ts';
import { batchRequest } from './batch.ts';
import { interpretBatch } from './batch-answer.ts';

const serviceOf = (version: '2.0' | '4.0' | '4.01'): CatalogService => {
  const service = Catalog.of(itemService(version, 'https://erp.example/svc')).service('SVC');
  if (service === undefined) throw new Error('no service');
  return service;
};
const create = (no: string, more: Partial<SingleCall> = {}): SingleCall => ({
  service: 'SVC',
  entitySet: 'Items',
  operation: 'create',
  payload: { ItemNo: no, Price: '1.5' },
  ...more,
});
const read = (no: string): SingleCall => ({
  service: 'SVC',
  entitySet: 'Items',
  operation: 'read',
  key: { ItemNo: no },
});
const batch = (calls: SingleCall[], changeSet?: boolean): BatchCall => ({
  operation: 'batch',
  calls,
  ...(changeSet !== undefined && { changeSet }),
});

function answer(text: string, contentType: string, status = 202): HttpAnswer {
  return { status, headers: new Headers({ 'content-type': contentType }), text, url: 'https://erp.example/svc/$batch' };
}

describe('a multipart batch', () => {
  it('puts every write of V2 into a change set of its own', () => {
    const { request } = batchRequest(serviceOf('2.0'), batch([read('1'), create('2'), create('3')]), 'multipart');
    const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
    expect(request.body?.split('\r\n')).toEqual([
      `--${boundary}`,
      'content-type: application/http',
      'content-transfer-encoding: binary',
      'content-id: 1',
      '',
      "GET Items('1') HTTP/1.1",
      'accept: application/json',
      'dataserviceversion: 2.0',
      'maxdataserviceversion: 2.0',
      '',
      '',
      ...['2', '3'].flatMap((no) => {
        const inner = new RegExp(`boundary=(changeset_\\w+_${no})`).exec(request.body ?? '')?.[1];
        return [
          `--${boundary}`,
          `content-type: multipart/mixed; boundary=${inner}`,
          '',
          `--${inner}`,
          'content-type: application/http',
          'content-transfer-encoding: binary',
          `content-id: ${no}`,
          '',
          'POST Items HTTP/1.1',
          'accept: application/json',
          'dataserviceversion: 2.0',
          'maxdataserviceversion: 2.0',
          'content-type: application/json',
          'content-length: 28',
          '',
          `{"ItemNo":"${no}","Price":"1.5"}`,
          `--${inner}--`,
          '',
        ];
      }),
      `--${boundary}--`,
      '',
    ]);
  });

  it('is the same text for the same calls, so that a plan can bind it', () => {
    const body = (): string | undefined =>
      batchRequest(serviceOf('4.0'), batch([create('1')], true), 'multipart').request.body;
    expect(body()).toBe(body());
  });

  it('joins writes into one change set and refers to earlier ones by Content-ID', () => {
    const calls = [create('1', { contentId: 'head' }), create('2', { reference: 'head', navigation: 'Parts' })];
    const { request, atomic } = batchRequest(serviceOf('4.0'), batch(calls, true), 'multipart');
    expect(atomic).toEqual([true]);
    expect(request.body).toContain('content-id: head');
    expect(request.body).toContain('POST $head/Parts HTTP/1.1');
    expect(() => batchRequest(serviceOf('4.0'), batch(calls), 'multipart')).toThrow('changeSet');
    expect(() => batchRequest(serviceOf('4.0'), batch([calls[1] ?? create('1')], true), 'multipart')).toThrow(
      'No call before',
    );
    expect(() => batchRequest(serviceOf('4.0'), batch([create('1', { contentId: 'a\r\nb' })]), 'multipart')).toThrow(
      'contentId',
    );
    expect(() =>
      batchRequest(serviceOf('4.0'), batch([create('1'), read('1'), create('2')], true), 'multipart'),
    ).toThrow('read stands between');
  });

  it('without writes needs no approval', () => {
    expect(batchRequest(serviceOf('2.0'), batch([read('1')]), 'multipart').request.write).toBe(false);
  });
});

describe('a JSON batch', () => {
  it('carries atomicity groups and dependencies', () => {
    const calls = [
      create('1', { contentId: 'head' }),
      create('2', { reference: 'head', navigation: 'Parts' }),
      read('3'),
    ];
    const { request } = batchRequest(serviceOf('4.01'), batch(calls, true), 'json');
    expect(JSON.parse(request.body ?? '')).toMatchObject({
      requests: [
        { id: 'head', atomicityGroup: 'g1', method: 'post', url: 'Items', body: { ItemNo: '1', Price: 1.5 } },
        { id: '2', atomicityGroup: 'g1', dependsOn: ['head'], method: 'post', url: '$head/Parts' },
        { id: '3', method: 'get', url: "Items('3')" },
      ],
    });
  });
});

describe('the answer to a batch', () => {
  const part = (status: string, body: string, id?: string): string[] => [
    'Content-Type: application/http',
    ...(id === undefined ? [] : [`Content-ID: ${id}`]),
    '',
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    '',
    body,
  ];
  const interpret = (
    version: '2.0' | '4.0',
    call: BatchCall,
    lines: string[],
    contentType = 'multipart/mixed; boundary=b',
  ): Interpretation => {
    const service = serviceOf(version);
    return interpretBatch(service, batchRequest(service, call, 'multipart'), answer(lines.join('\r\n'), contentType));
  };

  it('is taken apart, change sets by Content-ID', () => {
    const lines = [
      '--b',
      ...part('200 OK', '{"d":{"ItemNo":"1","On":"/Date(0)/"}}'),
      '--b',
      'Content-Type: multipart/mixed; boundary="c s"',
      '',
      '--c s',
      ...part('201 Created', '{"d":{"ItemNo":"3"}}', '3'),
      '--c s',
      ...part('201 Created', '{"d":{"__metadata":{"etag":"W/\\"1\\""},"ItemNo":"2"}}', '2'),
      '--c s--',
      '--b--',
    ];
    expect(interpret('2.0', batch([read('1'), create('2'), create('3')], true), lines)).toMatchObject({
      ok: true,
      body: {
        responses: [
          { contentId: '1', status: 200, body: { ItemNo: '1', On: '1970-01-01T00:00:00' } },
          { contentId: '2', status: 201, body: { ItemNo: '2' }, etag: 'W/"1"' },
          { contentId: '3', status: 201, body: { ItemNo: '3' } },
        ],
      },
      findings: [],
    });
  });

  it('with one refusal for a change set refuses all of it, once', () => {
    const lines = ['--b', ...part('400 Bad Request', '{"error":{"code":"X","message":{"value":"no stock"}}}'), '--b--'];
    const { ok, body, findings, undecided } = interpret('2.0', batch([create('1'), create('2')], true), lines);
    expect(ok).toBe(false);
    expect(undecided).toBeUndefined();
    expect((body as { responses: { status: number }[] }).responses.map(({ status }) => status)).toEqual([400, 400]);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toContain('no stock');
  });

  it('of V4 that stops after an error says what was not processed', () => {
    const lines = ['--b', ...part('404 Not Found', '{"error":{"code":"X","message":"gone"}}'), '--b--'];
    const { findings, undecided } = interpret('4.0', batch([read('1'), create('2')]), lines);
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([
      ['answer-404', '/calls/0'],
      ['not-processed', '/calls/1'],
    ]);
    expect(undecided).toBeUndefined();
  });

  it.each([
    ['cut off', ['--b', ...part('201 Created', '{"d":{}}')], 'multipart/mixed; boundary=b'],
    ['without boundary', ['--b--'], 'multipart/mixed'],
    ['of another type', ['<html>'], 'text/html'],
    ['short of an answer', ['--b--'], 'multipart/mixed; boundary=b'],
  ])('that is %s leaves the outcome open', (_, lines, contentType) => {
    expect(interpret('2.0', batch([create('1')]), lines, contentType)).toMatchObject({ ok: false, undecided: true });
  });

  it('in JSON is matched by id', () => {
    const service = serviceOf('4.01');
    const written = batchRequest(service, batch([read('1'), create('2')]), 'json');
    const responses = [
      { id: '2', status: 201, headers: { 'content-type': 'application/json' }, body: { ItemNo: '2' } },
      { id: '1', status: 200, headers: { 'content-type': 'application/json' }, body: { ItemNo: '1' } },
    ];
    const { ok, body } = interpretBatch(
      service,
      written,
      answer(JSON.stringify({ responses }), 'application/json', 200),
    );
    expect(ok).toBe(true);
    expect(body).toMatchObject({
      responses: [
        { contentId: '1', body: { ItemNo: '1' } },
        { contentId: '2', body: { ItemNo: '2' } },
      ],
    });
  });
});

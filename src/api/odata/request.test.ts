import { describe, expect, it } from 'vitest';
import { type SampleService, sampleGraph } from '../../../test/execute/sample-service.ts';
import type { SingleCall } from '../call.ts';
import { Catalog, type CatalogService } from '../spec/catalog.ts';
import { CallProblem } from './call-problem.ts';
import { singleRequest } from './request.ts';

const types: SampleService['types'] = {
  Order: {
    keys: ['Doc', 'Year', 'Line'],
    properties: {
      Line: 'Edm.Int32',
      Year: 'Edm.String',
      Doc: 'Edm.String',
      Price: 'Edm.Decimal',
      Big: 'Edm.Int64',
      Ratio: 'Edm.Double',
      Id: 'Edm.Guid',
      Address: 'NS.Address',
      Status: { type: 'NS.Status', enum: true },
      Amount: { type: 'NS.Amount', underlyingType: 'Edm.Decimal' },
      Tags: { type: 'Edm.String', collection: true },
      Photo: 'Edm.Stream',
    },
    navigation: { Items: 'Item*', Partner: 'Partner' },
  },
  Address: { complex: true, properties: { City: 'Edm.String', Since: 'Edm.DateTimeOffset' } },
  Item: {
    keys: ['ItemId'],
    properties: { ItemId: 'Edm.Guid', Qty: 'Edm.Decimal', At: 'Edm.DateTime' },
    navigation: { Schedule: 'Item*' },
  },
  Partner: { keys: ['Code'], properties: { Code: 'Edm.String', Name: 'Edm.String' } },
  Special: { base: 'Partner', keys: ['Code'], properties: { Extra: 'Edm.Boolean' } },
  Aliased: { keys: ['Address/City'], keyAliases: { City: 'Address/City' }, properties: { Address: 'NS.Address' } },
  Media: { keys: ['Code'], hasStream: true, properties: { Code: 'Edm.String' } },
};
const sets = {
  Orders: { type: 'Order' },
  Items: { type: 'Item' },
  Partners: { type: 'Special' },
  Aliased: { type: 'Aliased' },
  Media: { type: 'Media' },
  Me: { type: 'Partner', singleton: true },
};
const v4 = model({
  version: '4.0',
  types,
  sets,
  operations: [
    {
      name: 'Release',
      boundTo: { type: 'Order' },
      parameters: [
        { name: 'Amount', type: 'NS.Amount', underlyingType: 'Edm.Decimal' },
        { name: 'When', type: 'Edm.Date' },
      ],
    },
    { name: 'Purge', bindingCollection: true, boundTo: { type: 'Order' } },
    {
      name: 'Near',
      operationType: 'Function',
      parameters: [
        { name: 'City', type: 'Edm.String' },
        { name: 'At', type: 'NS.Address' },
      ],
    },
    { name: 'Rename', boundTo: { type: 'Partner' }, parameters: [{ name: 'Name', type: 'Edm.String' }] },
  ],
});
const v2 = model({
  version: '2.0',
  types,
  sets,
  operations: [
    {
      name: 'Confirm',
      operationType: 'FunctionImport',
      method: 'POST',
      boundTo: { set: 'Orders' },
      parameters: ['Doc', 'Year', 'Line', 'When'].map((name) => ({
        name,
        type: name === 'Line' ? 'Edm.Int32' : name === 'When' ? 'Edm.DateTime' : 'Edm.String',
      })),
    },
    {
      name: 'Rate',
      operationType: 'FunctionImport',
      method: 'GET',
      parameters: [
        { name: 'Amount', type: 'Edm.Decimal' },
        { name: 'Id', type: 'Edm.Guid' },
      ],
    },
  ],
});

function model(sample: SampleService): CatalogService {
  const found = Catalog.of(sampleGraph(sample)).service('SVC');
  if (found === undefined) throw new Error('no service');
  return found;
}

const call = (given: Partial<SingleCall> & { operation: string }): SingleCall => ({ service: 'SVC', ...given });
const line = (of: CatalogService, given: SingleCall): string => {
  const { method, resource } = singleRequest(of, given);
  return `${method} ${resource}`;
};
const body = (of: CatalogService, payload: Record<string, unknown>, entitySet = 'Orders'): unknown =>
  JSON.parse(singleRequest(of, call({ operation: 'create', entitySet, payload })).body ?? 'null');

describe('keys', () => {
  const key = { Line: '3', Year: 2026, Doc: "a/b 'c' + ü&" };
  it.each([
    ['v2', v2, "GET Orders(Doc='a%2Fb%20''c''%20%2B%20%C3%BC%26',Year='2026',Line=3)"],
    ['v4', v4, "GET Orders(Doc='a%2Fb%20''c''%20%2B%20%C3%BC%26',Year='2026',Line=3)"],
  ])('are written in declared order by declared type in %s', (_, of, expected) => {
    expect(line(of, call({ operation: 'read', entitySet: 'Orders', key }))).toBe(expected);
  });

  it('take the short form when there is one, the alias when there is one, and none for a singleton', () => {
    const id = '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3';
    expect(line(v2, call({ operation: 'read', entitySet: 'Items', key: { ItemId: id } }))).toBe(
      `GET Items(guid'${id}')`,
    );
    expect(line(v4, call({ operation: 'read', entitySet: 'Items', key: { ItemId: id } }))).toBe(`GET Items(${id})`);
    expect(line(v4, call({ operation: 'read', entitySet: 'Aliased', key: { Address: { City: 'Ulm' } } }))).toBe(
      "GET Aliased('Ulm')",
    );
    expect(line(v4, call({ operation: 'read', entitySet: 'Me' }))).toBe('GET Me');
  });

  it('must be complete', () => {
    expect(() => line(v4, call({ operation: 'read', entitySet: 'Orders', key: { Doc: '1', Line: 1 } }))).toThrow(
      'Year',
    );
    expect(() => line(v4, call({ operation: 'delete', entitySet: 'Orders' }))).toThrow(CallProblem);
  });
});

describe('queries', () => {
  const query = {
    filter: [
      { property: 'Doc', op: 'contains' as const, value: "O'N" },
      { property: 'Price', op: 'ge' as const, value: '12.50' },
      { property: 'Year', op: 'in' as const, value: ['2025', 2026] },
      { property: 'Partner/Name', op: 'ne' as const, value: null },
    ],
    select: ['Doc', 'Items/Qty'],
    expand: ['Items/Schedule', 'Partner'],
    orderby: [{ property: 'Doc' }, { property: 'Line', dir: 'desc' as const }],
    top: 5,
    skip: 10,
    count: true,
    search: 'blue-ish',
  };
  it('are written for V2', () => {
    expect(decodeURIComponent(line(v2, call({ operation: 'read', entitySet: 'Orders', query })))).toBe(
      "GET Orders?$filter=substringof('O''N',Doc) and Price ge 12.50M and (Year eq '2025' or Year eq '2026') and Partner/Name ne null" +
        '&$select=Doc,Items/Qty,Items/Schedule,Partner&$expand=Items/Schedule,Partner&$orderby=Doc,Line desc&$top=5&$skip=10' +
        '&$inlinecount=allpages&search=blue-ish',
    );
  });
  it('are written for V4', () => {
    const raw = line(v4, call({ operation: 'read', entitySet: 'Orders', query }));
    expect(raw).not.toContain('+');
    expect(decodeURIComponent(raw)).toBe(
      "GET Orders?$filter=contains(Doc,'O''N') and Price ge 12.50 and (Year eq '2025' or Year eq '2026') and Partner/Name ne null" +
        '&$select=Doc&$expand=Items($select=Qty;$expand=Schedule),Partner&$orderby=Doc,Line desc&$top=5&$skip=10&$count=true&$search="blue-ish"',
    );
  });
  it('use in from 4.01 on', () => {
    const of = model({ version: '4.01', types, sets });
    const filter = [{ property: 'Status', op: 'in' as const, value: ['Open', 'Done'] }];
    expect(decodeURIComponent(line(of, call({ operation: 'read', entitySet: 'Orders', query: { filter } })))).toBe(
      "GET Orders?$filter=Status in (NS.Status'Open',NS.Status'Done')",
    );
  });
});

describe('bodies', () => {
  const payload = {
    Doc: '1',
    Line: 3,
    Price: '1.50',
    Big: '12',
    Ratio: 2,
    Address: { City: 'Ulm', Since: '2026-03-01T12:00:00+02:00' },
    Amount: '2.5',
    Items: [{ Qty: 3, At: '2026-03-01T10:00:00' }],
    Partner: { Code: 'A' },
  };
  it('follow V2', () => {
    expect(body(v2, payload)).toEqual({
      ...payload,
      Price: '1.50',
      Address: { City: 'Ulm', Since: '/Date(1772359200000+0000)/' },
      Items: [{ Qty: '3', At: '/Date(1772359200000)/' }],
    });
  });
  it('follow V4', () => {
    expect(body(v4, payload)).toEqual({
      ...payload,
      Price: 1.5,
      Big: 12,
      Amount: 2.5,
      Items: [{ Qty: 3, At: '2026-03-01T10:00:00' }],
    });
  });
  it('keep every digit in V4 by asking for IEEE754Compatible numbers', () => {
    const request = singleRequest(
      v4,
      call({ operation: 'create', entitySet: 'Orders', payload: { Doc: '1', Price: '12345678901234567.89', Big: 7 } }),
    );
    expect(request.headers['content-type']).toBe('application/json;IEEE754Compatible=true');
    expect(JSON.parse(request.body ?? '')).toEqual({ Doc: '1', Price: '12345678901234567.89', Big: '7' });
  });
  it('refuse what is not declared, and streams politely', () => {
    expect(() => body(v4, { Titel: 1 })).toThrow('Titel');
    expect(() => body(v4, { Photo: 'x' })).toThrow('media stream');
    expect(() => body(v4, { Code: 'x' }, 'Media')).toThrow('media entity');
    expect(() => body(v4, { Items: { Qty: 1 } })).toThrow('takes a list');
  });
});

it('V3 speaks verbose JSON with ISO dates, and calls what is bound by its name', () => {
  const v3 = model({
    version: '3.0',
    types,
    sets,
    operations: [
      {
        name: 'Discount',
        operationType: 'FunctionImport',
        method: 'POST',
        boundTo: { type: 'Item' },
        parameters: [{ name: 'Rate', type: 'Edm.Int32' }],
      },
    ],
  });
  const payload = { Qty: '1.5', At: '2026-03-01T10:00:00' };
  expect(singleRequest(v3, call({ operation: 'create', entitySet: 'Items', payload }))).toMatchObject({
    headers: {
      accept: 'application/json;odata=verbose',
      'content-type': 'application/json;odata=verbose',
      dataserviceversion: '3.0',
    },
    body: JSON.stringify(payload),
  });
  const key = { ItemId: '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3' };
  expect(singleRequest(v3, call({ operation: 'update', entitySet: 'Items', key, payload: {} })).method).toBe('PATCH');
  expect(
    singleRequest(v3, call({ operation: 'action:Discount', entitySet: 'Items', key, parameters: { Rate: 5 } })),
  ).toMatchObject({
    method: 'POST',
    resource: `Items(guid'${key.ItemId}')/Discount`,
    body: '{"Rate":5}',
  });
});

describe('writes', () => {
  const key = { ItemId: '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3' };
  it('use MERGE in V2 and PATCH from V3 on, with the etag as given', () => {
    const update = call({ operation: 'update', entitySet: 'Items', key, payload: { Qty: 1 }, etag: 'W/"5"' });
    expect(singleRequest(v2, update)).toMatchObject({ method: 'MERGE', write: true, headers: { 'if-match': 'W/"5"' } });
    expect(singleRequest(v4, update)).toMatchObject({ method: 'PATCH', body: '{"Qty":1}' });
    expect(singleRequest(v4, { ...update, etag: 'abc' }).headers['if-match']).toBe('"abc"');
    expect(() => singleRequest(v4, { ...update, etag: 'a\r\nb' })).toThrow('etag');
    expect(singleRequest(v4, call({ operation: 'delete', entitySet: 'Items', key }))).not.toHaveProperty('body');
  });
  it('reach children by navigation', () => {
    const order = { Doc: '1', Year: '2026', Line: 1 };
    expect(
      line(
        v4,
        call({ operation: 'create', entitySet: 'Orders', key: order, navigation: 'Items', payload: { Qty: 1 } }),
      ),
    ).toBe("POST Orders(Doc='1',Year='2026',Line=1)/Items");
    expect(
      line(v4, call({ operation: 'read', entitySet: 'Orders', key: order, navigation: 'Items', query: { top: 1 } })),
    ).toBe("GET Orders(Doc='1',Year='2026',Line=1)/Items?$top=1");
  });
});

describe('operations', () => {
  const key = { Doc: '1', Year: '2026', Line: 1 };
  it('V4 actions are posted to what they are bound to', () => {
    const release = singleRequest(
      v4,
      call({
        operation: 'action:Release',
        entitySet: 'Orders',
        key,
        parameters: { Amount: '1.5', When: '2026-01-02' },
      }),
    );
    expect(release).toMatchObject({
      method: 'POST',
      resource: "Orders(Doc='1',Year='2026',Line=1)/NS.Release",
      body: '{"Amount":1.5,"When":"2026-01-02"}',
    });
    expect(line(v4, call({ operation: 'action:Purge', entitySet: 'Orders' }))).toBe('POST Orders/NS.Purge');
    expect(
      line(
        v4,
        call({ operation: 'action:Rename', entitySet: 'Partners', key: { Code: 'A' }, parameters: { Name: 'B' } }),
      ),
    ).toBe("POST Partners('A')/NS.Rename");
  });
  it('V4 functions take literals in the path and aliases for what does not fit there', () => {
    expect(singleRequest(v4, call({ operation: 'action:Near', parameters: { City: 'Bad Ems' } }))).toMatchObject({
      method: 'GET',
      write: false,
      resource: "Near(City='Bad%20Ems')",
    });
    expect(
      decodeURIComponent(
        line(v4, call({ operation: 'action:Near', parameters: { City: 'a/b', At: { City: 'Ulm' } } })),
      ),
    ).toBe('GET Near(City=@City,At=@At)?@City=\'a/b\'&@At={"City":"Ulm"}');
  });
  it('V2 function imports take keys and parameters as typed query options', () => {
    expect(
      line(v2, call({ operation: 'action:Confirm', entitySet: 'Orders', key, parameters: { When: '2026-03-01' } })),
    ).toBe("POST Confirm?Doc='1'&Year='2026'&Line=1&When=datetime'2026-03-01T00:00:00'");
    expect(
      line(
        v2,
        call({ operation: 'action:Rate', parameters: { Amount: 1.5, Id: '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3' } }),
      ),
    ).toBe("GET Rate?Amount=1.5M&Id=guid'0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3'");
    expect(() => line(v2, call({ operation: 'action:Rate', parameters: { Betrag: 1 } }))).toThrow('Betrag');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleV2, sampleV4 } from './sample-services.ts';
import { type MockServer, startMock } from './server.ts';

let folder: string;
let mock: MockServer;
let session: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-mock-'));
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  mock = await startMock({
    services: [
      { id: 'SHOP', metadata: await file('shop.edmx', sampleV2) },
      { id: 'LAB', metadata: await file('lab.edmx', sampleV4) },
      { id: 'BROKEN', metadata: await file('broken.edmx', 'no xml') },
    ],
    valueHelp: [
      await file(
        'codes.yaml',
        'valueHelp:\n  - { service: SHOP, entityType: OrderType, property: Kind, values: [{ code: A }, { code: B }] }\n',
      ),
    ],
    effects: [
      await file(
        'effects.yaml',
        'effects:\n  - { service: SHOP, action: Release, entitySet: Orders, set: { IsBlocked: false } }\n',
      ),
    ],
  });
  const token = await fetch(`${mock.url}/SHOP/`, { headers: { 'x-csrf-token': 'Fetch' } });
  session = {
    'x-csrf-token': token.headers.get('x-csrf-token') ?? '',
    cookie: (token.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    'content-type': 'application/json',
  };
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${mock.url}/${path}`, {
    method,
    headers: { ...session, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return { status: response.status, json, headers: response.headers };
}

describe('V2', () => {
  it('creates with children, numbers keys, and reads them back by navigation and expand', async () => {
    const created = await send('POST', 'SHOP/Orders', {
      Kind: 'A',
      Amount: '12.50',
      OrderedOn: '/Date(1767225600000)/',
      to_Item: [{ Quantity: '2' }, { Quantity: '3.5' }],
    });
    expect(created.status).toBe(201);
    const order = (created.json.d as { Order: string }).Order;
    expect(order).toMatch(/^\d{10}$/);
    const items = await send('GET', `SHOP/Orders('${order}')/to_Item?$orderby=Item%20desc`);
    expect((items.json.d as { results: object[] }).results).toMatchObject([
      { Order: order, Item: '20', Quantity: '3.5' },
      { Item: '10' },
    ]);
    const expanded = await send('GET', `SHOP/Orders('${order}')?$expand=to_Item`);
    expect(expanded.json.d).toMatchObject({
      Amount: '12.50',
      OrderedOn: '/Date(1767225600000)/',
      to_Item: { results: [{ Item: '10' }, { Item: '20' }] },
    });
  });

  it.each([
    ['an unknown property', { Kind: 'A', Colour: 'red' }, 'key', 'Colour'],
    ['a missing property', { Amount: '1' }, 'key', 'Kind'],
    ['a computed property', { Kind: 'A', CreatedBy: 'me' }, 'key', 'CreatedBy'],
    ['an invented code', { Kind: 'X' }, 'code', 'Kind'],
    ['a number for a decimal', { Kind: 'A', Amount: 1.5 }, 'type', 'Amount'],
    ['a fault in a child', { Kind: 'A', to_Item: [{ Quantity: '1', Nope: 1 }] }, 'key', 'to_Item/0/Nope'],
  ])('judges %s', async (_, body, kind, path) => {
    mock.clear();
    const answer = await send('POST', 'SHOP/Orders', body);
    expect(answer.status).toBe(400);
    expect(mock.calls()).toMatchObject([{ accepted: false, entitySet: 'Orders', issues: [{ kind, path }] }]);
  });

  it('creates items only inside their order where the set does not allow it', async () => {
    expect((await send('POST', 'SHOP/Items', { Quantity: '1' })).status).toBe(405);
  });

  it('filters, counts, pages and selects', async () => {
    const some = await send(
      'GET',
      "SHOP/Orders?$filter=Amount%20ge%200M%20and%20startswith(Kind,'A')&$inlinecount=allpages&$top=1&$select=Order,Kind",
    );
    const page = some.json.d as { __count: string; results: Record<string, unknown>[] };
    expect(Number(page.__count)).toBeGreaterThanOrEqual(page.results.length);
    expect(Object.keys(page.results[0] ?? {})).toEqual(['__metadata', 'Order', 'Kind', 'to_Item']);
    expect((await send('GET', "SHOP/Orders?$filter=Nope%20eq%20'1'")).status).toBe(400);
    expect((await send('GET', 'SHOP/Orders?$filter=Amount%20eq%20abc')).status).toBe(400);
  });

  it('updates by merge with the entity tag, and refuses a stale one', async () => {
    const order = ((await send('POST', 'SHOP/Orders', { Kind: 'A' })).json.d as { Order: string }).Order;
    const read = await send('GET', `SHOP/Orders('${order}')`);
    const tag = read.headers.get('etag') ?? '';
    expect((await send('MERGE', `SHOP/Orders('${order}')`, { Amount: '7.00' }, { 'if-match': tag })).status).toBe(204);
    expect((await send('MERGE', `SHOP/Orders('${order}')`, { Amount: '8.00' }, { 'if-match': tag })).status).toBe(412);
    expect((await send('POST', `SHOP/Orders('${order}')`, { Kind: 'B' }, { 'x-http-method': 'MERGE' })).status).toBe(
      204,
    );
    expect((await send('GET', `SHOP/Orders('${order}')`)).json.d).toMatchObject({ Amount: '7.00', Kind: 'B' });
    expect((await send('DELETE', `SHOP/Orders('${order}')`)).status).toBe(204);
    expect((await send('GET', `SHOP/Orders('${order}')`)).status).toBe(404);
  });

  it('runs a function import with its effect', async () => {
    const order = ((await send('POST', 'SHOP/Orders', { Kind: 'A', IsBlocked: true })).json.d as { Order: string })
      .Order;
    expect((await send('POST', `SHOP/Release?Order='${order}'`)).json.d).toMatchObject({
      Order: order,
      IsBlocked: false,
    });
    expect((await send('POST', 'SHOP/Release')).status).toBe(400);
    expect((await send('GET', `SHOP/Release?Order='${order}'`)).status).toBe(405);
  });

  it('answers a batch: a change set is all or nothing', async () => {
    const set = (body: object) =>
      `--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: 1\r\n\r\nPOST Orders HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}\r\n`;
    const batch = (...parts: string[]) =>
      `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${parts.join('')}--c--\r\n--b--\r\n`;
    const count = async () => Number((await send('GET', 'SHOP/Orders/$count')).json.text);
    const before = await count();
    const type = { 'content-type': 'multipart/mixed; boundary=b' };
    const bad = await send('POST', 'SHOP/$batch', batch(set({ Kind: 'A' }), set({ Kind: 'Z' })), type);
    expect(bad.json.text).toContain('HTTP/1.1 400');
    expect(await count()).toBe(before);
    const good = await send('POST', 'SHOP/$batch', batch(set({ Kind: 'A' }), set({ Kind: 'B' })), type);
    expect(good.json.text).toContain('HTTP/1.1 201');
    expect(await count()).toBe(before + 2);
  });
});

describe('V4', () => {
  it('creates, demands the entity tag on update, runs bound actions', async () => {
    const created = await send('POST', 'LAB/Samples', {
      Title: 'Water',
      Weight: 1.25,
      Grade: 'Good',
      Results: [{ No: 1, Value: 2.5 }],
    });
    expect(created.status).toBe(201);
    const id = created.json.Id as string;
    expect((await send('PATCH', `LAB/Samples(${id})`, { Title: 'Milk' })).status).toBe(428);
    expect((await send('PATCH', `LAB/Samples(${id})`, { Title: 'Milk' }, { 'if-match': '*' })).status).toBe(204);
    expect(
      (await send('POST', `LAB/Samples(${id})/Lab.Approve`, { Level: 1 }, { 'if-match': '*' })).json,
    ).toMatchObject({ Title: 'Milk' });
    expect((await send('POST', `LAB/Samples(${id})/Lab.Approve`, { Level: 'x' }, { 'if-match': '*' })).status).toBe(
      400,
    );
    expect((await send('GET', `LAB/Samples(${id})?$expand=Results($select=Value)`)).json).toMatchObject({
      Results: [{ Value: 2.5 }],
    });
  });

  it('answers a JSON batch with references between requests', async () => {
    const answer = await send('POST', 'LAB/$batch', {
      requests: [
        {
          id: 'a',
          method: 'POST',
          url: 'Samples',
          headers: { 'content-type': 'application/json' },
          body: { Title: 'Oil' },
          atomicityGroup: 'g',
        },
        {
          id: 'b',
          method: 'POST',
          url: '$a/Results',
          headers: { 'content-type': 'application/json' },
          body: { No: 1 },
          atomicityGroup: 'g',
          dependsOn: ['a'],
        },
      ],
    });
    expect(answer.json).toMatchObject({
      responses: [
        { id: 'a', status: 201 },
        { id: 'b', status: 201 },
      ],
    });
  });
});

describe('the landscape as a whole', () => {
  it('binds the token to its session', async () => {
    const without = await fetch(`${mock.url}/SHOP/Orders`, { method: 'POST', body: '{}' });
    expect([without.status, without.headers.get('x-csrf-token')]).toEqual([403, 'Required']);
    const stolen = await fetch(`${mock.url}/SHOP/Orders`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-csrf-token': session['x-csrf-token'] ?? '' },
    });
    expect(stolen.status).toBe(403);
  });

  it('says what it cannot serve', async () => {
    expect((await send('GET', 'NOPE/Orders')).status).toBe(404);
    expect((await send('GET', 'SHOP/Nope')).json).toMatchObject({ error: { code: 'GRM/RESOURCE' } });
  });

  it('leaves it to clients to close idle connections', async () => {
    const { headers } = await send('GET', 'SHOP/');
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('keep-alive')).toBeNull();
  });

  it('plays faults on request', async () => {
    const slow = await send('GET', 'SHOP/Orders', undefined, { 'x-groundrail-fault': 'status=429' });
    expect([slow.status, slow.headers.get('retry-after')]).toEqual([429, '1']);
    expect(
      (await send('GET', 'SHOP/Orders', undefined, { 'x-groundrail-fault': 'html' })).headers.get('content-type'),
    ).toContain('text/html');
    const before = Number((await send('GET', 'SHOP/Orders/$count')).json.text);
    await expect(send('POST', 'SHOP/Orders', { Kind: 'A' }, { 'x-groundrail-fault': 'drop' })).rejects.toThrow();
    expect(Number((await send('GET', 'SHOP/Orders/$count')).json.text)).toBe(before + 1);
    await expect(send('GET', 'SHOP/Orders', undefined, { 'x-groundrail-fault': 'truncate' })).rejects.toThrow();
  });

  it('tells runs apart', async () => {
    await send('GET', 'SHOP/Orders', undefined, { 'x-groundrail-run': 'one' });
    expect(mock.calls('one')).toHaveLength(1);
    expect(await (await fetch(`${mock.url}/_groundrail/calls?run=one`)).json()).toHaveLength(1);
  });
});

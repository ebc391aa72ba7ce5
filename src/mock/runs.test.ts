import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleV2 } from './sample-services.ts';
import { type MockOptions, type MockServer, startMock } from './server.ts';

let folder: string;
let metadata: string;
let mock: MockServer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-mock-'));
  metadata = join(folder, 'shop.edmx');
  await writeFile(metadata, sampleV2);
});

afterAll(async () => {
  await mock?.close();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<MockOptions>): Promise<MockServer> {
  await mock?.close();
  mock = await startMock({ services: [{ id: 'SHOP', metadata }], csrf: false, ...options });
  return mock;
}

async function send(method: string, path: string, run: string, body?: unknown): Promise<Response> {
  const headers = { 'x-groundrail-run': run, 'content-type': 'application/json' };
  const { url } = mock ?? { url: '' };
  return fetch(`${url}/SHOP/${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

it('keeps the data of runs apart where it is told to', async () => {
  await start({ isolateRuns: true });
  const order = { Order: '77', Kind: 'A' };
  expect((await send('POST', 'Orders', 'one', order)).status).toBe(201);
  expect((await send('POST', 'Orders', 'two', order)).status).toBe(201);
  expect((await send('POST', 'Orders', 'one', order)).status).toBe(409);
  expect(mock?.calls('one')[0]?.created).toEqual({ Order: '77' });
});

it('knows what is named by a key only where it is told to', async () => {
  await start({});
  expect((await send('GET', "Orders('4711')", 'one')).status).toBe(404);
  expect((await send('POST', "Release?Order='4711'", 'one')).status).toBe(404);
  await start({ assumeExisting: true });
  expect((await send('POST', "Release?Order='4711'", 'one')).status).toBe(200);
  const answer = (await (await send('GET', "Orders('4712')", 'one')).json()) as { d: { Order: string } };
  expect(answer.d.Order).toBe('4712');
  expect((await send('POST', 'Orders', 'one', { Order: '4713', Kind: 'A' })).status).toBe(201);
});

it('numbers short keys until there is none left, and then says so', async () => {
  const short = join(folder, 'short.edmx');
  await writeFile(
    short,
    sampleV2.replaceAll(
      'Name="Order" Type="Edm.String" Nullable="false" MaxLength="10"',
      'Name="Order" Type="Edm.String" Nullable="false" MaxLength="1"',
    ),
  );
  await start({ services: [{ id: 'SHOP', metadata: short }] });
  const seeded = (await (await send('GET', 'Orders', 'one')).json()) as { d: { results: { Order: string }[] } };
  const keys = new Set(seeded.d.results.map(({ Order }) => Order));
  let answer = await send('POST', 'Orders', 'one', { Kind: 'A' });
  while (answer.status === 201) {
    const { d } = (await answer.json()) as { d: { Order: string } };
    expect(d.Order).toMatch(/^[0-9A-Z]$/);
    expect(keys.has(d.Order)).toBe(false);
    keys.add(d.Order);
    answer = await send('POST', 'Orders', 'one', { Kind: 'A' });
  }
  expect(keys.size).toBeGreaterThanOrEqual(36);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('GRM/KEYS_USED_UP');
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExecutor, draftCalls } from '../../src/api/index.ts';
import type { CatalogSet } from '../../src/api/spec/catalog.ts';
import { type MockServer, startMock } from '../../src/mock/index.ts';
import { MemoryRecords } from '../../src/record/index.ts';
import { ClientSystem, keyOf } from './client-system.ts';

/**
 * The client against systems that answer by the OData protocol. Without further ado these are two services of the mock; the
 * environment variable GROUNDRAIL_CLIENT_URLS names the roots of others, separated by spaces, which are only read.
 */
const others = (process.env.GROUNDRAIL_CLIENT_URLS ?? '').split(/\s+/).filter((url) => url !== '');
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({
    services: ['types-v2', 'types-v4', 'draft-v4'].map((file) => ({
      id: file.startsWith('draft') ? 'draft' : file.slice(-2),
      metadata: join(import.meta.dirname, `${file}.edmx`),
    })),
  });
});
afterAll(() => mock.close());

describe.each(['v2', 'v4', ...others])('reading %s', (name) => {
  let system: ClientSystem;
  let sets: CatalogSet[];
  beforeAll(async () => {
    system = await ClientSystem.at(name.startsWith('http') ? name : `${mock.url}/${name}`);
    sets = await system.sets();
  });

  it('finds every listed row again by its key', async () => {
    let read = 0;
    for (const set of sets) {
      for (const row of await system.rows(set)) {
        const key = keyOf(set, row);
        const { body } = await system.call({ entitySet: set.name, operation: 'read', key });
        expect(keyOf(set, body as Record<string, unknown>)).toEqual(key);
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(0);
  });

  it('finds rows by each of their values', async () => {
    let asked = 0;
    for (const set of sets) {
      const [row] = await system.rows(set);
      for (const { name: property, primitive, attributes, complexId } of set.type.properties.values()) {
        const value = row?.[property];
        if (value === null || value === undefined || complexId !== undefined || attributes.collection === true)
          continue;
        if (attributes.filterable === false || /Stream|Geo|Binary|Double|Single/.test(primitive)) continue;
        const found = await system.rows(set, { filter: [{ property, op: 'eq', value }], top: 50 });
        expect(found, `${set.name}/${property} eq ${JSON.stringify(value)}`).not.toHaveLength(0);
        for (const one of found) expect(one[property]).toEqual(value);
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(0);
  });

  it('narrows by parts of texts and by lists', async () => {
    for (const set of sets) {
      const [row] = await system.rows(set);
      const text = [...set.type.properties.values()].find(
        ({ name, primitive, attributes }) =>
          primitive === 'Edm.String' &&
          attributes.collection !== true &&
          attributes.filterable !== false &&
          typeof row?.[name] === 'string' &&
          row[name] !== '',
      );
      if (text === undefined) continue;
      const property = text.name;
      const value = String(row?.[property]);
      for (const filter of [
        { property, op: 'contains' as const, value: value.slice(0, -1) || value },
        { property, op: 'startswith' as const, value: value.slice(0, 1) },
        { property, op: 'endswith' as const, value: value.slice(-1) },
        { property, op: 'in' as const, value: [value, "no such 'value'"] },
      ]) {
        const found = await system.rows(set, { filter: [filter], top: 200 });
        expect(
          found.some((one) => one[property] === value),
          `${set.name}: ${JSON.stringify(filter)}`,
        ).toBe(true);
      }
    }
  });

  it('sorts, counts, skips and selects', async () => {
    for (const set of sets.slice(0, 4)) {
      const [key] = set.type.keys;
      if (key === undefined || key.path.includes('/')) continue;
      const orderby = [{ property: key.path, dir: 'desc' as const }];
      const result = await system.call({
        entitySet: set.name,
        operation: 'read',
        query: { top: 2, orderby, count: true },
      });
      const { value, count } = result.body as { value: Record<string, unknown>[]; count: number };
      expect(count).toBeGreaterThanOrEqual(value.length);
      if (value.length < 2) continue;
      const [second] = await system.rows(set, { top: 1, skip: 1, orderby });
      expect(keyOf(set, second ?? {})).toEqual(keyOf(set, value[1] ?? {}));
      const names = set.type.keys.map(({ path }) => path);
      const [narrow] = await system.rows(set, { top: 1, select: names });
      expect(
        Object.keys(narrow ?? {})
          .filter((property) => set.type.properties.has(property))
          .sort(),
      ).toEqual([...names].sort());
    }
  });

  it('expands navigation inline', async () => {
    for (const set of sets.slice(0, 4)) {
      const navigation = [...set.type.navigation.values()].find(
        ({ targetId }) => targetId !== undefined && system.service.type(targetId)?.attributes.hasStream !== true,
      );
      if (navigation === undefined || set.attributes.expandable === false) continue;
      const [row] = await system.rows(set, { top: 1, expand: [navigation.name] });
      if (row === undefined) continue;
      expect(row).toHaveProperty(navigation.name);
      if (navigation.cardinality === '*') expect(Array.isArray(row[navigation.name])).toBe(true);
    }
  });

  it('tells a missing entity apart', async () => {
    const set = sets.find(
      ({ type }) => type.keys.length === 1 && type.properties.get(type.keys[0]?.path ?? '')?.primitive === 'Edm.String',
    );
    const [key] = set?.type.keys ?? [];
    if (set === undefined || key === undefined) return;
    const result = await system.call({ entitySet: set.name, operation: 'read', key: { [key.name]: 'ZZ-NONE' } }, false);
    expect(result.status).toBe(404);
    expect(result.findings[0]?.rule).toBe('answer-404');
  });
});

describe.each(['v2', 'v4'])('writing %s', (version) => {
  const v2 = version === 'v2';
  let system: ClientSystem;
  beforeAll(async () => {
    system = await ClientSystem.at(`${mock.url}/${version}`);
  });

  const key = { Hall: "A/1 'O'+ü", No: 7 };
  const shelf = {
    ...key,
    Label: 'Top "shelf" \\ & <b>',
    Capacity: '123456789012345.678',
    Serial: '9007199254740993',
    Token: '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3',
    BuiltOn: v2 ? '2026-03-01T10:00:00' : '2026-03-01',
    SeenAt: '2026-03-01T10:00:00Z',
    OpensAt: v2 ? 'PT10H30M45S' : '10:30:45',
    Heated: true,
    Rows: 3,
    Ratio: 0.25,
    ...(v2
      ? { Depth: -5, Image: 'AAEC' }
      : { Shift: 'PT8H', Climate: 'Cold', Place: { Aisle: 'B', Level: 2 }, Tags: ['a', 'b'] }),
  };
  const read = { entitySet: 'Shelves', operation: 'read', key };

  it('creates, reads back every type, updates with the etag and deletes', async () => {
    const created = await system.call({ entitySet: 'Shelves', operation: 'create', payload: shelf });
    expect(created.status).toBe(201);
    const { body, etag } = await system.call(read);
    const { Capacity, Serial, ...rest } = body as Record<string, unknown>;
    expect(rest).toMatchObject(
      Object.fromEntries(Object.entries(shelf).filter(([name]) => name !== 'Capacity' && name !== 'Serial')),
    );
    expect(String(Capacity)).toBe(shelf.Capacity);
    expect(String(Serial)).toBe(shelf.Serial);
    const tag = etag === undefined ? {} : { etag };
    await system.call({
      entitySet: 'Shelves',
      operation: 'update',
      key,
      payload: { Label: 'New', Heated: null },
      ...tag,
    });
    expect((await system.call(read)).body).toMatchObject({ Label: 'New', Heated: null, Rows: 3 });
    const now = (await system.call(read)).etag;
    if (now !== undefined) {
      const stale = await system.call(
        { entitySet: 'Shelves', operation: 'update', key, payload: { Label: 'x' }, etag: 'W/"stale"' },
        false,
      );
      expect(stale.status).toBe(412);
      expect(stale.findings[0]?.message).toContain('changed');
    }
    await system.call({ entitySet: 'Shelves', operation: 'delete', key, ...(now !== undefined && { etag: now }) });
    expect((await system.call(read, false)).status).toBe(404);
  });

  it('inserts deeply and reads the children by navigation', async () => {
    const parent = { Hall: 'D', No: 1 };
    const boxes = v2 ? 'to_Box' : 'Boxes';
    const payload = {
      ...parent,
      [boxes]: [
        { Code: 'D-1', Weight: '1.5' },
        { Code: 'D-2', Weight: '2' },
      ],
    };
    await system.call({ entitySet: 'Shelves', operation: 'create', payload });
    const { body } = await system.call({ entitySet: 'Shelves', operation: 'read', key: parent, navigation: boxes });
    expect((body as { value: { Code: string }[] }).value.map(({ Code }) => Code).sort()).toEqual(['D-1', 'D-2']);
    const expanded = await system.call({
      entitySet: 'Shelves',
      operation: 'read',
      key: parent,
      query: { expand: [boxes] },
    });
    expect((expanded.body as Record<string, unknown[]>)[boxes]).toHaveLength(2);
    await system.call({
      entitySet: 'Shelves',
      operation: 'create',
      key: parent,
      navigation: boxes,
      payload: { Code: 'D-3' },
    });
    expect(
      (
        await system.rows(system.service.entitySet('Boxes') ?? raise(), {
          filter: [{ property: 'Hall', op: 'eq', value: 'D' }],
          top: 50,
        })
      ).length,
    ).toBe(3);
  });

  it('calls actions with typed parameters', async () => {
    const parent = { Hall: 'E', No: 1 };
    await system.call({ entitySet: 'Shelves', operation: 'create', payload: parent });
    const { etag } = await system.call({ entitySet: 'Shelves', operation: 'read', key: parent });
    const parameters = { On: v2 ? '2026-03-01T00:00:00' : '2026-03-01' };
    const closed = await system.call({
      entitySet: 'Shelves',
      operation: 'action:Close',
      key: parent,
      parameters,
      ...(etag !== undefined && { etag }),
    });
    expect(closed.outcome).toBe('done');
  });

  it.each(v2 ? (['multipart'] as const) : (['multipart', 'json'] as const))(
    'sends batches as %s, change sets with references included',
    async (batchFormat) => {
      const root = `${mock.url}/${version}`;
      const other = await ClientSystem.at(root, { batchFormat });
      const hall = `F ${batchFormat}`;
      const boxes = v2 ? 'to_Box' : 'Boxes';
      const result = await other.executor.execute({
        operation: 'batch',
        changeSet: true,
        calls: [
          {
            service: 'SYS',
            entitySet: 'Shelves',
            operation: 'create',
            contentId: 'shelf',
            payload: { Hall: hall, No: 1 },
          },
          {
            service: 'SYS',
            entitySet: 'Shelves',
            operation: 'create',
            reference: 'shelf',
            navigation: boxes,
            payload: { Code: `${batchFormat}-1` },
          },
        ],
      });
      expect(result, JSON.stringify(result)).toMatchObject({
        ok: true,
        body: {
          responses: [
            { contentId: 'shelf', ok: true, status: 201 },
            { ok: true, status: 201 },
          ],
        },
      });
      const mixed = await other.executor.execute({
        operation: 'batch',
        calls: [
          { service: 'SYS', entitySet: 'Shelves', operation: 'read', key: { Hall: hall, No: 1 } },
          { service: 'SYS', entitySet: 'Boxes', operation: 'read', key: { Code: `${batchFormat}-1` } },
        ],
      });
      expect(mixed, JSON.stringify(mixed)).toMatchObject({
        ok: true,
        body: { responses: [{ body: { Hall: hall } }, { body: { Hall: hall, No: 1 } }] },
      });
      const broken = await other.executor.execute({
        operation: 'batch',
        changeSet: true,
        calls: [
          { service: 'SYS', entitySet: 'Shelves', operation: 'create', payload: { Hall: hall, No: 2 } },
          { service: 'SYS', entitySet: 'Boxes', operation: 'delete', key: { Code: 'no such box' } },
        ],
      });
      expect(broken.ok).toBe(false);
      expect(
        (await other.call({ entitySet: 'Shelves', operation: 'read', key: { Hall: hall, No: 2 } }, false)).status,
      ).toBe(404);
    },
  );

  it('sends nothing doubled and nothing that the system calls wrong', async () => {
    const wrong = mock.calls().filter((call) => call.status === 400);
    expect(wrong).toEqual([]);
  });
});

it('creates whose answers are dropped are unknown, and each left once', async () => {
  const dropping = await startMock({
    services: [{ id: 'SYS', metadata: join(import.meta.dirname, 'types-v4.edmx') }],
    csrf: false,
    fault: { drop: true },
  });
  try {
    const { graph } = await ClientSystem.at(`${mock.url}/v4`);
    const executor = createExecutor({
      graph,
      record: new MemoryRecords(),
      ask: async () => ({ approved: true, by: 'suite' }),
      target: dropping.url.replace(/\/$/, ''),
      settings: { SYS: { csrf: false } },
      limits: { circuit: { failures: 1000, openMs: 1 } },
    });
    const creates = Array.from({ length: 60 }, (_, index) => ({
      service: 'SYS',
      entitySet: 'Boxes',
      operation: 'create',
      payload: { Code: `C-${index}` },
    }));
    const results = await Promise.all(creates.map((create) => executor.execute(create)));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(60).fill('unknown'));
    expect(dropping.calls()).toHaveLength(60);
  } finally {
    await dropping.close();
  }
});

it('a draft is made, changed, activated, edited and discarded', async () => {
  const system = await ClientSystem.at(`${mock.url}/draft`);
  const draft = draftCalls(system.graph, 'SYS', 'Trips') ?? raise();
  const Id = '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3';
  const trip = (IsActiveEntity: boolean) => ({ entitySet: 'Trips', operation: 'read', key: { Id, IsActiveEntity } });
  const created = await system.call(draft.create({ Id, Goal: 'Ulm', IsActiveEntity: false }));
  expect(created.status).toBe(201);
  const changed = await system.call(draft.patch({ Id }, { Goal: 'Bonn' }, created.etag));
  expect(changed.outcome).toBe('done');
  await system.call(draft.prepare?.({ Id }) ?? raise());
  await system.call(draft.activate({ Id }, (await system.call(trip(false))).etag));
  expect((await system.call(trip(true))).body).toMatchObject({ Goal: 'Bonn' });
  expect((await system.call(trip(false), false)).status).toBe(404);
  await system.call(draft.edit({ Id }));
  await system.call(draft.discard({ Id }, (await system.call(trip(false))).etag));
  expect((await system.call(trip(false), false)).status).toBe(404);
  expect((await system.call(trip(true))).ok).toBe(true);
});

function raise(): never {
  throw new Error('the set is missing');
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { describeDatabases } from '../../test/databases.ts';
import { contentOf, largeContent, servicePatch, smallContent, source } from '../../test/index-content.ts';
import { MemoryGraph } from '../graph/index.ts';
import { openForReading, openForWriting, openSession } from './database.ts';
import { type IndexContent, type IndexStore, openStore } from './index.ts';
import { indexDescription } from './index-schema.ts';
import { isDatabaseAddress } from './location.ts';
import type { Migration } from './migrate.ts';

const child = resolve(import.meta.dirname, '../../test/rebuild-child.ts');

describeDatabases('an index store', {
  'says that nothing is there, and makes nothing by looking': async (location) => {
    const store = await openStore(location, 'read');
    expect(await store.meta()).toBeUndefined();
    expect(await store.sources()).toEqual([]);
    for (const read of [
      () => store.units(),
      () => store.vectors(),
      () => store.tables(),
      () => store.vocabulary(),
      () => store.effects(),
      () => store.patchOf('x'),
      () => store.graph({ services: 'all' }),
    ]) {
      await expect(read()).rejects.toMatchObject({ code: 'index-missing' });
    }
    await store.close();
    expect(isDatabaseAddress(location) || !existsSync(location)).toBe(true);
  },

  'gives back what was written': async (location) => {
    const content = smallContent();
    await write(location, content);
    await reading(location, async (store) => {
      await expectWhole(store, content);
      expect((await store.meta())?.schema).toBe(2);
      expect(Date.parse((await store.meta())?.createdAt ?? '')).toBeLessThanOrEqual(Date.now());
      for (const { path, kind, patch } of content.sources) {
        const found = await store.patchOf(path, kind);
        expect(sorted(found.nodes)).toEqual(sorted(patch.nodes));
        expect(sorted(found.edges)).toEqual(sorted(patch.edges));
      }
      expect(await store.patchOf('services/orders.edmx', 'bpmn')).toEqual({ nodes: [], edges: [] });
    });
  },

  'loads one service, whatever files speak about it': async (location) => {
    await write(location, smallContent());
    await reading(location, async (store) => {
      const graph = await store.graph({ services: ['ORDERS'] });
      expect(graph.counts().nodes).toEqual({ Service: 1, EntitySet: 3, EntityType: 3, Property: 6, ValueHelp: 1 });
      expect(graph.counts().edges).toEqual({ EXPOSES: 3, OF_TYPE: 3, HAS_PROPERTY: 6, HAS_VALUE_HELP: 1 });
      const [list] = graph.out('HAS_VALUE_HELP', { kind: 'Property', id: 'ORDERS#NS.Type0/Status' });
      expect(list?.attributes).toEqual({ fixed: true, resolved: true });
    });
  },

  'loads the processes with what they invoke, alone or beside services, each edge once': async (location) => {
    await write(location, smallContent());
    await reading(location, async (store) => {
      const alone = await store.graph({ processes: true });
      expect(alone.counts()).toEqual({
        nodes: { Process: 1, Activity: 2, Gateway: 1 },
        edges: { HAS_ACTIVITY: 2, HAS_NEXT: 1, INVOKES: 2 },
      });
      const both = await store.graph({ services: ['STOCK'], processes: true });
      expect(both.in('INVOKES', { kind: 'EntitySet', id: 'STOCK/Set1' })).toHaveLength(1);
      expect(await store.graph({})).toEqual(new MemoryGraph());
      expect((await store.graph({ services: ['NOBODY'] })).counts().nodes).toEqual({});
    });
  },

  'keeps service ids apart that contain a border character or lead one another': async (location) => {
    const sources = ['A', 'A/B', 'AB'].map((id) => source(`${id}.edmx`, 'odata', servicePatch(id, 1, id)));
    await write(location, contentOf(sources));
    await reading(location, async (store) => {
      for (const id of ['A', 'A/B', 'AB']) {
        const graph = await store.graph({ services: [id] });
        expect([...graph.nodes('EntitySet')].map((set) => set.id)).toEqual([`${id}/Set0`]);
      }
    });
  },

  'keeps the rows of an unchanged source and replaces the others': async (location) => {
    const before = smallContent('before');
    await write(location, before);
    const [orders, ...others] = before.sources;
    if (!orders) throw new Error('no source');
    const stock = source('services/stock.edmx', 'odata', servicePatch('STOCK', 2, 'after'));
    const pretended = { ...orders, status: 'unchanged', patch: servicePatch('ORDERS', 3, 'not looked at') } as const;
    await write(location, { ...before, sources: [pretended, stock, ...others.slice(1)] });
    await reading(location, async (store) => {
      const graph = await store.graph({ services: 'all' });
      expect(graph.node('Service', 'ORDERS')?.attributes.title).toBe('before');
      expect(graph.node('Service', 'STOCK')?.attributes.title).toBe('after');
      expect((await store.sources()).map(({ status }) => status)).toEqual(['unchanged', 'read', 'read', 'read']);
    });
  },

  'does not trust "unchanged" where the stored hash is another': async (location) => {
    const before = smallContent('before');
    await write(location, before);
    const after = smallContent('after');
    await write(location, {
      ...after,
      sources: after.sources.map((one) => ({ ...one, status: 'unchanged' as const })),
    });
    await reading(location, (store) => expectWhole(store, { ...after, sources: after.sources }, false));
  },

  'forgets what is gone, and lets the first of two sources win in the order of the landscape': async (location) => {
    const one = source('one.edmx', 'odata', servicePatch('SAME', 1, 'one'));
    const two = source('two.edmx', 'odata', servicePatch('SAME', 2, 'two'));
    await write(location, contentOf([one, two]));
    const unchanged = [two, one].map((each) => ({ ...each, status: 'unchanged' as const }));
    await write(location, contentOf(unchanged));
    await reading(location, async (store) => {
      const graph = await store.graph({ services: 'all' });
      expect(graph.node('Service', 'SAME')?.attributes.title).toBe('two');
    });
    await write(location, contentOf([one]));
    await reading(location, async (store) => {
      expect((await store.graph({ services: 'all' })).counts().nodes.EntitySet).toBe(1);
      expect((await store.sources()).map(({ path }) => path)).toEqual(['one.edmx']);
    });
    await write(location, contentOf([]));
    await reading(location, (store) => expectWhole(store, contentOf([])));
  },

  'takes many rows, vectors and slices': async (location) => {
    const content = largeContent('many', 70, 40);
    expect(content.units.length).toBeGreaterThan(2 * 1024);
    await write(location, content);
    await reading(location, (store) => expectWhole(store, content));
  },

  'keeps odd texts': async (location) => {
    const patch = servicePatch('O\'DD \\ " ? ; --', 1, 'NUL \0, half a surrogate pair \ud800, 🚆, ünïcode, $1');
    const content = contentOf([source("it's/ödd?.edmx", 'odata', patch)]);
    await write(location, content);
    await reading(location, async (store) => {
      const graph = await store.graph({ services: 'all' });
      expect([...graph.nodes('EntitySet')]).toEqual(patch.nodes.filter(({ kind }) => kind === 'EntitySet'));
      expect((await store.sources())[0]?.path).toBe("it's/ödd?.edmx");
      expect((await store.units())[0]?.label).toMatch(/^NUL \uFFFD, half a surrogate pair \uFFFD/);
    });
  },

  'lets one writer in at a time, and no reader wait': async (location) => {
    const first = await openStore(location, 'write');
    await first.rebuild(smallContent('first'));
    await first.close();
    const writer = await openStore(location, 'write');
    await expect(openStore(location, 'write')).rejects.toMatchObject({ code: 'index-locked' });
    await reading(location, async (store) => expect((await store.meta())?.landscape.name).toBe('acme'));
    await writer.close();
    await write(location, smallContent('second'));
  },

  'shows a reader the state it was opened on while a writer replaces it': async (location) => {
    await write(location, smallContent('before'));
    const readers = await Promise.all(Array.from({ length: 5 }, () => openStore(location, 'read')));
    await write(location, smallContent('after'));
    for (const reader of readers) await expectWhole(reader, smallContent('before'));
    await reading(location, (store) => expectWhole(store, smallContent('after')));
    await Promise.all(readers.map((reader) => reader.close()));
  },

  'leaves the old index whole where writing fails in the middle, and can go on': async (location) => {
    await write(location, smallContent('old'));
    const broken = smallContent('new');
    const last = broken.sources.at(-1)?.patch.nodes.at(-1);
    Object.assign(last?.attributes ?? {}, {
      toJSON: () => {
        throw new Error('cannot be written');
      },
    });
    const store = await openStore(location, 'write');
    await expect(store.rebuild(broken)).rejects.toThrow('cannot be written');
    await expectWhole(store, smallContent('old'));
    await store.rebuild(smallContent('newest'));
    await store.close();
    await reading(location, (reader) => expectWhole(reader, smallContent('newest')));
  },

  'refuses content that does not fit together, and writing by a reader': async (location) => {
    const content = smallContent();
    const [first] = content.sources;
    const store = await openStore(location, 'write');
    for (const wrong of [
      { ...content, units: content.units.slice(1) },
      { ...content, embedder: { name: 'static', dimensions: 4 } },
      { ...content, sources: first ? [first, first] : [] },
    ]) {
      await expect(store.rebuild(wrong)).rejects.toThrow(RangeError);
    }
    await store.rebuild(content);
    await store.close();
    await reading(location, (reader) => expect(reader.rebuild(content)).rejects.toMatchObject({ code: 'usage' }));
  },

  'refuses an index of a newer version, one that is damaged, and a database of something else': async (location) => {
    await write(location, smallContent());
    const opens = ['read', 'write'] as const;
    await change(location, 'UPDATE groundrail_schema SET version = 7');
    for (const mode of opens) {
      await expect(openStore(location, mode)).rejects.toMatchObject({
        code: 'index-newer',
        data: { found: 7, supported: 2 },
      });
    }
    await change(location, "UPDATE groundrail_schema SET version = 2, purpose = 'records'");
    for (const mode of opens) await expect(openStore(location, mode)).rejects.toMatchObject({ code: 'usage' });
    await change(location, "UPDATE groundrail_schema SET purpose = 'index'");
    await change(location, "UPDATE unit SET fields = '{'");
    await change(location, 'DELETE FROM vectors');
    await reading(location, async (store) => {
      await expect(store.units()).rejects.toMatchObject({ code: 'index-damaged' });
      await expect(store.vectors()).rejects.toMatchObject({ code: 'index-damaged' });
    });
    await change(location, 'DROP TABLE unit');
    await reading(location, (store) => expect(store.units()).rejects.toMatchObject({ code: 'index-damaged' }));
    await change(location, 'DELETE FROM groundrail_schema');
    await expect(openStore(location, 'read')).rejects.toMatchObject({ code: 'index-damaged' });
    await change(location, 'DROP TABLE groundrail_schema');
    for (const mode of opens) await expect(openStore(location, mode)).rejects.toMatchObject({ code: 'usage' });
  },

  'shows an index of the first version without search tables': async (location) => {
    const [first] = indexDescription.migrations;
    if (first === undefined) throw new Error('no migration');
    await (await openForWriting(location, { ...indexDescription, migrations: [first] })).close();
    await reading(location, async (store) => expect(await store.tables()).toBeUndefined());
    await write(location, smallContent());
    await reading(location, (store) => expectWhole(store, smallContent()));
  },

  'brings tables of an older version up to date, when they are read or written': async (location) => {
    const first: Migration = (builder) => builder.schema.createTable('thing').addColumn('name', 'text').execute();
    const second: Migration = (builder) => builder.schema.alterTable('thing').addColumn('colour', 'text').execute();
    const old = { purpose: 'index', migrations: [first] } as const;
    await (await openForWriting(location, old)).close();
    await change(location, "INSERT INTO thing (name) VALUES ('kept')");
    const session = await openForReading(location, { purpose: 'index', migrations: [first, second] });
    expect(await session?.all('SELECT name, colour FROM thing')).toEqual([{ name: 'kept', colour: null }]);
    await session?.close();
    await expect(openForReading(location, old)).rejects.toMatchObject({ code: 'index-newer' });
  },

  'survives the death of the writing process at any point': async (location) => {
    await write(location, largeContent('old'));
    for (const point of ['1', '900', '3600', '4800']) {
      await expect(
        promisify(execFile)(process.execPath, ['--import', 'tsx', child, location, 'never', point]),
      ).rejects.toMatchObject({
        signal: 'SIGKILL',
      });
      await reading(location, (store) => expectWhole(store, largeContent('old')));
    }
    await write(location, largeContent('new'));
    await reading(location, (store) => expectWhole(store, largeContent('new')));
  },

  'survives the death of the writing process while it commits': async (location) => {
    await write(location, largeContent('0'));
    let current = '0';
    for (const [round, delay] of [0, 30, 60, 90, 120, 150].entries()) {
      const next = String(round + 1);
      const process_ = spawn(process.execPath, ['--import', 'tsx', child, location, next], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(process_.stdout, 'data');
      await sleep(delay);
      process_.kill('SIGKILL');
      await once(process_, 'exit');
      await reading(location, async (store) => {
        const title = (await store.graph({ services: ['SERVICE_0'] })).node('Service', 'SERVICE_0')?.attributes.title;
        expect([current, next]).toContain(title);
        current = title ?? '';
        await expectWhole(store, largeContent(current));
      });
    }
    await write(location, largeContent('last'));
    await reading(location, (store) => expectWhole(store, largeContent('last')));
  },
});

async function write(location: string, content: IndexContent): Promise<void> {
  const store = await openStore(location, 'write');
  await store.rebuild(content);
  await store.close();
}

async function reading(location: string, use: (store: IndexStore) => unknown): Promise<void> {
  const store = await openStore(location, 'read');
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function change(location: string, statement: string): Promise<void> {
  const session = await openSession(location, 'write', 'index');
  await session?.all(statement);
  await session?.close();
}

async function expectWhole(store: IndexStore, content: IndexContent, withSources = true): Promise<void> {
  const { landscape, embedder, counts, groundrail } = content;
  expect(await store.meta()).toMatchObject({ landscape, embedder, counts, groundrail });
  if (withSources) {
    const sources = content.sources.map(({ path, kind, hash, status, findings }) => ({
      path,
      kind,
      hash,
      status,
      findings,
    }));
    expect(await store.sources()).toEqual(sources);
  }
  expect(await store.units()).toEqual(content.units);
  expect((await store.vectors()).rows).toEqual(content.vectors.rows);
  expect([...((await store.tables()) ?? [])]).toEqual([...content.tables]);
  expect(await store.vocabulary()).toEqual(content.vocabulary);
  expect(await store.effects()).toEqual(content.effects);
  const expected = MemoryGraph.from(...content.sources.map(({ patch }) => patch));
  const found = await store.graph({ services: 'all', processes: true });
  expect(found.counts()).toEqual(expected.counts());
  for (const kind of ['Service', 'EntitySet', 'EntityType', 'Property', 'ValueHelp', 'Process', 'Activity'] as const) {
    expect(sorted(found.nodes(kind))).toEqual(sorted(expected.nodes(kind)));
  }
  for (const kind of ['EXPOSES', 'OF_TYPE', 'HAS_PROPERTY', 'HAS_VALUE_HELP', 'HAS_NEXT', 'INVOKES'] as const) {
    expect(sorted(found.edges(kind))).toEqual(sorted(expected.edges(kind)));
  }
}

function sorted(items: Iterable<unknown>): string[] {
  return Array.from(items, (item) => JSON.stringify(item)).sort();
}

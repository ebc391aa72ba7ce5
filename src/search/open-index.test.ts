import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IndexStore } from '../store/index.ts';
import { indexLandscape } from '../workspace/index.ts';
import { openIndex, openIndexRetriever, searcherOf } from './index.ts';

const landscape = resolve(import.meta.dirname, '../../landscapes/demo');
let folder: string;
let store: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundrail-search-'));
  store = join(folder, 'index.db');
  await indexLandscape(landscape, { store });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('searches, and says where there is no index', async () => {
  const searcher = await searcherOf({ landscape, store });
  const { hits } = await searcher.search('purchase requisition', { k: 3 });
  expect(hits).toHaveLength(3);
  await searcher.close();
  await expect(searcherOf({ landscape, store: join(folder, 'none.db') })).rejects.toMatchObject({
    code: 'index-missing',
  });
});

it('refuses another embedder, and the same one in another state', async () => {
  const opened = await openIndex({ landscape, store });
  const { embedder } = opened.meta;
  expect(embedder.revision).toMatch(/^[0-9a-f]{8}$/);
  const claiming = (changed: Partial<typeof embedder>) =>
    openIndexRetriever({ ...opened, meta: { ...opened.meta, embedder: { ...embedder, ...changed } } }, 'static');
  await expect(claiming({})).resolves.toBeDefined();
  await expect(claiming({ name: 'onnx:other' })).rejects.toMatchObject({ code: 'embedder-mismatch' });
  await expect(claiming({ dimensions: 3 })).rejects.toMatchObject({ code: 'embedder-mismatch' });
  await expect(claiming({ revision: 'deadbeef' })).rejects.toMatchObject({
    code: 'embedder-changed',
    data: { indexed: 'deadbeef', found: embedder.revision },
  });
  await opened.store.close();
});

it('says that an index without search tables must be made again', async () => {
  const opened = await openIndex({ landscape, store });
  const without = { location: store, tables: async () => undefined, vectors: () => opened.store.vectors() };
  await expect(
    openIndexRetriever({ store: without as unknown as IndexStore, meta: opened.meta }),
  ).rejects.toMatchObject({ code: 'index-outdated', data: { landscape } });
  await opened.store.close();
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileCache } from './file-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-cache-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it('returns what was kept under a key, also to another instance', async () => {
  await new FileCache(folder).set('key', Uint8Array.of(1, 2, 3));
  expect(await new FileCache(folder).get('key')).toEqual(Uint8Array.of(1, 2, 3));
  expect(await new FileCache(folder).get('other')).toBeUndefined();
});

it('replaces whole files and leaves no unfinished ones', async () => {
  const cache = new FileCache(folder);
  await Promise.all(Array.from({ length: 20 }, (_, i) => cache.set('key', new Uint8Array(1_000).fill(i))));
  const kept = await cache.get('key');
  expect(kept).toHaveLength(1_000);
  expect(new Set(kept).size).toBe(1);
  expect(await files()).toHaveLength(1);
});

it('counts a damaged or cut file as absent', async () => {
  const cache = new FileCache(folder);
  await cache.set('key', Uint8Array.of(1, 2, 3));
  const [file = ''] = await files();
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, 6));
  expect(await cache.get('key')).toBeUndefined();
  await writeFile(file, bytes.subarray(0, 2));
  expect(await cache.get('key')).toBeUndefined();
});

it('keeps the key itself nowhere', async () => {
  await new FileCache(folder).set('a secret text', Uint8Array.of(1));
  const [file = ''] = await files();
  expect(file + (await readFile(file, 'latin1'))).not.toContain('secret');
});

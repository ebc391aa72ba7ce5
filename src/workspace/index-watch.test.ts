import { rename, rm, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { describeDatabases } from '../../test/databases.ts';
import { smallContent } from '../../test/index-content.ts';
import { openStore } from '../store/index.ts';
import { IndexWatch } from './index-watch.ts';

const isFile = (location: string): boolean => !/^postgres/.test(location);

describeDatabases('a watch over an index', {
  'says so once another index is there, and from then on': async (location) => {
    const watch = await watching(location);
    expect(await watch.isCurrent()).toBe(true);
    await write(location, 'second');
    await expect.poll(() => watch.isCurrent(), { timeout: 30_000 }).toBe(false);
    expect(await watch.isCurrent()).toBe(false);
  },

  'stays calm where a file was touched and nothing else': async (location) => {
    if (!isFile(location)) return;
    const watch = await watching(location);
    await utimes(location, new Date(), new Date());
    expect(await watch.isCurrent()).toBe(true);
  },

  'stays with what was opened while the file is away, and finds the next one': async (location) => {
    if (!isFile(location)) return;
    const watch = await watching(location);
    await rename(location, `${location}.old`);
    await Promise.all(['-wal', '-shm'].map((end) => rm(`${location}${end}`, { force: true })));
    expect(await watch.isCurrent()).toBe(true);
    await write(location, 'second');
    expect(await watch.isCurrent()).toBe(false);
  },

  'sees an index that came between remembering and opening': async (location) => {
    await write(location, 'first');
    const signature = await IndexWatch.signature(location);
    const createdAt = await createdAtOf(location);
    await write(location, 'second');
    const watch = IndexWatch.of(location, createdAt, signature);
    await expect.poll(() => watch.isCurrent(), { timeout: 30_000 }).toBe(false);
  },
});

async function watching(location: string): Promise<IndexWatch> {
  await write(location, 'first');
  const signature = await IndexWatch.signature(location);
  return IndexWatch.of(location, await createdAtOf(location), signature);
}

/** Two indexes of one millisecond would have the same time. */
async function write(location: string, word: string): Promise<void> {
  await sleep(5);
  const store = await openStore(location, 'write');
  await store.rebuild(smallContent(word));
  await store.close();
}

async function createdAtOf(location: string): Promise<string> {
  const store = await openStore(location, 'read');
  const meta = await store.meta();
  await store.close();
  if (meta === undefined) throw new Error(`there is no index at ${location}`);
  return meta.createdAt;
}

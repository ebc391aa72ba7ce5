import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { largeContent, smallContent } from '../../test/index-content.ts';
import { openStore } from './index.ts';

const child = resolve(import.meta.dirname, '../../test/rebuild-child.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundrail-failure-'));
});
afterEach(() => {
  if (isMounted(folder)) execFileSync('umount', ['-l', folder]);
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

it('says at once that a place is unfit where no folder can be made', async () => {
  for (const file of ['/proc/state/groundrail/index.db', '/proc/self/x/index.db'])
    await expect(openStore(file, 'write'), file).rejects.toMatchObject({
      code: 'storage-unwritable',
      message: expect.stringContaining('no folder can be made there'),
    });
});

describe('an index file that is none', () => {
  it('is refused where it holds something else', async () => {
    const file = join(folder, 'index.db');
    writeFileSync(file, 'This is a letter to a friend and no database. '.repeat(500));
    for (const mode of ['read', 'write'] as const) {
      await expect(openStore(file, mode)).rejects.toMatchObject({
        code: 'index-damaged',
        message: expect.stringContaining('file is not a database'),
      });
    }
    expect(readFileSync(file, 'utf8')).toMatch(/^This is a letter/);
  });

  it('is refused where it is cut off or overwritten in the middle, while opening or while reading', async () => {
    const file = join(folder, 'index.db');
    await write(file, 'whole');
    const size = statSync(file).size;
    const bytes = readFileSync(file);
    truncateSync(file, Math.floor(size / 2 / 4096) * 4096);
    await expect(readAll(file)).rejects.toMatchObject({ code: 'index-damaged' });
    bytes.fill(0x5a, 8192, size - 4096);
    writeFileSync(file, bytes);
    await expect(readAll(file)).rejects.toMatchObject({ code: 'index-damaged' });
  });

  it('is not there where the file is empty, and is refused where it is a folder', async () => {
    const file = join(folder, 'index.db');
    writeFileSync(file, '');
    const store = await openStore(file, 'read');
    expect(await store.meta()).toBeUndefined();
    await expect(openStore(folder, 'read')).rejects.toMatchObject({ code: 'path-unreadable' });
    await expect(openStore(folder, 'write')).rejects.toMatchObject({ code: 'storage-unwritable' });
    await expect(openStore(join(file, 'below', 'index.db'), 'write')).rejects.toMatchObject({
      code: 'storage-unwritable',
    });
  });

  it('is not there where a writer gave up before its first rebuild', async () => {
    const file = join(folder, 'new', 'index.db');
    const writer = await openStore(file, 'write');
    await writer.close();
    const store = await openStore(file, 'read');
    expect(await store.meta()).toBeUndefined();
    await store.close();
  });
});

describe('a place with an odd name', () => {
  it('is written and read', async () => {
    const file = join(folder, 'ünï %41 #1 ?mode=memory & more', 'in dex.db');
    await write(file, 'odd');
    expect(existsSync(file)).toBe(true);
    await readAll(file);
  });
});

describe('a disk that cannot be written', () => {
  it('is read all the same, and refuses a writer with a sentence', async (context) => {
    const original = join(folder, 'original.db');
    await write(original, 'old');
    const bytes = readFileSync(original);
    if (!mountTmpfs(folder, '20m')) return skip(context);
    const file = join(folder, 'index.db');
    writeFileSync(file, bytes);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    await readAll(file);
    await expect(openStore(file, 'write')).rejects.toMatchObject({
      code: 'storage-unwritable',
      message: expect.stringContaining('read-only'),
    });
    await expect(openStore(join(folder, 'other', 'index.db'), 'write')).rejects.toMatchObject({
      code: 'storage-unwritable',
    });
    await readAll(file);
  });

  it('keeps the old index where it is full, and takes the next rebuild once there is room', async (context) => {
    if (!mountTmpfs(folder, '3m')) return skip(context);
    const file = join(folder, 'index.db');
    await write(file, 'old');
    const store = await openStore(file, 'write');
    await expect(store.rebuild(largeContent('big', 60, 60))).rejects.toMatchObject({
      code: 'storage-unwritable',
      message: expect.stringMatching(/full/),
    });
    await store.close();
    expect(await titleIn(file)).toBe('old');
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(64 * 1024));
    await fillUp(folder);
    await expect(write(file, 'new')).rejects.toMatchObject({ code: 'storage-unwritable' });
    expect(await titleIn(file)).toBe('old');
    rmSync(join(folder, 'filler'));
    await write(file, 'new');
    expect(await titleIn(file)).toBe('new');
  });

  it('has the new index where there is room for the log only, and folds it in later', async (context) => {
    const measured = join(folder, 'measured.db');
    await write(measured, 'x'.repeat(100_000));
    const size = statSync(measured).size;
    rmSync(measured);
    if (!mountTmpfs(folder, `${Math.ceil((size * 1.4) / 1024) + 64}k`)) return skip(context);
    const file = join(folder, 'index.db');
    await write(file, 'x'.repeat(100_000));
    expect(existsSync(`${file}-wal`)).toBe(true);
    await readAll(file);
    execFileSync('mount', ['-o', 'remount,size=20m', folder]);
    await write(file, 'new');
    expect(await titleIn(file)).toBe('new');
  });

  it('keeps the old index where the file may not grow', async () => {
    const file = join(folder, 'index.db');
    await write(file, 'old');
    const limited = `trap '' XFSZ; ulimit -f 200; exec "$0" --import tsx "$@"`;
    const run = promisify(execFile)('bash', ['-c', limited, process.execPath, child, file, 'new']);
    await expect(run).rejects.toMatchObject({ stderr: expect.stringMatching(/storage-unwritable/) });
    expect(await titleIn(file)).toBe('old');
    await write(file, 'new');
    expect(await titleIn(file)).toBe('new');
  });

  it('refuses a folder or a file without permission', async () => {
    const closed = join(folder, 'closed');
    await write(join(closed, 'index.db'), 'old');
    chmodSync(join(closed, 'index.db'), 0o400);
    chmodSync(closed, 0o500);
    await asNobody(async () => {
      await expect(openStore(join(closed, 'new.db'), 'write')).rejects.toMatchObject({
        code: 'storage-unwritable',
        message: expect.stringContaining('permission denied'),
      });
      await expect(openStore(join(closed, 'index.db'), 'write')).rejects.toMatchObject({ code: 'storage-unwritable' });
    });
    expect(await titleIn(join(closed, 'index.db'))).toBe('old');
    chmodSync(closed, 0o700);
  });
});

/** Runs as a user without rights where this one is root, who may do everything. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

async function write(file: string, word: string): Promise<void> {
  const store = await openStore(file, 'write');
  try {
    await store.rebuild(smallContent(word));
  } finally {
    await store.close();
  }
}

/** The one word that the whole index was written with. */
async function titleIn(file: string): Promise<string | undefined> {
  const store = await openStore(file, 'read');
  const graph = await store.graph({ services: ['ORDERS'] });
  const title = graph.node('Service', 'ORDERS')?.attributes.title;
  expect(await store.units()).toEqual(smallContent(title).units);
  await store.close();
  return title;
}

async function readAll(file: string): Promise<void> {
  const store = await openStore(file, 'read');
  try {
    await store.meta();
    await store.sources();
    await store.units();
    await store.vectors();
    await store.graph({ services: 'all', processes: true });
  } finally {
    await store.close();
  }
}

function mountTmpfs(path: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function isMounted(path: string): boolean {
  return process.platform === 'linux' && readFileSync('/proc/mounts', 'utf8').includes(` ${path} `);
}

async function fillUp(path: string): Promise<void> {
  await promisify(execFile)('dd', ['if=/dev/zero', `of=${join(path, 'filler')}`, 'bs=4096']).catch((error: Error) => {
    expect(error.message).toMatch(/space/);
  });
}

function skip(context: { skip(reason?: string): void }): void {
  const reason = 'a small file system can only be mounted by root';
  console.warn(`SKIPPED a test of a disk that cannot be written: ${reason}.`);
  context.skip(reason);
}

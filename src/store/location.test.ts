import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, redactLocation, resolveRecordsLocation, resolveStoreLocation } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundrail-location-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('resolveStoreLocation', () => {
  it('takes the option, then the environment, then the folder of the landscape', () => {
    const env = { GROUNDRAIL_STORE: 'postgres://host/db', HOME: folder };
    expect(resolveStoreLocation(folder, 'mine.db', env)).toBe(resolve('mine.db'));
    expect(resolveStoreLocation(folder, undefined, env)).toBe('postgres://host/db');
    expect(resolveStoreLocation(folder, '', { GROUNDRAIL_STORE: '' })).toBe(join(folder, '.groundrail', 'index.db'));
    expect(resolveStoreLocation(join(folder, 'not', 'yet'), undefined, {})).toBe(
      join(folder, 'not', 'yet', '.groundrail', 'index.db'),
    );
  });

  it('refuses the address of another kind of server', () => {
    expect(() => resolveStoreLocation(folder, 'mysql://host/db', {})).toThrow(/not mysql:\/\//);
  });

  it('goes to the state folder where the landscape cannot be written, one place for each landscape', () => {
    const state = join(folder, 'state');
    const places = ['/proc/1', '/proc/self'].map((each) =>
      resolveStoreLocation(each, undefined, { XDG_STATE_HOME: state }),
    );
    for (const place of places) expect(place).toMatch(/\/state\/groundrail\/[0-9a-f]{16}\/index\.db$/);
    expect(new Set(places).size).toBe(2);
    expect(resolveStoreLocation('/proc/1', undefined, { HOME: folder })).toMatch(
      new RegExp(`^${folder}/.local/state/groundrail/`),
    );
    expect(resolveRecordsLocation('/proc/1/index.db', '/proc/1', { XDG_STATE_HOME: state })).toMatch(
      /\/state\/groundrail\/[0-9a-f]{16}\/records\.db$/,
    );
  });

  it('knows a landscape by its real path', () => {
    symlinkSync('/proc/1', join(folder, 'link'));
    const env = { XDG_STATE_HOME: folder };
    expect(resolveStoreLocation(join(folder, 'link'), undefined, env)).toBe(
      resolveStoreLocation('/proc/1', undefined, env),
    );
  });

  it('reads the index that a landscape on a read-only medium brings along, until it is indexed again', (context) => {
    const medium = join(folder, 'medium');
    mkdirSync(medium);
    try {
      execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', medium], { stdio: 'ignore' });
    } catch {
      console.warn('SKIPPED a test of a read-only medium: only root may mount one.');
      return context.skip('only root may mount');
    }
    try {
      const inside = join(medium, '.groundrail', 'index.db');
      const env = { XDG_STATE_HOME: join(folder, 'state') };
      mkdirSync(join(medium, '.groundrail'));
      writeFileSync(inside, '');
      expect(resolveStoreLocation(medium, undefined, env)).toBe(inside);
      execFileSync('mount', ['-o', 'remount,ro', medium]);
      expect(resolveStoreLocation(medium, undefined, env)).toBe(inside);
      const outside = resolveStoreLocation(medium, undefined, env, 'write');
      expect(outside).toMatch(/\/state\/groundrail\//);
      mkdirSync(join(outside, '..'), { recursive: true });
      writeFileSync(outside, '');
      expect(resolveStoreLocation(medium, undefined, env)).toBe(outside);
    } finally {
      execFileSync('umount', ['-l', medium]);
    }
  });
});

describe('resolveRecordsLocation', () => {
  it('is beside the index, under a name of its own, or at the same address', () => {
    expect(resolveRecordsLocation(join(folder, 'index.db'), folder, {})).toBe(join(folder, 'records.db'));
    expect(resolveRecordsLocation(join(folder, 'acme.db'), folder, {})).toBe(join(folder, 'acme.records.db'));
    expect(resolveRecordsLocation('postgres://host/db', folder, {})).toBe('postgres://host/db');
  });
});

describe('redactLocation', () => {
  it('hides passwords wherever they stand', () => {
    expect(redactLocation('/a/file.db')).toBe('/a/file.db');
    expect(redactLocation('postgres://me:canary@host:5432/db?schema=x')).toBe(
      'postgres://me:***@host:5432/db?schema=x',
    );
    for (const address of [
      'postgresql://me:can%20ary@host/db',
      'postgres://me:canary@ry@host/db?password=canary&sslpassword=canary',
      'postgres://me:canary@bad host:port/db',
      'POSTGRES://me:canary@[::1/db',
    ]) {
      expect(redactLocation(address)).not.toMatch(/canary|can%20ary/);
    }
  });
});

describe('an address of a database that does not answer', () => {
  it.each([
    ['postgres://me:canary@127.0.0.1:1/db', 'unreachable'],
    ['postgres://me:canary@127.0.0.1:1/db?schema=Robert;DROP', 'usage'],
    ['postgres://me:canary@127.0.0.1:notaport/db', 'usage'],
    ['postgres://me:canary@nowhere.invalid/db', 'unreachable'],
  ])('%s is a sentence without the password', async (address, code) => {
    for (const mode of ['read', 'write'] as const) {
      const error = await openStore(address, mode).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ name: 'GroundrailError', code });
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('canary');
    }
  });

  it('has a password that the server refuses, and does not tell it', async (context) => {
    const known = process.env.GROUNDRAIL_TEST_POSTGRES;
    if (!known) {
      console.warn('SKIPPED a test of a refused password: GROUNDRAIL_TEST_POSTGRES holds no address.');
      return context.skip('no PostgreSQL');
    }
    const url = new URL(known);
    url.password = 'canary';
    const error = await openStore(url.toString(), 'read').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unreachable' });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('canary');
    const store = await openStore(known, 'read');
    expect(store.location).not.toContain(new URL(known).password);
    await store.close();
  });
});

import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { GroundrailError } from '../base/index.ts';

/** The environment that decides about places. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the index of a landscape is: the option, else GROUNDRAIL_STORE, else `.groundrail/index.db` in the landscape's folder; where that
 * cannot be written, the user's state folder, though reading takes the index that such a landscape brings along until there is one of its own.
 */
export function resolveStoreLocation(
  landscapeFolder: string,
  option?: string,
  env: Environment = process.env,
  mode: 'read' | 'write' = 'read',
): string {
  const named = option || env.GROUNDRAIL_STORE;
  if (named) return isDatabaseAddress(named) ? named : resolve(named);
  const inside = join(resolve(landscapeFolder), '.groundrail', 'index.db');
  if (canWrite(inside)) return inside;
  const outside = join(stateFolder(landscapeFolder, env), 'index.db');
  return mode === 'read' && existsSync(inside) && !existsSync(outside) ? inside : outside;
}

/**
 * Where the records belonging to an index are: a file of their own beside it, or in the user's state folder where that place
 * cannot be written; for a database address the same address, because there a schema of their own keeps them apart.
 */
export function resolveRecordsLocation(
  indexLocation: string,
  landscapeFolder: string,
  env: Environment = process.env,
): string {
  if (isDatabaseAddress(indexLocation)) return indexLocation;
  const name = basename(indexLocation).replace(/\.[^.]*$/, '');
  const beside = join(dirname(indexLocation), name === 'index' ? 'records.db' : `${name}.records.db`);
  return canWrite(beside) ? beside : join(stateFolder(landscapeFolder, env), 'records.db');
}

/** True for the address of a database server; other schemes are refused with a sentence. */
export function isDatabaseAddress(location: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(location)?.[1]?.toLowerCase();
  if (scheme === undefined) return false;
  if (scheme === 'postgres' || scheme === 'postgresql') return true;
  throw new GroundrailError('usage', {
    problem: `A store is a file or a postgres:// address, not ${scheme}://. Name one of the two with --store.`,
  });
}

/** A location fit to be shown: an address without its password and without any parameter that may hold one. */
export function redactLocation(location: string): string {
  if (!/^postgres(ql)?:\/\//i.test(location)) return location;
  const url = URL.canParse(location) ? new URL(location) : undefined;
  if (!url) return 'postgres://***';
  if (url.password !== '') url.password = '***';
  for (const name of [...url.searchParams.keys()]) {
    if (name !== 'schema' && name !== 'host' && name !== 'sslmode') url.searchParams.set(name, '***');
  }
  return url.toString();
}

function stateFolder(landscapeFolder: string, env: Environment): string {
  const folder = resolve(landscapeFolder);
  const path = existsSync(folder) ? realpathSync(folder) : folder;
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return join(state, 'groundrail', createHash('sha256').update(path).digest('hex').slice(0, 16));
}

/** True where the file can be written, or made: then the nearest folder above it that exists must be writable. */
function canWrite(file: string): boolean {
  for (let path = file; ; path = dirname(path)) {
    if (existsSync(path)) {
      if (path === file && !accessible(dirname(file))) return false;
      return accessible(path);
    }
    if (path === dirname(path)) return false;
  }
}

function accessible(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import type Libsql from 'libsql';
import { GroundrailError, isGroundrailError } from '../base/index.ts';
import { lockWait, type Purpose, type Session, type SqlValue } from './session.ts';
import { type Place, translateSqlite, unwritable } from './storage-error.ts';

/** How a file is opened. */
export type OpenMode = 'read' | 'write';

/** A rebuild is long, so a second writer looks again now and then; the appends of records are short and wait in line. Milliseconds. */
const busyTimeout = { index: 0, records: 10_000 } as const;

/** Opens a database file; undefined where there is none to read. A file that is written is made, folder included, readable by its owner only. */
export async function openSqlite(path: string, mode: OpenMode, purpose: Purpose): Promise<Session | undefined> {
  const place = { purpose, location: path };
  if (mode === 'read') {
    if (!existsSync(path) || isEmpty(path)) return undefined;
    checkReadable(path);
  } else {
    makeFile(place);
  }
  const { default: Database } = await import('libsql');
  if (mode === 'read') return openReader(Database, place);
  try {
    const database = new Database(fileUri(path, 'mode=rw'));
    database.exec(`PRAGMA busy_timeout=${busyTimeout[purpose]}`);
    const session = new SqliteSession(database, place, true);
    await session.becomeWriteAhead();
    return session;
  } catch (error) {
    throw translateSqlite(place, error, true);
  }
}

/**
 * A write-ahead log needs files beside the database even to read it; on a medium that cannot be written there are none to make, and the
 * file is then read as immutable, which is safe only while no log with content lies beside it.
 */
function openReader(Database: typeof Libsql, place: Place): Session {
  const attempts = ['mode=rw', 'mode=ro'];
  if (isEmpty(`${place.location}-wal`)) attempts.push('immutable=1');
  let failure: unknown;
  for (const attempt of attempts) {
    let database: Libsql.Database | undefined;
    try {
      database = new Database(fileUri(place.location, attempt));
      database.exec('PRAGMA query_only=1; PRAGMA busy_timeout=1000');
      database.prepare('SELECT count(*) FROM sqlite_master').all([]);
      return new SqliteSession(database, place, false);
    } catch (error) {
      database?.close();
      failure = error;
    }
  }
  throw translateSqlite(place, failure, false);
}

class SqliteSession implements Session {
  readonly dialect = 'sqlite';
  readonly purpose: Purpose;
  readonly location: string;
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();
  readonly #writing: boolean;
  #builder: Promise<Kysely<unknown>> | undefined;

  constructor(database: Libsql.Database, place: Place, writing: boolean) {
    this.purpose = place.purpose;
    this.location = place.location;
    this.#database = database;
    this.#writing = writing;
  }

  async all<Row extends object>(statement: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    try {
      return this.#run(statement, parameters).rows as Row[];
    } catch (error) {
      throw translateSqlite(this, error, this.#writing);
    }
  }

  /** Nothing comes between the three statements, because none of them waits. */
  async durably<Row extends object>(statement: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    try {
      this.#run('PRAGMA synchronous=FULL', []);
      return this.#run(statement, parameters).rows as Row[];
    } catch (error) {
      throw translateSqlite(this, error, this.#writing);
    } finally {
      this.#run('PRAGMA synchronous=NORMAL', []);
    }
  }

  async builder<Schema>(): Promise<Kysely<Schema>> {
    this.#builder ??= this.#makeBuilder();
    return (await this.#builder) as Kysely<Schema>;
  }

  async begin(kind: 'snapshot' | 'exclusive'): Promise<void> {
    if (kind === 'snapshot') {
      await this.all('BEGIN');
      await this.all('SELECT count(*) FROM sqlite_master');
    } else {
      await this.#patiently(() => this.#run('BEGIN IMMEDIATE', []));
    }
  }

  async commit(): Promise<void> {
    await this.all('COMMIT');
  }

  async rollback(): Promise<void> {
    if (this.#database.open && this.#database.inTransaction) await this.all('ROLLBACK');
  }

  async close(): Promise<void> {
    if (!this.#database.open) return;
    try {
      await this.rollback();
      this.#statements.clear();
      if (this.#writing) this.#foldLog();
    } finally {
      this.#database.close();
    }
  }

  /** Moves what the write-ahead log holds into the file. Where that has no room or somebody reads, the log keeps it as safely and readers find it there. */
  #foldLog(): void {
    try {
      this.#database.exec('PRAGMA busy_timeout=0');
      this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
    } catch (error) {
      const known = translateSqlite(this, error, true);
      if (!isGroundrailError(known, 'storage-unwritable') && !isGroundrailError(known, 'index-locked')) throw known;
    }
  }

  /** Readers keep their snapshot beside a writer only with a write-ahead log; the mode stays with the file. */
  async becomeWriteAhead(): Promise<void> {
    await this.#patiently(() => this.#run('PRAGMA journal_mode=WAL', []));
    await this.all('PRAGMA synchronous=NORMAL');
  }

  async #patiently(attempt: () => void): Promise<void> {
    const deadline = performance.now() + lockWait.total;
    for (;;) {
      try {
        attempt();
        return;
      } catch (error) {
        const busy = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
        if (!busy || performance.now() >= deadline) throw translateSqlite(this, error, this.#writing);
      }
      await sleep(lockWait.step);
    }
  }

  #run(statement: string, parameters: readonly unknown[]): { rows: object[]; changes: number } {
    let prepared = this.#statements.get(statement);
    if (!prepared) {
      prepared = this.#database.prepare(statement);
      this.#statements.set(statement, prepared);
    }
    const values = parameters.map(bindable);
    if (prepared.reader) return { rows: prepared.all(values).map(withBytes), changes: 0 };
    return { rows: [], changes: prepared.run(values).changes };
  }

  async #makeBuilder(): Promise<Kysely<unknown>> {
    const { Kysely, SqliteDialect } = await import('kysely');
    const run = (statement: string, parameters: readonly unknown[]) => {
      try {
        return this.#run(statement, parameters);
      } catch (error) {
        throw translateSqlite(this, error, this.#writing);
      }
    };
    return new Kysely<unknown>({
      dialect: new SqliteDialect({
        database: {
          close: () => undefined,
          prepare: (statement: string) => ({
            reader: this.#reads(statement),
            all: (parameters: readonly unknown[]) => run(statement, parameters).rows,
            run: (parameters: readonly unknown[]) => ({
              changes: run(statement, parameters).changes,
              lastInsertRowid: 0,
            }),
            iterate: (parameters: readonly unknown[]) => run(statement, parameters).rows.values(),
          }),
        },
      }),
    });
  }

  #reads(statement: string): boolean {
    try {
      const prepared = this.#statements.get(statement) ?? this.#database.prepare(statement);
      this.#statements.set(statement, prepared);
      return prepared.reader;
    } catch (error) {
      throw translateSqlite(this, error, this.#writing);
    }
  }
}

/** libsql aborts the process on a boolean and cuts a string at its first NUL, so neither reaches it. */
function bindable(value: unknown): SqlValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return value as SqlValue;
}

/** libsql gives an ArrayBuffer for a blob. */
function withBytes(row: unknown): object {
  const columns = row as Record<string, unknown>;
  for (const name in columns) {
    const value = columns[name];
    if (value instanceof ArrayBuffer) columns[name] = new Uint8Array(value);
  }
  return columns;
}

function fileUri(path: string, query: string): string {
  return `${pathToFileURL(path).href}?${query}`;
}

function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

function checkReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new GroundrailError('path-unreadable', { path, reason: reasonOf(error) }, { cause: error });
  }
  if (!statSync(path).isFile()) throw new GroundrailError('path-unreadable', { path, reason: 'it is not a file' });
}

function makeFile(place: Place): void {
  const path = place.location;
  try {
    makeFolder(dirname(path));
    const isNew = !existsSync(path);
    closeSync(openSync(path, 'a'));
    if (isNew && place.purpose === 'records') chmodSync(path, 0o600);
  } catch (error) {
    throw unwritable(place, reasonOf(error), error);
  }
}

/** Makes a folder and those above it, one by one: Node's own way never ends under /proc, where a folder that is there cannot hold another. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is not a folder',
    EEXIST: 'a part of the path is not a folder',
    ENOENT: 'no folder can be made there',
  };
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

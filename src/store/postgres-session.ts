import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Client, QueryResult } from 'pg';
import { GroundrailError } from '../base/index.ts';
import { redactLocation } from './location.ts';
import { lockWait, type Purpose, type Session, type SqlValue } from './session.ts';
import { locked, translatePostgres } from './storage-error.ts';

/**
 * Opens a PostgreSQL database. `?schema=name` in the address names the schema that holds the index (default `groundrail`); the records
 * lie in `<schema>_records`. A connection that broke is made anew by the next statement, unless it broke inside a transaction.
 */
export async function openPostgres(address: string, mode: 'read' | 'write', purpose: Purpose): Promise<Session> {
  const { connectionString, schema } = readAddress(address);
  const session = new PostgresSession(
    connectionString,
    purpose === 'index' ? schema : `${schema}_records`,
    redactLocation(address),
    purpose,
  );
  try {
    await session.all('SELECT 1');
    if (mode === 'write') await session.makeSchema();
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

class PostgresSession implements Session {
  readonly dialect = 'postgres';
  readonly purpose: Purpose;
  readonly location: string;
  readonly #connectionString: string;
  readonly #schema: string;
  #client: Promise<Client> | undefined;
  #inTransaction = false;
  #last: Promise<unknown> = Promise.resolve();
  #builder: Promise<Kysely<unknown>> | undefined;

  constructor(connectionString: string, schema: string, location: string, purpose: Purpose) {
    this.#connectionString = connectionString;
    this.#schema = schema;
    this.location = location;
    this.purpose = purpose;
  }

  async all<Row extends object>(statement: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#query(numbered(statement), parameters)).rows as Row[];
  }

  /** Every commit is durable unless the server is set up otherwise. */
  async durably<Row extends object>(statement: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.all(statement, parameters);
  }

  async builder<Schema>(): Promise<Kysely<Schema>> {
    this.#builder ??= this.#makeBuilder();
    return (await this.#builder) as Kysely<Schema>;
  }

  /** A snapshot is taken by the first query, not by BEGIN. */
  async begin(kind: 'snapshot' | 'exclusive'): Promise<void> {
    await this.all(kind === 'snapshot' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
    this.#inTransaction = true;
    await this.all('SET LOCAL idle_in_transaction_session_timeout = 0');
    if (kind === 'exclusive') await this.#lock();
    else await this.all('SELECT 1');
  }

  async commit(): Promise<void> {
    await this.all('COMMIT');
    this.#inTransaction = false;
  }

  async rollback(): Promise<void> {
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    if (this.#client) await this.all('ROLLBACK');
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#inTransaction = false;
    if (client) await client.then((open) => open.end());
  }

  async makeSchema(): Promise<void> {
    const [found] = await this.all('SELECT 1 FROM pg_namespace WHERE nspname = ?', [this.#schema]);
    if (!found) await this.all(`CREATE SCHEMA IF NOT EXISTS "${this.#schema}"`);
  }

  /** An advisory lock ends with the transaction or with the connection, so a killed writer leaves none. */
  async #lock(): Promise<void> {
    const key = createHash('sha256').update(`groundrail ${this.#schema}`).digest().readInt32BE(0);
    for (let waited = 0; ; waited += lockWait.step) {
      const [row] = await this.all<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock(?) AS locked', [key]);
      if (row?.locked) return;
      if (waited >= lockWait.total) {
        await this.rollback();
        throw locked(this);
      }
      await sleep(lockWait.step);
    }
  }

  /** One connection runs one statement at a time. */
  async #query(statement: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const result = this.#last.then(() => this.#send(statement, parameters));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #send(statement: string, parameters: readonly unknown[]): Promise<QueryResult> {
    try {
      const client = await this.#connected();
      return await client.query(statement, parameters.map(bindable));
    } catch (error) {
      throw translatePostgres(this, error);
    }
  }

  #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    if (this.#inTransaction) {
      throw new GroundrailError('unreachable', { target: this.location, reason: 'the connection broke' });
    }
    const connecting = this.#connect();
    this.#client = connecting;
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  #forget(client: Promise<Client>): void {
    if (this.#client === client) this.#client = undefined;
  }

  async #connect(): Promise<Client> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: 10_000,
      application_name: `groundrail ${this.#schema}`,
    });
    client.on('error', () => {
      this.#client = undefined;
    });
    await client.connect();
    await client.query(`SET search_path TO "${this.#schema}"`);
    return client;
  }

  async #makeBuilder(): Promise<Kysely<unknown>> {
    const { Kysely, PostgresDialect } = await import('kysely');
    const client = {
      query: (statement: string, parameters: readonly unknown[]) => this.#query(statement, parameters),
      release: () => undefined,
    };
    const pool = { connect: async () => client, end: async () => undefined };
    return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });
  }
}

/** PostgreSQL refuses NUL inside a text. */
function bindable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

function numbered(statement: string): string {
  let count = 0;
  return statement.replaceAll('?', () => `$${++count}`);
}

function readAddress(address: string): { connectionString: string; schema: string } {
  const refuse = (problem: string) =>
    new GroundrailError('usage', { problem: `${redactLocation(address)}: ${problem} Correct the --store address.` });
  if (!URL.canParse(address)) {
    throw refuse('this is no valid address; write postgres://user:password@host:5432/database, with %-escapes.');
  }
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? 'groundrail';
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw refuse('a schema name has lower-case letters, digits and underscores, 41 at most.');
  }
  url.searchParams.delete('schema');
  return { connectionString: url.toString(), schema };
}

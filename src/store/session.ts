import type { Kysely } from 'kysely';

/** What a statement may carry as a parameter and what a column may hold. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** What a database is for; it decides which error says that it cannot be used. */
export type Purpose = 'index' | 'records';

/** One database, opened. Every error that comes out of it is a `GroundrailError` that names `location`. */
export interface Session {
  readonly dialect: 'sqlite' | 'postgres';
  readonly purpose: Purpose;
  /** Fit to be shown: no password. */
  readonly location: string;
  /** Runs one statement, whose parameters are written `?`; what returns no rows gives none. Prepared once where the dialect can. */
  all<Row extends object>(statement: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** Like `all`, and what it wrote, with everything before it, survives a power failure; `all` alone only survives the death of the process. */
  durably<Row extends object>(statement: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** A query builder over the same connection; its package is loaded when it is first asked for, because reading does without. */
  builder<Schema>(): Promise<Kysely<Schema>>;
  /** Begins a transaction: `snapshot` reads one state until its end, `exclusive` is the only writer or fails with a lock error. */
  begin(kind: 'snapshot' | 'exclusive'): Promise<void>;
  commit(): Promise<void>;
  /** Ends a transaction without effect; without one it does nothing. */
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** How long a second writer waits for the first, in milliseconds, and how often it looks. */
export const lockWait = { total: 1500, step: 50 } as const;

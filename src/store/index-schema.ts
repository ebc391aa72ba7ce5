import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { DatabaseDescription } from './database.ts';
import type { Session } from './session.ts';

/**
 * The tables of the index. A slice is what one source says about one service, or about processes (scope `''`): nodes and edges are keyed by
 * slice and ordinal, so a service is read, and a source replaced, as a few runs of neighbouring rows. JSON stands in text columns.
 */
export interface IndexSchema {
  /** One row, absent until the first rebuild. */
  meta: { landscape: string; embedder: string; counts: string; created_at: string; groundrail: string };
  /** `position` is the order in which the patches apply. */
  source: {
    id: number;
    position: number;
    path: string;
    kind: string;
    hash: string;
    status: string;
    findings: string;
  };
  slice: { id: number; source: number; scope: string };
  node: { slice: number; ordinal: number; kind: string; id: string; attributes: string };
  /** `attributes` is null where there are none. */
  edge: {
    slice: number;
    ordinal: number;
    kind: string;
    from_kind: string;
    from_id: string;
    to_kind: string;
    to_id: string;
    attributes: string | null;
  };
  unit: {
    position: number;
    kind: string;
    id: string;
    service: string;
    label: string;
    text: string;
    fields: string;
    attributes: string | null;
    hash: string;
  };
  /** Vectors of many units after one another, little-endian float32. */
  vectors: { position: number; data: Uint8Array };
  /** What searches compute with, cut into pieces. */
  search_tables: { position: number; data: Uint8Array };
  vocabulary: { position: number; entry: string };
  effect: { position: number; effect: string };
}

/** What the database of an index must look like. */
export const indexDescription: DatabaseDescription = { purpose: 'index', migrations: [createTables, addSearchTables] };

async function createTables(builder: Kysely<unknown>, { dialect }: Session): Promise<void> {
  const { sql } = await import('kysely');
  const clustered = dialect === 'sqlite' ? sql`WITHOUT ROWID` : sql``;
  const tables = builder.schema;
  await tables
    .createTable('meta')
    .addColumn('landscape', 'text', required)
    .addColumn('embedder', 'text', required)
    .addColumn('counts', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('groundrail', 'text', required)
    .execute();
  await tables
    .createTable('source')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'integer', required)
    .addColumn('path', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('findings', 'text', required)
    .execute();
  await tables
    .createTable('slice')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('source', 'integer', required)
    .addColumn('scope', 'text', required)
    .execute();
  await tables
    .createTable('node')
    .addColumn('slice', 'integer', required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('attributes', 'text', required)
    .addPrimaryKeyConstraint('node_key', ['slice', 'ordinal'])
    .modifyEnd(clustered)
    .execute();
  await tables
    .createTable('edge')
    .addColumn('slice', 'integer', required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('from_kind', 'text', required)
    .addColumn('from_id', 'text', required)
    .addColumn('to_kind', 'text', required)
    .addColumn('to_id', 'text', required)
    .addColumn('attributes', 'text')
    .addPrimaryKeyConstraint('edge_key', ['slice', 'ordinal'])
    .modifyEnd(clustered)
    .execute();
  await tables
    .createTable('unit')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('service', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('fields', 'text', required)
    .addColumn('attributes', 'text')
    .addColumn('hash', 'text', required)
    .execute();
  await tables
    .createTable('vectors')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('data', sql.raw(bytesIn[dialect]), required)
    .execute();
  await tables
    .createTable('vocabulary')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('entry', 'text', required)
    .execute();
  await tables
    .createTable('effect')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('effect', 'text', required)
    .execute();
}

/** An index of before has none; it says so when it is searched. */
async function addSearchTables(builder: Kysely<unknown>, { dialect }: Session): Promise<void> {
  const { sql } = await import('kysely');
  await builder.schema
    .createTable('search_tables')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('data', sql.raw(bytesIn[dialect]), required)
    .execute();
}

const bytesIn = { sqlite: 'blob', postgres: 'bytea' } as const;

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

import type { Kysely } from 'kysely';
import type { Session } from './session.ts';
import { newer, notOurs, unusable } from './storage-error.ts';

/** Brings the tables from one version to the next; the first makes them. It runs inside a transaction. */
export type Migration = (builder: Kysely<unknown>, session: Session) => Promise<void>;

/**
 * The version of the tables: 0 where there are none yet. Throws where the database belongs to another program, to the other purpose,
 * or to a version of Groundrail that has more migrations.
 */
export async function schemaVersion(session: Session, supported: number): Promise<number> {
  const tables = await session.all<{ name: string }>(
    session.dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  if (tables.length === 0) return 0;
  if (!tables.some((table) => table.name === 'groundrail_schema')) {
    throw notOurs(session, 'is a database of another program');
  }
  const [row] = await session.all<{ purpose: string; version: number }>(
    'SELECT purpose, version FROM groundrail_schema',
  );
  if (row === undefined) throw unusable(session, 'it does not say which version wrote it');
  if (row.purpose !== session.purpose) throw notOurs(session, `holds the ${row.purpose}, not the ${session.purpose}`);
  if (row.version > supported) throw newer(session, row.version, supported);
  return row.version;
}

/** Runs the migrations that are still missing. Call it inside an exclusive transaction. */
export async function migrate(session: Session, migrations: readonly Migration[]): Promise<void> {
  const version = await schemaVersion(session, migrations.length);
  if (version === migrations.length) return;
  const builder = await session.builder<unknown>();
  if (version === 0) {
    await session.all('CREATE TABLE groundrail_schema (purpose text NOT NULL, version integer NOT NULL)');
    await session.all('INSERT INTO groundrail_schema (purpose, version) VALUES (?, 0)', [session.purpose]);
  }
  for (const migration of migrations.slice(version)) await migration(builder, session);
  await session.all('UPDATE groundrail_schema SET version = ?', [migrations.length]);
}

import { isDatabaseAddress } from './location.ts';
import { type Migration, migrate, schemaVersion } from './migrate.ts';
import { openPostgres } from './postgres-session.ts';
import type { Purpose, Session } from './session.ts';
import { openSqlite } from './sqlite-session.ts';

/** What a database must look like. */
export interface DatabaseDescription {
  purpose: Purpose;
  /** In order; their number is the version of the tables. */
  migrations: readonly Migration[];
}

/** Opens a database as it is, without looking at its tables; undefined where there is none to read. */
export async function openSession(
  location: string,
  mode: 'read' | 'write',
  purpose: Purpose,
): Promise<Session | undefined> {
  return isDatabaseAddress(location) ? openPostgres(location, mode, purpose) : openSqlite(location, mode, purpose);
}

/** Opens a database for reading, its tables brought up to date where an older version made them; undefined where there are none. */
export async function openForReading(
  location: string,
  { purpose, migrations }: DatabaseDescription,
): Promise<Session | undefined> {
  const session = await openSession(location, 'read', purpose);
  if (session === undefined) return undefined;
  try {
    const version = await schemaVersion(session, migrations.length);
    if (version === migrations.length) return session;
    await session.close();
    if (version === 0) return undefined;
  } catch (error) {
    await session.close();
    throw error;
  }
  const writer = await openForWriting(location, { purpose, migrations });
  await writer.close();
  return openSession(location, 'read', purpose);
}

/** Opens a database for writing, made and brought up to date as needed. */
export async function openForWriting(location: string, { purpose, migrations }: DatabaseDescription): Promise<Session> {
  const session = await openSession(location, 'write', purpose);
  if (session === undefined) throw new Error('A database that is opened for writing exists.');
  try {
    if ((await schemaVersion(session, migrations.length)) < migrations.length) {
      await session.begin('exclusive');
      await migrate(session, migrations);
      await session.commit();
    }
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

import { openForReading, openSession } from './database.ts';
import { indexDescription } from './index-schema.ts';
import type { IndexStore } from './index-store.ts';
import { redactLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { SqlIndexStore } from './sql-index-store.ts';

/**
 * Opens the index at a file path or a postgres:// address. Reading sees one unchanging state; writing takes the lock, or fails with
 * `index-locked` after a short wait. Throws `index-newer`, `index-damaged`, `storage-unwritable`, `path-unreadable` or `unreachable`.
 */
export async function openStore(location: string, mode: 'read' | 'write'): Promise<IndexStore> {
  const shown = redactLocation(location);
  const session =
    mode === 'read'
      ? await openForReading(location, indexDescription)
      : await openSession(location, 'write', indexDescription.purpose);
  if (session === undefined) return new SqlIndexStore(shown, undefined, false);
  try {
    await session.begin(mode === 'read' ? 'snapshot' : 'exclusive');
    if (mode === 'write') await migrate(session, indexDescription.migrations);
    return new SqlIndexStore(shown, session, mode === 'write');
  } catch (error) {
    await session.close();
    throw error;
  }
}

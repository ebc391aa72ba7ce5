import { openForReading, openForWriting, redactLocation } from '../store/index.ts';
import { recordsDescription } from './record-schema.ts';
import type { RecordStore } from './record-store.ts';
import { SqlRecords } from './sql-records.ts';

/**
 * Opens the records at a file path or a postgres:// address. Writing makes them where there are none; reading makes nothing, and records
 * that are not there are empty. A claimed plan survives a power failure; the last traces before one may be lost. Throws
 * `records-unusable`, `storage-unwritable`, `path-unreadable` or `unreachable`.
 */
export async function openRecords(location: string, mode: 'read' | 'write'): Promise<RecordStore> {
  const open = mode === 'read' ? openForReading : openForWriting;
  return new SqlRecords(redactLocation(location), await open(location, recordsDescription));
}

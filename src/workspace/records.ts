import { openRecords, type RecordStore } from '../record/index.ts';
import { resolveRecordsLocation, resolveStoreLocation } from '../store/index.ts';

/** The records that belong to a landscape; read where nothing was recorded they are empty. */
export async function openRecordsOf(
  landscape: string,
  store?: string,
  mode: 'read' | 'write' = 'read',
): Promise<RecordStore> {
  const location = resolveStoreLocation(landscape, store);
  return openRecords(resolveRecordsLocation(location, landscape), mode);
}

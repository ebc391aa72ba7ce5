export { type DatabaseDescription, openForReading, openForWriting } from './database.ts';
export type {
  IndexContent,
  IndexedSource,
  IndexMeta,
  SourceRecord,
  StoredEffect,
  StoredUnit,
  StoredVectors,
  StoredVocabularyEntry,
} from './index-content.ts';
export type { GraphSelection, IndexStore } from './index-store.ts';
export { redactLocation, resolveRecordsLocation, resolveStoreLocation } from './location.ts';
export type { Migration } from './migrate.ts';
export { openStore } from './open-store.ts';
export type { Session, SqlValue } from './session.ts';

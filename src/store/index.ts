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
export { openStore } from './open-store.ts';

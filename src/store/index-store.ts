import type { GraphPatch, MemoryGraph } from '../graph/index.ts';
import type {
  IndexContent,
  IndexMeta,
  SourceRecord,
  StoredEffect,
  StoredUnit,
  StoredVectors,
  StoredVocabularyEntry,
} from './index-content.ts';

/** Which part of the graph to load. */
export interface GraphSelection {
  /** Services whose nodes, and the edges that leave them, are loaded; `'all'` for every service. */
  services?: readonly string[] | 'all';
  /** Processes, activities, gateways and the edges that leave them, INVOKES included. */
  processes?: boolean;
}

/**
 * An index. A store opened for reading shows the index as it was when it was opened, whatever a writer does meanwhile.
 * A store opened for writing holds the write lock until it is closed; there is one at a time.
 */
export interface IndexStore {
  /** Where it is, fit to be shown: the password of a database address is left out. */
  readonly location: string;
  /** Undefined: no index is there. Every other read then throws `index-missing`, `sources` apart, which is empty. */
  meta(): Promise<IndexMeta | undefined>;
  sources(): Promise<SourceRecord[]>;
  /** The nodes and edges that came from a source, both empty where there is no such source. */
  patchOf(path: string, kind?: string): Promise<GraphPatch>;
  /** Replaces the index in one transaction: afterwards the new one is whole, or the old one is. */
  rebuild(content: IndexContent): Promise<void>;
  units(): Promise<StoredUnit[]>;
  vectors(): Promise<StoredVectors>;
  /** What searches compute with, as it was written; undefined where an earlier version made the index. */
  tables(): Promise<Uint8Array | undefined>;
  graph(selection: GraphSelection): Promise<MemoryGraph>;
  vocabulary(): Promise<StoredVocabularyEntry[]>;
  effects(): Promise<StoredEffect[]>;
  close(): Promise<void>;
}

import type { Finding } from '../base/index.ts';
import type { GraphCounts, GraphPatch } from '../graph/index.ts';

/** What an index says about itself. `schema` is the version of its tables, `groundrail` the version of the package that made it. */
export interface IndexMeta {
  schema: number;
  landscape: { folder: string; name: string; description?: string };
  /** `revision` changes whenever the embedder gives other vectors; absent where that cannot be known. */
  embedder: { name: string; dimensions: number; revision?: string };
  counts: GraphCounts;
  /** ISO 8601, UTC. */
  createdAt: string;
  groundrail: string;
}

/** A file that the index was made from; `path` is relative to the landscape and unique together with `kind`. */
export interface SourceRecord {
  path: string;
  kind: string;
  hash: string;
  status: 'read' | 'unchanged' | 'refused';
  findings: readonly Finding[];
}

/**
 * A text of retrieval: an EntitySet or an Operation, which are what a search finds, or a Service, a Process or an Activity, which lend them context.
 * Ids are unique per kind. `hash` changes exactly when `text` must be embedded anew.
 */
export interface StoredUnit {
  id: string;
  kind: 'EntitySet' | 'Operation' | 'Service' | 'Process' | 'Activity';
  /** The service; empty for processes and activities. */
  service: string;
  label: string;
  /** The text that is embedded. */
  text: string;
  /** Lexical fields by name. */
  fields: Readonly<Record<string, string>>;
  /** Whatever retrieval wants back with a hit; must survive JSON. */
  attributes?: Readonly<Record<string, unknown>>;
  hash: string;
}

/** One vector for each unit, in the order of the units; every row is a view into one packed array. */
export interface StoredVectors {
  dimensions: number;
  rows: Float32Array[];
}

/** Own business words of a landscape. */
export interface StoredVocabularyEntry {
  concept: string;
  technical: readonly string[];
  phrases: readonly string[];
}

/** What an action does in the mock, kept as it was read. */
export type StoredEffect = Readonly<Record<string, unknown>>;

/** A source with what it adds to the graph. Where `status` is `unchanged` and the stored hash is the same, its rows are kept as they are. */
export interface IndexedSource extends SourceRecord {
  patch: GraphPatch;
}

/** Everything that a rebuild writes. `vectors.rows` has one row for each unit; sources stand in the order in which their patches apply. */
export interface IndexContent {
  landscape: IndexMeta['landscape'];
  embedder: IndexMeta['embedder'];
  counts: GraphCounts;
  groundrail: string;
  sources: readonly IndexedSource[];
  units: readonly StoredUnit[];
  vectors: { readonly dimensions: number; readonly rows: readonly Float32Array[] };
  /** What searches compute with; only retrieval knows what is in it. */
  tables: Uint8Array;
  vocabulary: readonly StoredVocabularyEntry[];
  effects: readonly StoredEffect[];
}

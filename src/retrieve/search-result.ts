/** How hits are found. */
export type SearchMode = 'hybrid' | 'dense' | 'lexical' | 'graph';

/** Options of a search; `k` is the greatest number of hits. */
export interface SearchOptions {
  readonly k?: number;
  readonly mode?: SearchMode;
}

/** A part of a hit's score: `via` names the concept, activity or EntitySet that it comes from. */
export interface Contribution {
  readonly source: string;
  readonly value: number;
  readonly via?: string;
}

/** A found EntitySet or Operation. The contributions sum to the score. */
export interface SearchHit {
  readonly rank: number;
  readonly id: string;
  readonly kind: 'EntitySet' | 'Operation';
  readonly service: string;
  readonly entitySet?: string;
  readonly operation?: string;
  readonly label: string;
  readonly score: number;
  readonly role: 'seed' | 'before' | 'after' | 'child';
  readonly process?: string;
  /** Id of the activity inside its process. */
  readonly activity?: string;
  /** False where the set cannot be read by itself. */
  readonly addressable?: boolean;
  readonly contributions: readonly Contribution[];
}

/** A process that the request may be about; `activities` is its most probable stretch, in order. */
export interface FoundProcess {
  readonly process: string;
  readonly label: string;
  readonly probability: number;
  readonly activities: readonly string[];
  /** EntitySets and Operations behind that stretch. */
  readonly units: readonly string[];
}

/** The answer of a search. */
export interface SearchResult {
  readonly query: string;
  readonly mode: SearchMode;
  readonly confidence: 'high' | 'low';
  readonly note?: string;
  readonly hits: readonly SearchHit[];
  /** Most probable first; only in the modes that look at processes. */
  readonly processes?: readonly FoundProcess[];
  readonly timings: { readonly embeddingMs: number; readonly searchMs: number };
}

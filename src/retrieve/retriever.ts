import { GroundrailError } from '../base/index.ts';
import { createEmbedder, type Embedder } from '../models/index.ts';
import type { IndexStore } from '../store/index.ts';
import { ConceptFinder } from './concept-finder.ts';
import { ConceptIndex } from './concept-index.ts';
import { NavigationMap } from './expansion.ts';
import { type HybridParts, type HybridReading, readHybrid } from './hybrid.ts';
import { JoinedEmbedder } from './joined-embedder.ts';
import { Numbering } from './numbering.ts';
import { presentHits, type ScoredHit } from './present-hits.ts';
import { ProcessFit } from './process-fit.ts';
import { ProcessMap } from './process-map.ts';
import { QueryReader, type QueryReading } from './query-reader.ts';
import { rankDense, rankGraph, rankHybrid, rankLexical } from './rank.ts';
import { type Scorer, shippedScorer } from './scorer.ts';
import type { SearchMode, SearchOptions, SearchResult } from './search-result.ts';
import type { SearchTables } from './search-tables.ts';
import { SoftIndex } from './soft-index.ts';
import { decodeTables } from './tables-codec.ts';
import { UnitFeatures } from './unit-features.ts';
import { WordSimilarity } from './word-similarity.ts';

/** Everything read about a query, for fitting and for explanations. */
export interface Inspection {
  readonly query: QueryReading;
  readonly hybrid: HybridReading;
}

/** Search over an index held in memory. Deterministic: the same index and query give the same answer, ties by id. */
export class Retriever {
  readonly #parts: HybridParts;
  readonly #reader: QueryReader;

  /** Use `createRetriever`, `openRetriever` or `retrieverOf`. */
  constructor(parts: HybridParts, reader: QueryReader) {
    this.#parts = parts;
    this.#reader = reader;
  }

  /** The best hits for a request in any words. */
  async search(query: string, { k = 10, mode = 'hybrid' }: SearchOptions = {}): Promise<SearchResult> {
    const start = performance.now();
    const reading = await this.#reader.read(query);
    const ranked = this.#rank(reading, mode);
    const { hits, processes, confidence, note } = presentHits(ranked, reading, this.#parts, k);
    const embeddingMs = reading.embeddingMs;
    return {
      query,
      mode,
      confidence,
      ...(note === undefined ? {} : { note }),
      hits,
      ...(processes === undefined ? {} : { processes }),
      timings: { embeddingMs, searchMs: performance.now() - start - embeddingMs },
    };
  }

  /** All figures behind a hybrid search. */
  async inspect(query: string): Promise<Inspection> {
    const reading = await this.#reader.read(query);
    return { query: reading, hybrid: readHybrid(reading, this.#parts) };
  }

  /** The same index with another scorer. */
  withScorer(scorer: Scorer): Retriever {
    return new Retriever({ ...this.#parts, scorer }, this.#reader);
  }

  /** The parts that searches are made with. */
  get parts(): HybridParts {
    return this.#parts;
  }

  #rank(query: QueryReading, mode: SearchMode): ScoredHit {
    if (mode === 'dense') return rankDense(query, this.#parts);
    if (mode === 'lexical') return rankLexical(query, this.#parts);
    if (mode === 'graph') return rankGraph(query, this.#parts);
    return rankHybrid(query, this.#parts);
  }
}

/** The embedder that finds similar words, whatever embedder made the vectors. */
export async function wordEmbedderBeside(embedder: Embedder): Promise<Embedder> {
  return embedder.name === 'static' ? embedder : createEmbedder('static');
}

/** A retriever over tables. `vectors` stand in the order of all units that the tables were made from. */
export function retrieverOf(
  tables: SearchTables,
  vectors: readonly Float32Array[],
  embedders: { readonly texts: Embedder; readonly words: Embedder },
  scorer: Scorer = shippedScorer,
): Retriever {
  const { texts, words } = embedders;
  const joined = tables.joined && new JoinedEmbedder(texts, words, tables.joined);
  const rows = (places: Uint32Array) =>
    Array.from(places, (at) => {
      const row = vectors[at] ?? new Float32Array(texts.dimensions);
      return joined?.ofUnit(at, row) ?? row;
    });
  const { conceptTerms } = tables.concepts;
  const similarity = new WordSimilarity(tables.words);
  const map = new ProcessMap(tables.processes);
  const features = new UnitFeatures(tables.features, rows(tables.places.units), conceptTerms);
  const fit = new ProcessFit(map, tables.fit, {
    processes: rows(tables.places.processes),
    activities: rows(tables.places.activities),
  });
  const terms = new Numbering(tables.terms);
  const concepts = new ConceptFinder(
    new ConceptIndex(tables.concepts),
    new SoftIndex(tables.conceptWords),
    tables.conceptNorms,
    conceptTerms.map((term) => terms.id(term)),
  );
  const reader = new QueryReader({ texts: joined ?? texts, words }, similarity, terms, concepts);
  return new Retriever({ features, fit, map, navigation: new NavigationMap(tables.navigation), scorer }, reader);
}

/** Opens the search tables of an index; `embedder` must be the one that made it. Undefined where another version made the tables. */
export async function openRetriever(store: IndexStore, embedder: Embedder): Promise<Retriever | undefined> {
  const [bytes, vectors, words] = await Promise.all([store.tables(), store.vectors(), wordEmbedderBeside(embedder)]);
  const tables = bytes && decode(bytes, store.location);
  const { name, revision } = tables?.wordEmbedder ?? {};
  if (tables === undefined || name !== words.name || revision !== words.revision) return undefined;
  if (embedder.name !== words.name && tables.joined === undefined) return undefined;
  return retrieverOf(tables, vectors.rows, { texts: embedder, words });
}

function decode(bytes: Uint8Array, store: string): SearchTables | undefined {
  try {
    return decodeTables(bytes);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError)
      throw new GroundrailError('index-damaged', { store, reason: error.message }, { cause: error });
    throw error;
  }
}

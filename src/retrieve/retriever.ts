import type { Graph } from '../graph/index.ts';
import { createEmbedder, type Embedder } from '../models/index.ts';
import type { IndexStore } from '../store/index.ts';
import { ConceptFinder } from './concept-finder.ts';
import { NavigationMap } from './expansion.ts';
import { type HybridParts, type HybridReading, readHybrid } from './hybrid.ts';
import { presentHits, type ScoredHit } from './present-hits.ts';
import { ProcessFit } from './process-fit.ts';
import { ProcessMap } from './process-map.ts';
import { QueryReader, type QueryReading } from './query-reader.ts';
import { rankDense, rankGraph, rankHybrid, rankLexical } from './rank.ts';
import { type Scorer, shippedScorer } from './scorer.ts';
import type { SearchMode, SearchOptions, SearchResult } from './search-result.ts';
import { createVocabulary } from './shipped-vocabulary.ts';
import type { Unit } from './unit.ts';
import { UnitFeatures } from './unit-features.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordSimilarity } from './word-similarity.ts';

/** What a retriever is made from: units and their vectors in the same order, and the graph of the processes. */
export interface RetrieverContent {
  readonly units: readonly Unit[];
  readonly vectors: readonly Float32Array[];
  readonly processes: Graph;
  /** Embeds requests; the one that made the vectors. */
  readonly embedder: Embedder;
  readonly vocabulary: Vocabulary;
  /** Finds similar words; the static embedder where it is left out. */
  readonly wordEmbedder?: Embedder;
  readonly scorer?: Scorer;
}

/** Everything read about a query, for fitting and for explanations. */
export interface Inspection {
  readonly query: QueryReading;
  readonly hybrid: HybridReading;
}

/** Search over an index held in memory. Deterministic: the same index and query give the same answer, ties by id. */
export class Retriever {
  readonly #parts: HybridParts;
  readonly #reader: QueryReader;

  /** Use `createRetriever` or `openRetriever`. */
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

/** Builds a retriever in memory; words of the texts are embedded once. */
export async function createRetriever(content: RetrieverContent): Promise<Retriever> {
  const { units, vectors, processes, embedder, vocabulary, scorer = shippedScorer } = content;
  const of = (...kinds: Unit['kind'][]) => units.flatMap((unit, at) => (kinds.includes(unit.kind) ? [at] : []));
  const pick = (places: readonly number[]) => places.flatMap((at) => units[at] ?? []);
  const rows = (places: readonly number[]) => places.map((at) => vectors[at] ?? new Float32Array(embedder.dimensions));
  const searched = of('EntitySet', 'Operation');
  const services = pick(of('Service'));
  const searchedUnits = pick(searched);
  const placeOfUnit = new Map(searchedUnits.map((unit, at) => [`${unit.kind} ${unit.id}`, at]));
  const activityPlaces = of('Activity');
  const map = new ProcessMap(processes, pick(of('Process')), pick(activityPlaces), placeOfUnit);
  const similarity = new WordSimilarity();
  const concepts = new ConceptFinder(vocabulary, similarity);
  const bound = new Set(
    map.activities.flatMap((activity) => activity.units.flatMap((at) => searchedUnits[at]?.id ?? [])),
  );
  const features = new UnitFeatures(searchedUnits, services, rows(searched), bound, similarity);
  const rowOfActivity = new Map(activityPlaces.map((at) => [units[at]?.id, vectors[at]]));
  const serviceById = new Map(services.map((service) => [service.id, service]));
  const behind = (place: number) => {
    const unit = searchedUnits[place];
    const service = unit && serviceById.get(unit.service);
    return [...(unit ? [unit] : []), ...(service ? [service] : [])];
  };
  const activityRows = map.activities.map(
    ({ unit }) => rowOfActivity.get(unit.id) ?? new Float32Array(embedder.dimensions),
  );
  const fit = new ProcessFit(map, { processes: rows(of('Process')), activities: activityRows }, behind, similarity);
  const wordEmbedder = content.wordEmbedder ?? (embedder.name === 'static' ? embedder : await createEmbedder('static'));
  similarity.setVectors(await wordEmbedder.embed(similarity.words()));
  features.prepare();
  fit.prepare();
  const navigation = new NavigationMap(searchedUnits, placeOfUnit);
  const reader = new QueryReader(embedder, wordEmbedder, similarity, concepts);
  return new Retriever({ features, fit, map, navigation, scorer }, reader);
}

/** Loads a retriever from an index. `embedder` must be the one that made it, `processes` is the index's process slice. */
export async function openRetriever(store: IndexStore, embedder: Embedder, processes: Graph): Promise<Retriever> {
  const [units, vectors, own] = await Promise.all([store.units(), store.vectors(), store.vocabulary()]);
  return createRetriever({
    units: units as Unit[],
    vectors: vectors.rows,
    processes,
    embedder,
    vocabulary: createVocabulary(own),
  });
}

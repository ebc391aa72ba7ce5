import type { Embedder } from '../models/index.ts';
import { analyze, contentWords } from './analyze.ts';
import type { WeightedTerm } from './bm25.ts';
import { readSigns, splitClauses } from './clause.ts';
import type { ConceptFinder, ConceptReading } from './concept-finder.ts';
import type { Neighbour, WordSimilarity } from './word-similarity.ts';

/** A text as the indexes take it. */
export interface Passage extends ConceptReading {
  readonly terms: readonly WeightedTerm[];
  readonly neighbours: readonly (readonly Neighbour[])[];
}

/** A request, read as a whole and clause by clause. */
export interface QueryReading {
  readonly text: string;
  readonly whole: Passage;
  readonly clauses: readonly Passage[];
  readonly vector: Float32Array;
  readonly signs: ReturnType<typeof readSigns>;
  /** Number of distinct words with meaning. */
  readonly words: number;
  /** Milliseconds spent in embedders. */
  readonly embeddingMs: number;
}

const longestQuery = 2000;

/** Reads requests: one embedding of the text, similar words for each of its words, concepts for the whole and for each clause. */
export class QueryReader {
  readonly #embedder: Embedder;
  readonly #wordEmbedder: Embedder;
  readonly #similarity: WordSimilarity;
  readonly #concepts: ConceptFinder;

  constructor(embedder: Embedder, wordEmbedder: Embedder, similarity: WordSimilarity, concepts: ConceptFinder) {
    this.#embedder = embedder;
    this.#wordEmbedder = wordEmbedder;
    this.#similarity = similarity;
    this.#concepts = concepts;
  }

  async read(query: string): Promise<QueryReading> {
    const text = query.slice(0, longestQuery);
    const words = contentWords(text);
    const unseen = words.filter((word) => this.#similarity.cached(word) === undefined);
    const start = performance.now();
    const [[vector = new Float32Array(0)], wordVectors] = await Promise.all([
      this.#embedder.embed([text]),
      unseen.length === 0 ? [] : this.#wordEmbedder.embed(unseen),
    ]);
    const embeddingMs = performance.now() - start;
    const neighbours = new Map<string, readonly Neighbour[]>();
    for (const word of words) neighbours.set(word, this.#similarity.cached(word) ?? []);
    for (const [at, word] of unseen.entries()) {
      const row = wordVectors[at];
      if (row) neighbours.set(word, this.#similarity.neighbours(word, row));
    }
    const clauses = splitClauses(text);
    const whole = this.#passage(text, neighbours);
    return {
      text,
      whole,
      clauses: clauses.length === 1 ? [whole] : clauses.map((clause) => this.#passage(clause, neighbours)),
      vector,
      signs: readSigns(text, clauses, words.length),
      words: words.length,
      embeddingMs,
    };
  }

  #passage(text: string, known: ReadonlyMap<string, readonly Neighbour[]>): Passage {
    const analyzed = analyze(text);
    const terms = [...new Set(analyzed)].map((term) => ({ term, weight: 1 }));
    const neighbours = contentWords(text).map((word) => known.get(word) ?? []);
    return { terms, neighbours, ...this.#concepts.find(analyzed, terms, neighbours) };
  }
}

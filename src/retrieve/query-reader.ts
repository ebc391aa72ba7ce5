import type { Embedder } from '../models/index.ts';
import { analyze, contentWords } from './analyze.ts';
import type { WeightedTerm } from './bm25.ts';
import { readSigns, splitClauses } from './clause.ts';
import type { ConceptFinder, ConceptReading } from './concept-finder.ts';
import type { Numbering } from './numbering.ts';
import { meaningfulWords } from './split.ts';
import type { Neighbour, WordSimilarity } from './word-similarity.ts';

/** A text as the indexes take it. */
export interface Passage extends ConceptReading {
  readonly terms: readonly WeightedTerm[];
  readonly neighbours: readonly (readonly Neighbour[])[];
  /** Technical names that stand in it, in lower case. */
  readonly names: readonly string[];
  /** Of the whole request only; empty for a clause. */
  readonly vector: Float32Array;
}

/** A request, read as a whole and clause by clause. */
export interface QueryReading {
  readonly whole: Passage;
  readonly clauses: readonly Passage[];
  readonly signs: ReturnType<typeof readSigns>;
  /** Number of distinct words with meaning. */
  readonly words: number;
  /** Milliseconds spent in embedders. */
  readonly embeddingMs: number;
}

const longestQuery = 2000;
const noVector = new Float32Array(0);

/** Reads requests: one embedding of the text, similar words for each of its words, concepts for the whole and for each clause. */
export class QueryReader {
  readonly #embedder: Embedder;
  readonly #wordEmbedder: Embedder;
  readonly #similarity: WordSimilarity;
  readonly #terms: Numbering;
  readonly #concepts: ConceptFinder;

  constructor(
    embedders: { readonly texts: Embedder; readonly words: Embedder },
    similarity: WordSimilarity,
    terms: Numbering,
    concepts: ConceptFinder,
  ) {
    this.#embedder = embedders.texts;
    this.#wordEmbedder = embedders.words;
    this.#similarity = similarity;
    this.#terms = terms;
    this.#concepts = concepts;
  }

  async read(query: string): Promise<QueryReading> {
    const names = technicalNames(query.slice(0, longestQuery));
    const text = spoken(query.slice(0, longestQuery));
    const words = contentWords(text);
    const unseen = words.filter((word) => this.#similarity.cached(word) === undefined);
    const start = performance.now();
    const [[vector], wordVectors] = await Promise.all([
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
    const parts = splitClauses(text);
    const whole = this.#passage(text, neighbours, names, vector);
    return {
      whole,
      clauses:
        parts.length === 1 ? [whole] : parts.map((part) => this.#passage(part, neighbours, technicalNames(part))),
      signs: readSigns(text, parts, words.length),
      words: words.length,
      embeddingMs,
    };
  }

  #passage(
    text: string,
    known: ReadonlyMap<string, readonly Neighbour[]>,
    names: readonly string[],
    vector: Float32Array = noVector,
  ): Passage {
    const analyzed = analyze(text).map((term) => this.#terms.known(term) ?? -1);
    const terms = [...new Set(analyzed)].filter((term) => term >= 0).map((term) => ({ term, weight: 1 }));
    const neighbours = contentWords(text).map((word) => known.get(word) ?? []);
    return { terms, neighbours, names, vector, ...this.#concepts.find(analyzed, terms, neighbours) };
  }
}

const technical = /[A-Za-z]\w*(?:[a-z][A-Z]|_)\w*/g;

/** Technical names in a request, in lower case: words with an underscore or a capital inside. */
function technicalNames(text: string): string[] {
  return [...new Set([...text.matchAll(technical)].map(([name]) => name.toLowerCase()))];
}

/** A request with its technical names taken apart into words. */
function spoken(text: string): string {
  return text.replace(technical, (name) => meaningfulWords(name).join(' '));
}

import type { WeightedTerm } from './bm25.ts';
import { conceptTerm } from './concept-terms.ts';
import { SoftIndex } from './soft-index.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Neighbour, WordSimilarity } from './word-similarity.ts';

/** What the vocabulary makes of a text: the concepts it is about, as index terms, and the technical words that go with them. */
export interface ConceptReading {
  /** Concepts by weight, the best has 1. */
  readonly concepts: readonly { readonly concept: number; readonly weight: number }[];
  readonly conceptTerms: readonly WeightedTerm[];
  readonly technicalTerms: readonly WeightedTerm[];
}

const mostConcepts = 16;
const literalWeight = 0.7;
const lengthNormalization = 0.3;

/**
 * Finds the concepts of a text by three signs that are added: how well its words fit all words of the concept (BM25), how well they are met
 * by similar words (SoftIndex, normalized by length), and phrases that stand in it literally. The best 16 count, by the square of their share.
 */
export class ConceptFinder {
  readonly #vocabulary: Vocabulary;
  readonly #similarity: WordSimilarity;
  readonly #documents: readonly (readonly number[])[];
  readonly #terms: readonly string[];
  #soft: SoftIndex | undefined;
  readonly #norms: Float32Array;

  constructor(vocabulary: Vocabulary, similarity: WordSimilarity) {
    this.#vocabulary = vocabulary;
    this.#similarity = similarity;
    this.#terms = vocabulary.entries.map((_, concept) => conceptTerm(vocabulary, concept));
    this.#documents = vocabulary.contentWords.map((words) => words.map((word) => similarity.id(word)));
    const average = this.#documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, this.#documents.length);
    this.#norms = Float32Array.from(
      this.#documents,
      (words) => 1 - lengthNormalization + (lengthNormalization * words.length) / Math.max(1, average),
    );
  }

  /** The concepts of a text given as its index terms and, for each of its words, the known words that resemble it. */
  find(
    terms: readonly string[],
    distinct: readonly WeightedTerm[],
    neighbours: readonly (readonly Neighbour[])[],
  ): ConceptReading {
    this.#soft ??= new SoftIndex(this.#documents, this.#similarity.size);
    const fit = this.#vocabulary.fit(distinct);
    scaleToOne(fit);
    const soft = new Float32Array(fit.length);
    this.#soft.addScores(neighbours, soft);
    for (let concept = 0; concept < soft.length; concept++)
      soft[concept] = (soft[concept] ?? 0) / (this.#norms[concept] ?? 1);
    scaleToOne(soft);
    for (let concept = 0; concept < fit.length; concept++) fit[concept] = (fit[concept] ?? 0) + (soft[concept] ?? 0);
    for (const { concept, strength } of this.#vocabulary.match(terms)) {
      fit[concept] = (fit[concept] ?? 0) + literalWeight * strength;
    }
    const found = best(fit, mostConcepts);
    const top = fit[found[0] ?? 0] ?? 0;
    const concepts = found.map((concept) => ({ concept, weight: ((fit[concept] ?? 0) / top) ** 2 }));
    return {
      concepts,
      conceptTerms: concepts.map(({ concept, weight }) => ({ term: this.#terms[concept] ?? '', weight })),
      technicalTerms: this.#technicalTerms(concepts),
    };
  }

  #technicalTerms(concepts: ConceptReading['concepts']): WeightedTerm[] {
    const weights = new Map<string, number>();
    for (const { concept, weight } of concepts) {
      for (const technical of this.#vocabulary.technicalTerms(concept)) {
        weights.set(technical.term, Math.max(weights.get(technical.term) ?? 0, technical.weight * weight));
      }
    }
    return [...weights].map(([term, weight]) => ({ term, weight }));
  }
}

/** Divides by the greatest value, in place; nothing changes where no value is positive. */
export function scaleToOne(values: Float32Array): number {
  let greatest = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > greatest) greatest = values[i] as number;
  if (greatest > 0) for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / greatest;
  return greatest;
}

/** Places of the greatest positive values, greatest first, ties by place. */
export function best(values: Float32Array, count: number): number[] {
  const kept: number[] = [];
  let least = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value <= least) continue;
    let place = kept.length;
    while (place > 0 && value > (values[kept[place - 1] as number] as number)) place--;
    kept.splice(place, 0, at);
    if (kept.length > count) kept.pop();
    if (kept.length === count) least = values[kept[count - 1] as number] as number;
  }
  return kept;
}

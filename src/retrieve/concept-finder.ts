import type { WeightedTerm } from './bm25.ts';
import type { ConceptIndex } from './concept-index.ts';
import type { SoftIndex } from './soft-index.ts';
import type { Neighbour } from './word-similarity.ts';

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
  readonly #concepts: ConceptIndex;
  readonly #soft: SoftIndex;
  readonly #norms: Float32Array;
  readonly #terms: readonly number[];

  /** `soft` holds the words of each concept, `terms` the numbers of the concepts' own index terms. */
  constructor(concepts: ConceptIndex, soft: SoftIndex, norms: Float32Array, terms: readonly number[]) {
    this.#concepts = concepts;
    this.#soft = soft;
    this.#norms = norms;
    this.#terms = terms;
  }

  /** How much longer or shorter than the average concept each one is, as a divisor of its soft score. */
  static norms(contentWords: readonly (readonly string[])[]): Float32Array {
    const average = contentWords.reduce((sum, words) => sum + words.length, 0) / Math.max(1, contentWords.length);
    return Float32Array.from(
      contentWords,
      (words) => 1 - lengthNormalization + (lengthNormalization * words.length) / Math.max(1, average),
    );
  }

  /**
   * The concepts of a text given as the numbers of its terms in order (below 0 for an unknown one), its distinct terms and, for each of its
   * words, the known words that resemble it.
   */
  find(
    terms: readonly number[],
    distinct: readonly WeightedTerm[],
    neighbours: readonly (readonly Neighbour[])[],
  ): ConceptReading {
    const fit = this.#concepts.fit(distinct);
    scaleToOne(fit);
    const soft = new Float32Array(fit.length);
    this.#soft.addScores(neighbours, soft);
    for (let concept = 0; concept < soft.length; concept++)
      soft[concept] = (soft[concept] as number) / (this.#norms[concept] as number);
    scaleToOne(soft);
    for (let concept = 0; concept < fit.length; concept++)
      fit[concept] = (fit[concept] as number) + (soft[concept] as number);
    for (const { concept, strength } of this.#concepts.match(terms))
      fit[concept] = (fit[concept] as number) + literalWeight * strength;
    const found = best(fit, mostConcepts);
    const top = fit[found[0] ?? 0] ?? 0;
    const concepts = found.map((concept) => ({ concept, weight: ((fit[concept] ?? 0) / top) ** 2 }));
    return {
      concepts,
      conceptTerms: concepts.map(({ concept, weight }) => ({ term: this.#terms[concept] as number, weight })),
      technicalTerms: this.#technicalTerms(concepts),
    };
  }

  #technicalTerms(concepts: ConceptReading['concepts']): WeightedTerm[] {
    const weights = new Map<number, number>();
    for (const { concept, weight } of concepts) {
      for (const technical of this.#concepts.technicalTerms(concept)) {
        weights.set(technical.term, Math.max(weights.get(technical.term) ?? 0, technical.weight * weight));
      }
    }
    return Array.from(weights, ([term, weight]) => ({ term, weight }));
  }
}

/** The greatest value, at least 0. */
export function greatestIn(values: Float32Array): number {
  let greatest = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > greatest) greatest = values[i] as number;
  return greatest;
}

/** Divides by the greatest value, in place; nothing changes where no value is positive. */
export function scaleToOne(values: Float32Array): number {
  const greatest = greatestIn(values);
  if (greatest === 0) return greatest;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value !== 0) values[i] = value / greatest;
  }
  return greatest;
}

/** Places of the greatest positive values, greatest first, ties by place. */
export function best(values: Float32Array, count: number): number[] {
  const kept: number[] = [];
  let least = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value <= least) continue;
    let place = kept.length < count ? kept.push(at) - 1 : count - 1;
    while (place > 0 && value > (values[kept[place - 1] as number] as number)) {
      kept[place] = kept[place - 1] as number;
      place--;
    }
    kept[place] = at;
    if (kept.length === count) least = values[kept[count - 1] as number] as number;
  }
  return kept;
}

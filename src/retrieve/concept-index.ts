import { type Bm25Data, Bm25Index, type WeightedTerm } from './bm25.ts';

/** A concept found in a text. `strength` is 0 to 1; `positions` are places in the text's terms. */
export interface ConceptMatch {
  readonly concept: number;
  readonly strength: number;
  readonly positions: readonly number[];
}

/**
 * Concepts as they are kept. Terms are numbers; list `i` of some lists stands from `starts[i]` to `starts[i + 1]`. A pattern is a phrase of a
 * concept, found by its rarest term.
 */
export interface ConceptData {
  /** The index term of each concept. */
  readonly conceptTerms: readonly string[];
  readonly patternConcepts: Uint32Array;
  /** Sum of the rarity of a pattern's terms. */
  readonly information: Float64Array;
  readonly patternStarts: Uint32Array;
  readonly patternTerms: Uint32Array;
  readonly rarestStarts: Uint32Array;
  readonly rarestPatterns: Uint32Array;
  readonly technicalStarts: Uint32Array;
  readonly technicalTerms: Uint32Array;
  readonly technicalWeights: Float64Array;
  readonly words: Bm25Data;
}

const widestGap = 2;
/** Information at which a match counts as half sure. */
const halfSure = 2.5;

/** Concepts, ready to be looked up: phrases are compared by stems, in order, with small gaps; the longest match wins. */
export class ConceptIndex {
  readonly data: ConceptData;
  readonly #words: Bm25Index;

  constructor(data: ConceptData) {
    this.data = data;
    this.#words = new Bm25Index(data.words);
  }

  get size(): number {
    return this.data.conceptTerms.length;
  }

  /**
   * Concepts whose phrases stand in the text, given as the numbers of its terms, below 0 for an unknown one. Matches inside a longer one are
   * left out; each concept once, at its best.
   */
  match(terms: readonly number[]): ConceptMatch[] {
    const { rarestStarts, rarestPatterns, patternConcepts, information } = this.data;
    const places = placesOf(terms);
    const found: ConceptMatch[] = [];
    for (const term of places.keys()) {
      const to = rarestStarts[term + 1] ?? 0;
      for (let at = rarestStarts[term] ?? 0; at < to; at++) {
        const pattern = rarestPatterns[at] as number;
        const positions = this.#locate(pattern, places);
        if (positions === undefined) continue;
        const worth = information[pattern] as number;
        found.push({ concept: patternConcepts[pattern] as number, strength: worth / (worth + halfSure), positions });
      }
    }
    found.sort((a, b) => b.positions.length - a.positions.length || b.strength - a.strength || a.concept - b.concept);
    const kept: ConceptMatch[] = [];
    const concepts = new Set<number>();
    for (const match of found) {
      const { concept, positions } = match;
      if (concepts.has(concept)) continue;
      if (kept.some((longer) => longer.positions.length > positions.length && includesAll(longer.positions, positions)))
        continue;
      concepts.add(concept);
      kept.push(match);
    }
    return kept;
  }

  /** How well a text fits each concept's words taken together (BM25), as one score per concept. */
  fit(terms: readonly WeightedTerm[]): Float32Array {
    return this.#words.scores(terms);
  }

  /** The technical words of a concept as index terms; the words of its first names count most. */
  technicalTerms(concept: number): WeightedTerm[] {
    const { technicalStarts, technicalTerms, technicalWeights } = this.data;
    const terms: WeightedTerm[] = [];
    const to = technicalStarts[concept + 1] ?? 0;
    for (let at = technicalStarts[concept] ?? 0; at < to; at++)
      terms.push({ term: technicalTerms[at] as number, weight: technicalWeights[at] as number });
    return terms;
  }

  /** Positions of a pattern's terms in order, each at most `widestGap` terms after the one before; undefined where they do not stand so. */
  #locate(pattern: number, places: ReadonlyMap<number, readonly number[]>): number[] | undefined {
    const { patternStarts, patternTerms } = this.data;
    const from = patternStarts[pattern] as number;
    const to = patternStarts[pattern + 1] as number;
    for (const start of places.get(patternTerms[from] as number) ?? []) {
      const positions = [start];
      let last = start;
      for (let at = from + 1; at < to; at++) {
        const next = places
          .get(patternTerms[at] as number)
          ?.find((place) => place > last && place - last <= widestGap + 1);
        if (next === undefined) break;
        positions.push(next);
        last = next;
      }
      if (positions.length === to - from) return positions;
    }
    return undefined;
  }
}

/** Where each known term stands, in the order of the text. */
function placesOf(terms: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [at, term] of terms.entries()) {
    if (term < 0) continue;
    const list = places.get(term);
    if (list === undefined) places.set(term, [at]);
    else list.push(at);
  }
  return places;
}

function includesAll(longer: readonly number[], shorter: readonly number[]): boolean {
  return shorter.every((position) => longer.includes(position));
}

import { analyzeWords, isContentWord, termOf, words } from './analyze.ts';
import { Bm25Index, type WeightedTerm } from './bm25.ts';

/** One business concept: the technical words that systems use for it and what people say instead. */
export interface VocabularyEntry {
  readonly concept: string;
  readonly technical: readonly string[];
  readonly phrases: readonly string[];
}

/** A concept found in a text. `strength` is 0 to 1; `positions` are places in the text's analyzed terms. */
export interface ConceptMatch {
  readonly concept: number;
  readonly strength: number;
  readonly phrase: string;
  readonly technical: boolean;
  readonly positions: readonly number[];
}

interface Pattern {
  readonly concept: number;
  readonly phrase: string;
  readonly technical: boolean;
  readonly terms: readonly string[];
  readonly information: number;
}

const widestGap = 2;
/** Information (sum of the terms' rarity among all patterns) at which a match counts as half sure. */
const halfSure = 2.5;

/** The business vocabulary, compiled for matching: phrases are compared by stems, in order, with small gaps; the longest match wins. */
export class Vocabulary {
  readonly entries: readonly VocabularyEntry[];
  /** The words with meaning of each concept. */
  readonly contentWords: readonly (readonly string[])[];
  readonly #patternsByRarest = new Map<string, Pattern[]>();
  readonly #technicalTerms: readonly (readonly WeightedTerm[])[];
  readonly #index: Bm25Index;

  constructor(entries: Iterable<VocabularyEntry>) {
    this.entries = merged(entries);
    const contents: string[][] = [];
    const raw: Omit<Pattern, 'information'>[] = [];
    for (const [concept, entry] of this.entries.entries()) {
      const content = new Set<string>();
      const read = (phrase: string, technical: boolean) => {
        const spoken = words(phrase);
        for (const word of spoken) if (isContentWord(word)) content.add(word);
        raw.push({ concept, phrase, technical, terms: analyzeWords(spoken) });
      };
      read(entry.concept, true);
      for (const phrase of entry.technical) read(phrase, true);
      for (const phrase of entry.phrases) read(phrase, false);
      contents.push([...content]);
    }
    this.contentWords = contents;
    const conceptsOfTerm = new Map<string, Set<number>>();
    const conceptsOfPhrase = new Map<string, Set<number>>();
    for (const { concept, terms } of raw) {
      for (const term of terms) place(conceptsOfTerm, term, concept);
      place(conceptsOfPhrase, terms.join(' '), concept);
    }
    const rarity = (term: string) => Math.log(1 + this.entries.length / (conceptsOfTerm.get(term)?.size ?? 1));
    const seen = new Set<string>();
    for (const pattern of raw) {
      const key = `${pattern.concept} ${pattern.terms.join(' ')}`;
      if (pattern.terms.length === 0 || seen.has(key)) continue;
      seen.add(key);
      const shared = conceptsOfPhrase.get(pattern.terms.join(' '))?.size ?? 1;
      const information = pattern.terms.reduce((sum, term) => sum + rarity(term), 0) / shared;
      const rarest = pattern.terms.reduce((best, term) => (rarity(term) > rarity(best) ? term : best));
      const list = this.#patternsByRarest.get(rarest) ?? [];
      list.push({ ...pattern, information });
      this.#patternsByRarest.set(rarest, list);
    }
    const byConcept: (typeof raw)[] = this.entries.map(() => []);
    for (const pattern of raw) byConcept[pattern.concept]?.push(pattern);
    this.#technicalTerms = byConcept.map((patterns) =>
      technicalTerms(patterns.slice(1).filter(({ technical }) => technical)),
    );
    this.#index = new Bm25Index(byConcept.map((patterns) => patterns.flatMap(({ terms }) => terms)));
  }

  /** Concepts whose phrases stand in the text, given as analyzed terms. Matches inside a longer one are left out; each concept once, at its best. */
  match(terms: readonly string[]): ConceptMatch[] {
    const places = new Map<string, number[]>();
    for (const [at, term] of terms.entries()) places.set(term, [...(places.get(term) ?? []), at]);
    const found: (ConceptMatch & { information: number })[] = [];
    for (const term of places.keys()) {
      for (const pattern of this.#patternsByRarest.get(term) ?? []) {
        const positions = locate(pattern.terms, places);
        if (positions === undefined) continue;
        const strength = pattern.information / (pattern.information + halfSure);
        found.push({ ...pattern, strength, positions });
      }
    }
    found.sort((a, b) => b.positions.length - a.positions.length || b.strength - a.strength || a.concept - b.concept);
    const kept: ConceptMatch[] = [];
    const concepts = new Set<number>();
    for (const { concept, strength, phrase, technical, positions } of found) {
      if (concepts.has(concept)) continue;
      if (kept.some((longer) => longer.positions.length > positions.length && includesAll(longer.positions, positions)))
        continue;
      concepts.add(concept);
      kept.push({ concept, strength, phrase, technical, positions });
    }
    return kept;
  }

  /** How well a text fits each concept's words taken together (BM25), as one score per concept. */
  fit(terms: readonly WeightedTerm[]): Float32Array {
    return this.#index.scores(terms);
  }

  /** The technical words of a concept as index terms; the words of its first names count most. */
  technicalTerms(concept: number): readonly WeightedTerm[] {
    return this.#technicalTerms[concept] ?? [];
  }
}

/** The terms of a concept's technical names; those of the first names count most. */
function technicalTerms(names: readonly { readonly terms: readonly string[] }[]): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const [rank, { terms }] of names.entries()) {
    for (const term of terms) weights.set(term, Math.max(weights.get(term) ?? 0, 1 / (1 + 0.25 * rank)));
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/** Entries of one concept become one, in order of first appearance. */
function merged(entries: Iterable<VocabularyEntry>): VocabularyEntry[] {
  const byConcept = new Map<string, { concept: string; technical: string[]; phrases: string[] }>();
  for (const { concept, technical, phrases } of entries) {
    const key = words(concept).map(termOf).join(' ');
    const entry = byConcept.get(key) ?? { concept, technical: [], phrases: [] };
    entry.technical.push(...technical);
    entry.phrases.push(...phrases);
    byConcept.set(key, entry);
  }
  return [...byConcept.values()];
}

function place(map: Map<string, Set<number>>, key: string, concept: number): void {
  const concepts = map.get(key);
  if (concepts === undefined) map.set(key, new Set([concept]));
  else concepts.add(concept);
}

/** Positions of the terms in order, each at most `widestGap` terms after the one before; undefined where they do not stand so. */
function locate(pattern: readonly string[], places: ReadonlyMap<string, readonly number[]>): number[] | undefined {
  const [first, ...rest] = pattern;
  for (const start of (first === undefined ? undefined : places.get(first)) ?? []) {
    const positions = [start];
    for (const term of rest) {
      const last = positions[positions.length - 1] ?? start;
      const next = places.get(term)?.find((at) => at > last && at - last <= widestGap + 1);
      if (next === undefined) break;
      positions.push(next);
    }
    if (positions.length === pattern.length) return positions;
  }
  return undefined;
}

function includesAll(longer: readonly number[], shorter: readonly number[]): boolean {
  return shorter.every((position) => longer.includes(position));
}

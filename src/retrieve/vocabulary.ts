import { analyzeWords, isContentWord, termOf, words } from './analyze.ts';
import { Bm25Index } from './bm25.ts';
import { type ConceptData, ConceptIndex, type ConceptMatch } from './concept-index.ts';
import { Numbering } from './numbering.ts';

/** One business concept: the technical words that systems use for it and what people say instead. */
export interface VocabularyEntry {
  readonly concept: string;
  readonly technical: readonly string[];
  readonly phrases: readonly string[];
}

interface Phrase {
  readonly concept: number;
  readonly technical: boolean;
  readonly terms: readonly string[];
}

/** The business vocabulary, compiled for matching. */
export class Vocabulary {
  readonly entries: readonly VocabularyEntry[];
  /** The words with meaning of each concept. */
  readonly contentWords: readonly (readonly string[])[];
  /** The terms by which `concepts` knows them. */
  readonly terms = new Numbering();
  readonly concepts: ConceptIndex;

  constructor(entries: Iterable<VocabularyEntry>) {
    this.entries = merged(entries);
    const contents: string[][] = [];
    const phrases: Phrase[] = [];
    for (const [concept, entry] of this.entries.entries()) {
      const content = new Set<string>();
      const read = (phrase: string, technical: boolean) => {
        const spoken = words(phrase);
        for (const word of spoken) if (isContentWord(word)) content.add(word);
        phrases.push({ concept, technical, terms: analyzeWords(spoken) });
      };
      read(entry.concept, true);
      for (const phrase of entry.technical) read(phrase, true);
      for (const phrase of entry.phrases) read(phrase, false);
      contents.push([...content]);
    }
    this.contentWords = contents;
    const byConcept: Phrase[][] = this.entries.map(() => []);
    for (const phrase of phrases) byConcept[phrase.concept]?.push(phrase);
    this.concepts = new ConceptIndex({
      conceptTerms: this.entries.map(({ concept }) => `~${concept.replaceAll(' ', '-')}`),
      ...compilePatterns(phrases, this.entries.length, this.terms),
      ...compileTechnical(byConcept, this.terms),
      words: Bm25Index.of(
        byConcept.map((own) => own.flatMap(({ terms }) => terms)),
        this.terms,
      ).data,
    });
  }

  /** Concepts whose phrases stand in the text, given as analyzed terms; see `ConceptIndex.match`. */
  match(terms: readonly string[]): ConceptMatch[] {
    return this.concepts.match(terms.map((term) => this.terms.known(term) ?? -1));
  }

  /** The concepts of a text given as analyzed terms, as index terms, which cannot clash with those of words. */
  conceptTerms(terms: readonly string[]): string[] {
    const { conceptTerms } = this.concepts.data;
    return this.match(terms).map(({ concept }) => conceptTerms[concept] ?? '');
  }
}

type Patterns =
  | 'patternConcepts'
  | 'information'
  | 'patternStarts'
  | 'patternTerms'
  | 'rarestStarts'
  | 'rarestPatterns';

function compilePatterns(phrases: readonly Phrase[], concepts: number, terms: Numbering): Pick<ConceptData, Patterns> {
  const conceptsOfTerm = new Map<string, Set<number>>();
  const conceptsOfPhrase = new Map<string, Set<number>>();
  for (const { concept, terms: own } of phrases) {
    for (const term of own) place(conceptsOfTerm, term, concept);
    place(conceptsOfPhrase, own.join(' '), concept);
  }
  const rarity = (term: string) => Math.log(1 + concepts / (conceptsOfTerm.get(term)?.size ?? 1));
  const seen = new Set<string>();
  const kept: { concept: number; information: number; terms: number[] }[] = [];
  const byRarest: number[][] = [];
  for (const { concept, terms: own } of phrases) {
    const key = `${concept} ${own.join(' ')}`;
    if (own.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const shared = conceptsOfPhrase.get(own.join(' '))?.size ?? 1;
    const information = own.reduce((sum, term) => sum + rarity(term), 0) / shared;
    const rarest = terms.id(own.reduce((best, term) => (rarity(term) > rarity(best) ? term : best)));
    byRarest[rarest] = [...(byRarest[rarest] ?? []), kept.length];
    kept.push({ concept, information, terms: own.map((term) => terms.id(term)) });
  }
  const patterns = flatten(kept.map((pattern) => pattern.terms));
  const rarest = flatten(Array.from({ length: terms.size }, (_, term) => byRarest[term] ?? []));
  return {
    patternConcepts: Uint32Array.from(kept, ({ concept }) => concept),
    information: Float64Array.from(kept, ({ information }) => information),
    patternStarts: patterns.starts,
    patternTerms: patterns.values,
    rarestStarts: rarest.starts,
    rarestPatterns: rarest.values,
  };
}

/** The terms of each concept's technical names, the concept's own name left out; those of the first names count most. */
function compileTechnical(
  byConcept: readonly (readonly Phrase[])[],
  terms: Numbering,
): Pick<ConceptData, 'technicalStarts' | 'technicalTerms' | 'technicalWeights'> {
  const weighted = byConcept.map((phrases) => {
    const weights = new Map<number, number>();
    const names = phrases.slice(1).filter(({ technical }) => technical);
    for (const [rank, name] of names.entries()) {
      for (const term of name.terms) {
        const id = terms.id(term);
        weights.set(id, Math.max(weights.get(id) ?? 0, 1 / (1 + 0.25 * rank)));
      }
    }
    return weights;
  });
  const { starts, values } = flatten(weighted.map((weights) => [...weights.keys()]));
  return {
    technicalStarts: starts,
    technicalTerms: values,
    technicalWeights: Float64Array.from(weighted.flatMap((weights) => [...weights.values()])),
  };
}

function flatten(lists: readonly (readonly number[])[]): { starts: Uint32Array; values: Uint32Array } {
  const starts = new Uint32Array(lists.length + 1);
  for (const [at, list] of lists.entries()) starts[at + 1] = (starts[at] ?? 0) + list.length;
  return { starts, values: Uint32Array.from(lists.flat()) };
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

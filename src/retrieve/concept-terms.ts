import type { Vocabulary } from './vocabulary.ts';

/** The index term that stands for a concept; it cannot clash with a word's term. */
export function conceptTerm(vocabulary: Vocabulary, concept: number): string {
  return `~${(vocabulary.entries[concept]?.concept ?? '').replaceAll(' ', '-')}`;
}

/** The concept terms of a text given as analyzed terms. */
export function conceptTerms(vocabulary: Vocabulary, terms: readonly string[]): string[] {
  return vocabulary.match(terms).map(({ concept }) => conceptTerm(vocabulary, concept));
}

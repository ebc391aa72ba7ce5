import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.ts';

/** One concept of the business vocabulary. */
export interface Concept {
  concept: string;
  technical: string[];
  phrases: string[];
}

/** The business vocabulary shipped with the product. */
export function readVocabulary(folder: string): Concept[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return files.flatMap((file): Concept[] => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

/** Each concept's technical words beside what people say instead, in the group of the concept. */
export function addVocabularyTexts(corpus: Corpus, concepts: readonly Concept[]): void {
  for (const { concept, technical, phrases } of concepts) {
    const all = `${concept}: ${technical.join(', ')}`;
    for (const text of [concept, ...technical, ...phrases]) corpus.add('vocabulary', text);
    corpus.add('vocabulary', all);
    for (const phrase of phrases) {
      for (const term of new Set([concept, technical[0] ?? concept, all]))
        corpus.pair('phrase-term', phrase, term, concept);
    }
    for (const term of technical) corpus.pair('term-concept', term, concept, concept);
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.ts';

/** The business vocabulary shipped with the product: each concept's technical words beside what people say instead. */
export function addVocabularyTexts(corpus: Corpus, folder: string): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const concepts: { concept: string; technical: string[]; phrases: string[] }[] = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    );
    for (const { concept, technical, phrases } of concepts) {
      for (const text of [concept, ...technical, ...phrases]) corpus.add('vocabulary', text);
      for (const phrase of phrases) {
        for (const term of new Set([concept, ...technical])) corpus.pair('phrase-term', phrase, term);
      }
    }
  }
}

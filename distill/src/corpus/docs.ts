import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.ts';
import { sentences, shuffled } from './text.ts';

/** Collections whose licence allows use (MIT, Apache-2.0): their documents only, never their questions. */
const collections = [
  ['enterprise_policies', 'policies.jsonl'],
  ['tau_banking_knowledge', 'corpus.jsonl'],
  ['wixqa_sample', 'corpus.jsonl'],
  ['techqa_sample', 'corpus.jsonl'],
] as const;

/** Sentences of handbooks, policies and articles, at most `limit`, and headings beside the sentence under them. */
export function addDocumentTexts(corpus: Corpus, folder: string, limit: number): void {
  const found: string[] = [];
  const handbook = join(folder, 'gitlab_handbook', 'md');
  for (const file of readdirSync(handbook, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()) {
    const text = readFileSync(join(handbook, file), 'utf8');
    found.push(...sentences(text));
    for (const [, heading = '', body = ''] of text.matchAll(/^#{1,4} (.{8,80})\n+([^#\n].+)$/gm)) {
      corpus.pair('heading-sentence', heading, sentences(body)[0] ?? '');
    }
  }
  for (const [name, file] of collections) {
    for (const line of readFileSync(join(folder, name, file), 'utf8').split('\n')) {
      if (line !== '') for (const text of stringsOf(JSON.parse(line))) found.push(...sentences(text));
    }
  }
  for (const sentence of shuffled([...new Set(found)], (text) => text).slice(0, limit)) corpus.add('docs', sentence);
}

function stringsOf(node: unknown): string[] {
  if (typeof node === 'string') return node.length > 40 ? [node] : [];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(stringsOf) : [];
}

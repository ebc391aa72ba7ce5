import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.ts';
import { sentences, splitIdentifier } from './text.ts';

/** Titles, summaries, descriptions and operation names of API documents; the summary of an operation beside its description. */
export function addOpenApiTexts(corpus: Corpus, folder: string): void {
  for (const file of readdirSync(folder).sort()) {
    const content = readFileSync(join(folder, file), 'utf8');
    if (file.endsWith('.json')) visit(corpus, JSON.parse(content));
    else if (/\.ya?ml$/.test(file)) {
      for (const [, text = ''] of content.matchAll(
        /^\s*-?\s*(?:summary|description|title):\s*['"]?([^'"|>\n]{6,400})/gm,
      )) {
        for (const sentence of [text, ...sentences(text)]) corpus.add('openapi', sentence);
      }
    }
  }
}

function visit(corpus: Corpus, node: unknown): void {
  if (Array.isArray(node)) for (const item of node) visit(corpus, item);
  else if (typeof node === 'object' && node !== null) {
    const { summary, title, description, operationId } = node as Record<string, unknown>;
    const texts = [summary, title, description].filter((text) => typeof text === 'string');
    for (const text of texts) {
      const found = sentences(text);
      for (const sentence of found.length === 0 ? [text.slice(0, 200)] : found) corpus.add('openapi', sentence);
    }
    if (typeof operationId === 'string') {
      corpus.add('openapi', splitIdentifier(operationId));
      if (typeof summary === 'string') corpus.pair('operation-summary', splitIdentifier(operationId), summary);
    }
    const head = [summary, title].find((text) => typeof text === 'string');
    if (typeof head === 'string' && typeof description === 'string')
      corpus.pair('summary-description', head, sentences(description)[0] ?? '');
    for (const value of Object.values(node)) visit(corpus, value);
  }
}

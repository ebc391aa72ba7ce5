import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.ts';
import { splitIdentifier, unescapeXml } from './text.ts';

/** Names and documentation of process models, and neighbouring names of one model together. */
export function addBpmnTexts(corpus: Corpus, folder: string): void {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.bpmn'))
    .sort()) {
    const document = readFileSync(join(folder, file), 'utf8');
    const names = [...document.matchAll(/\bname="([^"]{3,200})"/g)].map(([, name = '']) => {
      const plain = unescapeXml(name);
      return plain.includes(' ') ? plain : splitIdentifier(plain);
    });
    for (const [i, name] of names.entries()) {
      corpus.add('bpmn', name);
      const next = names[i + 1];
      if (next !== undefined) corpus.add('bpmn', `${name}, ${next}`);
    }
    for (const [, text = ''] of document.matchAll(/<(?:\w+:)?documentation\b[^>]*>([\s\S]{6,600}?)<\//g)) {
      corpus.add('bpmn', unescapeXml(text.replace(/<!\[CDATA\[|\]\]>/g, '')));
    }
  }
}

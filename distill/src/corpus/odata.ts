import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.ts';
import { sentences, shuffled, splitIdentifier, unescapeXml } from './text.ts';

const named =
  /<(\w+:)?(EntityType|ComplexType|EnumType|EntitySet|Singleton|Property|NavigationProperty|FunctionImport|Action|Function|Member|Parameter)\b[^>]*>/g;

/** Names, labels and descriptions of every metadata document: alone, name beside label, and a type with the labels of its properties. */
export function addODataTexts(corpus: Corpus, folder: string): void {
  for (const group of ['sap-s4', 'other']) {
    for (const file of readdirSync(join(folder, group))
      .filter((name) => name.endsWith('.edmx'))
      .sort()) {
      addDocument(corpus, readFileSync(join(folder, group, file), 'utf8'));
    }
  }
}

function addDocument(corpus: Corpus, document: string): void {
  const types = new Map<string, string[]>();
  let current: string[] = [];
  for (const [tag, , kind = ''] of document.matchAll(named)) {
    const attributes = attributesOf(tag);
    const name = splitIdentifier(attributes.get('Name') ?? '');
    const label = attributes.get('sap:label') ?? attributes.get('sap:heading') ?? '';
    corpus.add('odata', name);
    corpus.add('odata', label);
    corpus.add('odata', attributes.get('sap:quickinfo') ?? '');
    if (kind === 'EntityType' || kind === 'ComplexType') {
      current = [];
      types.set(label === '' ? name : label, current);
    } else if (kind === 'Property') {
      current.push(label === '' ? name : label);
    }
    corpus.pair('name-label', name, label);
    corpus.pair('label-quickinfo', label === '' ? name : label, attributes.get('sap:quickinfo') ?? '');
  }
  for (const [type, properties] of types) {
    for (let part = 0; part * 10 < Math.min(properties.length, 60); part++) {
      const some = shuffled(properties, (property) => property + part).slice(0, 10);
      corpus.add('odata-type', `${type}: ${some.join(', ')}`);
    }
  }
  const described =
    /<(?:\w+:)?(?:EntityType|ComplexType|EnumType|EntitySet|Property|NavigationProperty|Action|Function|Member|Parameter)\b[^>]*\bName="([^"]+)"[^>/]*>\s*<(?:\w+:)?Annotation\b[^>]*Description"[^>]*\bString="([^"]{12,400})"/g;
  for (const [, name = '', text = ''] of document.matchAll(described)) {
    corpus.pair('name-description', splitIdentifier(name), sentences(unescapeXml(text))[0] ?? '');
  }
  for (const [, text = ''] of document.matchAll(/<(?:\w+:)?Annotation\b[^>]*\bString="([^"]{6,400})"/g)) {
    if (text.includes(' ')) corpus.add('odata', unescapeXml(text));
  }
  for (const [, text = ''] of document.matchAll(/<(?:\w+:)?String>([^<]{6,400})</g)) {
    if (text.includes(' ')) corpus.add('odata', unescapeXml(text));
  }
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', value = ''] of tag.matchAll(/([\w:]+)="([^"]*)"/g)) attributes.set(key, unescapeXml(value));
  return attributes;
}

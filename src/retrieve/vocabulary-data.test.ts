import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import type { VocabularyEntry } from './vocabulary.ts';

const folder = new URL('./vocabulary/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const entries = files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as VocabularyEntry[]);

function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.map((text) => text.toLowerCase()).filter((text) => seen.has(text) || !seen.add(text));
}

describe('the shipped business vocabulary', () => {
  it('has a file per domain and between 550 and 700 concepts', () => {
    expect(files.length).toBeGreaterThanOrEqual(20);
    expect(entries.length).toBeGreaterThanOrEqual(550);
    expect(entries.length).toBeLessThanOrEqual(700);
  });

  it('gives every concept technical words and 8 to 15 phrases, neatly spaced', () => {
    for (const entry of entries) {
      expect(Object.keys(entry), entry.concept).toEqual(['concept', 'technical', 'phrases']);
      expect(entry.technical.length, entry.concept).toBeGreaterThanOrEqual(1);
      expect(entry.phrases.length, entry.concept).toBeGreaterThanOrEqual(8);
      expect(entry.phrases.length, entry.concept).toBeLessThanOrEqual(15);
      for (const text of [entry.concept, ...entry.technical, ...entry.phrases]) expect(text).toMatch(/^\S+( \S+)*$/);
    }
  });

  it('names each concept once', () => {
    expect(repeated(entries.map(({ concept }) => concept))).toEqual([]);
  });

  it('gives each technical word to one concept only', () => {
    expect(repeated(entries.flatMap(({ technical }) => technical))).toEqual([]);
  });

  it('gives each phrase to one concept only', () => {
    expect(repeated(entries.flatMap(({ phrases }) => phrases))).toEqual([]);
  });

  it('has no phrase that is the technical word of another concept', () => {
    const conceptOf = new Map(entries.flatMap(({ concept, technical }) => technical.map((word) => [word, concept])));
    const borrowed = entries.flatMap(({ concept, phrases }) =>
      phrases.filter((phrase) => (conceptOf.get(phrase.toLowerCase()) ?? concept) !== concept),
    );
    expect(borrowed).toEqual([]);
  });

  it('has no phrase that consists of stop words only', () => {
    expect(entries.flatMap(({ phrases }) => phrases.filter((phrase) => analyze(phrase).length === 0))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { Bm25Index } from './bm25.ts';

const plain = { text: { weight: 1, lengthNormalization: 0.75 } };
const one = (term: string, weight = 1) => [{ term, weight }];

describe('Bm25Index', () => {
  it('equals BM25 computed by hand', () => {
    const index = new Bm25Index([{ text: ['a', 'b'] }, { text: ['a', 'a', 'c', 'd'] }, { text: ['e'] }], plain);
    // N = 3, n(a) = 2: idf = ln(1 + 1.5 / 2.5) = 0.47000. Average length 7/3.
    // d0: tf' = 1 / (0.25 + 0.75 * 2 / (7/3)) = 1.12; 0.47 * 1.12 * 2.2 / (1.2 + 1.12) = 0.49917.
    // d1: tf' = 2 / (0.25 + 0.75 * 4 / (7/3)) = 1.30233; 0.47 * 1.30233 * 2.2 / 2.50233 = 0.53814.
    const scores = index.scores(one('a'));
    expect(scores[0]).toBeCloseTo(0.49917, 4);
    expect(scores[1]).toBeCloseTo(0.53814, 4);
    expect(scores[2]).toBe(0);
  });

  it('weighs fields before saturation and query terms after it', () => {
    const index = new Bm25Index([{ name: ['a'], text: ['a'] }, { text: ['b'] }], {
      name: { weight: 3, lengthNormalization: 0 },
      text: { weight: 1, lengthNormalization: 0 },
    });
    // idf = ln(1 + 1.5 / 1.5) = 0.69315; tf' = 4; 0.69315 * 4 * 2.2 / 5.2 = 1.17302.
    expect(index.scores(one('a'))[0]).toBeCloseTo(1.17302, 4);
    expect(index.scores(one('a', 0.5))[0]).toBeCloseTo(0.58651, 4);
  });

  it('knows frequencies and takes terms and fields that are absent', () => {
    const index = new Bm25Index([{ text: ['a'] }, { other: ['a'] }, {}], plain);
    expect(index.documentFrequency('a')).toBe(1);
    expect(index.documentFrequency('z')).toBe(0);
    expect(index.idf('z')).toBeGreaterThan(index.idf('a'));
    expect([...index.scores([...one('z'), ...one('a', 0)])]).toEqual([0, 0, 0]);
    expect(new Bm25Index([], plain).scores(one('a'))).toHaveLength(0);
  });

  it('holds many documents', () => {
    const documents = Array.from({ length: 3000 }, (_, at) => ({ text: ['common', `own${at}`] }));
    const index = new Bm25Index(documents, plain);
    const scores = index.scores(one('own2999'));
    expect(scores.filter((score) => score > 0)).toHaveLength(1);
    expect(scores[2999]).toBeGreaterThan(0);
    expect(index.documentFrequency('common')).toBe(3000);
  });
});

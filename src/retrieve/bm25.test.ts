import { describe, expect, it } from 'vitest';
import { Bm25Index } from './bm25.ts';

const one = (term: string, weight = 1) => [{ term, weight }];

describe('Bm25Index', () => {
  it('equals BM25 computed by hand', () => {
    const index = new Bm25Index([['a', 'b'], ['a', 'a', 'c', 'd'], ['e']]);
    // N = 3, n(a) = 2: idf = ln(1 + 1.5 / 2.5) = 0.47000. Average length 7/3.
    // d0: length factor 0.5 + 0.5 * 2 / (7/3) = 0.92857; 0.47 * 2.2 / (1 + 1.2 * 0.92857) = 0.48906.
    // d1: length factor 0.5 + 0.5 * 4 / (7/3) = 1.35714; 0.47 * 2 * 2.2 / (2 + 1.2 * 1.35714) = 0.56993.
    const scores = index.scores(one('a'));
    expect(scores[0]).toBeCloseTo(0.48906, 4);
    expect(scores[1]).toBeCloseTo(0.56993, 4);
    expect(scores[2]).toBe(0);
    expect(index.scores(one('a', 0.5))[0]).toBeCloseTo(0.24453, 4);
  });

  it('takes absent terms and empty documents', () => {
    const index = new Bm25Index([['a'], [], []]);
    expect([...index.scores([...one('z'), ...one('a', 0)])]).toEqual([0, 0, 0]);
    expect(new Bm25Index([]).scores(one('a'))).toHaveLength(0);
  });

  it('holds many documents', () => {
    const documents = Array.from({ length: 3000 }, (_, at) => ['common', `own${at}`]);
    const index = new Bm25Index(documents);
    const scores = index.scores(one('own2999'));
    expect(scores.filter((score) => score > 0)).toHaveLength(1);
    expect(scores[2999]).toBeGreaterThan(0);
    expect(index.scores(one('common')).every((score) => score > 0)).toBe(true);
  });
});

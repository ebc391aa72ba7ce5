import { describe, expect, it } from 'vitest';
import { Bm25Index } from './bm25.ts';
import { Numbering } from './numbering.ts';

function indexOf(documents: string[][]) {
  const terms = new Numbering();
  const index = Bm25Index.of(documents, terms);
  return { index, one: (term: string, weight = 1) => [{ term: terms.id(term), weight }] };
}

describe('Bm25Index', () => {
  it('equals BM25 computed by hand', () => {
    const { index, one } = indexOf([['a', 'b'], ['a', 'a', 'c', 'd'], ['e']]);
    // N = 3, n(a) = 2: idf = ln(1 + 1.5 / 2.5) = 0.47000. Average length 7/3.
    // d0: length factor 0.5 + 0.5 * 2 / (7/3) = 0.92857; 0.47 * 2.2 / (1 + 1.2 * 0.92857) = 0.48906.
    // d1: length factor 0.5 + 0.5 * 4 / (7/3) = 1.35714; 0.47 * 2 * 2.2 / (2 + 1.2 * 1.35714) = 0.56993.
    const scores = index.scores(one('a'));
    expect(scores[0]).toBeCloseTo(0.48906, 4);
    expect(scores[1]).toBeCloseTo(0.56993, 4);
    expect(scores[2]).toBe(0);
    expect(index.scores(one('a', 0.5))[0]).toBeCloseTo(0.24453, 4);
  });

  it('takes terms that came later, those that are nowhere, and empty documents', () => {
    const { index, one } = indexOf([['a'], [], []]);
    expect([...index.scores([...one('z'), ...one('a', 0)])]).toEqual([0, 0, 0]);
    expect(indexOf([]).index.scores(one('a'))).toHaveLength(0);
  });

  it('shares its numbers with other indexes, in whatever order they are made', () => {
    const terms = new Numbering();
    const first = Bm25Index.of([['a'], ['b']], terms);
    const second = Bm25Index.of([['c'], ['b']], terms);
    const term = (text: string) => [{ term: terms.id(text), weight: 1 }];
    expect([...first.scores(term('c'))]).toEqual([0, 0]);
    expect(second.scores(term('a'))).toEqual(new Float32Array(2));
    expect(second.scores(term('b'))[1]).toBeGreaterThan(0);
  });

  it('tells what a document holds', () => {
    const { index, one } = indexOf([['a'], ['b'], ['a', 'b'], ['a']]);
    const holders = (term: string) => [0, 1, 2, 3].filter((at) => index.holds(one(term)[0]?.term ?? -1, at));
    expect([holders('a'), holders('b'), holders('z')]).toEqual([[0, 2, 3], [1, 2], []]);
  });

  it('holds many documents', () => {
    const { index, one } = indexOf(Array.from({ length: 3000 }, (_, at) => ['common', `own${at}`]));
    const scores = index.scores(one('own2999'));
    expect(scores.filter((score) => score > 0)).toHaveLength(1);
    expect(scores[2999]).toBeGreaterThan(0);
    expect(index.scores(one('common')).every((score) => score > 0)).toBe(true);
  });
});

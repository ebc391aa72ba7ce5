import { describe, expect, it } from 'vitest';
import { mean, ndcgAtK, quantile, recallAtK, reciprocalRank } from './metrics.ts';

const gold = [['a'], ['b', 'b2'], ['c']];

describe('recallAtK', () => {
  it('counts gold elements among the first k', () => {
    expect(recallAtK(['x', 'a', 'b2', 'c'], gold, 3)).toBeCloseTo(2 / 3);
    expect(recallAtK(['x', 'a', 'b2', 'c'], gold, 4)).toBe(1);
    expect(recallAtK(['x', 'a', 'b2', 'c'], gold, 1)).toBe(0);
  });

  it('counts an element once, whichever of its ids is found', () => {
    expect(recallAtK(['b', 'b2'], gold, 2)).toBeCloseTo(1 / 3);
  });

  it('is 0 without gold and without hits', () => {
    expect(recallAtK(['a'], [], 3)).toBe(0);
    expect(recallAtK([], gold, 3)).toBe(0);
  });
});

describe('reciprocalRank', () => {
  it('is one over the first rank that is gold', () => {
    expect(reciprocalRank(['x', 'y', 'c', 'a'], gold)).toBeCloseTo(1 / 3);
    expect(reciprocalRank(['b2'], gold)).toBe(1);
    expect(reciprocalRank(['x'], gold)).toBe(0);
  });
});

describe('ndcgAtK', () => {
  it('equals the value computed by hand', () => {
    // Gains at ranks 2 and 4: 1/log2(3) + 1/log2(5) = 0.63093 + 0.43068 = 1.06161; perfect: 1 + 0.63093 + 0.5 = 2.13093.
    expect(ndcgAtK(['x', 'a', 'y', 'b'], gold, 10)).toBeCloseTo(1.06161 / 2.13093, 4);
  });

  it('gains once for an element with several ids', () => {
    // b gains at rank 1, b2 gains nothing: 1 / 2.13093.
    expect(ndcgAtK(['b', 'b2'], gold, 10)).toBeCloseTo(0.46928, 4);
  });

  it('is 1 for a perfect ranking, also where k is smaller than the gold', () => {
    expect(ndcgAtK(['c', 'a', 'b'], gold, 10)).toBe(1);
    expect(ndcgAtK(['c', 'a'], gold, 2)).toBe(1);
    expect(ndcgAtK([], [], 2)).toBe(0);
  });
});

describe('mean and quantile', () => {
  it('equal the values computed by hand', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBe(0);
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8);
    expect(quantile([], 0.5)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { pairedBootstrap, permutationTest, randomFrom } from './statistics.ts';

describe('randomFrom', () => {
  it('repeats itself for a seed and is about uniform', () => {
    const a = Array.from({ length: 1000 }, randomFrom(7));
    expect(a).toEqual(Array.from({ length: 1000 }, randomFrom(7)));
    expect(a).not.toEqual(Array.from({ length: 1000 }, randomFrom(8)));
    expect(Math.abs(a.reduce((sum, x) => sum + x, 0) / 1000 - 0.5)).toBeLessThan(0.03);
  });
});

describe('permutationTest', () => {
  it('is exact for few pairs', () => {
    // Four differences of +1: only all plus and all minus are as extreme, 2 of 16.
    expect(permutationTest([1, 1, 1, 1], [0, 0, 0, 0], 1)).toBeCloseTo(2 / 16);
    // +3 and -1: sums are 2, -4, 4, -2 over the four sign patterns, all at least 2 in size.
    expect(permutationTest([3, 0], [0, 1], 1)).toBe(1);
  });

  it('does not count equal pairs and is 1 where nothing differs', () => {
    expect(permutationTest([1, 1, 5, 5], [0, 0, 5, 5], 1)).toBeCloseTo(2 / 4);
    expect(permutationTest([1, 2], [1, 2], 1)).toBe(1);
  });

  it('is small for a clear difference over many pairs and large for none', () => {
    const ones = new Array(40).fill(1);
    const zeros = new Array(40).fill(0);
    expect(permutationTest(ones, zeros, 1)).toBeLessThan(0.001);
    const mixed = ones.map((_, at) => at % 2);
    expect(permutationTest(mixed, [...mixed].reverse(), 1)).toBeGreaterThan(0.5);
  });
});

describe('pairedBootstrap', () => {
  it('gives the mean difference and an interval around it', () => {
    const a = [1, 0, 1, 1, 0, 1, 1, 1, 0, 1];
    const b = [0, 0, 1, 0, 0, 1, 0, 0, 0, 1];
    const { difference, ci95, p } = pairedBootstrap(a, b, 3);
    expect(difference).toBeCloseTo(0.4);
    // Differences are four ones and six zeros: the bootstrap mean is Binomial(10, .4) / 10, whose 2.5 % and 97.5 % points are .1 and .7.
    expect(ci95[0]).toBeCloseTo(0.1);
    expect(ci95[1]).toBeCloseTo(0.7);
    // No resampled mean is negative; zero has probability .6^10 = .006, twice that is the p value.
    expect(p).toBeGreaterThan(0.005);
    expect(p).toBeLessThan(0.025);
  });

  it('refuses lists of different length and accepts empty ones', () => {
    expect(() => pairedBootstrap([1], [], 1)).toThrow('1 and 0');
    expect(pairedBootstrap([], [], 1)).toEqual({ difference: 0, ci95: [0, 0], p: 1 });
  });
});

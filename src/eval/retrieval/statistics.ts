import { mean } from './metrics.ts';

/** Outcome of comparing two systems on the same queries; `difference` is mean(a) - mean(b). */
export interface PairedTest {
  readonly difference: number;
  /** 95 % interval of the difference, percentile bootstrap. */
  readonly ci95: readonly [number, number];
  /** Two-sided p value. */
  readonly p: number;
}

const resamples = 10_000;
const mostExactPairs = 12;

/** A pseudo-random generator of numbers in [0, 1) (mulberry32); the same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Paired bootstrap (Efron and Tibshirani 1993): queries are drawn with replacement, both systems' figures together. The interval holds the
 * middle 95 % of the resampled differences; p is twice the share of them on the far side of zero, at least 1 / (resamples + 1).
 */
export function pairedBootstrap(a: readonly number[], b: readonly number[], seed: number): PairedTest {
  const differences = pairwise(a, b);
  const n = differences.length;
  if (n === 0) return { difference: 0, ci95: [0, 0], p: 1 };
  const random = randomFrom(seed);
  const means = new Float64Array(resamples);
  let atMostZero = 0;
  let atLeastZero = 0;
  for (let round = 0; round < resamples; round++) {
    let sum = 0;
    for (let draw = 0; draw < n; draw++) sum += differences[Math.floor(random() * n)] ?? 0;
    means[round] = sum / n;
    if (sum <= 0) atMostZero++;
    if (sum >= 0) atLeastZero++;
  }
  means.sort();
  const p = Math.min(1, (2 * (Math.min(atMostZero, atLeastZero) + 1)) / (resamples + 1));
  const low = means[Math.floor(0.025 * resamples)] ?? 0;
  const high = means[Math.ceil(0.975 * resamples) - 1] ?? 0;
  return { difference: mean(differences), ci95: [low, high], p };
}

/**
 * Paired permutation test (Fisher's randomization): under the null hypothesis the sign of each query's difference is arbitrary. With up to 12
 * differing pairs every assignment of signs is tried, beyond that 10,000 random ones; p is the share at least as far from zero.
 */
export function permutationTest(a: readonly number[], b: readonly number[], seed: number): number {
  const differences = pairwise(a, b).filter((difference) => difference !== 0);
  const n = differences.length;
  if (n === 0) return 1;
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) - 1e-12;
  if (n <= mostExactPairs) {
    let extreme = 0;
    for (let signs = 0; signs < 2 ** n; signs++) {
      const sum = differences.reduce(
        (total, difference, at) => total + (signs & (1 << at) ? -difference : difference),
        0,
      );
      if (Math.abs(sum) >= observed) extreme++;
    }
    return extreme / 2 ** n;
  }
  const random = randomFrom(seed);
  let extreme = 0;
  for (let round = 0; round < resamples; round++) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? -difference : difference;
    if (Math.abs(sum) >= observed) extreme++;
  }
  return (extreme + 1) / (resamples + 1);
}

function pairwise(a: readonly number[], b: readonly number[]): number[] {
  if (a.length !== b.length) throw new RangeError(`paired figures differ in number: ${a.length} and ${b.length}`);
  return a.map((value, at) => value - (b[at] ?? 0));
}

import fitted from './scorer.json' with { type: 'json' };

/** A linear scorer: one weight for each feature by name. */
export type Weights = Readonly<Record<string, number>>;

/** The weights of every scoring step; `scorer.json` says where they come from. */
export interface Scorer {
  /** Evidence of a unit. */
  readonly seed: Weights;
  /** Fit of a process as a whole. */
  readonly process: Weights;
  /** Which stretch of a process is meant. */
  readonly stretch: Weights;
  /** How a request is meant: about a process, one step after the other, an object with its parts (logistic). */
  readonly gates: { readonly process: Weights; readonly steps: Weights; readonly parts: Weights };
}

/** The scorer that ships with the package. */
export const shippedScorer: Scorer = fitted.weights;

/** Weights in the order of the names; a name without a weight has 0. */
export function inOrder(weights: Weights, names: readonly string[]): number[] {
  return names.map((name) => weights[name] ?? 0);
}

/** Turns scores into probabilities that sum to one. */
export function softmax(scores: readonly number[]): number[] {
  const greatest = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - greatest));
  const total = exponentials.reduce((sum, value) => sum + value, 0);
  return exponentials.map((value) => value / total);
}

/** The logistic function. */
export function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** The inner product of weights and features, which begin at a place of a longer list. */
export function weigh(weights: readonly number[], features: ArrayLike<number>, from = 0): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (features[from + at] as number);
  return sum;
}

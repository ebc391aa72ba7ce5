/** One list of candidates: a row of features each, and the wanted ones, grouped where several hold the same. */
export interface RankingExample {
  readonly rows: readonly Float32Array[];
  readonly gold: readonly (readonly number[])[];
}

/** How a linear model is fitted; `signs` holds 1 for weights that must not be negative, 0 for free ones. */
export interface FitOptions {
  readonly l2: number;
  readonly iterations: number;
  readonly rate: number;
  readonly signs: readonly number[];
}

/**
 * Fits a linear ranker by the softmax loss over each list, with an L2 penalty and Adam; deterministic.
 * For each gold group g the loss is -log(sum of exp over g / (sum of exp over g and over everything that is not gold)).
 */
export function fitRanker(examples: readonly RankingExample[], { l2, iterations, rate, signs }: FitOptions): number[] {
  const size = signs.length;
  const weights = new Float64Array(size).fill(0.5);
  const adam = new Adam(size, rate);
  const gradient = new Float64Array(size);
  for (let iteration = 0; iteration < iterations; iteration++) {
    gradient.fill(0);
    for (const { rows, gold } of examples) addGradient(rows, gold, weights, gradient, 1 / examples.length);
    for (let f = 0; f < size; f++) gradient[f] = (gradient[f] ?? 0) + l2 * (weights[f] ?? 0);
    adam.step(weights, gradient, signs);
  }
  return [...weights];
}

/** Fits a logistic regression by gradient descent; the first feature is the bias and is not penalized. */
export function fitLogistic(rows: readonly (readonly number[])[], labels: readonly boolean[], l2: number): number[] {
  const size = rows[0]?.length ?? 0;
  const weights = new Float64Array(size);
  for (let iteration = 0; iteration < 3000; iteration++) {
    const gradient = new Float64Array(size);
    for (const [at, row] of rows.entries()) {
      const score = row.reduce((sum, value, f) => sum + value * (weights[f] ?? 0), 0);
      const error = 1 / (1 + Math.exp(-score)) - (labels[at] ? 1 : 0);
      for (let f = 0; f < size; f++) gradient[f] = (gradient[f] ?? 0) + (error * (row[f] ?? 0)) / rows.length;
    }
    for (let f = 0; f < size; f++)
      weights[f] = (weights[f] ?? 0) - 0.5 * ((gradient[f] ?? 0) + (f === 0 ? 0 : l2 * (weights[f] ?? 0)));
  }
  return [...weights];
}

function addGradient(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  weights: Float64Array,
  gradient: Float64Array,
  share: number,
): void {
  const size = weights.length;
  const exponentials = new Float64Array(rows.length);
  let greatest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as Float32Array;
    let score = 0;
    for (let f = 0; f < size; f++) score += (weights[f] as number) * (row[f] as number);
    exponentials[at] = score;
    if (score > greatest) greatest = score;
  }
  const wanted = new Set(gold.flat());
  let others = 0;
  for (let at = 0; at < exponentials.length; at++) {
    const value = Math.exp((exponentials[at] as number) - greatest);
    exponentials[at] = value;
    if (!wanted.has(at)) others += value;
  }
  const add = (at: number, factor: number) => {
    const row = rows[at] as Float32Array;
    for (let f = 0; f < size; f++) gradient[f] = (gradient[f] as number) + factor * (row[f] as number);
  };
  for (const group of gold) {
    const sum = group.reduce((total, at) => total + (exponentials[at] ?? 0), 0);
    const weight = share / gold.length;
    for (const at of group) add(at, (-weight * ((exponentials[at] ?? 0) / sum) * others) / (sum + others));
    for (let at = 0; at < exponentials.length; at++) {
      const factor = (weight * (exponentials[at] as number)) / (sum + others);
      if (factor > 1e-9 && !wanted.has(at)) add(at, factor);
    }
  }
}

/** Adam (Kingma and Ba 2015) with projection onto the allowed signs. */
class Adam {
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #rate: number;
  #step = 0;

  constructor(size: number, rate: number) {
    this.#first = new Float64Array(size);
    this.#second = new Float64Array(size);
    this.#rate = rate;
  }

  step(weights: Float64Array, gradient: Float64Array, signs: readonly number[]): void {
    this.#step++;
    for (let f = 0; f < weights.length; f++) {
      const g = gradient[f] ?? 0;
      const first = 0.9 * (this.#first[f] ?? 0) + 0.1 * g;
      const second = 0.99 * (this.#second[f] ?? 0) + 0.01 * g * g;
      this.#first[f] = first;
      this.#second[f] = second;
      const move = first / (1 - 0.9 ** this.#step) / (Math.sqrt(second / (1 - 0.99 ** this.#step)) + 1e-8);
      const next = (weights[f] ?? 0) - this.#rate * move;
      weights[f] = signs[f] === 1 ? Math.max(0, next) : next;
    }
  }
}

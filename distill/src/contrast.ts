import type { Features } from './features.ts';
import type { Matrix } from './matrix.ts';
import type { Recipe } from './recipe.ts';

/** Pairs of one kind: row i of `a` belongs to row i of `b`; pairs with the same group are never taken as wrong partners of each other. */
export interface PairSet {
  kind: string;
  a: Features;
  b: Features;
  groups: Int32Array;
}

type ContrastOptions = Recipe['contrast'];

/**
 * Trains rows in place so that the two texts of a pair are nearer to each other than to the other texts of a batch of the same kind
 * (InfoNCE in both directions), while random texts of the corpus stay near their teacher. Adam, only touched rows move.
 */
export function contrast(
  rows: Matrix,
  pairSets: readonly PairSet[],
  teacher: { texts: Features; targets: Matrix },
  options: ContrastOptions,
): void {
  const random = generator(20240607);
  const adam = new Adam(rows, options);
  const shares = pairSets.map((set) => Math.sqrt(set.groups.length) * (options.weights[set.kind] ?? 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  let loss = 0;
  for (let step = 1; step <= options.steps; step++) {
    const set = pairSets[draw(shares, random() * sum)];
    if (set !== undefined) loss += pairStep(rows, adam, set, options, random);
    teacherStep(rows, adam, teacher, options, random);
    adam.update(step);
    if (step % 500 === 0) {
      console.error(`contrast: step ${step}, loss ${(loss / 500).toFixed(3)}`);
      loss = 0;
    }
  }
}

/** The place in a list of shares where a number between zero and their sum falls. */
function draw(shares: readonly number[], number: number): number {
  let passed = 0;
  const place = shares.findIndex((share) => {
    passed += share;
    return number < passed;
  });
  return Math.max(0, place);
}

/** Partners with less probability do not move the rows. */
const negligible = 1e-4;

function pairStep(rows: Matrix, adam: Adam, set: PairSet, options: ContrastOptions, random: () => number): number {
  const n = Math.min(options.batch, set.groups.length);
  const chosen = Uint32Array.from({ length: n }, () => Math.floor(random() * set.groups.length));
  const a = new Batch(rows, set.a, chosen);
  const b = new Batch(rows, set.b, chosen);
  const width = rows.columns;
  const logits = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const wrong = i !== j && set.groups[chosen[i] as number] === set.groups[chosen[j] as number];
      logits[i * n + j] = wrong
        ? Number.NEGATIVE_INFINITY
        : dot(a.unit, i * width, b.unit, j * width, width) / options.temperature;
    }
  }
  const slopes = new Float64Array(n * n);
  let loss = 0;
  for (let i = 0; i < n; i++) {
    loss += softmax(logits, slopes, i * n, 1, n, i);
    loss += softmax(logits, slopes, i, n, n, i);
  }
  const scale = 1 / (2 * n * options.temperature);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (Math.abs(slopes[i * n + j] as number) < negligible) continue;
      const slope = (slopes[i * n + j] as number) * scale;
      for (let c = 0; c < width; c++) {
        a.slope[i * width + c] = (a.slope[i * width + c] as number) + slope * (b.unit[j * width + c] as number);
        b.slope[j * width + c] = (b.slope[j * width + c] as number) + slope * (a.unit[i * width + c] as number);
      }
    }
  }
  a.back(adam);
  b.back(adam);
  return loss / (2 * n);
}

/** Adds the gradient of -log softmax at `right` over n logits to the slopes; returns the loss. */
function softmax(
  logits: Float64Array,
  slopes: Float64Array,
  from: number,
  stride: number,
  n: number,
  right: number,
): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < n; k++) largest = Math.max(largest, logits[from + k * stride] as number);
  let total = 0;
  for (let k = 0; k < n; k++) total += Math.exp((logits[from + k * stride] as number) - largest);
  for (let k = 0; k < n; k++) {
    const at = from + k * stride;
    slopes[at] = (slopes[at] as number) + Math.exp((logits[at] as number) - largest) / total - (k === right ? 1 : 0);
  }
  return Math.log(total) + largest - (logits[from + right * stride] as number);
}

function teacherStep(
  rows: Matrix,
  adam: Adam,
  teacher: { texts: Features; targets: Matrix },
  options: ContrastOptions,
  random: () => number,
): void {
  if (options.teacherWeight === 0) return;
  const n = options.batch;
  const chosen = Uint32Array.from({ length: n }, () => Math.floor(random() * teacher.targets.rows));
  const batch = new Batch(rows, teacher.texts, chosen);
  for (let i = 0; i < n; i++) {
    const target = teacher.targets.row(chosen[i] as number);
    const scale = options.teacherWeight / (n * Math.hypot(...target));
    for (let c = 0; c < rows.columns; c++) batch.slope[i * rows.columns + c] = -(target[c] as number) * scale;
  }
  batch.back(adam);
}

/** Unit rows of some texts, and the way back of their gradients to the rows of the table. */
class Batch {
  readonly unit: Float32Array;
  readonly slope: Float32Array;
  readonly #norms: Float64Array;
  readonly #texts: Features;
  readonly #chosen: Uint32Array;
  readonly #width: number;

  constructor(rows: Matrix, texts: Features, chosen: Uint32Array) {
    const width = rows.columns;
    this.#width = width;
    this.#texts = texts;
    this.#chosen = chosen;
    this.#norms = new Float64Array(chosen.length);
    this.unit = new Float32Array(chosen.length * width);
    this.slope = new Float32Array(chosen.length * width);
    for (const [i, text] of chosen.entries()) {
      const sum = this.unit.subarray(i * width, (i + 1) * width);
      for (let k = texts.starts[text] as number; k < (texts.starts[text + 1] as number); k++) {
        const start = (texts.ids[k] as number) * width;
        for (let c = 0; c < width; c++) sum[c] = (sum[c] as number) + (rows.values[start + c] as number);
      }
      const norm = Math.sqrt(dot(sum, 0, sum, 0, width)) || 1;
      this.#norms[i] = norm;
      for (let c = 0; c < width; c++) sum[c] = (sum[c] as number) / norm;
    }
  }

  back(adam: Adam): void {
    const width = this.#width;
    for (const [i, text] of this.#chosen.entries()) {
      const along = dot(this.slope, i * width, this.unit, i * width, width);
      const row = new Float32Array(width);
      for (let c = 0; c < width; c++) {
        row[c] =
          ((this.slope[i * width + c] as number) - along * (this.unit[i * width + c] as number)) /
          (this.#norms[i] as number);
      }
      for (let k = this.#texts.starts[text] as number; k < (this.#texts.starts[text + 1] as number); k++) {
        adam.add(this.#texts.ids[k] as number, row);
      }
    }
  }
}

/** Adam (Kingma & Ba 2015) over the rows that a step touched; the rate falls linearly to zero. */
class Adam {
  readonly #rows: Matrix;
  readonly #options: ContrastOptions;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #slopes = new Map<number, Float32Array>();

  constructor(rows: Matrix, options: ContrastOptions) {
    this.#rows = rows;
    this.#options = options;
    this.#first = new Float32Array(rows.values.length);
    this.#second = new Float32Array(rows.values.length);
  }

  add(feature: number, slope: Float32Array): void {
    const kept = this.#slopes.get(feature);
    if (kept === undefined) this.#slopes.set(feature, slope.slice());
    else for (let c = 0; c < kept.length; c++) kept[c] = (kept[c] as number) + (slope[c] as number);
  }

  update(step: number): void {
    const rate = this.#options.rate * (1 - (step - 1) / this.#options.steps);
    const firstBias = 1 - 0.9 ** step;
    const secondBias = 1 - 0.999 ** step;
    for (const [feature, slope] of this.#slopes) {
      const start = feature * this.#rows.columns;
      for (let c = 0; c < slope.length; c++) {
        const at = start + c;
        const g = slope[c] as number;
        const m = 0.9 * (this.#first[at] as number) + 0.1 * g;
        const v = 0.999 * (this.#second[at] as number) + 0.001 * g * g;
        this.#first[at] = m;
        this.#second[at] = v;
        this.#rows.values[at] =
          (this.#rows.values[at] as number) - (rate * (m / firstBias)) / (Math.sqrt(v / secondBias) + 1e-8);
      }
    }
    this.#slopes.clear();
  }
}

function dot(a: Float32Array, aStart: number, b: Float32Array, bStart: number, length: number): number {
  let sum = 0;
  for (let c = 0; c < length; c++) sum += (a[aStart + c] as number) * (b[bStart + c] as number);
  return sum;
}

/** Mulberry32: the same numbers on every machine. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

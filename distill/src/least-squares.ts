import type { Features } from './features.ts';
import { Matrix } from './matrix.ts';

/**
 * The rows W that minimise |X W - T|^2 + penalty |W - S|^2, where row i of X W is the mean of the rows of W that make up text i, T are the
 * teacher's rows and S the start; by conjugate gradient with a diagonal preconditioner, every column with its own step.
 */
export function fit(texts: Features, targets: Matrix, start: Matrix, penalty: number, iterations: number): Matrix {
  const width = targets.columns;
  const diagonal = new Float64Array(texts.count).fill(penalty);
  for (let i = 0; i + 1 < texts.starts.length; i++) {
    const from = texts.starts[i] as number;
    const to = texts.starts[i + 1] as number;
    for (let k = from; k < to; k++)
      diagonal[texts.ids[k] as number] = (diagonal[texts.ids[k] as number] as number) + 1 / (to - from) ** 2;
  }
  const solution = new Matrix(texts.count, width, start.values.slice());
  const residual = gradient(texts, targets, solution);
  const direction = precondition(residual, diagonal);
  let energy = dots(residual, direction);
  const first = energy.reduce((sum, value) => sum + value, 0);
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const product = apply(texts, direction, penalty);
    const curvature = dots(direction, product);
    const step = energy.map((value, c) => value / Math.max(curvature[c] as number, 1e-30));
    addScaled(solution, direction, step);
    addScaled(
      residual,
      product,
      step.map((value) => -value),
    );
    const next = precondition(residual, diagonal);
    const nextEnergy = dots(residual, next);
    const ratio = nextEnergy.map((value, c) => value / Math.max(energy[c] as number, 1e-30));
    for (let i = 0; i < direction.values.length; i++) {
      direction.values[i] = (next.values[i] as number) + (direction.values[i] as number) * (ratio[i % width] as number);
    }
    energy = nextEnergy;
    const left = energy.reduce((sum, value) => sum + value, 0) / first;
    if (iteration % 10 === 0)
      console.error(`least squares: iteration ${iteration}, ${left.toExponential(2)} of the start`);
    if (left < 1e-6) break;
  }
  return solution;
}

/** The mean of the rows that make up each text. */
export function means(texts: Features, rows: Matrix): Matrix {
  const result = new Matrix(texts.starts.length - 1, rows.columns);
  for (let i = 0; i < result.rows; i++) meanInto(result.row(i), texts, i, rows);
  return result;
}

function meanInto(sum: Float32Array, texts: Features, text: number, rows: Matrix): number {
  const from = texts.starts[text] as number;
  const to = texts.starts[text + 1] as number;
  const share = 1 / (to - from);
  sum.fill(0);
  for (let k = from; k < to; k++) {
    const start = (texts.ids[k] as number) * rows.columns;
    for (let c = 0; c < sum.length; c++) sum[c] = (sum[c] as number) + share * (rows.values[start + c] as number);
  }
  return share;
}

function scatter(target: Matrix, texts: Features, text: number, row: Float32Array, share: number): void {
  for (let k = texts.starts[text] as number; k < (texts.starts[text + 1] as number); k++) {
    const start = (texts.ids[k] as number) * target.columns;
    for (let c = 0; c < row.length; c++) {
      target.values[start + c] = (target.values[start + c] as number) + share * (row[c] as number);
    }
  }
}

/** X^T (T - X W); at the start W = S, so the penalty adds nothing. */
function gradient(texts: Features, targets: Matrix, rows: Matrix): Matrix {
  const result = new Matrix(rows.rows, rows.columns);
  const row = new Float32Array(rows.columns);
  for (let i = 0; i < targets.rows; i++) {
    const share = meanInto(row, texts, i, rows);
    const target = targets.row(i);
    for (let c = 0; c < row.length; c++) row[c] = (target[c] as number) - (row[c] as number);
    scatter(result, texts, i, row, share);
  }
  return result;
}

/** (X^T X + penalty) times the rows. */
function apply(texts: Features, rows: Matrix, penalty: number): Matrix {
  const result = new Matrix(
    rows.rows,
    rows.columns,
    rows.values.map((value) => penalty * value),
  );
  const row = new Float32Array(rows.columns);
  for (let i = 0; i + 1 < texts.starts.length; i++) scatter(result, texts, i, row, meanInto(row, texts, i, rows));
  return result;
}

function precondition(rows: Matrix, diagonal: Float64Array): Matrix {
  const result = new Matrix(rows.rows, rows.columns);
  for (let i = 0; i < rows.values.length; i++) {
    result.values[i] = (rows.values[i] as number) / (diagonal[Math.floor(i / rows.columns)] as number);
  }
  return result;
}

function dots(a: Matrix, b: Matrix): Float64Array {
  const result = new Float64Array(a.columns);
  for (let i = 0; i < a.values.length; i++) {
    const c = i % a.columns;
    result[c] = (result[c] as number) + (a.values[i] as number) * (b.values[i] as number);
  }
  return result;
}

function addScaled(target: Matrix, rows: Matrix, scale: Float64Array): void {
  for (let i = 0; i < target.values.length; i++) {
    target.values[i] =
      (target.values[i] as number) + (scale[i % target.columns] as number) * (rows.values[i] as number);
  }
}

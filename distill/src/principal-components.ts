import type { Matrix } from './matrix.ts';

/** Unit eigenvectors of the second moments of the rows, largest eigenvalue first, each with its largest component positive. */
export function principalComponents(matrix: Matrix, count: number): { vectors: Float64Array[]; values: number[] } {
  const n = matrix.columns;
  const moments = Array.from({ length: n }, () => new Float64Array(n));
  for (let r = 0; r < matrix.rows; r++) {
    const row = matrix.row(r);
    for (let i = 0; i < n; i++) {
      const a = row[i] ?? 0;
      const target = moments[i] as Float64Array;
      for (let j = i; j < n; j++) target[j] = (target[j] as number) + a * (row[j] as number);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) (moments[i] as Float64Array)[j] = (moments[j] as Float64Array)[i] as number;
  }
  const { vectors, values } = jacobi(moments);
  const order = values.map((_, i) => i).sort((a, b) => (values[b] as number) - (values[a] as number));
  return {
    vectors: order.slice(0, count).map((i) => pointed(vectors[i] as Float64Array)),
    values: order.map((i) => (values[i] as number) / matrix.rows),
  };
}

/** Cyclic Jacobi (Golub & Van Loan 8.5): the eigenvalues and eigenvectors of a symmetric matrix, which is destroyed. */
function jacobi(a: Float64Array[]): { vectors: Float64Array[]; values: number[] } {
  const n = a.length;
  const v = Array.from({ length: n }, (_, i) => {
    const row = new Float64Array(n);
    row[i] = 1;
    return row;
  });
  const trace = a.reduce((sum, row, i) => sum + Math.abs(row[i] as number), 0);
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += ((a[p] as Float64Array)[q] as number) ** 2;
    if (Math.sqrt(off) < 1e-10 * trace) break;
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) rotate(a, v, p, q);
  }
  return { vectors: v, values: a.map((row, i) => row[i] as number) };
}

function rotate(a: Float64Array[], v: Float64Array[], p: number, q: number): void {
  const rowP = a[p] as Float64Array;
  const rowQ = a[q] as Float64Array;
  const apq = rowP[q] as number;
  if (Math.abs(apq) < 1e-300) return;
  const theta = ((rowQ[q] as number) - (rowP[p] as number)) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) {
    const x = row[p] as number;
    const y = row[q] as number;
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  turn(rowP, rowQ, c, s);
  turn(v[p] as Float64Array, v[q] as Float64Array, c, s);
}

function turn(x: Float64Array, y: Float64Array, c: number, s: number): void {
  for (let k = 0; k < x.length; k++) {
    const a = x[k] as number;
    const b = y[k] as number;
    x[k] = c * a - s * b;
    y[k] = s * a + c * b;
  }
}

function pointed(vector: Float64Array): Float64Array {
  let largest = 0;
  for (const value of vector) if (Math.abs(value) > Math.abs(largest)) largest = value;
  return largest < 0 ? vector.map((value) => -value) : vector;
}

import type { Matrix } from './matrix.ts';

/** Rows as int8 with a scale each, so that the largest component of a row is 127; the zero row stays zero. */
export function quantize(matrix: Matrix): { scales: Float32Array; vectors: Int8Array } {
  const scales = new Float32Array(matrix.rows);
  const vectors = new Int8Array(matrix.values.length);
  for (let r = 0; r < matrix.rows; r++) {
    const row = matrix.row(r);
    const largest = row.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const scale = largest === 0 ? 1 : largest / 127;
    scales[r] = scale;
    for (let c = 0; c < row.length; c++) vectors[r * matrix.columns + c] = Math.round((row[c] ?? 0) / scale);
  }
  return { scales, vectors };
}

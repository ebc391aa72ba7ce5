import type { Matrix } from './matrix.ts';

/** How often each piece occurs among all pieces of the texts. */
export function frequencies(encoded: readonly (readonly number[])[], pieces: number): Float64Array {
  const counts = new Float64Array(pieces);
  let total = 0;
  for (const text of encoded) {
    total += text.length;
    for (const piece of text) counts[piece] = (counts[piece] ?? 0) + 1;
  }
  return counts.map((count) => count / total);
}

/** Scales centred rows of single pieces by a / (a + p), the smooth inverse frequency of Arora et al. 2017. */
export function weigh(rows: Matrix, frequency: Float64Array, a: number): Matrix {
  for (let piece = 0; piece < rows.rows; piece++) {
    const weight = a / (a + (frequency[piece] ?? 0));
    const row = rows.row(piece);
    for (let c = 0; c < row.length; c++) row[c] = (row[c] ?? 0) * weight;
  }
  return rows;
}

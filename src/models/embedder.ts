/**
 * Turns texts into vectors. Every row has unit length and `dimensions` components, rows come in the order of the texts, and a text's
 * row never depends on the texts beside it. `name` is stable and is written into the index.
 */
export interface Embedder {
  readonly name: string;
  readonly dimensions: number;
  /** Changes whenever the same text would get another row although the name is the same; undefined where that cannot be known. */
  readonly revision?: string;
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Scales a row to unit length in place; a row without direction becomes the first axis, so that the length always is one. */
export function toUnitLength(row: Float32Array): Float32Array {
  let square = 0;
  for (const value of row) square += value * value;
  if (square > 0 && Number.isFinite(square)) {
    const scale = 1 / Math.sqrt(square);
    for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) * scale;
  } else {
    row.fill(0);
    row[0] = 1;
  }
  return row;
}

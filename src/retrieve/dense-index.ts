/** Unit-length vectors, compared exactly with a query's by inner product. */
export class DenseIndex {
  readonly size: number;
  readonly #dimensions: number;
  readonly #vectors: Float32Array;

  constructor(rows: readonly Float32Array[]) {
    this.size = rows.length;
    this.#dimensions = rows[0]?.length ?? 0;
    this.#vectors = new Float32Array(this.size * this.#dimensions);
    for (const [at, row] of rows.entries()) this.#vectors.set(row, at * this.#dimensions);
  }

  /** The cosine of every row with the query, negative ones as 0. */
  scores(query: Float32Array): Float32Array {
    const scores = new Float32Array(this.size);
    const dimensions = this.#dimensions;
    const vectors = this.#vectors;
    if (query.length !== dimensions) return scores;
    for (let row = 0, start = 0; row < scores.length; row++, start += dimensions) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      let i = 0;
      for (; i + 3 < dimensions; i += 4) {
        a += (query[i] as number) * (vectors[start + i] as number);
        b += (query[i + 1] as number) * (vectors[start + i + 1] as number);
        c += (query[i + 2] as number) * (vectors[start + i + 2] as number);
        d += (query[i + 3] as number) * (vectors[start + i + 3] as number);
      }
      for (; i < dimensions; i++) a += (query[i] as number) * (vectors[start + i] as number);
      const sum = a + b + c + d;
      if (sum > 0) scores[row] = sum;
    }
    return scores;
  }
}

import { DenseKernel } from './dense-kernel.ts';

/** From so many components on, a memory of its own is worth its cost. */
const leastForKernel = 16_384;

/** Unit-length vectors, compared exactly with a query's by inner product. */
export class DenseIndex {
  readonly size: number;
  readonly #dimensions: number;
  readonly #vectors: Float32Array;
  readonly #kernel: DenseKernel | undefined;

  constructor(rows: readonly Float32Array[]) {
    this.size = rows.length;
    this.#dimensions = rows[0]?.length ?? 0;
    this.#kernel = kernelFor(this.size, this.#dimensions);
    this.#vectors = this.#kernel?.rows ?? new Float32Array(this.size * this.#dimensions);
    for (const [at, row] of rows.entries()) this.#vectors.set(row, at * this.#dimensions);
  }

  /** Sets `scores` to the cosine of every row with the query, negative ones to 0; all to 0 for a query of other dimensions. */
  score(query: Float32Array, scores: Float32Array): void {
    if (query.length !== this.#dimensions) scores.fill(0);
    else if (this.#kernel) scores.set(this.#kernel.score(query));
    else this.#scoreEach(query, scores);
  }

  /** The cosine of every row with the query, negative ones as 0. */
  scores(query: Float32Array): Float32Array {
    const scores = new Float32Array(this.size);
    this.score(query, scores);
    return scores;
  }

  #scoreEach(query: Float32Array, scores: Float32Array): void {
    const dimensions = this.#dimensions;
    const vectors = this.#vectors;
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
      scores[row] = Math.max(0, a + b + c + d);
    }
  }
}

function kernelFor(size: number, dimensions: number): DenseKernel | undefined {
  if (size * dimensions < leastForKernel || dimensions % 4 !== 0) return undefined;
  try {
    return new DenseKernel(size, dimensions);
  } catch (error) {
    // Where a process may not have such a memory, the same is computed more slowly.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

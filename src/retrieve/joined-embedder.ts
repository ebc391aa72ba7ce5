import type { Embedder } from '../models/index.ts';

/** What the rows of another embedder than the word embedder are joined with, as it is kept. */
export interface JoinedData {
  /** The mean of the embedder's rows over all units. */
  readonly mean: Float32Array;
  /** The word embedder's rows of all units, one after another. */
  readonly wordRows: Float32Array;
}

/** Set by hand on development queries; a fifth to two fifths do alike (docs/decisions/0006). */
const embedderShare = 0.2;

/**
 * An embedder joined with the word embedder, so that a cosine of joined rows is
 *
 *     share * cosine(a - mean, b - mean) + (1 - share) * cosine of the word embedder's rows
 *
 * The word embedder's table knows business language, a general model does not; and without the mean of an index's texts, which many models give
 * to whatever they read, cosines of all models spread around 0 alike.
 */
export class JoinedEmbedder implements Embedder {
  readonly name: string;
  readonly dimensions: number;
  readonly #embedder: Embedder;
  readonly #words: Embedder;
  readonly #data: JoinedData;

  constructor(embedder: Embedder, words: Embedder, data: JoinedData) {
    this.name = `${embedder.name} and ${words.name}`;
    this.dimensions = embedder.dimensions + words.dimensions;
    this.#embedder = embedder;
    this.#words = words;
    this.#data = data;
  }

  /** `rows` and `wordRows` are those of the same texts by both embedders. */
  static data(rows: readonly Float32Array[], wordRows: readonly Float32Array[]): JoinedData {
    const mean = new Float32Array(rows[0]?.length ?? 0);
    for (const row of rows) for (const [i, value] of row.entries()) mean[i] = (mean[i] as number) + value / rows.length;
    const dimensions = wordRows[0]?.length ?? 0;
    const packed = new Float32Array(wordRows.length * dimensions);
    for (const [at, row] of wordRows.entries()) packed.set(row, at * dimensions);
    return { mean, wordRows: packed };
  }

  /** The joined row of a unit by its place among all units and its row by the embedder. */
  ofUnit(at: number, row: Float32Array): Float32Array {
    const { dimensions } = this.#words;
    return this.#join(row, this.#data.wordRows.subarray(at * dimensions, (at + 1) * dimensions));
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const [rows, wordRows] = await Promise.all([this.#embedder.embed(texts), this.#words.embed(texts)]);
    return rows.flatMap((row, at) => {
      const wordRow = wordRows[at];
      return wordRow === undefined ? [] : [this.#join(row, wordRow)];
    });
  }

  /** A text that is just the mean has no direction of its own: only its words count. */
  #join(row: Float32Array, wordRow: Float32Array): Float32Array {
    const joined = new Float32Array(this.dimensions);
    let square = 0;
    for (let i = 0; i < row.length; i++) {
      const value = (row[i] as number) - (this.#data.mean[i] ?? 0);
      joined[i] = value;
      square += value * value;
    }
    const scale = square > 0 ? Math.sqrt(embedderShare / square) : 0;
    for (let i = 0; i < row.length; i++) joined[i] = scale * (joined[i] as number);
    const wordScale = Math.sqrt(1 - embedderShare);
    for (let i = 0; i < wordRow.length; i++) joined[row.length + i] = wordScale * (wordRow[i] as number);
    return joined;
  }
}

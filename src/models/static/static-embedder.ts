import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GroundrailError } from '../../base/index.ts';
import { type Embedder, toUnitLength } from '../embedder.ts';
import { WordPiece } from '../word-piece.ts';
import { decodeTokenTable, type TokenTable } from './token-table.ts';

const longestText = 512;

/**
 * The default embedder: the unit-length sum of the table's rows for the pieces and pairs of pieces of a text (its first 512 pieces).
 * Weights of frequent pieces are part of the rows. A text without pieces gets the row of the unknown piece.
 */
export class StaticEmbedder implements Embedder {
  readonly name = 'static';
  readonly dimensions: number;
  readonly revision: string;
  readonly #table: TokenTable;
  readonly #tokenizer: WordPiece;
  readonly #pairs: ReadonlyMap<number, number>;

  constructor(table: TokenTable) {
    const ids = new Map<string, number>();
    const pairs = new Map<number, number>();
    table.entries.forEach((entry, row) => {
      const space = entry.indexOf(' ');
      if (space < 0) ids.set(entry, row);
      else pairs.set(pairKey(ids.get(entry.slice(0, space)) ?? row, ids.get(entry.slice(space + 1)) ?? row), row);
    });
    this.#table = table;
    this.#tokenizer = new WordPiece(ids);
    this.#pairs = pairs;
    this.dimensions = table.dimensions;
    this.revision = table.checksum;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const packed = new Float32Array(texts.length * this.dimensions);
    return texts.map((text, at) =>
      this.#embedText(text, packed.subarray(at * this.dimensions, (at + 1) * this.dimensions)),
    );
  }

  /** Fills a row of zeros; rows are views into one array, because thousands of small ones cost more than their contents. */
  #embedText(text: string, row: Float32Array): Float32Array {
    const pieces = this.#tokenizer.encode(text, longestText);
    if (pieces.length === 0) pieces.push(this.#tokenizer.unknown);
    let previous = -1;
    for (const piece of pieces) {
      this.#add(row, piece);
      const pair = previous < 0 ? undefined : this.#pairs.get(pairKey(previous, piece));
      if (pair !== undefined) this.#add(row, pair);
      previous = piece;
    }
    return toUnitLength(row);
  }

  #add(sum: Float32Array, row: number): void {
    const { vectors, scales, dimensions } = this.#table;
    const scale = scales[row] ?? 0;
    const start = row * dimensions;
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + scale * (vectors[start + i] ?? 0);
  }
}

/** One number for two neighbouring rows; a table has fewer than 2^20 of them. */
const pairKey = (first: number, second: number) => first * 0x100000 + second;

/** Loads the table shipped with the package, or the one in `path`. */
export async function loadStaticEmbedder(path = shippedTable()): Promise<StaticEmbedder> {
  try {
    return new StaticEmbedder(decodeTokenTable(readFileSync(path)));
  } catch (error) {
    const reason = `its table ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const remedy = 'Install groundrail again, or choose another embedder with --embedder.';
    throw new GroundrailError('model-unavailable', { model: 'static', reason, remedy }, { cause: error });
  }
}

function shippedTable(): string {
  return createRequire(import.meta.url).resolve('groundrail/assets/token-table.bin');
}

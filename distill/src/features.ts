import type { WordPiece } from '../../src/models/index.ts';

/** The rows of the table that make up texts: text i has the features `ids[starts[i]] ... ids[starts[i + 1] - 1]`. */
export interface Features {
  count: number;
  starts: Uint32Array;
  ids: Uint32Array;
}

/** Turns texts into features: their pieces, and the pairs of neighbouring pieces that are entries of their own. */
export class Featurizer {
  readonly entries: readonly string[];
  readonly #tokenizer: WordPiece;
  readonly #pairs = new Map<number, number>();

  constructor(tokenizer: WordPiece, pieces: readonly string[], pairs: readonly (readonly [number, number])[]) {
    this.#tokenizer = tokenizer;
    this.entries = [...pieces, ...pairs.map(([a, b]) => `${pieces[a]} ${pieces[b]}`)];
    for (const [i, [a, b]] of pairs.entries()) this.#pairs.set(a * 0x100000 + b, pieces.length + i);
  }

  encode(text: string): number[] {
    const pieces = this.#tokenizer.encode(text, 126);
    if (pieces.length === 0) return [this.#tokenizer.unknown];
    const features = [...pieces];
    for (let i = 1; i < pieces.length; i++) {
      const pair = this.#pairs.get((pieces[i - 1] as number) * 0x100000 + (pieces[i] as number));
      if (pair !== undefined) features.push(pair);
    }
    return features;
  }

  encodeAll(texts: readonly string[]): Features {
    const encoded = texts.map((text) => this.encode(text));
    const starts = new Uint32Array(texts.length + 1);
    for (const [i, features] of encoded.entries()) starts[i + 1] = (starts[i] as number) + features.length;
    const ids = new Uint32Array(starts[texts.length] as number);
    for (const [i, features] of encoded.entries()) ids.set(features, starts[i] as number);
    return { count: this.entries.length, starts, ids };
  }
}

/**
 * The neighbouring pieces that say more together than apart: of those seen at least `least` times, the `most` with the highest
 * count * log(count * total / (count of first * count of second)), none with punctuation or digits.
 */
export function findPairs(
  encoded: readonly (readonly number[])[],
  pieces: readonly string[],
  least: number,
  most: number,
): [number, number][] {
  const single = new Float64Array(pieces.length);
  const pairs = new Map<number, number>();
  let total = 0;
  for (const text of encoded) {
    for (const [i, piece] of text.entries()) {
      single[piece] = (single[piece] as number) + 1;
      total++;
      const before = text[i - 1];
      if (before !== undefined) pairs.set(before * 0x100000 + piece, (pairs.get(before * 0x100000 + piece) ?? 0) + 1);
    }
  }
  const wordy = (piece: number) => /^(##)?[a-z]+$/.test(pieces[piece] ?? '');
  return [...pairs]
    .map(([key, count]) => ({ a: Math.floor(key / 0x100000), b: key % 0x100000, count }))
    .filter(({ a, b, count }) => count >= least && wordy(a) && wordy(b))
    .map(({ a, b, count }) => {
      const expected = ((single[a] as number) * (single[b] as number)) / total;
      return { a, b, gain: count * Math.log(count / expected) };
    })
    .sort((x, y) => y.gain - x.gain || x.a - y.a || x.b - y.b)
    .slice(0, most)
    .map(({ a, b }) => [a, b]);
}

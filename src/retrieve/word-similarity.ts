import { termOf } from './analyze.ts';
import { BoundedCache } from './bounded-cache.ts';
import { Numbering } from './numbering.ts';

/** A known word that resembles a query word; `similarity` is a cosine, 1 for the word itself. */
export interface Neighbour {
  readonly word: number;
  readonly similarity: number;
}

/** Words less alike than this do not count as alike. */
const leastSimilarity = 0.5;
/**
 * Signs compared before the components are: 128, the first 64 of them alone at first. Vectors at 60 degrees differ in a third of them on
 * average (43 and 21, with deviations of 5 and 4), unrelated ones in half.
 */
const comparedSigns = 128;
const signGroups = comparedSigns / 32;
const mostDifferentSigns = 52;
const mostDifferentFirst = 28;
/** Words of one stem are at least this alike. */
const ofOneStem = 0.85;
const mostCachedWords = 10_000;

/** The words as they are kept. Words of one stem: those of `stems[s]` are `kin[kinStarts[s]]` up to `kin[kinStarts[s + 1]]`. */
export interface WordData {
  readonly words: readonly string[];
  readonly dimensions: number;
  readonly vectors: Float32Array;
  readonly signs: Uint32Array;
  readonly stems: readonly string[];
  readonly kinStarts: Uint32Array;
  readonly kin: Uint32Array;
}

/**
 * The words that the texts of an index use, with their vectors, to find those that mean nearly the same as a word of the query. Rows have unit
 * length. Words whose components differ in sign too often are passed over without a full comparison (random hyperplanes, Charikar 2002).
 */
export class WordSimilarity {
  readonly data: WordData;
  readonly #ids: Numbering;
  readonly #stems: Numbering;
  readonly #cache = new BoundedCache<string, readonly Neighbour[]>(mostCachedWords);

  constructor(data: WordData) {
    this.data = data;
    this.#ids = new Numbering(data.words);
    this.#stems = new Numbering(data.stems);
  }

  /** Words and their vectors, in the order of their numbers. */
  static of(words: readonly string[], rows: readonly Float32Array[]): WordSimilarity {
    const dimensions = rows[0]?.length ?? 0;
    const vectors = new Float32Array(rows.length * dimensions);
    const signs = new Uint32Array(dimensions < comparedSigns ? 0 : rows.length * signGroups);
    for (const [id, row] of rows.entries()) {
      vectors.set(row, id * dimensions);
      if (signs.length > 0) signs.set(signsOf(row), id * signGroups);
    }
    const stems = new Numbering();
    const kin: number[][] = [];
    for (const [id, word] of words.entries()) {
      const stem = stems.id(termOf(word));
      const list = kin[stem];
      if (list === undefined) kin[stem] = [id];
      else list.push(id);
    }
    const kinStarts = new Uint32Array(kin.length + 1);
    for (const [stem, list] of kin.entries()) kinStarts[stem + 1] = (kinStarts[stem] ?? 0) + list.length;
    return new WordSimilarity({
      words,
      dimensions,
      vectors,
      signs,
      stems: stems.texts,
      kinStarts,
      kin: Uint32Array.from(kin.flat()),
    });
  }

  /** The number of a word that is known. */
  known(word: string): number | undefined {
    return this.#ids.known(word);
  }

  get size(): number {
    return this.data.words.length;
  }

  /** The known words that resemble a word, most alike first, ties by id. */
  neighbours(word: string, vector: Float32Array): readonly Neighbour[] {
    let found = this.#cache.get(word);
    if (found === undefined) {
      found = this.#search(word, vector);
      this.#cache.set(word, found);
    }
    return found;
  }

  /** The neighbours of a word if they were asked for before. */
  cached(word: string): readonly Neighbour[] | undefined {
    return this.#cache.get(word);
  }

  #search(word: string, vector: Float32Array): readonly Neighbour[] {
    const found: Neighbour[] = [];
    const own = this.#ids.known(word);
    const { dimensions, vectors, signs } = this.data;
    const [first = 0, second = 0, third = 0, fourth = 0] = signsOf(vector);
    const few = signs.length === 0;
    const size = dimensions === 0 ? 0 : vectors.length / dimensions;
    for (let id = 0; id < size; id++) {
      if (id === own) continue;
      const at = id * signGroups;
      if (!few) {
        let different = bitsOf((signs[at] as number) ^ first) + bitsOf((signs[at + 1] as number) ^ second);
        if (different > mostDifferentFirst) continue;
        different += bitsOf((signs[at + 2] as number) ^ third) + bitsOf((signs[at + 3] as number) ^ fourth);
        if (different > mostDifferentSigns) continue;
      }
      let sum = 0;
      for (let i = 0, at = id * dimensions; i < dimensions; i++, at++)
        sum += (vector[i] as number) * (vectors[at] as number);
      if (sum >= leastSimilarity) found.push({ word: id, similarity: Math.min(sum, 1) });
    }
    if (own !== undefined) found.push({ word: own, similarity: 1 });
    for (const kin of this.#kinOf(word)) {
      if (kin === own) continue;
      const at = found.findIndex((neighbour) => neighbour.word === kin);
      if (at < 0) found.push({ word: kin, similarity: ofOneStem });
      else found[at] = { word: kin, similarity: Math.max(ofOneStem, found[at]?.similarity ?? 0) };
    }
    return found.sort((a, b) => b.similarity - a.similarity || a.word - b.word);
  }

  /** The known words of the same stem. */
  #kinOf(word: string): Uint32Array {
    const { kinStarts, kin } = this.data;
    const stem = this.#stems.known(termOf(word));
    return stem === undefined ? kin.subarray(0, 0) : kin.subarray(kinStarts[stem], kinStarts[stem + 1]);
  }
}

/** The signs of the first components as bits; none where a row has fewer components. */
function signsOf(row: Float32Array): Uint32Array {
  const signs = new Uint32Array(row.length < comparedSigns ? 0 : signGroups);
  for (let i = 0; i < signs.length * 32; i++) {
    if ((row[i] as number) > 0) signs[i >> 5] = (signs[i >> 5] as number) | (1 << (i & 31));
  }
  return signs;
}

/** How many bits of a number are set. */
function bitsOf(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

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
  readonly signs: Uint16Array;
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
  readonly #signCount: number;
  readonly #cache = new BoundedCache<string, readonly Neighbour[]>(mostCachedWords);

  constructor(data: WordData) {
    this.data = data;
    this.#ids = new Numbering(data.words);
    this.#stems = new Numbering(data.stems);
    this.#signCount = signCountOf(data.dimensions);
  }

  /** Words and their vectors, in the order of their numbers. */
  static of(words: readonly string[], rows: readonly Float32Array[]): WordSimilarity {
    const dimensions = rows[0]?.length ?? 0;
    const vectors = new Float32Array(rows.length * dimensions);
    const signCount = signCountOf(dimensions);
    const signs = new Uint16Array(rows.length * signCount);
    for (const [id, row] of rows.entries()) {
      vectors.set(row, id * dimensions);
      signs.set(signsOf(row, signCount), id * signCount);
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
    const count = this.#signCount;
    const wanted = signsOf(vector, count);
    const half = count >> 1;
    const few = count * 16 < comparedSigns;
    const limit = few ? Number.POSITIVE_INFINITY : mostDifferentSigns;
    const firstLimit = few ? Number.POSITIVE_INFINITY : mostDifferentFirst;
    const size = dimensions === 0 ? 0 : vectors.length / dimensions;
    for (let id = 0; id < size; id++) {
      if (id === own) continue;
      let different = 0;
      let at = id * count;
      for (let i = 0; i < half; i++, at++)
        different += bitCounts[(signs[at] as number) ^ (wanted[i] as number)] as number;
      if (different > firstLimit) continue;
      for (let i = half; i < count; i++, at++)
        different += bitCounts[(signs[at] as number) ^ (wanted[i] as number)] as number;
      if (different > limit) continue;
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

/** How many groups of 16 signs are compared. */
function signCountOf(dimensions: number): number {
  return Math.min(comparedSigns, dimensions - (dimensions % 16)) / 16;
}

const bitCounts = new Uint8Array(65_536);
for (let bits = 1; bits < bitCounts.length; bits++) bitCounts[bits] = (bits & 1) + (bitCounts[bits >> 1] as number);

function signsOf(row: Float32Array, count: number): Uint16Array {
  const signs = new Uint16Array(count);
  for (let i = 0; i < count * 16; i++) {
    if ((row[i] as number) > 0) signs[i >> 4] = (signs[i >> 4] as number) | (1 << (i & 15));
  }
  return signs;
}

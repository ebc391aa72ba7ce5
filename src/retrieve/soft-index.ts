import { includesSorted } from './bm25.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Neighbour } from './word-similarity.ts';

/** So many documents that words meet are kept by each index, twice at most: 8 bytes each. */
export const mostKept = 500_000;

/** An index as it is kept: the documents of word `w` stand from `starts[w]` to `starts[w + 1]`, ascending. */
export interface SoftData {
  readonly size: number;
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
}

/**
 * Scores documents by how well each word of the query is met by the most similar word of the document:
 *
 *     score(q, d) = sum over words w of q of rarity(w) * max over words v of d of similarity(w, v)
 *
 * where rarity(w) is 1 minus the mean of that maximum over all documents: a word that every document meets tells nothing.
 */
export class SoftIndex {
  readonly size: number;
  readonly data: SoftData;
  readonly #best: Float32Array;
  readonly #touched: Uint32Array;
  readonly #meetings = new BoundedCache<readonly Neighbour[], Meeting>(mostKept, ({ documents }) => documents.length);

  constructor(data: SoftData) {
    this.size = data.size;
    this.data = data;
    this.#best = new Float32Array(data.size);
    this.#touched = new Uint32Array(data.size);
  }

  /** Indexes documents given as distinct numbers of words; `wordCount` is greater than every number. */
  static of(documents: readonly (readonly number[])[], wordCount: number): SoftIndex {
    const starts = new Uint32Array(wordCount + 1);
    let total = 0;
    for (const document of documents) {
      for (const word of document) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
      total += document.length;
    }
    for (let word = 0; word < wordCount; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
    const cursor = starts.slice();
    const places = new Uint32Array(total);
    for (const [at, document] of documents.entries()) {
      for (const word of document) {
        const place = cursor[word] ?? 0;
        places[place] = at;
        cursor[word] = place + 1;
      }
    }
    return new SoftIndex({ size: documents.length, starts, documents: places });
  }

  /** Whether a word stands in a document. */
  holds(word: number, document: number): boolean {
    const { starts, documents } = this.data;
    return includesSorted(documents, starts[word] ?? 0, starts[word + 1] ?? 0, document);
  }

  /** Sets `best` to the similarity of each document's nearest word to one word of the query, 0 where none is near. */
  meet(neighbours: readonly Neighbour[], best: Float32Array): void {
    const { starts, documents } = this.data;
    best.fill(0);
    for (const { word, similarity } of neighbours) {
      const to = starts[word + 1] ?? 0;
      for (let at = starts[word] ?? 0; at < to; at++) {
        const document = documents[at] as number;
        if (best[document] === 0) best[document] = similarity;
      }
    }
  }

  /** Adds each document's score to `scores`; one list of neighbours, most alike first, for each word of the query. */
  addScores(query: readonly (readonly Neighbour[])[], scores: Float32Array): void {
    for (const neighbours of query) addMeeting(this.meeting(neighbours), scores);
  }

  /** The documents that a word of the query meets; kept for a while, because requests share words. */
  meeting(neighbours: readonly Neighbour[]): Meeting {
    let meeting = this.#meetings.get(neighbours);
    if (meeting === undefined) {
      meeting = this.#find(neighbours);
      this.#meetings.set(neighbours, meeting);
    }
    return meeting;
  }

  #find(neighbours: readonly Neighbour[]): Meeting {
    const { starts, documents } = this.data;
    const best = this.#best;
    const touched = this.#touched;
    let count = 0;
    let sum = 0;
    for (const { word, similarity } of neighbours) {
      const to = starts[word + 1] ?? 0;
      for (let at = starts[word] ?? 0; at < to; at++) {
        const document = documents[at] as number;
        if (best[document] !== 0) continue;
        best[document] = similarity;
        touched[count++] = document;
        sum += similarity;
      }
    }
    const met = touched.slice(0, count);
    const similarities = Float32Array.from(met, (document) => best[document] as number);
    for (const document of met) best[document] = 0;
    return { documents: met, similarities, rarity: 1 - sum / this.size };
  }
}

/** Documents that a word of a query meets, how nearly, and how much that tells. */
export interface Meeting {
  readonly documents: Uint32Array;
  readonly similarities: Float32Array;
  readonly rarity: number;
}

/** Adds to each document what the word tells of it. */
export function addMeeting({ documents, similarities, rarity }: Meeting, scores: Float32Array): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    scores[document] = (scores[document] as number) + rarity * (similarities[i] as number);
  }
}

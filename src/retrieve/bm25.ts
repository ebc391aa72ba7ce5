import type { Numbering } from './numbering.ts';

/** The number of a query term and how much it counts. */
export interface WeightedTerm {
  readonly term: number;
  readonly weight: number;
}

/** An index as it is kept: the postings of term `t` stand from `starts[t]` to `starts[t + 1]`, by ascending document. */
export interface Bm25Data {
  readonly size: number;
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly impacts: Float32Array;
}

const saturation = 1.2;
const lengthNormalization = 0.5;

/**
 * An inverted index over one field, scored by BM25 (Robertson and Walker 1994) with k1 = 1.2 and b = 0.5:
 *
 *     score(q, d) = sum over t in q of weight(t) * idf(t) * tf(t, d) * (k1 + 1) / (tf(t, d) + k1 * (1 - b + b * length(d) / averageLength))
 *     idf(t) = ln(1 + (N - n(t) + 0.5) / (n(t) + 0.5))
 *
 * What does not depend on the query is computed once; postings lie in typed arrays.
 */
export class Bm25Index {
  readonly size: number;
  readonly data: Bm25Data;

  constructor(data: Bm25Data) {
    this.size = data.size;
    this.data = data;
  }

  /** Indexes documents given as their terms, which are read once, one after the other; new terms are numbered. */
  static of(documents: Iterable<readonly string[]>, terms: Numbering): Bm25Index {
    const postings = new PostingList();
    const lengths: number[] = [];
    const frequencies = new Map<number, number>();
    let total = 0;
    for (const document of documents) {
      frequencies.clear();
      for (const term of document) {
        const id = terms.id(term);
        frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
      }
      postings.append(frequencies);
      lengths.push(document.length);
      total += document.length;
    }
    const size = lengths.length;
    const average = Math.max(1, total / Math.max(1, size));
    const { starts, documents: ids, frequencies: impacts } = postings.byTerm(terms.size);
    for (let term = 0; term < terms.size; term++) {
      const from = starts[term] ?? 0;
      const to = starts[term + 1] ?? 0;
      const idf = inverseFrequency(size, to - from);
      for (let at = from; at < to; at++) {
        const frequency = impacts[at] ?? 0;
        const length = 1 - lengthNormalization + (lengthNormalization * (lengths[ids[at] ?? 0] ?? 0)) / average;
        impacts[at] = (idf * frequency * (saturation + 1)) / (frequency + saturation * length);
      }
    }
    return new Bm25Index({ size, starts, documents: ids, impacts });
  }

  /** Adds each document's score to `scores`, which has one place per document. */
  addScores(terms: readonly WeightedTerm[], scores: Float32Array): void {
    const { starts, documents, impacts } = this.data;
    for (const { term, weight } of terms) {
      if (weight === 0 || term + 1 >= starts.length) continue;
      const to = starts[term + 1] as number;
      for (let at = starts[term] as number; at < to; at++) {
        const document = documents[at] as number;
        scores[document] = (scores[document] as number) + weight * (impacts[at] as number);
      }
    }
  }

  /** Each document's score, as a new array. */
  scores(terms: readonly WeightedTerm[]): Float32Array {
    const scores = new Float32Array(this.size);
    this.addScores(terms, scores);
    return scores;
  }

  /** Whether a term stands in a document. */
  holds(term: number, document: number): boolean {
    const { starts, documents } = this.data;
    return includesSorted(documents, starts[term] ?? 0, starts[term + 1] ?? 0, document);
  }
}

/** Whether a value stands in an ascending stretch of numbers, from one place up to another. */
export function includesSorted(values: Uint32Array, from: number, to: number, value: number): boolean {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low < to && values[low] === value;
}

function inverseFrequency(size: number, frequency: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}

/** Collects (term, document, frequency) triples document by document and sorts them by term with one counting pass. */
class PostingList {
  #terms = new Uint32Array(1024);
  #frequencies = new Float32Array(1024);
  #length = 0;
  readonly #ends: number[] = [];

  append(frequencies: ReadonlyMap<number, number>): void {
    if (this.#length + frequencies.size > this.#terms.length) this.#grow(this.#length + frequencies.size);
    for (const [term, frequency] of frequencies) {
      this.#terms[this.#length] = term;
      this.#frequencies[this.#length] = frequency;
      this.#length++;
    }
    this.#ends.push(this.#length);
  }

  byTerm(termCount: number): { starts: Uint32Array; documents: Uint32Array; frequencies: Float32Array } {
    const starts = new Uint32Array(termCount + 1);
    for (let at = 0; at < this.#length; at++) {
      const next = (this.#terms[at] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let term = 0; term < termCount; term++)
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    const cursor = starts.slice();
    const documents = new Uint32Array(this.#length);
    const frequencies = new Float32Array(this.#length);
    let at = 0;
    for (let document = 0; document < this.#ends.length; document++) {
      for (const end = this.#ends[document] as number; at < end; at++) {
        const term = this.#terms[at] as number;
        const place = cursor[term] as number;
        cursor[term] = place + 1;
        documents[place] = document;
        frequencies[place] = this.#frequencies[at] as number;
      }
    }
    return { starts, documents, frequencies };
  }

  #grow(minimum: number): void {
    const capacity = Math.max(minimum, this.#terms.length * 2);
    const terms = new Uint32Array(capacity);
    terms.set(this.#terms);
    this.#terms = terms;
    const frequencies = new Float32Array(capacity);
    frequencies.set(this.#frequencies);
    this.#frequencies = frequencies;
  }
}

/** How a field of a document counts in BM25F: its weight and how much its length matters (0 not at all, 1 fully). */
export interface FieldOptions {
  readonly weight: number;
  readonly lengthNormalization: number;
}

/** A query term and how much it counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** The terms of a document by field name; a field may be absent. */
export type FieldedDocument = Readonly<Record<string, readonly string[]>>;

const saturation = 1.2;

/**
 * An inverted index scored by BM25F (Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted fields"):
 *
 *     tf'(t, d) = sum over fields f of weight_f * tf(t, d, f) / (1 - b_f + b_f * length(d, f) / averageLength(f))
 *     score(q, d) = sum over t in q of weight(t) * idf(t) * tf'(t, d) * (k1 + 1) / (k1 + tf'(t, d)),   k1 = 1.2
 *     idf(t) = ln(1 + (N - n(t) + 0.5) / (n(t) + 0.5))
 *
 * What does not depend on the query is computed once; postings lie in typed arrays.
 */
export class Bm25Index {
  readonly size: number;
  readonly #terms = new Map<string, number>();
  readonly #starts: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #impacts: Float32Array;

  constructor(documents: readonly FieldedDocument[], fields: Readonly<Record<string, FieldOptions>>) {
    this.size = documents.length;
    const postings = new PostingList();
    const averages = averageLengths(documents, fields);
    const frequencies = new Map<number, number>();
    for (const document of documents) {
      frequencies.clear();
      for (const [field, { weight, lengthNormalization: b }] of Object.entries(fields)) {
        const terms = document[field];
        if (terms === undefined || terms.length === 0) continue;
        const increment = weight / (1 - b + (b * terms.length) / (averages[field] ?? 1));
        for (const term of terms) {
          const id = this.#termId(term);
          frequencies.set(id, (frequencies.get(id) ?? 0) + increment);
        }
      }
      postings.append(frequencies);
    }
    const { starts, documents: ids, frequencies: weighted } = postings.byTerm(this.#terms.size);
    for (let term = 0; term < this.#terms.size; term++) {
      const from = starts[term] ?? 0;
      const to = starts[term + 1] ?? 0;
      const idf = Math.log(1 + (this.size - (to - from) + 0.5) / (to - from + 0.5));
      for (let at = from; at < to; at++) {
        const frequency = weighted[at] ?? 0;
        weighted[at] = (idf * frequency * (saturation + 1)) / (saturation + frequency);
      }
    }
    this.#starts = starts;
    this.#documents = ids;
    this.#impacts = weighted;
  }

  /** Number of documents that hold the term. */
  documentFrequency(term: string): number {
    const id = this.#terms.get(term);
    return id === undefined ? 0 : (this.#starts[id + 1] ?? 0) - (this.#starts[id] ?? 0);
  }

  /** The weight of a term by its rarity; a term that no document holds is the rarest of all. */
  idf(term: string): number {
    const frequency = this.documentFrequency(term);
    return Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5));
  }

  /** Adds each document's score to `scores`, which has one place per document. */
  addScores(terms: readonly WeightedTerm[], scores: Float32Array): void {
    for (const { term, weight } of terms) {
      const id = this.#terms.get(term);
      if (id === undefined || weight === 0) continue;
      const to = this.#starts[id + 1] ?? 0;
      for (let at = this.#starts[id] ?? 0; at < to; at++) {
        const document = this.#documents[at] as number;
        scores[document] = (scores[document] as number) + weight * (this.#impacts[at] as number);
      }
    }
  }

  /** Each document's score, as a new array. */
  scores(terms: readonly WeightedTerm[]): Float32Array {
    const scores = new Float32Array(this.size);
    this.addScores(terms, scores);
    return scores;
  }

  #termId(term: string): number {
    let id = this.#terms.get(term);
    if (id === undefined) {
      id = this.#terms.size;
      this.#terms.set(term, id);
    }
    return id;
  }
}

function averageLengths(
  documents: readonly FieldedDocument[],
  fields: Readonly<Record<string, FieldOptions>>,
): Record<string, number> {
  const averages: Record<string, number> = {};
  for (const field of Object.keys(fields)) {
    let total = 0;
    for (const document of documents) total += document[field]?.length ?? 0;
    averages[field] = Math.max(1, total / Math.max(1, documents.length));
  }
  return averages;
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

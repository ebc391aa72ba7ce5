import { describe, expect, it } from 'vitest';
import { SoftIndex } from './soft-index.ts';
import { WordSimilarity } from './word-similarity.ts';

/** Unit vectors from a seeded generator; every third leans on the first. */
function vectors(count: number, dimensions: number): Float32Array[] {
  let state = 1;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 1073741824 - 1;
  };
  const rows: Float32Array[] = [];
  for (let at = 0; at < count; at++) {
    const row = Float32Array.from({ length: dimensions }, next);
    const first = rows[0];
    if (first && at % 3 === 0) for (let i = 0; i < dimensions; i++) row[i] = (row[i] ?? 0) * 0.05 + (first[i] ?? 0);
    const length = Math.hypot(...row);
    rows.push(row.map((value) => value / length));
  }
  return rows;
}

describe('WordSimilarity', () => {
  it.each([4, 256])('finds what a full comparison finds (%i dimensions)', (dimensions) => {
    const rows = vectors(90, dimensions);
    const similarity = WordSimilarity.of(
      rows.map((_, at) => `w${at}`),
      rows,
    );
    const query = rows[0] ?? new Float32Array(dimensions);
    const cosines = rows.map((row) => row.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0));
    const expected = cosines.flatMap((cosine, word) => (cosine >= 0.5 ? [word] : []));
    const found = similarity.neighbours('new', query);
    expect(found.map(({ word }) => word).sort((a, b) => a - b)).toEqual(expected);
    expect(found.every((neighbour, at) => at === 0 || neighbour.similarity <= (found[at - 1]?.similarity ?? 1))).toBe(
      true,
    );
    expect(similarity.cached('new')).toBe(found);
  });

  it('always finds the word itself, with similarity 1', () => {
    const similarity = WordSimilarity.of(['a', 'b'], [Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    expect(similarity.neighbours('b', Float32Array.of(1, 0))).toEqual(
      [
        { word: 1, similarity: 1 },
        { word: 0, similarity: 1 },
      ].sort((a, b) => a.word - b.word),
    );
    expect([similarity.known('b'), similarity.known('z'), similarity.size]).toEqual([1, undefined, 2]);
  });
});

describe('words of one stem', () => {
  it('count as alike even where their vectors are not', () => {
    const rows = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(-1, 0)];
    const similarity = WordSimilarity.of(['invoice', 'invoices', 'bank'], rows);
    expect(similarity.neighbours('invoiced', Float32Array.of(0, -1)).map(({ word }) => word)).toEqual([0, 1]);
  });
});

describe('SoftIndex', () => {
  it('adds the best similarity of each word of the query, weighted by rarity', () => {
    const index = SoftIndex.of([[0, 1], [1], [2], []], 3);
    const scores = new Float32Array(4);
    index.addScores(
      [
        [
          { word: 0, similarity: 1 },
          { word: 1, similarity: 0.6 },
        ],
        [{ word: 2, similarity: 0.8 }],
      ],
      scores,
    );
    // First word: 1, 0.6, 0, 0, mean 0.4, rarity 0.6. Second: 0.8 for one of four, rarity 0.8.
    expect([...scores].map((score) => Number(score.toFixed(4)))).toEqual([0.6, 0.36, 0.64, 0]);
  });
});

import { expect, it } from 'vitest';
import { DenseIndex } from './dense-index.ts';

function rowsOf(count: number, dimensions: number): Float32Array[] {
  let state = 7;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 1073741824 - 1;
  };
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, next));
}

it('gives many rows the same bits as few, and each its inner product, at least 0', () => {
  const rows = rowsOf(301, 256);
  const query = rows[0]?.map((value, at) => value + (at % 3)) ?? new Float32Array(256);
  const together = new DenseIndex(rows).scores(query);
  const alone = rows.map((row) => new DenseIndex([row]).scores(query)[0]);
  expect([...together]).toEqual(alone);
  expect(together.some((score) => score === 0)).toBe(true);
  for (const [at, row] of rows.entries()) {
    const product = row.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
    expect(together[at]).toBeCloseTo(Math.max(0, product), 3);
  }
});

it('takes any number of dimensions, and none', () => {
  expect([...new DenseIndex(rowsOf(3, 6)).scores(Float32Array.of(0, 0, 0, 0, 0, 0))]).toEqual([0, 0, 0]);
  expect([...new DenseIndex([Float32Array.of(1, 2, 3, 4, 5)]).scores(Float32Array.of(1, 1, 1, 1, 1))]).toEqual([15]);
  expect(new DenseIndex([]).scores(Float32Array.of(1))).toHaveLength(0);
  expect([...new DenseIndex(rowsOf(2, 4)).scores(new Float32Array(0))]).toEqual([0, 0]);
});

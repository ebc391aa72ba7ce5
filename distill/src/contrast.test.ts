import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from './contrast.ts';
import type { Features } from './features.ts';
import { Matrix } from './matrix.ts';

/** One entry a text. */
const single = (ids: number[]): Features => ({
  count: 8,
  starts: Uint32Array.from({ length: ids.length + 1 }, (_, i) => i),
  ids: Uint32Array.from(ids),
});
const cosine = (rows: Matrix, i: number, j: number) => {
  const a = rows.row(i);
  const b = rows.row(j);
  return a.reduce((sum, value, c) => sum + value * (b[c] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));
};
const start = () =>
  new Matrix(
    8,
    4,
    Float32Array.from({ length: 32 }, (_, i) => Math.sin(i * 7.3)),
  );
const options = { steps: 300, batch: 8, temperature: 0.1, rate: 0.02, teacherWeight: 0, weights: {} };
const none = { texts: single([0]), targets: new Matrix(1, 4, Float32Array.of(1, 0, 0, 0)) };

test('the sides of a pair come nearer to each other than to other sides', () => {
  const rows = start();
  const set = { kind: 'x', a: single([0, 1, 2, 3]), b: single([4, 5, 6, 7]), groups: Int32Array.of(0, 1, 2, 3) };
  contrast(rows, [set], none, options);
  for (let i = 0; i < 4; i++) {
    for (let j = 4; j < 8; j++) if (j !== i + 4) assert.ok(cosine(rows, i, i + 4) > cosine(rows, i, j) + 0.2);
  }
});

test('pairs of one group do not push each other away', () => {
  const rows = start();
  const before = rows.values.slice();
  const set = { kind: 'x', a: single([0, 1]), b: single([4, 5]), groups: Int32Array.of(0, 0) };
  contrast(rows, [set], none, options);
  assert.deepEqual(rows.values, before);
});

test('texts turn to their teacher', () => {
  const rows = start();
  const set = { kind: 'x', a: single([1]), b: single([2]), groups: Int32Array.of(0) };
  contrast(rows, [set], none, { ...options, teacherWeight: 1 });
  assert.ok((rows.row(0)[0] ?? 0) / Math.hypot(...rows.row(0)) > 0.99);
});

test('the same start and options give the same rows', () => {
  const set = { kind: 'x', a: single([0, 1, 2, 3]), b: single([4, 5, 6, 7]), groups: Int32Array.of(0, 1, 2, 3) };
  const [first, second] = [start(), start()];
  contrast(first, [set], none, options);
  contrast(second, [set], none, options);
  assert.deepEqual(first.values, second.values);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Features } from './features.ts';
import { fit, means } from './least-squares.ts';
import { Matrix } from './matrix.ts';

/** Three texts over three entries: {0}, {0, 1}, {1, 2}. */
const texts: Features = { count: 3, starts: Uint32Array.of(0, 1, 3, 5), ids: Uint32Array.of(0, 0, 1, 1, 2) };

test('without a penalty the means of the rows reach the targets', () => {
  const targets = new Matrix(3, 2, Float32Array.of(1, 0, 0, 2, 3, 1));
  const rows = fit(texts, targets, new Matrix(3, 2), 1e-9, 20);
  const reached = means(texts, rows).values;
  for (const [i, value] of targets.values.entries()) assert.ok(Math.abs(value - (reached[i] ?? 0)) < 1e-4);
});

test('the solution fulfils the normal equations, by hand for one entry', () => {
  // one text {0} with target 4, penalty 3 towards 0: w = 4 / (1 + 3)
  const one: Features = { count: 1, starts: Uint32Array.of(0, 1), ids: Uint32Array.of(0) };
  assert.ok(
    Math.abs((fit(one, new Matrix(1, 1, Float32Array.of(4)), new Matrix(1, 1), 3, 5).values[0] ?? 0) - 1) < 1e-6,
  );
});

test('a large penalty keeps the start', () => {
  const start = new Matrix(3, 1, Float32Array.of(5, -6, 7));
  const rows = fit(texts, new Matrix(3, 1), start, 1e9, 20);
  for (const [i, value] of start.values.entries()) assert.ok(Math.abs(value - (rows.values[i] ?? 0)) < 1e-3);
});

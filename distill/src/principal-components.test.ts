import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matrix } from './matrix.ts';
import { principalComponents } from './principal-components.ts';

test('finds the axes of a known ellipse, largest first', () => {
  // points +-(3, 4) and +-(0.8, -0.6): eigenvalues 2 * 25 / 4 and 2 * 1 / 4
  const { vectors, values } = principalComponents(
    new Matrix(4, 2, Float32Array.of(3, 4, -3, -4, 0.8, -0.6, -0.8, 0.6)),
    2,
  );
  const expected = [12.5, 0.5];
  for (const [i, value] of values.entries()) assert.ok(Math.abs(value - (expected[i] ?? 0)) < 1e-6);
  assert.ok(Math.abs((vectors[0]?.[0] ?? 0) - 0.6) < 1e-6 && Math.abs((vectors[0]?.[1] ?? 0) - 0.8) < 1e-6);
});

test('the components of random rows are orthonormal', () => {
  let state = 1;
  const values = Float32Array.from({ length: 200 * 12 }, () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  });
  const { vectors } = principalComponents(new Matrix(200, 12, values), 12);
  for (const [i, a] of vectors.entries()) {
    for (const [j, b] of vectors.entries()) {
      const product = a.reduce((sum, value, c) => sum + value * (b[c] ?? 0), 0);
      assert.ok(Math.abs(product - (i === j ? 1 : 0)) < 1e-8);
    }
  }
});

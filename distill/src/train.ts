import { contrast } from './contrast.ts';
import { fit, means } from './least-squares.ts';
import { Matrix } from './matrix.ts';
import { type Prepared, pairSets } from './prepare.ts';
import { principalComponents } from './principal-components.ts';
import type { Recipe } from './recipe.ts';
import { frequencies, weigh } from './start.ts';

/** The rows of the table by a recipe; the prepared teacher rows are centred in place. */
export function train(prepared: Prepared, recipe: Recipe): Matrix {
  const { rows, texts, targets } = leastSquares(prepared, recipe);
  contrast(rows, pairSets(prepared.featurizer, prepared.pairs), { texts, targets }, recipe.contrast);
  return rows;
}

/** The first stage: rows whose mean over a text comes near the teacher's row of the text, in the teacher's principal components. */
export function leastSquares(prepared: Prepared, recipe: Recipe) {
  const { featurizer, pieceRows, teacherRows } = prepared;
  teacherRows.subtract(teacherRows.mean());
  const { vectors } = principalComponents(teacherRows, recipe.dimensions);
  const targets = teacherRows.times(vectors);
  const frequency = frequencies(prepared.encoded, pieceRows.rows);
  const start = new Matrix(featurizer.entries.length, recipe.dimensions);
  start.values.set(weigh(pieceRows.subtract(pieceRows.mean()), frequency, recipe.frequency).times(vectors).values);
  const texts = featurizer.encodeAll(prepared.texts.map(({ text }) => text));
  const rows = fit(texts, targets, start, recipe.penalty, recipe.iterations);
  return { rows, texts, targets, start };
}

/** The share of the targets' square that the means of the rows leave unexplained. */
export function unexplained(
  rows: Matrix,
  { texts, targets }: { texts: Parameters<typeof means>[0]; targets: Matrix },
): number {
  const fitted = means(texts, rows);
  let left = 0;
  let all = 0;
  for (let i = 0; i < fitted.values.length; i++) {
    left += ((fitted.values[i] as number) - (targets.values[i] as number)) ** 2;
    all += (targets.values[i] as number) ** 2;
  }
  return left / all;
}

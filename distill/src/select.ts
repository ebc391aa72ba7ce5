import { join } from 'node:path';
import { contrast } from './contrast.ts';
import { type Encode, score } from './holdout.ts';
import { means } from './least-squares.ts';
import type { Matrix } from './matrix.ts';
import { checkpoints, pairSets, prepare } from './prepare.ts';
import { type Recipe, recipe } from './recipe.ts';
import { teach } from './teacher.ts';
import { leastSquares, unexplained } from './train.ts';

/*
 * Trains with held-out texts and pairs and prints Recall@3 and MRR of the teacher and of each stage on them: what a recipe is chosen by.
 * usage: select ['{"pairEntries":4000,"contrast":{"steps":6000}}'], which changes the recipe of the shipped table
 */
const change: Partial<Recipe> = JSON.parse(process.argv[2] ?? '{}');
const tried: Recipe = { ...recipe, ...change, contrast: { ...recipe.contrast, ...change.contrast } };
const shared = process.env.GROUNDRAIL_SHARED ?? join(import.meta.dirname, '../../../shared');
const prepared = await prepare(shared, tried.pairEntries, true);

console.log(JSON.stringify(tried));
console.log(
  'texts',
  prepared.texts.length,
  'pairs',
  prepared.pairs.length,
  'entries',
  prepared.featurizer.entries.length,
);
console.log(
  ''.padEnd(16),
  prepared.findings.map(({ name, from, among }) => `${name} ${from.length}/${among.length}`).join(' | '),
);
const teacherMean = prepared.teacherRows.mean();
const teacher = (texts: readonly string[]) => teach(join(shared, 'models/all-minilm-l6-v2'), texts, checkpoints);
await show('teacher', async (texts) => unitRows(await teacher(texts)));
await show('teacher, centred', async (texts) => unitRows((await teacher(texts)).subtract(teacherMean)));

const stage = leastSquares(prepared, tried);
await show('start', student(stage.start));
await show('least squares', student(stage.rows));
console.log('unexplained variance', unexplained(stage.rows, stage).toFixed(3));
contrast(stage.rows, pairSets(prepared.featurizer, prepared.pairs), stage, tried.contrast);
await show('contrast', student(stage.rows));

function student(rows: Matrix): Encode {
  return (texts) => unitRows(means(prepared.featurizer.encodeAll(texts), rows));
}

function unitRows(matrix: Matrix): Float32Array[] {
  return Array.from({ length: matrix.rows }, (_, i) => {
    const row = matrix.row(i);
    const norm = Math.hypot(...row) || 1;
    return row.map((value) => value / norm);
  });
}

async function show(name: string, encode: Encode): Promise<void> {
  const scores: string[] = [];
  for (const finding of prepared.findings) {
    const { recallAt3, mrr } = await score(finding, encode);
    scores.push(`${recallAt3.toFixed(3)} ${mrr.toFixed(3)}`);
  }
  console.log(name.padEnd(16), scores.join(' | '));
}

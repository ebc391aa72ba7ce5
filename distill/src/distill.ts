import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeTokenTable } from '../../src/models/index.ts';
import { prepare } from './prepare.ts';
import { quantize } from './quantize.ts';
import { recipe } from './recipe.ts';
import { train } from './train.ts';

/* Makes the table that ships with the product. usage: distill [table.bin]; see README.md for the recipe and what was measured. */
const shared = process.env.GROUNDRAIL_SHARED ?? join(import.meta.dirname, '../../../shared');
const output = process.argv[2] ?? join(import.meta.dirname, '../../assets/token-table.bin');
const prepared = await prepare(shared, recipe.pairEntries, false);
const rows = train(prepared, recipe);
const origin = {
  teacher: 'sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)',
  texts: count(prepared.texts.map(({ source }) => source)),
  pairs: count(prepared.pairs.map(({ kind }) => kind)),
  recipe,
};
const table = { dimensions: rows.columns, entries: prepared.featurizer.entries, ...quantize(rows), origin };
await writeFile(`${output}.part`, encodeTokenTable(table));
await rename(`${output}.part`, output);
console.log(`${output}: ${table.entries.length} entries of ${table.dimensions} dimensions`);

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

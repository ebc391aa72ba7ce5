import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeTokenTable } from '../../src/models/index.ts';
import { collect } from './collect.ts';
import { principalComponents } from './principal-components.ts';
import { quantize } from './quantize.ts';
import { frequencies, weigh } from './start.ts';
import { teach } from './teacher.ts';
import { readPieces } from './vocabulary.ts';

const shared = process.env.GROUNDRAIL_SHARED ?? join(import.meta.dirname, '../../../shared');
const teacher = join(shared, 'models/all-minilm-l6-v2');
const { pieces, tokenizer } = readPieces(teacher);
const texts = collect(join(shared, 'data')).texts();
const frequency = frequencies(
  texts.map(({ text }) => tokenizer.encode(text, 128)),
  pieces.length,
);
const rows = await teach(
  teacher,
  pieces.map((piece) => piece.replace(/^##/, '')),
  '/tmp/groundrail-distill',
);
weigh(rows.subtract(rows.mean()), frequency, 1e-3);
const { vectors } = principalComponents(rows, 256);
const table = { dimensions: 256, entries: pieces, ...quantize(rows.times(vectors)), origin: { recipe: 'provisional' } };
await writeFile(join(import.meta.dirname, '../../assets/token-table.bin'), encodeTokenTable(table));

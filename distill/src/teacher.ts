import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readSentenceTransformer } from '../../src/models/index.ts';
import { Matrix } from './matrix.ts';
import { RowStore } from './row-store.ts';

const together = 12;
const dimensions = 384;

/**
 * The teacher's unit rows of the texts (mean pooling), on one thread. Texts of equal length run together, without padding. Finished rows
 * are kept in `checkpoints`.
 */
export async function teach(folder: string, texts: readonly string[], checkpoints: string): Promise<Matrix> {
  const model = await readSentenceTransformer(folder);
  const store = new RowStore(checkpoints, model.name, dimensions);
  const missing = [...new Set(texts)]
    .filter((text) => !store.has(text))
    .map((text) => ({ text, pieces: [model.first, ...model.tokenizer.encode(text, model.maxLength - 2), model.last] }))
    .sort((a, b) => a.pieces.length - b.pieces.length);
  if (missing.length > 0) {
    const session = await InferenceSession.create(model.modelFile, { intraOpNumThreads: 1, logSeverityLevel: 3 });
    for (let from = 0; from < missing.length; ) {
      const length = missing[from]?.pieces.length;
      let to = from + 1;
      while (to < missing.length && to - from < together && missing[to]?.pieces.length === length) to++;
      const batch = missing.slice(from, to);
      const rows = await run(
        session,
        batch.map(({ pieces }) => pieces),
      );
      for (const [i, { text }] of batch.entries()) store.write(text, rows.row(i));
      if (Math.floor(from / 4000) !== Math.floor(to / 4000))
        console.error(`teacher: ${to} of ${missing.length} new texts`);
      from = to;
    }
  }
  const matrix = new Matrix(texts.length, dimensions);
  for (const [i, text] of texts.entries()) store.read(text, matrix.row(i));
  store.close();
  return matrix;
}

/** One run over texts of the same number of pieces. */
async function run(session: InferenceSession, batch: readonly (readonly number[])[]): Promise<Matrix> {
  const dims = [batch.length, batch[0]?.length ?? 0];
  const ids = BigInt64Array.from(batch.flat(), (piece) => BigInt(piece));
  const output = await session.run({
    input_ids: new Tensor('int64', ids, dims),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), dims),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), dims),
  });
  const vectors = output.last_hidden_state?.data as Float32Array;
  const rows = new Matrix(batch.length, dimensions);
  for (const [i, pieces] of batch.entries()) {
    const row = rows.row(i);
    for (let at = 0; at < pieces.length; at++) {
      const start = (i * pieces.length + at) * dimensions;
      for (let c = 0; c < dimensions; c++) row[c] = (row[c] as number) + (vectors[start + c] as number);
    }
    const norm = Math.hypot(...row);
    for (let c = 0; c < dimensions; c++) row[c] = (row[c] as number) / norm;
  }
  return rows;
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readSentenceTransformer } from '../../src/models/index.ts';
import { Matrix } from './matrix.ts';

const chunk = 4000;
const together = 12;

/**
 * The teacher's unit rows of the texts. Texts of equal length run together, without padding, on one thread. Every 4,000 texts are kept in
 * `checkpoints` under the hash of their content, so that an interrupted run goes on where it stopped.
 */
export async function teach(folder: string, texts: readonly string[], checkpoints: string): Promise<Matrix> {
  const model = await readSentenceTransformer(folder);
  const session = await InferenceSession.create(model.modelFile, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  await mkdir(checkpoints, { recursive: true });
  const matrix = new Matrix(texts.length, 384);

  const run = async (batch: readonly { text: number; pieces: readonly number[] }[]) => {
    const dims = [batch.length, batch[0]?.pieces.length ?? 0];
    const ids = BigInt64Array.from(
      batch.flatMap(({ pieces }) => pieces),
      (piece) => BigInt(piece),
    );
    const output = await session.run({
      input_ids: new Tensor('int64', ids, dims),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), dims),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), dims),
    });
    const vectors = output.last_hidden_state?.data as Float32Array;
    for (const [i, { text, pieces }] of batch.entries()) {
      const row = matrix.row(text);
      for (let at = 0; at < pieces.length; at++) {
        const start = (i * pieces.length + at) * row.length;
        for (let d = 0; d < row.length; d++) row[d] = (row[d] ?? 0) + (vectors[start + d] ?? 0);
      }
      const norm = Math.hypot(...row);
      for (let d = 0; d < row.length; d++) row[d] = (row[d] ?? 0) / norm;
    }
  };

  for (let start = 0; start < texts.length; start += chunk) {
    const part = texts.slice(start, start + chunk);
    const hash = createHash('sha256')
      .update(JSON.stringify([model.name, part]))
      .digest('hex')
      .slice(0, 24);
    const file = join(checkpoints, `${hash}.f32`);
    const target = matrix.values.subarray(start * matrix.columns, (start + part.length) * matrix.columns);
    if (existsSync(file)) {
      target.set(new Float32Array(new Uint8Array(await readFile(file)).buffer));
    } else {
      const encoded = part
        .map((text, i) => ({
          text: start + i,
          pieces: [model.first, ...model.tokenizer.encode(text, model.maxLength - 2), model.last],
        }))
        .sort((a, b) => a.pieces.length - b.pieces.length);
      for (let from = 0; from < encoded.length; ) {
        const length = encoded[from]?.pieces.length;
        let to = from + 1;
        while (to < encoded.length && to - from < together && encoded[to]?.pieces.length === length) to++;
        await run(encoded.slice(from, to));
        from = to;
      }
      await writeFile(`${file}.part`, new Uint8Array(target.buffer, target.byteOffset, target.byteLength));
      await rename(`${file}.part`, file);
      console.error(`teacher: ${Math.min(start + chunk, texts.length)} of ${texts.length} texts`);
    }
  }
  return matrix;
}

import { resolve } from 'node:path';
import { GroundrailError, isGroundrailError } from '../../base/index.ts';
import { type Embedder, toUnitLength } from '../embedder.ts';
import { importOnnxRuntime, type OnnxRuntime, type OnnxSession, type OnnxTensor } from './onnx-runtime.ts';
import { readSentenceTransformer, type SentenceTransformer } from './sentence-transformer.ts';

/** Any local sentence-transformers model with a WordPiece tokenizer; texts longer than the model reads are cut. */
export class OnnxEmbedder implements Embedder {
  readonly name: string;
  readonly dimensions: number;
  readonly revision: string;
  readonly #model: SentenceTransformer;
  readonly #runtime: OnnxRuntime;
  readonly #session: OnnxSession;

  constructor(model: SentenceTransformer, runtime: OnnxRuntime, session: OnnxSession, dimensions: number) {
    this.name = `onnx:${model.name}`;
    this.dimensions = dimensions;
    this.revision = model.revision;
    this.#model = model;
    this.#runtime = runtime;
    this.#session = session;
  }

  /** One run a text: in quantized models the rows of a batch would change with the texts beside them. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const rows: Float32Array[] = [];
    for (const text of texts) rows.push(toUnitLength(await encode(text, this.#model, this.#runtime, this.#session)));
    return rows;
  }
}

/** How the runtime is found and how many threads a run may use; by default the installed package and its own choice. */
export interface OnnxOptions {
  runtime?: OnnxRuntime;
  threads?: number;
}

/** Loads the model in `folder`; throws `model-unavailable` where the folder or the optional package is not usable. */
export async function loadOnnxEmbedder(folder: string, options: OnnxOptions = {}): Promise<OnnxEmbedder> {
  const name = `onnx:${folder}`;
  try {
    const model = await readSentenceTransformer(resolve(folder));
    const runtime = options.runtime ?? (await importOnnxRuntime(name));
    const session = await runtime.InferenceSession.create(model.modelFile, {
      logSeverityLevel: 3,
      ...(options.threads === undefined ? {} : { intraOpNumThreads: options.threads }),
    });
    const row = await encode('', model, runtime, session);
    return new OnnxEmbedder(model, runtime, session, row.length);
  } catch (error) {
    if (isGroundrailError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const remedy =
      'Name a sentence-transformers folder with config.json, tokenizer.json or vocab.txt, and onnx/model*.onnx.';
    throw new GroundrailError('model-unavailable', { model: name, reason, remedy }, { cause: error });
  }
}

async function encode(text: string, model: SentenceTransformer, runtime: OnnxRuntime, session: OnnxSession) {
  const pieces = [model.first, ...model.tokenizer.encode(text, model.maxLength - 2), model.last];
  const dims = [1, pieces.length];
  const tensor = (value: (piece: number) => number) =>
    new runtime.Tensor(
      'int64',
      BigInt64Array.from(pieces, (piece) => BigInt(value(piece))),
      dims,
    );
  const feeds: Record<string, OnnxTensor> = {};
  for (const input of session.inputNames) {
    if (input === 'input_ids') feeds[input] = tensor((piece) => piece);
    else if (input === 'attention_mask') feeds[input] = tensor(() => 1);
    else if (input === 'token_type_ids') feeds[input] = tensor(() => 0);
    else throw new RangeError(`its model wants the input ${input}, which is not supported`);
  }
  const outputs = await session.run(feeds);
  const pooled = session.outputNames.find((name) => outputs[name]?.dims.length === 2);
  const tokens = session.outputNames.find((name) => outputs[name]?.dims.length === 3);
  const output = outputs[(tokens === undefined || pooled === 'sentence_embedding' ? pooled : tokens) ?? ''];
  if (output === undefined || !(output.data instanceof Float32Array)) {
    throw new RangeError('its model returns no float32 token vectors');
  }
  return pool(output.data, output.dims, model.pooling);
}

/** The row of one text from its token vectors (1 x tokens x width) or, already pooled, 1 x width. */
function pool(data: Float32Array, dims: readonly number[], pooling: SentenceTransformer['pooling']): Float32Array {
  const width = dims.at(-1) ?? 0;
  const row = data.slice(0, width);
  if (dims.length === 2 || pooling === 'cls') return row;
  for (let start = width; start + width <= data.length; start += width) {
    for (let i = 0; i < width; i++) {
      const value = data[start + i] ?? 0;
      row[i] = pooling === 'mean' ? (row[i] ?? 0) + value : Math.max(row[i] ?? 0, value);
    }
  }
  return row;
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOnnxEmbedder } from './onnx-embedder.ts';
import type { OnnxRuntime, OnnxTensor } from './onnx-runtime.ts';
import { readSentenceTransformer } from './sentence-transformer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-model-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'Goods', 'goods', 'receipt'];

async function write(files: Record<string, unknown>) {
  const whole: Record<string, unknown> = {
    'config.json': { model_type: 'bert', max_position_embeddings: 512 },
    'vocab.txt': `${vocabulary.join('\n')}\n`,
    'onnx/model.onnx': '',
    ...files,
  };
  for (const [name, content] of Object.entries(whole)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** A model whose token vector is (piece id, position); `inputs` are what it wants, `pooled` makes it return one row. */
function fakeRuntime(inputs = ['input_ids', 'attention_mask', 'token_type_ids'], pooled = false) {
  const fed: Record<string, number[]>[] = [];
  class Tensor implements OnnxTensor {
    readonly data: unknown;
    readonly dims: readonly number[];
    constructor(_type: string, data: BigInt64Array, dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  }
  const numbers = (tensor: OnnxTensor | undefined) => Array.from((tensor?.data ?? []) as BigInt64Array, Number);
  const runtime: OnnxRuntime = {
    Tensor,
    InferenceSession: {
      create: async () => ({
        inputNames: inputs,
        outputNames: pooled ? ['token_embeddings', 'sentence_embedding'] : ['last_hidden_state'],
        run: async (feeds) => {
          fed.push(Object.fromEntries(Object.entries(feeds).map(([name, tensor]) => [name, numbers(tensor)])));
          const ids = numbers(feeds.input_ids);
          const tokens = { data: Float32Array.from(ids.flatMap((id, at) => [id, at])), dims: [1, ids.length, 2] };
          if (!pooled) return { last_hidden_state: tokens };
          return { token_embeddings: tokens, sentence_embedding: { data: Float32Array.of(0, 5), dims: [1, 2] } };
        },
      }),
    },
  };
  return { runtime, fed };
}

const directed = (x: number, y: number) =>
  [x / Math.hypot(x, y), y / Math.hypot(x, y)].map((value) => expect.closeTo(value, 5));

async function embedGoodsReceipt(options?: Parameters<typeof fakeRuntime>) {
  const { runtime, fed } = fakeRuntime(...(options ?? []));
  const embedder = await loadOnnxEmbedder(folder, { runtime });
  const [row] = await embedder.embed(['Goods receipt']);
  return { embedder, row: [...(row ?? [])], fed: fed.at(-1) };
}

describe('OnnxEmbedder', () => {
  it('feeds the pieces between the special ones, a mask and token types, and averages the token vectors', async () => {
    await write({});
    const { embedder, row, fed } = await embedGoodsReceipt();
    expect(fed).toEqual({ input_ids: [2, 5, 6, 3], attention_mask: [1, 1, 1, 1], token_type_ids: [0, 0, 0, 0] });
    expect(row).toEqual(directed(16, 6));
    expect(embedder).toMatchObject({ name: `onnx:${folder.split('/').at(-1)}`, dimensions: 2 });
  });

  it('has another revision where any of its files changed', async () => {
    const revisions = new Set<string | undefined>();
    for (const change of [{}, {}, { 'onnx/model.onnx': 'x' }, { 'tokenizer_config.json': { do_lower_case: false } }]) {
      await write(change);
      const { embedder } = await embedGoodsReceipt();
      revisions.add(embedder.revision);
    }
    expect(revisions.size).toBe(3);
  });

  it('feeds only what the model wants', async () => {
    await write({});
    const { fed } = await embedGoodsReceipt([['input_ids', 'attention_mask']]);
    expect(Object.keys(fed ?? {})).toEqual(['input_ids', 'attention_mask']);
  });

  it.each([
    ['pooling_mode_cls_token', [2, 0]],
    ['pooling_mode_max_tokens', [6, 3]],
    ['pooling_mode_mean_tokens', [16, 6]],
  ] as const)('pools as 1_Pooling/config.json says: %s', async (mode, [x, y]) => {
    await write({ '1_Pooling/config.json': { word_embedding_dimension: 2, [mode]: true } });
    expect((await embedGoodsReceipt()).row).toEqual(directed(x, y));
  });

  it('takes the row of a model that pools by itself', async () => {
    await write({});
    expect((await embedGoodsReceipt([['input_ids'], true])).row).toEqual(directed(0, 5));
  });

  it('cuts a text to what the model reads', async () => {
    await write({ 'sentence_bert_config.json': { max_seq_length: 3, do_lower_case: false } });
    expect((await embedGoodsReceipt()).fed?.input_ids).toEqual([2, 5, 3]);
  });

  it('keeps case where the tokenizer does', async () => {
    await write({ 'tokenizer_config.json': { do_lower_case: false } });
    expect((await embedGoodsReceipt()).fed?.input_ids).toEqual([2, 4, 6, 3]);
  });

  it('prefers tokenizer.json to vocab.txt', async () => {
    const vocab = Object.fromEntries(vocabulary.map((piece, id) => [piece, id + 10]));
    await write({
      'tokenizer.json': {
        normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: null },
        truncation: { max_length: 3 },
        model: { type: 'WordPiece', vocab, continuing_subword_prefix: '##' },
      },
    });
    expect((await embedGoodsReceipt()).fed?.input_ids).toEqual([12, 15, 13]);
  });

  it.each([
    ['no config.json', { 'config.json': undefined }, 'it has no config.json'],
    ['a damaged config.json', { 'config.json': '{' }, 'its config.json is not JSON'],
    ['no vocabulary', { 'vocab.txt': undefined }, 'it has neither tokenizer.json nor vocab.txt'],
    ['no model', { 'onnx/model.onnx': undefined }, 'it has no onnx/model*.onnx'],
    ['no special pieces', { 'vocab.txt': '[UNK]\ngoods\n' }, 'its vocabulary has no [CLS]'],
    [
      'another tokenizer',
      { 'tokenizer.json': { model: { type: 'BPE', vocab: {} } } },
      'its tokenizer is BPE, only WordPiece is supported',
    ],
    [
      'a strange pooling',
      { '1_Pooling/config.json': { pooling_mode_lasttoken: true } },
      'its pooling pooling_mode_lasttoken is not supported (mean, cls or max is)',
    ],
  ])('says what is wrong with a folder that has %s', async (_, files, reason) => {
    await write(files);
    await expect(loadOnnxEmbedder(folder, { runtime: fakeRuntime().runtime })).rejects.toMatchObject({
      code: 'model-unavailable',
      data: { model: `onnx:${folder}`, reason },
    });
  });

  it('refuses a model with inputs that it cannot feed', async () => {
    await write({});
    const { runtime } = fakeRuntime(['input_ids', 'pixel_values']);
    await expect(loadOnnxEmbedder(folder, { runtime })).rejects.toThrow('its model wants the input pixel_values');
  });

  it('chooses the full model before quantized ones', async () => {
    await write({ 'onnx/model_quantized.onnx': '', 'onnx/model_O2.onnx': '' });
    expect((await readSentenceTransformer(folder)).modelFile).toBe(join(folder, 'onnx', 'model.onnx'));
  });
});

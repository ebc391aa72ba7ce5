import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/shared.ts';
import { createEmbedder } from './create-embedder.ts';
import type { Embedder } from './embedder.ts';
import { startEmbeddingsServer } from './fake/embeddings-server.ts';

interface Candidate {
  name: string;
  open: () => Promise<Embedder>;
  close?: () => Promise<void>;
}

const model = join(sharedFolder() ?? 'absent', 'models', 'all-minilm-l6-v2');
const texts = [
  'purchase order',
  'Bestellung für die Straße, ÄÖÜ',
  '',
  '   \t\n',
  '采购订单 заказ 発注書 طلب',
  '🧾👩‍🔧 \u0000\uFFFD\uD800 lone surrogate',
  'goods receipt',
  'x'.repeat(5_000),
  'purchase order',
];

function candidates(): Candidate[] {
  const endpoint = async () => {
    const server = await startEmbeddingsServer();
    const cache = await mkdtemp(join(tmpdir(), 'groundrail-cache-'));
    return { server, cache };
  };
  let running: Awaited<ReturnType<typeof endpoint>> | undefined;
  const list: Candidate[] = [
    { name: 'static', open: () => createEmbedder('static') },
    {
      name: 'endpoint',
      open: async () => {
        running = await endpoint();
        return createEmbedder(`endpoint:${running.server.url}#fake`, { cache: running.cache, env: {} });
      },
      close: async () => {
        await running?.server.close();
        if (running !== undefined) await rm(running.cache, { recursive: true });
      },
    },
  ];
  if (onnxIsHere()) list.push({ name: 'onnx', open: () => createEmbedder(`onnx:${model}`) });
  return list;
}

function onnxIsHere(): boolean {
  const missing = [
    ...(existsSync(model) ? [] : ['the shared model']),
    ...(existsSync(join(import.meta.dirname, '../../node_modules/onnxruntime-node')) ? [] : ['onnxruntime-node']),
  ];
  if (missing.length === 0) return true;
  const message = `the onnx embedder is not tested: ${missing.join(' and ')} is not here`;
  if ((process.env.GROUNDRAIL_REQUIRE ?? '').split(',').includes('onnx')) throw new Error(message);
  console.warn(`SKIPPED ${message}.`);
  return false;
}

describe.each(candidates())('the embedder contract: $name', ({ open, close }) => {
  let embedder: Embedder;
  let rows: Float32Array[];

  beforeAll(async () => {
    embedder = await open();
    rows = await embedder.embed(texts);
  });
  afterAll(async () => close?.());

  it('has a stable name and says how many dimensions its rows have', async () => {
    expect(embedder.name).toMatch(/^(static$|onnx:|endpoint:)/);
    expect(embedder.dimensions).toBeGreaterThan(0);
    expect(rows.map((row) => row.length)).toEqual(texts.map(() => embedder.dimensions));
  });

  it('returns unit length whatever the text is', () => {
    for (const row of rows) expect(Math.hypot(...row)).toBeCloseTo(1, 4);
  });

  it('is deterministic', async () => {
    expect(await embedder.embed(texts)).toEqual(rows);
  });

  it('keeps the order and gives equal texts equal rows', async () => {
    expect(rows[0]).toEqual(rows[8]);
    expect(rows[0]).not.toEqual(rows[6]);
    expect(await embedder.embed([...texts].reverse())).toEqual([...rows].reverse());
  });

  it('gives a text the same row alone as in a batch', async () => {
    for (const [i, text] of texts.entries()) expect(await embedder.embed([text])).toEqual([rows[i]]);
  });

  it('takes many texts and none', async () => {
    expect(await embedder.embed([])).toEqual([]);
    const many = Array.from({ length: 150 }, (_, i) => `purchase order ${i % 75}`);
    const embedded = await embedder.embed(many);
    expect(embedded).toHaveLength(150);
    expect(embedded.slice(0, 75)).toEqual(embedded.slice(75));
  });

  it('reads a text of a million characters in bounded time', async () => {
    const [long, longer] = await embedder.embed(['purchase order '.repeat(70_000), 'purchase order '.repeat(80_000)]);
    expect(long).toEqual(longer);
  });

  it('hands out rows of its own', async () => {
    const [first] = await embedder.embed(['goods receipt']);
    first?.fill(0);
    expect(await embedder.embed(['goods receipt'])).toEqual([rows[6]]);
  });
});

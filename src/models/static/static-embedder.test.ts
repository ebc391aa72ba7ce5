import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadStaticEmbedder, StaticEmbedder } from './static-embedder.ts';

/** Rows (unknown, goods, receipt, "goods receipt") in two dimensions. */
const embedder = new StaticEmbedder({
  dimensions: 2,
  entries: ['[UNK]', 'goods', 'receipt', 'goods receipt'],
  scales: Float32Array.of(1, 0.1, 0.2, 0.3),
  vectors: Int8Array.of(0, -1, 30, 0, 0, 20, 10, -30),
  origin: {},
  checksum: '00000000',
});

const similarity = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('StaticEmbedder', () => {
  it('adds the scaled rows of pieces and of known pairs and scales to unit length', async () => {
    const [alone, pair, reversed] = await embedder.embed(['Goods', 'goods receipt', 'receipt goods']);
    expect([...(alone ?? [])]).toEqual([1, 0]);
    // (3, 0) + (0, 4) + (3, -9) = (6, -5)
    expect(pair?.[0]).toBeCloseTo(6 / Math.sqrt(61), 6);
    expect(pair?.[1]).toBeCloseTo(-5 / Math.sqrt(61), 6);
    expect([...(reversed ?? [])].map((value) => Math.round(value * 10))).toEqual([6, 8]);
  });

  it('gives a text without pieces the row of the unknown piece', async () => {
    const [empty, unknown] = await embedder.embed(['', 'xyz']);
    expect([...(empty ?? [])]).toEqual([0, -1]);
    expect(unknown).toEqual(empty);
  });

  it('finds the shipped rows of related business words nearer than unrelated ones', async () => {
    const shipped = await loadStaticEmbedder();
    const [bill, invoice, weather] = await shipped.embed(["the vendor's bill", 'supplier invoice', 'weather forecast']);
    expect(similarity(bill, invoice)).toBeGreaterThan(similarity(bill, weather) + 0.1);
  });

  it('says in one sentence that a table is missing or damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groundrail-table-'));
    await writeFile(join(folder, 'bad.bin'), 'no table, but more than thirty-two bytes');
    await expect(loadStaticEmbedder(join(folder, 'bad.bin'))).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(
        /^The model static cannot be used: its table .*bad\.bin cannot be read: it is not a token table\. /,
      ),
    });
    await expect(loadStaticEmbedder(join(folder, 'none.bin'))).rejects.toThrow(/ENOENT/);
    await rm(folder, { recursive: true });
  });
});

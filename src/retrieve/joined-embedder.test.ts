import { describe, expect, it } from 'vitest';
import type { Embedder } from '../models/index.ts';
import { JoinedEmbedder } from './joined-embedder.ts';

function embedderOf(name: string, rows: Readonly<Record<string, readonly number[]>>): Embedder {
  const dimensions = Object.values(rows)[0]?.length ?? 0;
  return {
    name,
    dimensions,
    embed: async (texts) => texts.map((text) => Float32Array.from(rows[text] ?? new Array(dimensions).fill(0))),
  };
}

const texts = ['order', 'bill', 'bank'];
const words = embedderOf('words', { order: [1, 0], bill: [0.6, 0.8], bank: [0, 1] });
/** Three directions with a fourth component that all have alike, as many models give to whatever they read. */
const common = 0.8;
const plain = embedderOf('plain', { order: [1, 0, 0, 0], bill: [0, 1, 0, 0], bank: [0, 0, 1, 0] });
const shifted = embedderOf('shifted', {
  order: [0.6, 0, 0, common],
  bill: [0, 0.6, 0, common],
  bank: [0, 0, 0.6, common],
});

async function join(embedder: Embedder) {
  const rows = await embedder.embed(texts);
  const joined = new JoinedEmbedder(embedder, words, JoinedEmbedder.data(rows, await words.embed(texts)));
  return { rows, joined };
}

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  (a ?? new Float32Array()).reduce((sum, value, i) => sum + value * (b?.[i] ?? Number.NaN), 0);

describe('JoinedEmbedder', () => {
  it('makes rows of unit length, for units as for requests', async () => {
    const { rows, joined } = await join(plain);
    const embedded = await joined.embed(texts);
    expect(joined).toMatchObject({ name: 'plain and words', dimensions: 6 });
    expect(rows.map((row, at) => joined.ofUnit(at, row))).toEqual(embedded);
    for (const row of embedded) expect(Math.hypot(...row)).toBeCloseTo(1, 6);
  });

  it('takes out what an embedder gives to every text', async () => {
    const [a, b] = [await (await join(plain)).joined.embed(texts), await (await join(shifted)).joined.embed(texts)];
    for (const [i] of texts.entries())
      for (const [j] of texts.entries()) expect(cosine(b[i], b[j])).toBeCloseTo(cosine(a[i], a[j]), 5);
  });

  it('lets both embedders have their say', async () => {
    const [order, bill, bank] = await (await join(plain)).joined.embed(texts);
    expect(cosine(order, bill)).toBeGreaterThan(cosine(order, bank));
    expect(cosine(order, bill)).toBeLessThan(0.6);
  });

  it('lets the words alone count where an embedder gives all texts the same row', async () => {
    const { joined } = await join(embedderOf('same', { order: [1], bill: [1], bank: [1] }));
    const [order, bill, bank] = await joined.embed(texts);
    expect(cosine(order, bank)).toBe(0);
    expect(cosine(order, bill)).toBeGreaterThan(0);
  });
});

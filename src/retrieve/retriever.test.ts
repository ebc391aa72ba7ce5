import { beforeAll, describe, expect, it } from 'vitest';
import { procurementGraph } from '../../test/procurement-graph.ts';
import { MemoryGraph } from '../graph/index.ts';
import { createEmbedder, type Embedder } from '../models/index.ts';
import type { IndexStore } from '../store/index.ts';
import { buildUnits } from './build-units.ts';
import { createRetriever, type RetrieverContent, searchTablesOf } from './create-retriever.ts';
import { openRetriever, type Retriever } from './retriever.ts';
import type { SearchMode } from './search-result.ts';
import { createVocabulary } from './shipped-vocabulary.ts';
import type { Unit } from './unit.ts';
import type { Vocabulary } from './vocabulary.ts';

const modes: SearchMode[] = ['hybrid', 'dense', 'lexical', 'graph'];
const vocabulary = createVocabulary();
const graph = procurementGraph();
const units = buildUnits(graph, vocabulary);
let retriever: Retriever;

async function make(processes = graph, chosen = units): Promise<Retriever> {
  const embedder = await createEmbedder('static');
  const vectors = await embedder.embed(chosen.map(({ text }) => text));
  return createRetriever({ units: chosen, vectors, processes, embedder, vocabulary });
}

beforeAll(async () => {
  retriever = await make();
});

const names = async (query: string, mode: SearchMode = 'hybrid', k = 10) =>
  (await retriever.search(query, { mode, k })).hits.map(({ id }) => id.slice(id.indexOf('/') + 1));

describe('search', () => {
  it.each(modes)('finds the order by its name (%s)', async (mode) => {
    expect((await names('place the order with the supplier', mode))[0]).toBe('A_PurchaseOrder');
  });

  it('finds by business words that no name holds', async () => {
    expect((await names("the vendor's bill has come in"))[0]).toBe('A_SupplierInvoice');
    expect((await names('SWIFT code of the house bank'))[0]).toBe('A_Bank');
  });

  it('brings the steps of a process before and after, with role, process and activity', async () => {
    const query =
      'Material is missing. Please place the order with the supplier, and take it on until the goods have arrived and his bill is registered.';
    const { hits, processes } = await retriever.search(query, { k: 6 });
    const found = hits.map(({ id }) => id.slice(id.indexOf('/') + 1));
    expect(found.slice(0, 4)).toEqual(
      expect.arrayContaining(['A_PurchaseOrder', 'A_SupplierInvoice', 'A_MaterialDocumentHeader']),
    );
    expect(processes?.[0]).toMatchObject({ process: 'procurement', label: 'Direct procurement' });
    expect(processes?.[0]?.activities).toEqual(expect.arrayContaining(['Order', 'Bill']));
    expect(hits.find(({ entitySet }) => entitySet === 'A_MaterialDocumentHeader')).toMatchObject({
      process: 'procurement',
      activity: 'Book',
    });
  });

  it.each(modes)('explains each score as the sum of its contributions (%s)', async (mode) => {
    for (const query of [
      'goods arrived',
      'order 4500000001 with its items and notes',
      'find the bill, release it, then look up the bank',
    ]) {
      for (const hit of (await retriever.search(query, { mode })).hits) {
        expect(hit.contributions.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(hit.score, 6);
        expect(hit.contributions.every(({ value }) => value !== 0)).toBe(true);
      }
    }
  });

  it.each(modes)('is deterministic, ranked from 1, and bounded by k (%s)', async (mode) => {
    const { timings: _, ...first } = await retriever.search('supplier order items', { mode, k: 3 });
    const { timings: __, ...second } = await (await make()).search('supplier order items', { mode, k: 3 });
    expect(second).toEqual(first);
    expect(first.hits.map(({ rank }) => rank)).toEqual(first.hits.map((_hit, at) => at + 1));
    expect(first.hits.length).toBeLessThanOrEqual(3);
  });

  it('shows an operation and its set as one hit', async () => {
    for (const query of ['release the supplier invoice', 'A_SupplierInvoice']) {
      const { hits } = await retriever.search(query);
      const groups = hits.map(({ service, entitySet, id }) => `${service}/${entitySet ?? id}`);
      expect(new Set(groups).size).toBe(groups.length);
    }
    const { hits } = await retriever.search('calculate the exchange rate');
    expect(hits[0]).toMatchObject({ kind: 'Operation', operation: 'action:CalculateExchangeRate' });
    expect(hits[0]).not.toHaveProperty('entitySet');
  });

  it('lets a technical name decide', async () => {
    expect((await names('A_PurchaseOrderNote'))[0]).toBe('A_PurchaseOrderNote');
    expect((await names('which fields has A_MaterialDocumentItem', 'lexical'))[0]).toBe('A_MaterialDocumentItem');
  });

  it('flags sets that cannot be read by themselves', async () => {
    const { hits } = await retriever.search('A_SupplierInvoiceResult');
    expect(hits[0]).toMatchObject({ entitySet: 'A_SupplierInvoiceResult', addressable: false });
  });

  it('puts units of equal score in the order of their ids', async () => {
    const twins = units.flatMap((unit) => [
      { ...unit, id: unit.id.replace('API_', 'Z_'), service: unit.service.replace('API_', 'Z_') },
      unit,
    ]);
    const searched = twins.filter(({ kind }) => kind !== 'Process' && kind !== 'Activity');
    const { hits } = await (await make(new MemoryGraph(), searched)).search('bank directory', { mode: 'dense', k: 2 });
    expect(hits.map(({ id }) => id)).toEqual(['API_BANK_SRV/A_Bank', 'Z_BANK_SRV/A_Bank']);
  });
});

describe('confidence', () => {
  it.each(['pizza recipe', 'tell me a joke', 'how tall is Mount Everest'])(
    'is low for "%s", with a note and few hits',
    async (query) => {
      const { confidence, note, hits } = await retriever.search(query);
      expect(confidence).toBe('low');
      expect(note).toMatch(/fits the request/);
      expect(hits.length).toBeLessThanOrEqual(3);
    },
  );

  it.each(['', '   ', '4711 0815', 'the of and'])(
    'is low without hits where there is no word to search by: "%s"',
    async (query) => {
      const { confidence, note, hits } = await retriever.search(query);
      expect({ confidence, hits: hits.length }).toEqual({ confidence: 'low', hits: 0 });
      expect(note).toContain('no word');
    },
  );

  it.each(['bank', 'purchase order', 'goods arrived', "pay the vendor's bill"])('is high for "%s"', async (query) => {
    expect((await retriever.search(query)).confidence).toBe('high');
  });
});

describe('odd input and landscapes', () => {
  it('takes a request of any length and script', async () => {
    await expect(retriever.search('order '.repeat(20_000))).resolves.toMatchObject({ mode: 'hybrid' });
    await expect(retriever.search('発注書 \u0000 \u{1F600} ({[<"')).resolves.toMatchObject({ mode: 'hybrid' });
  });

  it.each(modes)('searches a landscape without processes and one without anything (%s)', async (mode) => {
    const alone = units.filter(({ kind }) => kind !== 'Process' && kind !== 'Activity');
    const { hits, processes } = await (await make(new MemoryGraph(), alone)).search('bank directory', { mode });
    if (mode !== 'graph') expect(hits[0]?.id).toBe('API_BANK_SRV/A_Bank');
    expect(processes ?? []).toEqual([]);
    expect((await (await make(new MemoryGraph(), [])).search('bank directory', { mode })).hits).toEqual([]);
  });

  it.each(modes)('answers alike from kept tables and from tables just made (%s)', async (mode) => {
    const own = [{ concept: 'bank', technical: ['bank'], phrases: ['zorblat'] }];
    const extended = createVocabulary(own);
    const content = await contentOf(buildUnits(graph, extended), extended);
    const made = await createRetriever(content);
    const opened = await openRetriever(storeOf(await searchTablesOf(content), content.vectors), content.embedder);
    for (const query of ['zorblat', "pay the vendor's bill, then look up the bank", 'A_PurchaseOrderNote', 'pizza']) {
      const { timings: _, ...expected } = await made.search(query, { mode, k: 50 });
      const { timings: __, ...found } = (await opened?.search(query, { mode, k: 50 })) ?? { timings: undefined };
      expect(found).toEqual(expected);
    }
  });

  it.each(modes)(
    'still finds by business words with an embedder that understands nothing, kept or just made (%s)',
    async (mode) => {
      const content = await contentOf(units, vocabulary);
      const dull = {
        ...content,
        embedder: dullEmbedder,
        vectors: await dullEmbedder.embed(units.map(({ text }) => text)),
      };
      const made = await createRetriever(dull);
      const opened = await openRetriever(storeOf(await searchTablesOf(dull), dull.vectors), dullEmbedder);
      const query = "the vendor's bill has come in";
      const { timings: _, ...expected } = await made.search(query, { mode, k: 50 });
      const { timings: __, ...found } = (await opened?.search(query, { mode, k: 50 })) ?? { timings: undefined };
      expect(found).toEqual(expected);
      if (mode !== 'graph') expect(expected.hits[0]?.id).toContain('A_SupplierInvoice');
    },
  );

  it('opens no tables that are absent, of another format or of other words', async () => {
    const content = await contentOf(units, vocabulary);
    const tables = await searchTablesOf(content);
    const other = {
      name: 'other',
      dimensions: 1,
      revision: '1',
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
    };
    const later = tables.slice();
    new DataView(later.buffer).setUint32(4, 99, true);
    for (const bytes of [undefined, later, await searchTablesOf({ ...content, wordEmbedder: other })])
      expect(await openRetriever(storeOf(bytes, content.vectors), content.embedder)).toBeUndefined();
  });

  it('says that tables are damaged', async () => {
    const content = await contentOf(units, vocabulary);
    const tables = await searchTablesOf(content);
    const broken = tables.slice();
    broken.fill(0x20, 16, 24);
    for (const bytes of [tables.slice(0, 8), tables.slice(0, -8), tables.slice(1), broken])
      await expect(openRetriever(storeOf(bytes, content.vectors), content.embedder)).rejects.toMatchObject({
        code: 'index-damaged',
      });
  });
});

/** Rows that say nothing but how long a text is. */
const dullEmbedder: Embedder = {
  name: 'dull',
  dimensions: 4,
  embed: async (texts) =>
    texts.map((text) => Float32Array.from([0, 1, 2, 3], (i) => (text.length % 4 === i ? 0.9 : Math.sqrt(0.19 / 3)))),
};

async function contentOf(chosen: Unit[], words: Vocabulary): Promise<RetrieverContent> {
  const embedder = await createEmbedder('static');
  const vectors = await embedder.embed(chosen.map(({ text }) => text));
  return { units: chosen, vectors, processes: graph, embedder, vocabulary: words };
}

function storeOf(bytes: Uint8Array | undefined, rows: readonly Float32Array[]): IndexStore {
  const vectors = async () => ({ dimensions: rows[0]?.length ?? 0, rows });
  return { location: 'memory', tables: async () => bytes, vectors } as unknown as IndexStore;
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluateSearch, type JudgedResult } from './evaluate.ts';
import { evaluateRetrieval } from './evaluate-retrieval.ts';
import { type GoldQuery, readQueries } from './queries.ts';
import { renderRetrievalReport } from './report.ts';

type Mode = 'dense' | 'lexical' | 'hybrid';

const queries: GoldQuery[] = [
  { id: '1', type: 'process-chain', query: 'one', gold: [['S/A'], ['S/B']], process: 'p' },
  { id: '2', type: 'process-chain', query: 'two', gold: [['S/C']], process: 'q' },
  { id: '3', type: 'single-entity', query: 'three', gold: [['S/D', 'S/E']] },
];

const found: Record<string, Record<Mode, string>> = {
  one: { dense: 'X Y Z', lexical: 'X A Y', hybrid: 'A:seed B:after X:seed' },
  two: { dense: 'C X Y', lexical: 'X Y Z', hybrid: 'X:seed Y:seed Z:seed C:before' },
  three: { dense: 'X Y Z', lexical: 'X Y Z', hybrid: 'X:seed E:child' },
};

async function search(query: string, { mode, k }: { mode: Mode; k: number }): Promise<JudgedResult> {
  const hits = (found[query]?.[mode] ?? '').split(' ').map((hit) => {
    const [entitySet = '', role = 'seed'] = hit.split(':');
    return { service: 'S', entitySet, role };
  });
  const processes = [
    { process: query === 'one' ? 'p' : 'x', units: ['S/A', 'S/X'] },
    { process: 'q', units: [] },
  ];
  return {
    hits: [{ service: 'S', role: 'seed' }, ...hits].slice(0, k),
    ...(mode === 'hybrid' ? { processes } : {}),
    timings: { embeddingMs: 1, searchMs: mode === 'hybrid' ? 3 : 2 },
  };
}

const report = await evaluateSearch(queries, search, { modes: ['dense', 'lexical', 'hybrid'], k: [1, 3], seed: 7 });

describe('evaluateSearch', () => {
  it('passes over a hit that has no set and means recall over all and by type', () => {
    expect(report.n).toBe(3);
    expect(report.modes.dense?.all.recallAt1).toBeCloseTo(1 / 3);
    expect(report.modes.hybrid?.all.recallAt3).toBeCloseTo((1 + 0 + 1) / 3);
    expect(report.modes.hybrid?.byType['process-chain']?.recallAt3).toBeCloseTo(0.5);
    expect(report.modes.hybrid?.all.mrr).toBeCloseTo((1 + 1 / 4 + 1 / 2) / 3);
    expect(report.modes.hybrid?.all.latencyMs).toMatchObject({ p50: 4, embedding: { p50: 1 }, search: { p95: 3 } });
  });

  it('tests every other mode against dense, over all and by type', () => {
    const outcome = report.tests.find(
      ({ a, subset, test }) => a === 'hybrid' && subset === 'all' && test === 'permutation',
    );
    // Differences in Recall@3: 1, -1, 1; their sum is 1, as is the size of every sum of three signs: p = 1.
    expect(outcome).toMatchObject({ metric: 'recallAt3', b: 'dense', p: 1 });
    expect(outcome?.difference).toBeCloseTo(1 / 3);
    expect(report.tests).toHaveLength(2 * 3 * 2);
  });

  it('says where the gold elements went', () => {
    // A seed, B expanded, C displaced (dense has it), E (child) expanded.
    expect(report.attribution).toEqual({ seed: 1, expanded: 2, displaced: 1, missed: 0 });
  });

  it('judges process and stretch', () => {
    // Query one: right first, overlap |A| of |A, B, X|. Query two: second.
    expect(report.process).toMatchObject({ n: 2, top1: 0.5, top3: 1 });
    expect(report.process.stretchAccuracy).toBeCloseTo(1 / 3);
  });

  it('does without dense and hybrid', async () => {
    const alone = await evaluateSearch(queries, search, { modes: ['lexical'], k: [3], seed: 1 });
    expect(alone.tests).toEqual([]);
    expect(alone.attribution).toEqual({ seed: 0, expanded: 0, displaced: 0, missed: 0 });
    expect(alone.process.n).toBe(0);
    expect(renderRetrievalReport(alone)).not.toContain('Process');
  });

  it('reports what it is doing', async () => {
    const told: string[] = [];
    await evaluateSearch(queries, search, { modes: ['dense'], k: [1], seed: 1, onProgress: (text) => told.push(text) });
    expect(told).toEqual(['dense: query 1 of 3']);
  });
});

describe('renderRetrievalReport', () => {
  it('prints figures, tests and attribution', () => {
    const text = renderRetrievalReport(report);
    expect(text).toMatch(/^3 queries\n/);
    expect(text).toMatch(/hybrid\s+0\.167\s+0\.667/);
    expect(text).toContain('hybrid - dense');
    expect(text).toContain('1 by their own evidence, 2 by expansion, 1 displaced, 0 missed');
    expect(text).toContain('first 0.500, among three 1.000');
  });
});

describe('readQueries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'queries-'));
  const write = (text: string) => {
    const file = join(folder, 'q.jsonl');
    writeFileSync(file, text);
    return file;
  };

  it('reads queries, sets that hold the same, and processes', async () => {
    const line = {
      query: 'q',
      type: 't',
      gold: [
        { service: 'S', entitySet: 'A' },
        {
          anyOf: [
            { service: 'S', entitySet: 'B' },
            { service: 'T', entitySet: 'C' },
          ],
        },
      ],
      process: 'p',
    };
    expect(
      await readQueries(write(`${JSON.stringify(line)}\n\n${JSON.stringify({ query: 'r', gold: line.gold })}\n`)),
    ).toEqual([
      { id: '1', type: 't', query: 'q', gold: [['S/A'], ['S/B', 'T/C']], process: 'p' },
      { id: '3', type: 'untyped', query: 'r', gold: [['S/A'], ['S/B', 'T/C']] },
    ]);
  });

  it.each([
    ['{', 'q.jsonl:1: this line is not JSON'],
    ['{"query":"a","gold":[]}', 'q.jsonl:1: a query needs'],
    ['\n{"query":"a","gold":[{"service":"S"}]}', 'q.jsonl:2: a gold element is'],
    ['{"query":"a","gold":[{"anyOf":[]}]}', 'a gold element is'],
    ['{"query":"a","gold":[7]}', 'a gold element is'],
    ['', 'holds no query'],
  ])('refuses %s', async (text, problem) => {
    await expect(readQueries(write(text))).rejects.toThrow(problem);
  });

  it('names a file that is not there', async () => {
    await expect(readQueries(join(folder, 'absent.jsonl'))).rejects.toMatchObject({ code: 'path-unreadable' });
  });
});

describe('evaluateRetrieval', () => {
  it.each([
    [{ k: [0] }, '--k'],
    [{ k: [] }, '--k'],
    [{ k: [Number.NaN] }, '--k'],
    [{ seed: 0.5 }, '--seed'],
  ])('refuses %j', async (wrong, problem) => {
    const options = { landscape: '.', queries: 'q.jsonl', modes: ['dense'] as const, k: [3], seed: 1, ...wrong };
    await expect(evaluateRetrieval(options)).rejects.toThrow(problem);
  });
});

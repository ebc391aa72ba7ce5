import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluateRetrieval, type RetrievalReport } from '../src/eval/index.ts';
import { indexLandscape } from '../src/workspace/index.ts';
import { describeWithShared } from './shared.ts';

const chains = 'process-chain';

describeWithShared('what search finds on the development queries of a large landscape', (shared) => {
  const landscape = join(shared, 'data/landscapes/s4-proc');
  let folder: string;
  let report: RetrievalReport;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundrail-quality-'));
    const store = join(folder, 'index.db');
    await indexLandscape(landscape, { store });
    report = await evaluateRetrieval({
      landscape,
      queries: join(landscape, 'queries.dev.jsonl'),
      store,
      modes: ['dense', 'lexical', 'hybrid'],
      k: [3, 10],
      seed: 1,
    });
  }, 600_000);
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  const recall = (mode: string, type: string, k: 3 | 10 = 3): number => {
    const figures = report.modes[mode];
    return (type === 'all' ? figures?.all : figures?.byType[type])?.[`recallAt${k}`] ?? Number.NaN;
  };

  it('finds more than half of everything among three, and three quarters among ten', () => {
    expect(report.n).toBe(190);
    expect(recall('hybrid', 'all')).toBeGreaterThanOrEqual(0.55);
    expect(recall('hybrid', 'all', 10)).toBeGreaterThanOrEqual(0.75);
  });

  it('finds along processes what vectors alone do not', () => {
    expect(recall('hybrid', chains)).toBeGreaterThanOrEqual(0.45);
    const tests = report.tests.filter(({ a, b, subset }) => a === 'hybrid' && b === 'dense' && subset === chains);
    expect(tests.map(({ test }) => test)).toEqual(['paired bootstrap', 'permutation']);
    for (const { difference, p } of tests) {
      expect(difference).toBeGreaterThanOrEqual(0.35);
      expect(p).toBeLessThan(0.001);
    }
  });

  it('loses to its own parts on no type of query', () => {
    const types = Object.keys(report.modes.hybrid?.byType ?? {});
    expect(types.length).toBeGreaterThanOrEqual(5);
    const losses = types
      .map((type) => ({
        type,
        hybrid: recall('hybrid', type),
        better: Math.max(recall('dense', type), recall('lexical', type)),
      }))
      .filter(({ hybrid, better }) => !(hybrid >= better - 0.02));
    expect(losses).toEqual([]);
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTool } from '../../base/index.ts';
import { startMock } from '../../mock/index.ts';
import {
  CONDITIONS,
  createWorkspaceTools,
  indexLandscape,
  MemoryRecords,
  mockOptionsOf,
  openWorkspace,
} from '../../workspace/index.ts';
import { evaluateAgent, evaluateElicitation, renderAgentReport, renderElicitationReport } from './index.ts';
import { readTasks } from './task.ts';

const landscape = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
let folder: string;
let store: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-eval-'));
  store = join(folder, 'index.db');
  await indexLandscape(landscape, { store });
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

describe('the evaluation of agents', () => {
  it('runs the planner, keeps transcripts, and goes on where it was interrupted', async () => {
    const records = new MemoryRecords();
    const results = join(folder, 'results.jsonl');
    const options = {
      landscape,
      tasks: join(landscape, 'tasks.jsonl'),
      store,
      records,
      results,
      today: '2026-08-03',
      conditions: ['full', 'full-validation'],
      limit: 3,
      concurrency: 2,
    };
    const report = await evaluateAgent(options);
    const { full } = report.conditions;
    expect(report.n).toBe(3);
    expect(full?.runs).toBe(3);
    expect(full?.invalidCallsPerRun).toBe(0);
    expect(full?.inventedCodes).toBe(0);
    expect(full?.completion).toBeGreaterThan(0);
    expect(report.tests.map(({ metric }) => metric)).toEqual(['completion', 'partial', 'invalidCalls']);
    expect(renderAgentReport(report)).toContain('full-validation');
    const traces = await Promise.all(
      report.results.map(async ({ traceId }) => {
        const kinds: string[] = [];
        for await (const record of records.records({ traceId })) kinds.push(record.kind);
        return kinds;
      }),
    );
    for (const kinds of traces) expect(kinds).toEqual(expect.arrayContaining(['task', 'model', 'tool', 'answer']));
    const lines = (await readFile(results, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(6);

    await writeFile(results, `${lines.slice(0, 5).join('\n')}\n{"model":"planner","resu`);
    const progress: string[] = [];
    const again = await evaluateAgent({ ...options, onProgress: (text) => progress.push(text) });
    expect(again.conditions.full?.completion).toBe(full?.completion);
    expect(
      again.results.filter(({ traceId }) => report.results.some((result) => result.traceId === traceId)),
    ).toHaveLength(5);
  }, 60_000);

  it('looks at codes alone', async () => {
    const report = await evaluateElicitation({
      landscape,
      tasks: join(landscape, 'tasks.jsonl'),
      store,
      records: new MemoryRecords(),
      today: '2026-08-03',
      limit: 2,
    });
    const { full } = report.conditions;
    expect(full?.codes).toBeGreaterThan(0);
    expect((full?.right ?? 0) + (full?.wrong ?? 0) + (full?.invented ?? 0) + (full?.missing ?? 0)).toBe(full?.codes);
    expect(renderElicitationReport(report)).toContain('full');
  }, 60_000);

  it.each([
    ['full', false, []],
    ['chunk-rag', true, ['key']],
  ] as const)('lets the mock judge under %s what the condition does not check', async (name, reaches, kinds) => {
    const condition = CONDITIONS[name];
    const mock = await startMock(await mockOptionsOf(landscape));
    const ask = async () => ({ approved: true, by: 'test' });
    const options = { landscape, store, records: new MemoryRecords(), target: mock.url, ask, condition };
    const workspace = await openWorkspace(options);
    try {
      const tools = new Map(createWorkspaceTools(workspace, condition).map((tool) => [tool.name, tool]));
      const use = async (tool: string, input: unknown) => {
        const found = tools.get(tool);
        if (found === undefined) throw new Error(`no tool ${tool}`);
        return useTool(found, input);
      };
      expect((await use('search', { query: 'report a fault of a machine' })).ok).toBe(true);
      const call = {
        service: 'TWC_WORKSHOP_SRV',
        entitySet: 'MaintNotifSet',
        operation: 'create',
        payload: { Invented: 'x' },
      };
      const proposed = await use('propose_call', call);
      expect(proposed.ok).toBe(reaches);
      const { plan } = (proposed.data ?? {}) as { plan?: string };
      if (plan !== undefined) expect((await use('submit', { plan })).ok).toBe(false);
      const issues = mock.calls().flatMap((sent) => sent.issues.filter(({ path }) => path === 'Invented'));
      expect(issues.map(({ kind }) => kind)).toEqual(kinds);
    } finally {
      await workspace.close();
      await mock.close();
    }
  });

  it('refuses a condition where no mock is named', async () => {
    const condition = CONDITIONS['chunk-rag'];
    await expect(openWorkspace({ landscape, store, condition })).rejects.toThrow('only for a mock');
  });

  it('says what is wrong with conditions and tasks', async () => {
    const options = { landscape, tasks: join(landscape, 'tasks.jsonl'), store, records: new MemoryRecords() };
    await expect(evaluateAgent({ ...options, conditions: ['fool'] })).rejects.toThrow('There is no condition "fool"');
    await expect(evaluateAgent({ ...options, kind: 'none' })).rejects.toThrow('No task is left');
    await expect(evaluateAgent({ ...options, conditions: ['full', 'chunk-rag'] })).rejects.toThrow(
      'The planner cannot work under chunk-rag: it plans from specifications',
    );
    const bad = join(folder, 'bad.jsonl');
    await writeFile(bad, '{"id":"a","task":"b","expect":[]}\n{"id":"c"}\n');
    await expect(readTasks(bad)).rejects.toThrow(`${bad}:2: a task needs`);
    await expect(readTasks(join(folder, 'nowhere'))).rejects.toThrow('Cannot read');
  });
});

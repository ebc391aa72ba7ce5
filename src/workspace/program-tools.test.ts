import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MemoryRecords } from '../record/index.ts';
import { indexLandscape } from './index-landscape.ts';
import { type WorkspaceTool, type WorkspaceToolsOptions, workspaceTools } from './program-tools.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const landscape = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
const requisition = { Plant: 'TW01', Product: 'SDL-20', ReqQty: 200, DelivDate: '2026-09-14' };
const create = { service: 'TWC_PURCHASING_SRV', entitySet: 'PurReqSet', operation: 'create', payload: requisition };
let folder: string;
let workspace: Workspace;
const sent: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-tools-'));
  const store = join(folder, 'index.db');
  await indexLandscape(landscape, { store });
  const answering: typeof fetch = async (input, init) => {
    sent.push(`${init?.method} ${input}`);
    const token = { 'x-csrf-token': 'token', 'content-type': 'application/json' };
    return new Response(JSON.stringify({ d: { PurReq: 'PR-77', Suplr: '20014' } }), { status: 201, headers: token });
  };
  workspace = await openWorkspace({
    landscape,
    store,
    target: 'http://mock.example',
    records: new MemoryRecords(),
    fetch: answering,
  });
});
afterAll(async () => {
  await workspace.close();
  await rm(folder, { recursive: true, force: true });
});

function toolOf(options?: WorkspaceToolsOptions): (name: string) => WorkspaceTool {
  const tools = workspaceTools(workspace, options);
  return (name) => {
    const found = tools.find((tool) => tool.name === name);
    if (found === undefined) throw new Error(`There is no tool ${name}.`);
    return found;
  };
}

it('gives every tool with schemas that refuse unknown parameters', async () => {
  const names = workspaceTools(workspace).map(({ name }) => name);
  expect(names).toEqual(['search', 'describe', 'find_value', 'read', 'propose_call', 'submit', 'finish']);
  const search = toolOf()('search');
  expect(search.inputSchema).toMatchObject({ type: 'object', additionalProperties: false, required: ['query'] });
  expect(search.input.safeParse({ query: 'saddles', page: 2 }).success).toBe(false);
  expect(await search.run({ query: 'saddles', page: 2 })).toMatchObject({ ok: false });
});

it('sends nothing before the plan was approved, then once, under one trace', async () => {
  const tool = toolOf({ traceId: 'program-1', caseId: 'case-1' });
  sent.length = 0;
  const proposed = await tool('propose_call').run(create);
  const { plan } = proposed.data as { plan: string };
  const refused = await tool('submit').run({ plan });
  expect(refused.findings.map(({ rule }) => rule)).toContain('not-approved');
  expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(await workspace.decide(plan, 'test', 'approved')).toEqual([]);
  const both = await Promise.all([tool('submit').run({ plan }), tool('submit').run({ plan })]);
  expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  const records = await workspace.records();
  const trace = await records.trace('program-1', { limit: 50 });
  expect(trace.items.length).toBeGreaterThan(0);
  expect(trace.items.every(({ caseId }) => caseId === 'case-1')).toBe(true);
});

it('refuses identifiers that neither the task nor an answer named', async () => {
  const change = { ...create, operation: 'update', key: { PurReq: '1000000001' }, payload: { ReqQty: 300 } };
  const refused = await toolOf({ task: 'Raise the requisition to 300.' })('propose_call').run(change);
  expect(refused.findings).toMatchObject([{ rule: 'unfounded-value', path: '/key/PurReq' }]);
  const named = await toolOf({ task: 'Raise requisition 1000000001 to 300.' })('propose_call').run(change);
  expect(named.findings.map(({ rule }) => rule)).not.toContain('unfounded-value');
});

it('throws the reason of a signal that was aborted before', async () => {
  const reason = new Error('left');
  const signal = AbortSignal.abort(reason);
  await expect(toolOf()('submit').run({ plan: 'x' }, { signal })).rejects.toBe(reason);
  expect(await toolOf()('submit').run({ plan: 'x' })).toMatchObject({ ok: false });
});

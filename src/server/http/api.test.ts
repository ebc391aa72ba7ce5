import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { notification, openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';
import { openWorkspace } from '../../workspace/index.ts';
import type { RunningServer } from '../start-server.ts';
import { callResultSchema, planStateSchema, traceRecordSchema, validationSchema } from './schemas/call.ts';
import { neighbourhoodSchema } from './schemas/graph.ts';
import {
  landscapeSchema,
  processSchema,
  searchResultSchema,
  serviceSchema,
  sourceSchema,
  specificationSchema,
  valueSearchSchema,
} from './schemas/landscape.ts';

let sample: SampleLandscape;
let server: RunningServer;

beforeAll(async () => {
  sample = await openSample();
  server = await sample.serve();
});
afterAll(() => sample.close());

const api = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
const post = (path: string, body: unknown) =>
  api(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Whatever an answer may hold that these tests look at. */
interface Answer {
  id: string;
  ok: boolean;
  code: string;
  detail: string;
  requestId: string;
  findings: unknown[];
  items: { traceId: string; kind: string }[];
  next?: string;
  data: { nearest: string[] };
  errors: { allowed: string[]; suggestion?: string }[];
}

async function read(response: Response | Promise<Response>): Promise<Answer> {
  return (await (await response).json()) as Answer;
}

/** The answer, which fits its published schema and has nothing beyond it. */
async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  const response = await api(path);
  expect(response.status, path).toBe(200);
  return fitting(await response.json(), schema);
}

function fitting<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.parse(value);
  expect(parsed).toEqual(value);
  return parsed;
}

describe('the HTTP API', () => {
  it('answers what its document says, the same data as the TypeScript API', async () => {
    const workspace = await openWorkspace({ landscape: sample.landscape, store: sample.store });
    const queries = (await readFile(`${sample.landscape}/queries.jsonl`, 'utf8')).trim().split('\n').slice(0, 25);
    for (const line of queries) {
      const { query } = JSON.parse(line) as { query: string };
      const { timings: _, ...answer } = await get(
        `/api/v1/search?k=5&query=${encodeURIComponent(query)}`,
        searchResultSchema,
      );
      const { timings: __, ...result } = await workspace.search(query, { k: 5 });
      expect(answer).toEqual(result);
      const target = answer.hits[0]?.id ?? '';
      const spec = await get(`/api/v1/describe?target=${encodeURIComponent(target)}`, specificationSchema);
      expect(spec).toEqual(JSON.parse(JSON.stringify(await workspace.spec(target))));
    }
    await workspace.close();
    const landscape = await get('/api/v1/landscape', landscapeSchema);
    expect(landscape).toMatchObject({ name: 'tarnwood-cycles', sources: { refused: 0, warnings: 1 } });
    const service = await get('/api/v1/services/TWC_PURCHASING_SRV', serviceSchema);
    const requisitions = service.entitySets.find(({ name }) => name === 'PurReqSet');
    expect(requisitions).toMatchObject({ label: 'Purchase requisition' });
    const process = await get('/api/v1/processes/parts-procurement', processSchema);
    expect(process.activities.some(({ invokes }) => invokes.length > 0)).toBe(true);
    expect(process.flow.length).toBeGreaterThan(3);
    const values = await get('/api/v1/values?target=TWC_PURCHASING_SRV/PurReqSet&property=Plant', valueSearchSchema);
    expect(values.values.map(({ code }) => code)).toContain('TW01');
  });

  it('shows the graph around a node, across services and processes, within a limit', async () => {
    const around = (rest: string) => get(`/api/v1/graph?${rest}`, neighbourhoodSchema);
    const start = 'kind=EntitySet&id=TWC_PURCHASING_SRV/PurReqSet';
    const one = await around(`${start}&kinds=INVOKES,EXPOSES`);
    expect(one.nodes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Service', 'Activity']));
    const two = await around(`${start}&hops=3&kinds=INVOKES,HAS_NEXT`);
    expect(
      new Set(two.nodes.filter(({ kind }) => kind === 'EntitySet').map(({ id }) => id.split('/')[0])).size,
    ).toBeGreaterThan(1);
    const few = await around(`${start}&hops=5&limit=4`);
    expect([few.nodes.length, few.truncated]).toEqual([4, true]);
    const known = new Set(few.nodes.map(({ kind, id }) => `${kind} ${id}`));
    for (const { fromKind, from, toKind, to } of few.edges)
      expect([known.has(`${fromKind} ${from}`), known.has(`${toKind} ${to}`)]).toEqual([true, true]);
    expect((await api('/api/v1/graph?kind=EntitySet&id=nobody')).status).toBe(404);
    expect((await api(`/api/v1/graph?${start}&kinds=INVOKES,HAS_NEXTT`)).status).toBe(400);
  });

  it('checks, plans, approves and sends a write, once', async () => {
    const invalid = await post('/api/v1/validate', {
      ...notification,
      payload: { ...notification.payload, Plant: 'NONE' },
    });
    expect(fitting(await invalid.json(), validationSchema)).toMatchObject({
      ok: false,
      findings: [{ rule: 'invalid-code' }],
    });
    const rubbish = await post('/api/v1/validate', { operation: 7 });
    expect([rubbish.status, (await read(rubbish)).ok]).toEqual([200, false]);
    const refused = fitting(await (await post('/api/v1/calls', notification)).json(), callResultSchema);
    expect(refused).toMatchObject({ ok: false, outcome: 'refused' });
    const before = sample.mock.calls().length;
    const planned = await post('/api/v1/plans', notification);
    expect(planned.status).toBe(201);
    const { plan } = fitting(await planned.json(), callResultSchema);
    const at = planned.headers.get('location') ?? '';
    expect(at).toBe(`/api/v1/plans/${plan?.id}`);
    expect(sample.mock.calls().length).toBe(before);
    const early = await read(post(`${at}/execution`, {}));
    expect(early.findings).toMatchObject([{ rule: 'not-approved' }]);
    expect(await (await post(`${at}/approval`, { decision: 'approved', reason: 'needed' })).json()).toEqual({
      ok: true,
      findings: [],
    });
    const sent = fitting(await (await post(`${at}/execution`, {})).json(), callResultSchema);
    expect(sent).toMatchObject({ ok: true, status: 201, outcome: 'done' });
    expect((await read(post(`${at}/execution`, {}))).ok).toBe(false);
    const state = await get(at, planStateSchema);
    expect(state).toMatchObject({ approvals: [{ by: 'ann', reason: 'needed' }], outcome: { outcome: 'done' } });
    const rows = await read(
      post('/api/v1/calls', { ...notification, operation: 'read', payload: undefined, query: { top: 1 } }),
    );
    expect(rows).toMatchObject({ ok: true, status: 200 });
    const trace = await read(api(`/api/v1/traces/${sent.traceId}`));
    expect(fitting(trace.items[0], traceRecordSchema)).toMatchObject({ kind: 'call', actor: 'ann', outcome: 'done' });
    expect((await api('/api/v1/plans/nobody')).status).toBe(404);
    expect((await api('/api/v1/traces/nobody')).status).toBe(404);
  });

  it('gives lists page by page', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 100; page++) {
      const { items, next } = await read(api(`/api/v1/sources?limit=4${cursor}`));
      seen.push(...(items as unknown[]).map((item) => fitting(item, sourceSchema).path));
      if (next === undefined) break;
      cursor = `&cursor=${next}`;
    }
    expect(new Set(seen).size).toBe(21);
    const first = await read(api('/api/v1/traces?limit=1'));
    const second = await read(api(`/api/v1/traces?limit=1&cursor=${first.next}`));
    expect(second.items[0]?.traceId).not.toBe(first.items[0]?.traceId);
    const bad = await api('/api/v1/sources?cursor=nonsense');
    expect([bad.status, (await read(bad)).code]).toEqual([400, 'invalid-request']);
  });

  it('says when the client has the answer already, and compresses it otherwise', async () => {
    for (const path of ['/api/v1/describe?target=TWC_PURCHASING_SRV/PurReqSet', '/api/v1/traces', '/openapi.json']) {
      const first = await api(path, { headers: { 'accept-encoding': 'gzip' } });
      const tag = first.headers.get('etag') ?? '';
      expect(tag, path).toMatch(/^W\/"/);
      await first.text();
      const again = await api(path, { headers: { 'if-none-match': `"other", ${tag}` } });
      expect([again.status, await again.text()], path).toEqual([304, '']);
      expect((await api(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
    const packed = await api('/api/v1/describe?target=TWC_PURCHASING_SRV/PurReqSet', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await api('/api/v1/describe?target=TWC_PURCHASING_SRV/PurReqSet', {
      headers: { 'accept-encoding': 'gzip;q=0' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(await packed.json());
    const head = await api('/api/v1/landscape', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('describes problems as RFC 9457 does, with the code of the error', async () => {
    const cases: [string, RequestInit, number, string][] = [
      ['/api/v1/describe?target=TWC_PURCHASING_SRV/PurRqSet', {}, 404, 'target-unknown'],
      ['/api/v1/services/nobody', {}, 404, 'target-unknown'],
      ['/api/v1/search', {}, 400, 'invalid-request'],
      ['/api/v1/search?query=x&query=y', {}, 400, 'invalid-request'],
      ['/api/v1/search?query=x', { method: 'POST' }, 405, 'method-not-allowed'],
      ['/api/v1/nothing', {}, 404, 'not-found'],
      [
        '/api/v1/validate',
        { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
        400,
        'invalid-json',
      ],
      [
        '/api/v1/validate',
        { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
        415,
        'media-type',
      ],
      [
        '/api/v1/validate',
        { method: 'POST', body: 'x'.repeat(5_000_000), headers: { 'content-type': 'application/json' } },
        413,
        'too-large',
      ],
    ];
    for (const [path, init, status, code] of cases) {
      const response = await api(path, init);
      expect([response.status, response.headers.get('content-type')], path).toEqual([
        status,
        'application/problem+json',
      ]);
      const problem = await read(response);
      expect(problem, path).toMatchObject({ status, code, type: `urn:groundrail:problem:${code}` });
      expect(problem.requestId).toBe(response.headers.get('x-request-id'));
    }
    const near = await read(api(cases[0]?.[0] ?? ''));
    expect(near.detail).toContain('PurReqSet');
    expect(near.data.nearest[0]).toBe('TWC_PURCHASING_SRV/PurReqSet');
    const typo = await read(api('/api/v1/search?qurey=x'));
    expect(typo.errors.at(-1)).toMatchObject({ suggestion: 'query' });
  });

  it('runs a task and tells what happens, waiting for the approval of its plan', async () => {
    const response = await post('/api/v1/ask', {
      task: 'Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026.',
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events: Record<string, unknown>[] = [];
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? 'null');
        events.push(event);
        if (event?.note?.kind === 'approval') {
          const again = await post('/api/v1/ask', { resume: events[0]?.traceId });
          expect([again.status, (await read(again)).code]).toEqual([409, 'conflict']);
          await post(`/api/v1/plans/${event.note.data.plan}/approval`, { decision: 'approved' });
        }
      }
    }
    expect(events[0]).toMatchObject({ type: 'started' });
    expect(events.at(-1)).toMatchObject({ type: 'ended', outcome: { status: 'finished' } });
    const unknown = await post('/api/v1/ask', { task: 'x', model: 'endpoint:http://169.254.169.254#m' });
    expect([unknown.status, (await read(unknown)).errors[0]?.allowed]).toEqual([400, ['planner']]);
    expect((await post('/api/v1/ask', { resume: 'nobody' })).status).toBe(400);
    expect((await post('/api/v1/ask', {})).status).toBe(400);
  });

  it('indexes in the background with progress, one job at a time, and answers from the new index', async () => {
    const before = (await api('/api/v1/landscape')).headers.get('etag');
    const started = await post('/api/v1/jobs', { kind: 'index' });
    expect(started.status).toBe(202);
    const job = await read(started);
    const second = await post('/api/v1/jobs', { kind: 'audit' });
    expect([second.status, (await read(second)).code]).toEqual([409, 'conflict']);
    const stream = await (await api(`/api/v1/jobs/${job.id}/events`)).text();
    const told = [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    expect(told.at(-1)).toMatchObject({ state: 'done', result: { landscape: 'tarnwood-cycles', ok: true } });
    expect((await api('/api/v1/landscape')).headers.get('etag')).not.toBe(before);
    const audit = await read(post('/api/v1/jobs', { kind: 'audit' }));
    const report = (await (await api(`/api/v1/jobs/${audit.id}/events`)).text()).trim().split('data: ').at(-1) ?? '';
    expect(JSON.parse(report)).toMatchObject({ state: 'done', result: { classes: { services: { coverage: 1 } } } });
    const { items } = await read(api('/api/v1/jobs'));
    expect(items.map(({ kind }) => kind)).toEqual(['audit', 'index']);
  });

  it('says how it is', async () => {
    expect(await (await api('/healthz')).json()).toMatchObject({ status: 'ok' });
    expect(await (await api('/readyz')).json()).toEqual({ status: 'ready' });
    const metrics = await (await api('/metrics')).text();
    expect(metrics).toMatch(
      /^groundrail_http_requests_total\{method="GET",route="\/api\/v1\/search",status="200"\} \d+$/m,
    );
    expect(metrics).toMatch(
      /^groundrail_http_request_duration_seconds_bucket\{route="\/api\/v1\/search",le="\+Inf"\} \d+$/m,
    );
    for (const line of metrics.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) .+|\w+(\{.*\})? [\d.e+-]+)$/);
  });
});

describe('shutting down', () => {
  it('lets requests end, takes no new ones and closes streams', async () => {
    const ending = await sample.serve();
    const slow = fetch(`${ending.url}/api/v1/search?query=bill`);
    await (await fetch(`${ending.url}/healthz`)).text();
    const done = ending.close();
    expect((await slow).status).toBeLessThan(504);
    await done;
    await expect(fetch(`${ending.url}/healthz`)).rejects.toThrow();
  });
});

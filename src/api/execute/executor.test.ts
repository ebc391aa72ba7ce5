import { describe, expect, it } from 'vitest';
import { itemExecutor, itemService, recordsOf } from '../../../test/execute/sample-executor.ts';
import { sendJson, systemsOfTest } from '../../../test/execute/scripted-system.ts';
import type { ApiCall } from '../call.ts';

const start = systemsOfTest();

const create = (no: number): ApiCall => ({
  service: 'SVC',
  entitySet: 'Items',
  operation: 'create',
  payload: { ItemNo: String(no) },
});

it('a batch of reads asks for a token only where the system wants one for it', async () => {
  const batch: ApiCall = {
    operation: 'batch',
    calls: [{ service: 'SVC', entitySet: 'Items', operation: 'read', key: { ItemNo: '1' } }],
  };
  const parts = [
    '--b',
    'content-type: application/http',
    '',
    'HTTP/1.1 200 OK',
    '',
    '{"d":{"ItemNo":"1"}}',
    '--b--',
  ].join('\r\n');
  for (const strict of [false, true]) {
    const system = await start((request, response) => {
      const token = request.headers['x-csrf-token'];
      if (token === 'Fetch') return sendJson(response, 200, undefined, { 'x-csrf-token': 'tok' });
      if (strict && token !== 'tok') return sendJson(response, 403, {}, { 'x-csrf-token': 'Required' });
      response.writeHead(202, { 'content-type': 'multipart/mixed; boundary=b' });
      response.end(parts);
    });
    const { executor } = itemExecutor(itemService('2.0', system.url), { ask: undefined });
    expect(await executor.execute(batch)).toMatchObject({ ok: true, body: { responses: [{ body: { ItemNo: '1' } }] } });
    expect(system.seen.map(({ method }) => method)).toEqual(strict ? ['POST', 'HEAD', 'POST'] : ['POST']);
  }
});

describe('writes', () => {
  it('200 at once use one token, none is lost and none doubled', async () => {
    const created: string[] = [];
    const system = await start((request, response) => {
      if (request.headers['x-csrf-token'] === 'Fetch')
        return sendJson(response, 200, undefined, { 'x-csrf-token': 'tok', 'set-cookie': ['s=1; path=/'] });
      if (request.headers['x-csrf-token'] !== 'tok' || request.headers.cookie !== 's=1')
        return sendJson(response, 403, {}, { 'x-csrf-token': 'Required' });
      const { ItemNo } = JSON.parse(request.body);
      created.push(ItemNo);
      return sendJson(response, 201, { d: { ItemNo } });
    });
    const { executor, record } = itemExecutor(itemService('2.0', system.url));
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => executor.execute(create(index))));
    expect(results.every((result) => result.ok && result.status === 201)).toBe(true);
    expect(system.seen.filter((request) => request.headers['x-csrf-token'] === 'Fetch')).toHaveLength(1);
    expect(new Set(created).size).toBe(200);
    expect(created).toHaveLength(200);
    const traced = await recordsOf(record);
    expect(traced.filter((trace) => trace.kind === 'call' && trace.outcome === 'done')).toHaveLength(200);
  });

  it('with an answer that is lost are unknown and never sent again', async () => {
    let done = 0;
    const system = await start((request, response, index) => {
      if (request.headers['x-csrf-token'] === 'Fetch')
        return sendJson(response, 200, undefined, { 'x-csrf-token': 'tok' });
      done += 1;
      if (index % 2 === 0) response.socket?.destroy();
      else {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"d":{"ItemNo"');
        setTimeout(() => response.socket?.destroy(), 20);
      }
    });
    const { executor, record } = itemExecutor(itemService('2.0', system.url));
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => executor.execute(create(index))));
    expect(done).toBe(20);
    expect(results.map((result) => result.outcome)).toEqual(Array(20).fill('unknown'));
    expect(results[0]?.findings.map((finding) => finding.rule)).toContain('outcome-unknown');
    const id = results[0]?.plan?.id ?? '';
    expect(await executor.executePlan(id)).toMatchObject({
      ok: false,
      findings: [{ rule: 'plan-used', message: expect.stringContaining('unknown') }],
    });
    expect(done).toBe(20);
    expect((await record.plan(id))?.outcome?.outcome).toBe('unknown');
  });
});

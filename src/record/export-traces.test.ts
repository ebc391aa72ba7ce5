import { expect, it } from 'vitest';
import type { TraceRecord } from '../base/index.ts';
import { exportTraces, MemoryRecords } from './index.ts';

const call: TraceRecord = {
  id: '0b0e0f0a-0000-4000-8000-000000000001',
  traceId: 'task 7',
  kind: 'call',
  at: '2030-01-01T00:00:00.000Z',
  actor: 'ann',
  service: 'ORDERS',
  entitySet: 'A_Order',
  operation: 'create',
  caseId: 'c',
  planId: 'p',
  call: { service: 'ORDERS' },
  requests: [
    { method: 'HEAD', url: 'https://host.example/ORDERS', headers: {} },
    { method: 'POST', url: 'https://host.example:8443/ORDERS/A_Order', headers: {}, body: '{}' },
  ],
  status: 201,
  outcome: 'done',
  findings: [],
  durationMs: 1500,
};

it('writes a call as the execution of a tool, one JSON document a line', async () => {
  const [line] = await exported(call);
  expect(line).toEqual({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    name: 'execute_tool ORDERS/A_Order create',
    kind: 'CLIENT',
    startTime: '2030-01-01T00:00:00.000Z',
    endTime: '2030-01-01T00:00:01.500Z',
    status: { code: 'OK' },
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.conversation.id': 'task 7',
      'gen_ai.tool.name': 'ORDERS/A_Order create',
      'gen_ai.tool.type': 'extension',
      'gen_ai.tool.call.id': call.id,
      'gen_ai.tool.call.arguments': '{"service":"ORDERS"}',
      'http.request.method': 'POST',
      'url.full': 'https://host.example:8443/ORDERS/A_Order',
      'server.address': 'host.example',
      'server.port': 8443,
      'http.response.status_code': 201,
      'groundrail.record.id': call.id,
      'groundrail.trace.id': 'task 7',
      'groundrail.record.kind': 'call',
      'groundrail.actor': 'ann',
      'groundrail.service': 'ORDERS',
      'groundrail.entity_set': 'A_Order',
      'groundrail.operation': 'create',
      'groundrail.case.id': 'c',
      'groundrail.plan.id': 'p',
      'groundrail.outcome': 'done',
      'groundrail.requests': JSON.stringify(call.requests),
    },
  });
});

it('says what went wrong', async () => {
  const finding = {
    rule: 'unknown-property',
    severity: 'error',
    path: '/payload/X',
    message: 'There is no X.',
  } as const;
  const { status: _, ...unanswered } = call;
  const [refused, lost, failed] = await exported(
    { ...call, id: '1', kind: 'refusal', outcome: 'refused', requests: [], findings: [finding] },
    { ...unanswered, id: '2', outcome: 'unknown' },
    { ...call, id: '3', outcome: 'failed', status: 500 },
  );
  expect(refused).toMatchObject({
    kind: 'INTERNAL',
    status: { code: 'ERROR', message: 'There is no X.' },
    attributes: { 'error.type': 'unknown-property', 'groundrail.findings': JSON.stringify([finding]) },
  });
  expect(lost).toMatchObject({
    status: { code: 'ERROR', message: 'unknown' },
    attributes: { 'error.type': 'unknown' },
  });
  expect(failed).toMatchObject({ attributes: { 'error.type': '500', 'http.response.status_code': 500 } });
});

it('takes the turns of an agent by their own attributes, and keeps one trace id for one trace', async () => {
  const turn = { ...call, requests: [], service: 'none' } as const;
  const [model, tool, approval] = await exported(
    {
      ...turn,
      id: '1',
      kind: 'model',
      attributes: { 'gen_ai.request.model': 'small', 'gen_ai.usage.input_tokens': 10 },
    },
    { ...turn, id: '2', kind: 'tool', attributes: { 'gen_ai.tool.name': 'search' } },
    { ...turn, id: '3', kind: 'approval' },
  );
  expect(model).toMatchObject({
    name: 'chat small',
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10 },
  });
  expect(tool).toMatchObject({ name: 'execute_tool search', attributes: { 'gen_ai.tool.name': 'search' } });
  expect(approval).toMatchObject({ name: 'approval' });
  expect(new Set([model, tool, approval].map((line) => line?.traceId)).size).toBe(1);
});

it('keeps an id that has the form of OpenTelemetry', async () => {
  const [line] = await exported({ ...call, id: '00f067aa0ba902b7', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' });
  expect(line).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' });
});

async function exported(...traces: TraceRecord[]): Promise<Record<string, unknown>[]> {
  const records = new MemoryRecords();
  for (const trace of traces) await records.appendTrace(trace);
  const lines: Record<string, unknown>[] = [];
  for await (const line of exportTraces(records.records())) {
    expect(line.endsWith('\n')).toBe(true);
    lines.push(JSON.parse(line) as Record<string, unknown>);
  }
  return lines;
}

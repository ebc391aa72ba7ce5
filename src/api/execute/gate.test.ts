import { describe, expect, it } from 'vitest';
import { itemExecutor, itemService, recordsOf } from '../../../test/execute/sample-executor.ts';
import { GroundrailError } from '../../base/index.ts';
import { MemoryRecords } from '../../record/index.ts';
import type { ApiCall } from '../call.ts';
import { createExecutor } from './executor.ts';
import type { ExecutorOptions } from './executor-options.ts';
import { planLifetimeMs } from './plan.ts';

const update: ApiCall = {
  service: 'SVC',
  entitySet: 'Items',
  operation: 'update',
  key: { ItemNo: '1' },
  payload: { Title: 'a' },
  etag: 'W/"1"',
};

function setUp(options: Partial<ExecutorOptions> = {}, more: Record<string, unknown> = {}) {
  const sent: string[] = [];
  const clock = { now: 0 };
  const answer: typeof fetch = async (input, init) => {
    if (init?.method !== 'HEAD' && new Headers(init?.headers).get('x-csrf-token') !== 'Fetch')
      sent.push(`${init?.method} ${String(input)} ${String(init?.body ?? '')}`);
    return new Response(null, { status: 204 });
  };
  const graph = itemService('4.0', 'https://erp.example/svc', more);
  return { ...itemExecutor(graph, { fetch: answer, now: () => clock.now, ask: undefined, ...options }), sent, clock };
}

const rules = (findings: readonly { rule: string }[]): string[] => findings.map(({ rule }) => rule);

describe('a write', () => {
  it('without approval is refused, with a plan that can be approved and executed once', async () => {
    const { executor, sent } = setUp();
    const refused = await executor.execute(update);
    expect(refused).toMatchObject({
      ok: false,
      outcome: 'refused',
      plan: { etag: 'W/"1"', expiresAt: new Date(planLifetimeMs).toISOString() },
    });
    expect(rules(refused.findings)).toEqual(['not-approved']);
    expect(sent).toEqual([]);
    const plan = refused.plan?.id ?? '';
    expect(rules((await executor.executePlan(plan)).findings)).toEqual(['not-approved']);
    expect(await executor.decide(plan, 'anna', 'approved')).toEqual([]);
    expect(await executor.executePlan(plan)).toMatchObject({ ok: true, status: 204, outcome: 'done' });
    const again = await executor.executePlan(plan);
    expect(rules(again.findings)).toEqual(['plan-used']);
    expect(again.findings[0]?.message).toContain('outcome done, status 204');
    expect(rules(await executor.decide(plan, 'anna', 'approved'))).toEqual(['plan-used']);
    expect(sent).toEqual(['PATCH https://erp.example/svc/Items(\'1\') {"Title":"a"}']);
  });

  it('with a plan is sent once, however many try it at once', async () => {
    const { executor, sent } = setUp();
    const plan = (await executor.preview(update)).plan?.id ?? '';
    await executor.decide(plan, 'anna', 'approved');
    const results = await Promise.all(Array.from({ length: 20 }, () => executor.executePlan(plan)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ findings }) => rules(findings).includes('plan-used'))).toHaveLength(19);
    expect(sent).toHaveLength(1);
  });

  it('that differs in anything from its plan is refused', async () => {
    const { executor, sent } = setUp();
    const plan = (await executor.preview(update)).plan?.id ?? '';
    await executor.decide(plan, 'anna', 'approved');
    for (const changed of [
      { payload: { Title: 'b' } },
      { key: { ItemNo: '2' } },
      { etag: 'W/"2"' },
      { operation: 'delete' },
    ]) {
      expect(rules((await executor.execute({ ...update, ...changed } as ApiCall, { plan })).findings)).toEqual([
        'plan-changed',
      ]);
    }
    expect(rules((await executor.execute(update, { plan: 'no-such-plan' })).findings)).toEqual(['plan-unknown']);
    expect(sent).toEqual([]);
    expect((await executor.execute(update, { plan })).ok).toBe(true);
  });

  it('is refused when the plan has expired or was denied', async () => {
    const { executor, sent, clock } = setUp();
    const old = (await executor.preview(update)).plan?.id ?? '';
    await executor.decide(old, 'anna', 'approved');
    clock.now = planLifetimeMs;
    expect(rules((await executor.executePlan(old)).findings)).toEqual(['plan-expired']);
    const denied = (await executor.preview(update)).plan?.id ?? '';
    await executor.decide(denied, 'anna', 'denied', 'wrong item');
    expect(rules((await executor.executePlan(denied)).findings)).toEqual(['plan-denied']);
    expect(sent).toEqual([]);
  });

  it('that expires while the approver thinks is not sent', async () => {
    const clock = { now: 0 };
    const { executor, sent } = setUp({
      now: () => clock.now,
      ask: async () => {
        clock.now = planLifetimeMs + 1;
        return { approved: true, by: 'anna' };
      },
    });
    expect(rules((await executor.execute(update)).findings)).toEqual(['plan-expired']);
    expect(sent).toEqual([]);
  });

  it('is put to the caller, who sees exactly what would be sent', async () => {
    const questions: unknown[] = [];
    const { executor, sent, record } = setUp({
      ask: async (question) => {
        questions.push(question.requests);
        return { approved: questions.length > 1, by: 'anna', reason: 'not now' };
      },
    });
    const denied = await executor.execute(update, { actor: 'agent' });
    expect(rules(denied.findings)).toEqual(['approval-denied']);
    expect(denied.findings[0]?.message).toContain('not now');
    expect(questions).toEqual([
      [
        {
          method: 'PATCH',
          url: "https://erp.example/svc/Items('1')",
          headers: expect.objectContaining({ 'if-match': 'W/"1"' }),
          body: '{"Title":"a"}',
        },
      ],
    ]);
    expect(sent).toEqual([]);
    expect((await executor.execute(update, { actor: 'agent' })).ok).toBe(true);
    const told = (await recordsOf(record)).map(({ kind, actor, outcome }) => [kind, actor, outcome]);
    expect(told).toEqual([
      ['approval', 'anna', undefined],
      ['refusal', 'agent', 'refused'],
      ['approval', 'anna', undefined],
      ['call', 'agent', 'done'],
    ]);
  });

  it('passes where the landscape allows it, and nothing else does', async () => {
    const { executor, sent } = setUp({}, { allow: ['update Items', 'action:Release Items'] });
    expect((await executor.execute(update)).ok).toBe(true);
    expect(
      (
        await executor.execute({
          service: 'SVC',
          entitySet: 'Items',
          operation: 'action:Release',
          key: { ItemNo: '1' },
        })
      ).ok,
    ).toBe(true);
    for (const other of [
      { ...update, operation: 'delete' },
      { service: 'SVC', entitySet: 'Items', operation: 'create', payload: { ItemNo: '1' } },
      {
        service: 'SVC',
        entitySet: 'Items',
        operation: 'create',
        key: { ItemNo: '1' },
        navigation: 'Parts',
        payload: { ItemNo: '2' },
      },
      { operation: 'batch', calls: [update, { ...update, operation: 'delete' }] },
    ]) {
      expect(rules((await executor.execute(other as ApiCall)).findings)).toEqual(['not-approved']);
    }
    expect(sent).toHaveLength(2);
  });

  it('is not sent when its plan cannot be recorded', async () => {
    const record = new MemoryRecords();
    record.claimPlan = async () => {
      throw new GroundrailError('storage-unwritable', { path: 'records.db', reason: 'disk full' });
    };
    let sent = 0;
    const executor = createExecutor({
      graph: itemService('4.0', 'https://erp.example/svc'),
      record,
      check: () => [],
      ask: async () => ({ approved: true, by: 'anna' }),
      settings: { SVC: { csrf: false } },
      fetch: async () => {
        sent += 1;
        return new Response(null, { status: 204 });
      },
    });
    await expect(executor.execute(update)).rejects.toThrow('disk full');
    expect(sent).toBe(0);
  });

  it('keeps its answer when only the trace cannot be written', async () => {
    const { executor, record } = setUp({ ask: async () => ({ approved: true, by: 'anna' }) });
    record.appendOutcome = async () => {
      throw new GroundrailError('storage-unwritable', { path: 'records.db', reason: 'disk full' });
    };
    const result = await executor.execute(update);
    expect(result).toMatchObject({ ok: true, status: 204 });
    expect(rules(result.findings)).toEqual(['record-unwritable']);
  });
});

it('a preview sends nothing, and reads need no plan', async () => {
  const { executor, sent } = setUp();
  const read: ApiCall = { service: 'SVC', entitySet: 'Items', operation: 'read', key: { ItemNo: '1' } };
  const result = await executor.preview(read);
  expect(result).toMatchObject({ ok: true, outcome: 'planned', requests: [{ method: 'GET' }] });
  expect(result).not.toHaveProperty('plan');
  expect(sent).toEqual([]);
});

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { describeDatabases } from '../../test/databases.ts';
import type { PlanRecord, TraceRecord } from '../base/index.ts';
import { openForWriting } from '../store/index.ts';
import { type AccessRefusal, MemoryRecords, openRecords, type RecordStore, type TokenRecord } from './index.ts';
import { recordsDescription } from './record-schema.ts';

type RecordCase = (records: RecordStore) => Promise<void>;

/** What every kind of records does. */
const cases: Record<string, RecordCase> = {
  'keeps traces in order and finds them by trace or record': async (records) => {
    for (const each of [trace('a1', 'A'), trace('b1', 'B'), trace('a2', 'A'), trace('alone')]) {
      await records.appendTrace(each);
    }
    expect((await records.trace('A')).items).toEqual([trace('a1', 'A'), trace('a2', 'A')]);
    expect((await records.trace('b1')).items).toEqual([trace('b1', 'B')]);
    expect((await records.trace('alone')).items).toEqual([trace('alone')]);
    expect(await records.trace('nobody')).toEqual({ items: [] });
  },

  'lists traces, the latest first, page by page': async (records) => {
    expect(await records.traces()).toEqual({ items: [] });
    for (let index = 0; index < 7; index++) await records.appendTrace(trace(`r${index}`, `t${index % 3}`));
    const first = await records.traces({ limit: 2 });
    expect(first.items.map(({ traceId, records: count }) => [traceId, count])).toEqual([
      ['t0', 3],
      ['t2', 2],
    ]);
    expect(first.items[0]?.first.id).toBe('r0');
    expect(first.items[0]?.last.id).toBe('r6');
    const second = await records.traces({ limit: 2, ...(first.next ? { after: first.next } : {}) });
    expect(second.items.map(({ traceId }) => traceId)).toEqual(['t1']);
    expect(second.next).toBeUndefined();
    const page = await records.trace('t0', { limit: 2 });
    expect(page.items.map(({ id }) => id)).toEqual(['r0', 'r3']);
    const rest = await records.trace('t0', { limit: 2, ...(page.next ? { after: page.next } : {}) });
    expect(rest).toEqual({ items: [trace('r6', 't0')] });
    expect((await records.traces({ limit: -5, after: 'rubbish' })).items).toHaveLength(1);
  },

  'exports by trace and time, however many there are': async (records) => {
    for (let index = 0; index < 1203; index++) {
      await records.appendTrace({ ...trace(`r${index}`, `t${index % 2}`), at: timeAt(index) });
    }
    const ids = async (filter: Parameters<RecordStore['records']>[0]) => {
      const found: string[] = [];
      for await (const record of records.records(filter)) found.push(record.id);
      return found;
    };
    expect((await ids({})).length).toBe(1203);
    expect(await ids({ since: timeAt(1200) })).toEqual(['r1200', 'r1201', 'r1202']);
    expect(await ids({ until: timeAt(2), traceId: 't1' })).toEqual(['r1']);
    expect(await ids({ traceId: 'nobody' })).toEqual([]);
    expect(await ids({ traceId: '' })).toEqual([]);
    expect(await ids({ caseId: '' })).toEqual([]);
  },

  'finds what was done for a case': async (records) => {
    await records.appendTrace({ ...trace('in-case', 'T'), caseId: 'case 7' });
    await records.appendTrace(trace('outside', 'T'));
    const found: string[] = [];
    for await (const record of records.records({ caseId: 'case 7' })) found.push(record.id);
    expect(found).toEqual(['in-case']);
  },

  'gives back every part of a record': async (records) => {
    const full: TraceRecord = {
      ...trace('full', 'T'),
      entitySet: 'A_Order',
      target: 'https://host.example/root',
      caseId: 'case 1',
      call: { payload: { Text: 'NUL \0 and half a pair \ud800', Amount: null, Deep: [{ ok: true }] } },
      planId: 'p',
      requests: [{ method: 'POST', url: 'https://host.example/root/A_Order', headers: { accept: '*/*' }, body: '{}' }],
      status: 400,
      outcome: 'failed',
      findings: [{ rule: 'invalid-code', severity: 'error', path: '/payload/Type', message: 'No.', allowed: ['NB'] }],
      attributes: { 'gen_ai.request.model': 'm', tokens: 12, list: ['a'] },
    };
    await records.appendTrace(full);
    expect((await records.trace('T')).items).toEqual([full]);
  },

  'cuts what is too long, with a mark, and never a plan': async (records) => {
    const long = 'x'.repeat(300_000);
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => ({ inner }), 'bottom');
    const request = { method: 'POST', url: 'https://host.example', headers: {}, body: long };
    await records.appendTrace({
      ...trace('long'),
      call: { long, deep, many: Array.from({ length: 20_000 }, () => 0) },
      requests: [request],
    });
    const [kept] = (await records.trace('long')).items;
    const text = JSON.stringify(kept);
    expect(text.length).toBeLessThan(700_000);
    expect(kept?.requests[0]?.body).toMatch(/^x{262144} \[truncated: 300000 characters in all\]$/);
    expect(text).toContain('[truncated: nested too deeply]');
    expect(text).toContain('[truncated: 20000 items in all]');
    await records.appendTrace({ ...trace('wide'), call: Array.from({ length: 5 }, () => 'y'.repeat(200_000)) });
    const [wide] = (await records.trace('wide')).items;
    expect(wide?.call).toEqual({ truncated: expect.stringMatching(/\[truncated: 1\d{6} characters in all\]$/) });
    await records.appendPlan({ ...plan('big'), requests: [request] });
    expect((await records.plan('big'))?.plan.requests[0]?.body).toBe(long);
  },

  'refuses a second record or plan under one id': async (records) => {
    await records.appendTrace(trace('same'));
    await expect(records.appendTrace(trace('same', 'other'))).rejects.toThrow(/same exists already/);
    await records.appendPlan(plan('p'));
    await expect(records.appendPlan({ ...plan('p'), hash: 'other' })).rejects.toThrow(/p exists already/);
    expect((await records.plan('p'))?.plan).toEqual(plan('p'));
  },

  'lets a plan be claimed once and tells its outcome afterwards': async (records) => {
    expect(await records.plan('p')).toBeUndefined();
    expect(await records.claimPlan('p', timeAt(0))).toBe(false);
    await records.appendPlan(plan('p'));
    expect(await records.plan('p')).toEqual({ plan: plan('p'), approvals: [] });
    const approval = { planId: 'p', at: timeAt(1), by: 'ann', decision: 'approved', how: 'person' } as const;
    await records.appendApproval(approval);
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => records.claimPlan('p', timeAt(index))));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await records.plan('p')).toMatchObject({ approvals: [approval], claimedAt: timeAt(claims.indexOf(true)) });
    const unknown = { at: timeAt(30), outcome: 'unknown', traceId: 't' } as const;
    await records.appendOutcome('p', unknown);
    expect((await records.plan('p'))?.outcome).toEqual(unknown);
    const done = { at: timeAt(40), outcome: 'done', status: 201, traceId: 't' } as const;
    await records.appendOutcome('p', done);
    expect((await records.plan('p'))?.outcome).toEqual(done);
    expect(await records.claimPlan('p', timeAt(50))).toBe(false);
  },

  'takes many appends at once and loses none': async (records) => {
    await Promise.all(Array.from({ length: 200 }, (_, index) => records.appendTrace(trace(`r${index}`, 'T'))));
    const ids = (await records.trace('T', { limit: 1000 })).items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(200);
  },

  'keeps the events of a session in order': async (records) => {
    const events = ['begun', 'moved', 'ended'].map((kind, index) => ({ at: timeAt(index), kind, data: { index } }));
    for (const event of events) await records.appendSessionEvent('s', event);
    await records.appendSessionEvent('other', { at: timeAt(9), kind: 'begun', data: null });
    expect(await records.sessionEvents('s')).toEqual(events);
    expect(await records.sessionEvents('nobody')).toEqual([]);
  },

  'keeps tokens until they are revoked, and what was after that': async (records) => {
    expect(await records.token('a')).toBeUndefined();
    expect(await records.tokens()).toEqual([]);
    const expiring = { ...token('b'), expiresAt: timeAt(60) };
    for (const each of [token('a'), expiring]) await records.appendToken(each);
    await expect(records.appendToken({ ...token('a'), scopes: ['admin'] })).rejects.toThrow(/a exists already/);
    const revocation = { tokenId: 'a', at: timeAt(5), by: 'ann' };
    const answers = await Promise.all([records.revokeToken(revocation), records.revokeToken(revocation)]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await records.revokeToken({ ...revocation, tokenId: 'nobody' })).toBe(false);
    expect(await records.token('a')).toEqual({ token: token('a'), revocation });
    expect(await records.tokens()).toEqual([{ token: token('a'), revocation }, { token: expiring }]);
  },

  'lists refused accesses, the latest first, page by page': async (records) => {
    expect(await records.refusals()).toEqual({ items: [] });
    const refusals = Array.from({ length: 5 }, (_, index) => refusal(index));
    for (const each of refusals) await records.appendRefusal(each);
    const first = await records.refusals({ limit: 3 });
    expect(first.items).toEqual([refusals[4], refusals[3], refusals[2]]);
    const second = await records.refusals({ limit: 3, ...(first.next ? { after: first.next } : {}) });
    expect(second).toEqual({ items: [refusals[1], refusals[0]] });
  },
};

describe('records in memory', () => {
  for (const [title, run] of Object.entries(cases)) it(title, () => run(new MemoryRecords()));

  it('drop the oldest traces past their limit, and no plan', async () => {
    const records = new MemoryRecords({ limit: 2 });
    await records.appendPlan(plan('p'));
    for (const id of ['1', '2', '3']) await records.appendTrace(trace(id));
    expect((await records.traces()).items.map(({ traceId }) => traceId)).toEqual(['3', '2']);
    expect(await records.plan('p')).toBeDefined();
  });
});

describeDatabases(
  'records',
  Object.fromEntries(
    Object.entries(cases).map(([title, run]) => [
      title,
      async (location: string) => {
        const records = await openRecords(location, 'write');
        await run(records);
        await records.close();
      },
    ]),
  ),
);

const claimChild = resolve(import.meta.dirname, '../../test/claim-child.ts');
const opens = ['read', 'write'] as const;

describeDatabases('records that last', {
  'are empty and not made by looking, and then there, for readers beside a writer': async (location) => {
    const nothing = await openRecords(location, 'read');
    expect(await nothing.traces()).toEqual({ items: [] });
    expect(await nothing.plan('p')).toBeUndefined();
    await expect(nothing.appendTrace(trace('x'))).rejects.toThrow(/opened for reading/);
    await nothing.close();
    expect(existsSync(location)).toBe(false);
    const writer = await openRecords(location, 'write');
    const second = await openRecords(location, 'write');
    await writer.appendTrace(trace('one'));
    const reader = await openRecords(location, 'read');
    expect((await reader.traces()).items).toHaveLength(1);
    await second.appendTrace(trace('two'));
    expect((await reader.traces()).items).toHaveLength(2);
    await Promise.all([writer.close(), second.close(), reader.close()]);
    const again = await openRecords(location, 'read');
    expect((await again.traces()).items).toHaveLength(2);
    await again.close();
  },

  'let one of many processes use a plan': async (location) => {
    const records = await openRecords(location, 'write');
    await records.appendPlan(plan('p'));
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--import', 'tsx', claimChild, location, 'p'], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    for (const child of children) expect(await line(child)).toBe('ready');
    const answers = children.map(line);
    for (const child of children) child.stdin.write('go\n');
    expect((await Promise.all(answers)).sort()).toEqual(['false', 'false', 'false', 'true']);
    expect((await records.plan('p'))?.claimedAt).toBeDefined();
    await records.close();
  },

  'refuse every change and deletion': async (location) => {
    const records = await openRecords(location, 'write');
    await records.appendTrace(trace('kept'));
    await records.appendPlan(plan('p'));
    await records.claimPlan('p', timeAt(0));
    await records.appendToken(token('t'));
    await records.revokeToken({ tokenId: 't', at: timeAt(0), by: 'ann' });
    await records.appendRefusal(refusal(0));
    const session = await openForWriting(location, recordsDescription);
    for (const table of ['trace', 'plan', 'plan_claim', 'token', 'token_revocation', 'access_refusal']) {
      await expect(session.all(`DELETE FROM ${table}`)).rejects.toThrow(/only ever added/);
      await expect(session.all(`UPDATE ${table} SET seq = 99`)).rejects.toThrow(/only ever added/);
    }
    await session.close();
    expect((await records.trace('kept')).items).toHaveLength(1);
    await records.close();
  },

  'keep what an older version wrote, and get the tables that it had not': async (location) => {
    const [first] = recordsDescription.migrations;
    if (first === undefined) throw new Error('there is a first version');
    const session = await openForWriting(location, { purpose: 'records', migrations: [first] });
    await session.all("INSERT INTO trace (id, trace_id, at, case_id, record) VALUES ('x', 'x', '', '', '{}')");
    await session.close();
    for (const mode of ['read', 'write'] as const) {
      const records = await openRecords(location, mode);
      expect(await records.tokens()).toEqual([]);
      expect((await records.trace('x')).items).toHaveLength(1);
      await records.close();
    }
  },

  'say so where they are of a newer version or damaged': async (location) => {
    const records = await openRecords(location, 'write');
    await records.close();
    const session = await openForWriting(location, recordsDescription);
    await session.all("INSERT INTO trace (id, trace_id, at, case_id, record) VALUES ('x', 'x', '', '', '{')");
    const reader = await openRecords(location, 'read');
    await expect(reader.trace('x')).rejects.toMatchObject({ code: 'records-unusable' });
    await reader.close();
    await session.all('UPDATE groundrail_schema SET version = 9');
    await session.close();
    for (const mode of opens) {
      await expect(openRecords(location, mode)).rejects.toMatchObject({
        code: 'records-unusable',
        message: expect.stringMatching(/schema 9/),
      });
    }
  },
});

async function line(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  const [data] = (await once(child.stdout, 'data')) as [Buffer];
  return data.toString().trim();
}

function timeAt(second: number): string {
  return new Date(Date.UTC(2030, 0, 1) + second * 1000).toISOString();
}

function trace(id: string, traceId?: string): TraceRecord {
  return {
    id,
    ...(traceId === undefined ? {} : { traceId }),
    kind: 'call',
    at: timeAt(0),
    actor: 'ann',
    service: 'ORDERS',
    operation: 'create',
    requests: [],
    findings: [],
    durationMs: 12,
  };
}

function token(id: string): TokenRecord {
  return { id, name: `agent ${id}`, hash: 'ab'.repeat(32), scopes: ['read'], createdAt: timeAt(0), createdBy: 'ann' };
}

function refusal(index: number): AccessRefusal {
  return {
    at: timeAt(index),
    reason: 'token-unknown',
    door: 'http',
    method: 'GET',
    path: '/api/v1/search',
    from: '127.0.0.1',
    requestId: `r${index}`,
    count: index + 1,
  };
}

function plan(id: string): PlanRecord {
  return {
    id,
    hash: 'sha256 of the requests',
    etag: 'W/"1"',
    createdAt: timeAt(0),
    expiresAt: timeAt(900),
    actor: 'ann',
    service: 'ORDERS',
    call: { service: 'ORDERS', operation: 'create' },
    requests: [{ method: 'POST', url: 'https://host.example/A_Order', headers: {}, body: '{}' }],
  };
}

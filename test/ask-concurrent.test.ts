import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MockServer, startMock } from '../src/mock/index.ts';
import { openRecords, type RecordStore } from '../src/record/index.ts';
import {
  type AgentOutcome,
  ask,
  indexLandscape,
  mockOptionsOf,
  openWorkspace,
  type TraceRecord,
  type Workspace,
} from '../src/workspace/index.ts';

const demo = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
const runs = 100;
const users = 4;

/** What a user sent and got: writes with the session and token they went out with, and the pairs that the system had handed out. */
interface Wire {
  readonly handedOut: Set<string>;
  readonly writes: { pair: string; status: number }[];
}

interface User {
  readonly workspace: Workspace;
  readonly records: RecordStore;
  readonly wire: Wire;
}

/** One run: what it asks for is unlike what any other asks for. */
interface Run {
  readonly user: User;
  readonly product: string;
  readonly approved: boolean;
  readonly traceId: string;
  outcome?: AgentOutcome;
}

let folder: string;
let mock: MockServer;
const opened: User[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-concurrent-'));
  await indexLandscape(demo, { store: join(folder, 'index.db') });
  mock = await startMock(await mockOptionsOf(demo));
  for (let index = 0; index < users; index++) opened.push(await openUser(index));
});

afterAll(async () => {
  for (const { workspace, records } of opened) {
    await workspace.close();
    await records.close();
  }
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

async function openUser(index: number): Promise<User> {
  const records = await openRecords(join(folder, `records-${index}.db`), 'write');
  const wire: Wire = { handedOut: new Set(), writes: [] };
  const workspace = await openWorkspace({
    landscape: demo,
    store: join(folder, 'index.db'),
    target: mock.url,
    records,
    actor: `user-${index}`,
    fetch: watched(wire),
    // Every fifth product is not wanted; the answer says of which product the question was.
    ask: async ({ requests }) => {
      const product = productIn(requests[0]?.body) ?? '';
      return { approved: isWanted(product), by: `user-${index}`, reason: `about ${product}` };
    },
  });
  return { workspace, records, wire };
}

function watched(wire: Wire): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const response = await fetch(input, init);
    const [cookie = ''] = (response.headers.get('set-cookie') ?? headers.get('cookie') ?? '').split(';');
    const token = response.headers.get('x-csrf-token');
    if (/^fetch$/i.test(headers.get('x-csrf-token') ?? '')) wire.handedOut.add(`${cookie} ${token}`);
    if (init?.method === 'POST')
      wire.writes.push({
        pair: `${headers.get('cookie')} ${headers.get('x-csrf-token')}`,
        status: response.status,
      });
    return response;
  };
}

function productIn(text: string | undefined): string | undefined {
  return /SDL-\d+/.exec(text ?? '')?.[0];
}

function isWanted(product: string): boolean {
  return Number(product.slice(4)) % 5 !== 0;
}

async function carryOut(run: Run): Promise<void> {
  const { user, product, traceId } = run;
  const task = `Ask for 200 pieces of saddle ${product}, needed at the Tarnwood works on 14 September 2026.`;
  for await (const event of ask(user.workspace, task, { traceId, today: '2026-06-01' }))
    if (event.type === 'ended') run.outcome = event.outcome;
}

async function traceOf({ user, traceId }: Run): Promise<TraceRecord[]> {
  const found: TraceRecord[] = [];
  for await (const record of user.records.records({ traceId })) found.push(record);
  return found;
}

it('100 runs at once against one mock mix up no traces, approvals and sessions', { timeout: 600_000 }, async () => {
  const all = Array.from({ length: runs }, (_, index): Run => {
    const user = opened[index % users];
    if (user === undefined) throw new Error('There is no such user.');
    const product = `SDL-${1000 + index}`;
    return { user, product, approved: isWanted(product), traceId: `run-${index}` };
  });
  await Promise.all(all.map(carryOut));

  const posts = mock.calls().filter(({ method }) => method === 'POST');
  expect(posts.every(({ accepted }) => accepted)).toBe(true);
  expect(posts.map(({ payload }) => (payload as { Product: string }).Product).sort()).toEqual(
    all.filter(({ approved }) => approved).map(({ product }) => product),
  );

  for (const run of all) {
    expect(run.outcome).toMatchObject({ status: 'finished', traceId: run.traceId });
    const made = posts.find(({ payload }) => (payload as { Product: string }).Product === run.product)?.created;
    if (run.approved) expect(run.outcome?.answer).toContain(String(made?.PurReq));
    else expect(run.outcome?.answer).toContain('was not approved');

    const trace = await traceOf(run);
    const others = JSON.stringify(trace)
      .match(/SDL-\d{4}/g)
      ?.filter((product) => product !== run.product);
    expect(others).toEqual([]);
    const approvals = trace.filter(({ kind }) => kind === 'approval').flatMap(({ findings }) => findings);
    const decision = run.approved ? 'approved' : 'denied';
    expect(approvals).toMatchObject([{ rule: `approval-${decision}` }]);
    expect(approvals[0]?.message).toContain(`about ${run.product}`);
    const sent = trace.filter(({ kind, outcome }) => kind === 'call' && outcome === 'done');
    expect(sent).toHaveLength(run.approved ? 1 : 0);
  }

  for (const { wire } of opened) {
    // One session serves a user's runs, and every write went out with a pair of cookie and token that this user was given.
    expect(wire.handedOut.size).toBe(1);
    expect(wire.writes.every(({ pair, status }) => wire.handedOut.has(pair) && status === 201)).toBe(true);
  }
  expect(new Set(opened.flatMap(({ wire }) => [...wire.handedOut])).size).toBe(users);
});

it('goes on with a run once at a time, and with none that has no name', async () => {
  const [first] = opened;
  if (first === undefined) throw new Error('no workspace');
  const collect = async (resume: string): Promise<AgentOutcome | undefined> => {
    let outcome: AgentOutcome | undefined;
    for await (const event of ask(first.workspace, '', {
      resume,
    }))
      if (event.type === 'ended') outcome = event.outcome;
    return outcome;
  };
  let trace = '';
  for await (const event of ask(first.workspace, 'Ask for 200 saddles SDL-20 by 14 September 2026', { steps: 1 }))
    if (event.type === 'ended') trace = event.outcome.traceId;
  const [one, two] = await Promise.allSettled([collect(trace), collect(trace)]);
  expect(one.status).toBe('fulfilled');
  expect(two).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('going on already') } });
  await expect(collect(' ')).rejects.toThrow('its id is empty');
  await expect(ask(first.workspace, `sign it, ${'then sign it, '.repeat(1_000)}`).next()).rejects.toThrow(
    /at most 4000 characters/,
  );
});

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notification, openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';
import { openRecordsOf } from '../../workspace/index.ts';
import type { Scope } from '../access/scope.ts';
import { createToken } from '../access/token.ts';
import type { RunningServer } from '../start-server.ts';

let sample: SampleLandscape;
let server: RunningServer;

beforeAll(async () => {
  sample = await openSample();
  server = await sample.serve();
});
afterAll(() => sample.close());

interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** A client of the official SDK; with an answer it can ask its user. */
async function connect(url: string, answer?: (message: string) => ElicitResult, token?: string): Promise<Connected> {
  const client = new Client({ name: 'test client', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, transport };
}

async function use(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content as { type: string; text: string }[];
  return {
    ok: result.isError !== true,
    text: first?.text ?? '',
    data: result.structuredContent as Record<string, unknown>,
  };
}

async function propose(client: Client): Promise<string> {
  const proposed = await use(client, 'propose_call', notification);
  expect(proposed.text).toMatch(/^Plan /);
  return String(proposed.data.plan);
}

async function tokenFor(scopes: readonly Scope[], name = scopes.join(' ')): Promise<string> {
  const records = await openRecordsOf(sample.landscape, sample.store, 'write');
  try {
    return (await createToken(records, { name, scopes, createdBy: 'test' })).token;
  } finally {
    await records.close();
  }
}

describe('MCP over HTTP', () => {
  it('does a task end to end, with the approval of the user', async () => {
    let shown = '';
    const { client } = await connect(server.url, (message) => {
      shown = message;
      return { action: 'accept', content: { approve: true } };
    });
    expect(client.getInstructions()).toContain('tarnwood-cycles');
    const found = await use(client, 'search', { query: 'ask for saddles to be bought' });
    const hits = found.data.hits as { id: string }[];
    expect(hits.map(({ id }) => id)).toContain('TWC_PURCHASING_SRV/PurReqSet');
    const described = await use(client, 'describe', { target: 'TWC_PURCHASING_SRV/PurReqSet' });
    expect(described.text).toContain('ReqQty');
    const before = sample.mock.calls().length;
    const plan = await propose(client);
    expect(sample.mock.calls().length).toBe(before);
    const sent = await use(client, 'submit', { plan });
    expect(sent).toMatchObject({ ok: true, data: { outcome: 'done', status: 201 } });
    expect(shown).toContain('SDL-20');
    expect(sample.mock.calls().filter(({ method }) => method === 'POST').length).toBe(1);
    const again = await use(client, 'submit', { plan });
    expect(again.ok).toBe(false);
    const records = await openRecordsOf(sample.landscape, sample.store);
    expect((await records.plan(plan))?.approvals).toMatchObject([{ by: 'ann with test client', how: 'person' }]);
    await records.close();
    await client.close();
  });

  it('sends nothing that the user denies, or does not answer', async () => {
    const answers: ElicitResult[] = [
      { action: 'accept', content: { approve: false, reason: 'too many' } },
      { action: 'decline' },
      { action: 'cancel' },
    ];
    const { client } = await connect(server.url, () => answers.shift() ?? { action: 'cancel' });
    const before = sample.mock.calls().length;
    const denied = await use(client, 'submit', { plan: await propose(client) });
    expect(denied.text).toMatch(/does not want .* too many/);
    const declined = await use(client, 'submit', { plan: await propose(client) });
    expect(declined.ok).toBe(false);
    const open = await propose(client);
    expect((await use(client, 'submit', { plan: open })).text).toContain('closed the question');
    answers.push({ action: 'accept', content: { approve: true } });
    expect((await use(client, 'submit', { plan: open })).ok).toBe(true);
    expect(sample.mock.calls().filter(({ method }) => method === 'POST').length - postsUntil(before)).toBe(1);
    await client.close();
  });

  it('lets a client that cannot ask confirm by a second call', async () => {
    const { client } = await connect(server.url);
    const plan = await propose(client);
    const first = await use(client, 'submit', { plan });
    expect(first.ok).toBe(false);
    expect(first.text).toContain('SDL-20');
    expect((await use(client, 'submit', { plan })).ok).toBe(false);
    expect((await use(client, 'submit', { plan, confirm: 'yes' })).text).toContain('must be the id of the plan');
    expect(await use(client, 'submit', { plan, confirm: plan })).toMatchObject({ ok: true, data: { status: 201 } });
    await client.close();
  });

  it('shows the tools that the token allows, and leaves approval to those who may', async () => {
    const strict = await sample.serve({ requireToken: true });
    const reader = await connect(strict.url, undefined, await tokenFor(['read']));
    const names = (await reader.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(['search', 'describe', 'find_value', 'read']);
    expect((await use(reader.client, 'submit', { plan: 'x' })).text).toContain('does not allow submit');
    const agent = await connect(strict.url, () => expect.unreachable(), await tokenFor(['read', 'plan', 'execute']));
    const plan = await propose(agent.client);
    expect((await use(agent.client, 'submit', { plan })).text).toContain('somebody whose token has the scope approve');
    expect((await use(agent.client, 'submit', { plan, confirm: plan })).ok).toBe(false);
    const approver = await tokenFor(['approve'], 'boss');
    const response = await fetch(`${strict.url}/api/v1/plans/${plan}/approval`, {
      method: 'POST',
      headers: { authorization: `Bearer ${approver}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approved' }),
    });
    expect(await response.json()).toEqual({ ok: true, findings: [] });
    expect((await use(agent.client, 'submit', { plan })).ok).toBe(true);
    await Promise.all([reader.client.close(), agent.client.close()]);
  });

  it('keeps a session from everybody but its owner', async () => {
    const strict = await sample.serve({ requireToken: true });
    const owner = await connect(strict.url, undefined, await tokenFor(['read'], 'owner'));
    const other = await tokenFor(['read', 'admin'], 'other');
    const steal = (token?: string) =>
      fetch(`${strict.url}/mcp`, {
        method: 'POST',
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          'mcp-session-id': owner.transport.sessionId ?? '',
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    expect((await steal(other)).status).toBe(404);
    expect((await steal()).status).toBe(401);
    await owner.client.close();
  });

  it('serves 200 sessions at once, and ends each on request', async () => {
    const clients = await Promise.all(Array.from({ length: 200 }, () => connect(server.url)));
    const answers = await Promise.all(
      clients.map(({ client }, index) =>
        use(client, 'describe', { target: index % 2 ? 'TWC_PURCHASING_SRV/PurReqSet' : 'x/y' }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(100);
    expect(await gauge('groundrail_mcp_sessions')).toBeGreaterThanOrEqual(200);
    await Promise.all(clients.map(({ transport }) => transport.terminateSession()));
    expect(await gauge('groundrail_mcp_sessions')).toBeLessThan(20);
    await Promise.all(clients.map(({ client }) => client.close()));
  });

  it('stops waiting where the client cancels, and sends nothing', async () => {
    const cancel = new AbortController();
    const { client } = await connect(server.url, () => {
      cancel.abort('changed my mind');
      return { action: 'accept', content: { approve: true } };
    });
    const plan = await propose(client);
    const before = sample.mock.calls().length;
    const call = client.callTool({ name: 'submit', arguments: { plan } }, undefined, { signal: cancel.signal });
    await expect(call).rejects.toThrow(/changed my mind/);
    expect(sample.mock.calls().length).toBe(before);
    expect((await use(client, 'search', { query: 'supplier' })).ok).toBe(true);
    await client.close();
  });

  it('tells progress to whoever asks for it, and logs', async () => {
    const { client } = await connect(server.url, () => ({ action: 'accept', content: { approve: true } }));
    const plan = await propose(client);
    const progress: string[] = [];
    await client.callTool({ name: 'submit', arguments: { plan } }, undefined, {
      onprogress: ({ message }) => void progress.push(message ?? ''),
    });
    expect(progress).toContain(`Plan ${plan} waits for approval`);
    await client.setLoggingLevel('warning');
    await client.close();
  });

  it('goes on after a restart with what was recorded', async () => {
    const first = await sample.serve();
    const before = await connect(first.url, () => ({ action: 'cancel' }));
    const plan = await propose(before.client);
    await first.close();
    const second = await sample.serve({ port: first.port });
    const lost = before.client.listTools();
    await expect(lost).rejects.toThrow();
    const after = await connect(second.url, () => ({ action: 'accept', content: { approve: true } }));
    expect((await use(after.client, 'submit', { plan })).ok).toBe(true);
    await after.client.close();
  });

  it('works without sessions', async () => {
    const stateless = await sample.serve({ statelessMcp: true });
    const { client, transport } = await connect(stateless.url);
    expect(transport.sessionId).toBeUndefined();
    const plan = await propose(client);
    expect((await use(client, 'submit', { plan })).ok).toBe(false);
    expect((await use(client, 'submit', { plan, confirm: plan })).ok).toBe(true);
    await client.close();
  });

  it('refuses what is too large or no message, and lives', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': type, accept: 'application/json, text/event-stream' },
        body,
      });
    expect((await post('x'.repeat(5 * 1024 * 1024))).status).toBe(413);
    expect((await post('{"jsonrpc":')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect((await post('{"jsonrpc":"2.0","id":1,"method":"ping"}')).status).toBe(400);
    expect((await fetch(`${server.url}/mcp`)).status).toBe(400);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

function postsUntil(count: number): number {
  return sample.mock
    .calls()
    .slice(0, count)
    .filter(({ method }) => method === 'POST').length;
}

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

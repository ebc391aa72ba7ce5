import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startMock } from '../src/mock/index.ts';
import { indexLandscape, mockOptionsOf } from '../src/workspace/index.ts';

/**
 * Memory of `groundrail serve` under a mixed load for a while: MCP sessions that come, search, describe, propose, submit and go; searches over
 * HTTP, each with new words; a job every half minute that indexes the landscape again.
 * `npx tsx bench/soak.ts [minutes] [rounds a second]` prints the memory of the server every minute: what is resident, which depends on when
 * garbage is collected, and the least that JavaScript objects and buffers took within the minute, which is what is really held.
 */
const minutes = Number(process.argv[2] ?? 10);
const rate = Number(process.argv[3] ?? 4);
const root = resolve(import.meta.dirname, '..');
const landscape = join(root, 'landscapes/demo');
const folder = await mkdtemp(join(tmpdir(), 'groundrail-soak-'));
const store = join(folder, 'index.db');
await indexLandscape(landscape, { store });
const mock = await startMock(await mockOptionsOf(landscape));
const queries = readFileSync(join(landscape, 'queries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { query: string }).query);
const write = {
  service: 'TWC_PURCHASING_SRV',
  entitySet: 'PurReqSet',
  operation: 'create',
  payload: { Product: 'SDL-20', ReqQty: '200', DelivDate: '2026-09-14', Plant: 'TW01' },
};

const { child, url } = await startServer();
const counts = { rounds: 0, failed: 0, jobs: 0 };
const held: number[] = [];
let least = Number.POSITIVE_INFINITY;
const started = performance.now();
const until = started + minutes * 60_000;
const underWay = new Set<Promise<void>>();
let nextMinute = started + 60_000;
let nextJob = started + 30_000;
let nextLook = started;
console.log('minute  resident MB  held MB  sessions  rounds  failed  jobs');
while (performance.now() < until) {
  if (underWay.size < 32) {
    const round = playRound(counts.rounds++).catch((error: unknown) => {
      counts.failed += 1;
      if (counts.failed <= 3) console.error(error);
    });
    underWay.add(round);
    void round.then(() => underWay.delete(round));
  }
  if (performance.now() > nextJob) {
    nextJob += 30_000;
    if ((await post('/api/v1/jobs', { kind: 'index' })).status === 202) counts.jobs += 1;
  }
  if (performance.now() > nextLook) {
    nextLook += 1000;
    const { heap, external } = await readGauges();
    least = Math.min(least, heap + external);
  }
  if (performance.now() > nextMinute) {
    nextMinute += 60_000;
    await report();
  }
  await sleep(1000 / rate);
}
await Promise.all(underWay);
await report();
const half = Math.ceil(held.length / 2);
console.log(
  `held in the first half ${median(held.slice(0, half))} MB, in the second ${median(held.slice(half))} MB (medians)`,
);
child.kill('SIGTERM');
await once(child, 'exit');
await mock.close();
await rm(folder, { recursive: true, force: true });

/** One client's visit: a session from its beginning to its end, and a search beside it. */
async function playRound(index: number): Promise<void> {
  const query = `${queries[index % queries.length] ?? ''} ${index}`;
  const client = new Client({ name: 'soak', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
  await client.connect(transport as Parameters<Client['connect']>[0]);
  await client.listTools();
  await client.callTool({ name: 'search', arguments: { query } });
  await client.callTool({ name: 'describe', arguments: { target: 'TWC_PURCHASING_SRV/PurReqSet' } });
  const proposed = await client.callTool({ name: 'propose_call', arguments: write });
  const { plan } = proposed.structuredContent as { plan: string };
  if (index % 2 === 0) await client.callTool({ name: 'submit', arguments: { plan, confirm: plan } });
  const found = await fetch(`${url}/api/v1/search?query=${encodeURIComponent(`${query} again`)}`);
  await found.text();
  if (!found.ok) throw new Error(`search answered ${found.status}`);
  await transport.terminateSession();
  await client.close();
}

async function report(): Promise<void> {
  const { resident, heap, external, sessions } = await readGauges();
  held.push(Math.round(Math.min(least, heap + external)));
  least = Number.POSITIVE_INFINITY;
  const minute = ((performance.now() - started) / 60_000).toFixed(1);
  const cells = [minute.padStart(6), String(Math.round(resident)).padStart(11), String(held.at(-1)).padStart(7)];
  console.log(
    `${cells.join('  ')}  ${String(sessions).padStart(8)}  ${counts.rounds}  ${counts.failed}  ${counts.jobs}`,
  );
}

/** Memory in megabytes, and the number of open sessions, as the server tells them. */
async function readGauges(): Promise<{ resident: number; heap: number; external: number; sessions: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const gauge = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const megabytes = (name: string): number => gauge(name) / 1024 / 1024;
  return {
    resident: megabytes('process_resident_memory_bytes'),
    heap: megabytes('nodejs_heap_used_bytes'),
    external: megabytes('nodejs_external_memory_bytes'),
    sessions: gauge('groundrail_mcp_sessions'),
  };
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const program = ['--import', 'tsx', join(root, 'src/cli/main.ts'), 'serve', '-C', landscape, '--json'];
  const options = ['--store', store, '--port', '0', '--target', mock.url];
  const server = spawn(process.execPath, [...program, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let document = '';
  for await (const line of createInterface({ input: server.stdout })) {
    document += line;
    if (line === '}') break;
  }
  return { child: server, url: (JSON.parse(document) as { url: string }).url };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

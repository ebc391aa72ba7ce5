import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecordsOf } from '../../src/workspace/index.ts';
import { openSample, type SampleLandscape } from '../server/sample-server.ts';
import { agree, type Person, Stranger } from './stranger.ts';

const root = resolve(import.meta.dirname, '../..');

interface DemoTask {
  readonly id: string;
  readonly task: string;
  readonly expect: readonly { service: string; entitySet: string; must: object; codes: object }[];
}

/** What somebody who has these tasks can say when asked for a label; the words are those of the tasks. */
const facts: Readonly<Record<string, Person['facts']>> = {
  'demo-task-1': [
    { about: /equipment/i, says: 'PB-01' },
    { about: /short text/i, says: 'Paint booth too hot' },
    { about: /kind of/i, says: 'fault' },
    { about: /priority/i, says: 'today' },
    { about: /damage/i, says: 'runs hot' },
  ],
  'demo-task-2': [
    { about: /^product$/i, says: 'SDL-20' },
    { about: /quantity/i, says: '200' },
    { about: /needed on/i, says: '2026-09-14' },
    { about: /plant/i, says: 'Tarnwood works' },
  ],
};
/** Covered by `allow` in landscape.yaml, so that nobody has to be asked. */
const allowed = 'demo-task-1';

const tasks = readFileSync(join(root, 'landscapes/demo/tasks.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): DemoTask => JSON.parse(line))
  .filter(({ id }) => Object.hasOwn(facts, id));

let sample: SampleLandscape;
let url: string;

beforeAll(async () => {
  sample = await openSample();
  url = (await sample.serve()).url;
}, 240_000);
afterAll(() => sample.close());

function transportOf(kind: 'stdio' | 'HTTP'): StdioClientTransport | StreamableHTTPClientTransport {
  if (kind === 'HTTP') return new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
  const { landscape, store, mock } = sample;
  const program = ['--import', 'tsx', join(root, 'src/cli/main.ts')];
  const options = ['mcp', '-C', landscape, '--store', store, '--target', mock.url];
  const env = { ...getDefaultEnvironment(), USER: 'ann' };
  return new StdioClientTransport({
    command: process.execPath,
    args: [...program, ...options],
    cwd: root,
    env,
    stderr: 'ignore',
  });
}

const ways = (['stdio', 'HTTP'] as const).flatMap((kind) =>
  [true, false].flatMap((asks) =>
    tasks.map((task) => ({ kind, asks, how: asks ? 'by elicitation' : 'by a second call', ...task })),
  ),
);

describe('a client that knows nothing but the server', () => {
  it.each(ways)(
    'does $id over $kind, approved $how',
    async ({ kind, asks, id, task, expect: [expected] }) => {
      const client = new Client({ name: 'stranger', version: '1' }, { capabilities: asks ? { elicitation: {} } : {} });
      const questions: string[] = [];
      if (asks)
        client.setRequestHandler(ElicitRequestSchema, (request) => {
          questions.push(request.params.message);
          return agree(request);
        });
      await client.connect(transportOf(kind) as Parameters<Client['connect']>[0]);
      const before = sample.mock.calls().length;
      const done = await new Stranger(client).carryOut({ task, facts: facts[id] ?? [] });
      await client.close();

      expect(done).toMatchObject({ target: `${expected?.service}/${expected?.entitySet}`, status: 201 });
      const writes = sample.mock
        .calls()
        .slice(before)
        .filter(({ method }) => method === 'POST');
      expect(writes).toHaveLength(1);
      const wanted = { ...expected?.must, ...expected?.codes };
      expect(Object.keys(done.row)).toEqual(expect.arrayContaining(Object.keys(wanted)));
      for (const [name, value] of Object.entries(wanted))
        expect(String(done.row[name]).replace(/T00:00:00.*$/, ''), name).toBe(value);
      const isAsked = asks && id !== allowed;
      expect(questions).toHaveLength(isAsked ? 1 : 0);
      if (isAsked) expect(questions[0]).toContain(done.plan);
      const by = id === allowed ? 'landscape.yaml' : 'ann with stranger';
      expect(await approvalsOf(done.plan)).toMatchObject([{ decision: 'approved', by }]);
    },
    240_000,
  );
});

async function approvalsOf(plan: string): Promise<readonly object[]> {
  const records = await openRecordsOf(sample.landscape, sample.store);
  try {
    return (await records.plan(plan))?.approvals ?? [];
  } finally {
    await records.close();
  }
}

import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockServer, startMock } from '../src/mock/index.ts';
import { mockOptionsOf } from '../src/workspace/index.ts';

const root = resolve(import.meta.dirname, '..');
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock(await mockOptionsOf(join(root, 'landscapes', 'demo')));
});
beforeEach(() => mock.clear());
afterAll(() => mock.close());

/** Runs an example as a user of the built package does; what it printed. */
async function run(example: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join(root, 'examples', `${example}.ts`), mock.url],
    { cwd: root },
  );
  return stdout;
}

/** Every call that reached the mock, apart from those that only fetch a token. */
function writes(): string[] {
  return mock
    .calls()
    .flatMap(({ method, entitySet, status }) => (method === 'GET' ? [] : `${method} ${entitySet} ${status}`));
}

describe('the examples', () => {
  it('create-with-approval creates one purchase requisition', { timeout: 120_000 }, async () => {
    const stdout = await run('create-with-approval');
    expect(stdout).toMatch(/approving POST .*PurReqSet/);
    expect(stdout).toMatch(/^201 /m);
    expect(writes()).toEqual(['POST PurReqSet 201']);
  });

  it('agent-with-approval lets the agent do it and asks before the write', { timeout: 120_000 }, async () => {
    const stdout = await run('agent-with-approval');
    expect(stdout).toMatch(/approving POST .*PurReqSet .*SDL-20/);
    expect(stdout).toMatch(/^finished: Done: create TWC_PURCHASING_SRV\/PurReqSet/m);
    expect(writes()).toEqual(['POST PurReqSet 201']);
  });

  it.each(['ai-sdk', 'langgraph'])(
    '%s: a bad call is refused, the good one asked about and sent once',
    { timeout: 120_000 },
    async (example) => {
      const stdout = await run(example);
      expect(stdout).toMatch(/approving .*POST .*PurReqSet/);
      expect(stdout).toMatch(/^propose_call: error [\w-]+ at \/payload\//m);
      expect(stdout).toMatch(/^propose_call: Plan [\w-]+: nothing was sent yet/m);
      expect(stdout).toMatch(/^submit: Done \(201\)/m);
      expect(stdout).toMatch(/^finish: 200 saddles/m);
      expect(writes()).toEqual(['POST PurReqSet 201']);
    },
  );
});

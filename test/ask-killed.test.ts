import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, startMock } from '../src/mock/index.ts';
import { type AgentOutcome, ask, indexLandscape, mockOptionsOf, openWorkspace } from '../src/workspace/index.ts';

const demo = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
const child = resolve(import.meta.dirname, 'ask-child.ts');
const task = 'Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026.';

/** How many runs are killed; GROUNDRAIL_KILLS asks for more. */
const trials = Number(process.env.GROUNDRAIL_KILLS ?? 4);

/** Milliseconds between the begin of the submit and the kill: spread over everything a write consists of. */
const after = Array.from({ length: trials }, (_, index) => Math.round((index * 240) / Math.max(1, trials - 1)));

describe('a run of the agent that is killed while it writes', () => {
  let folder: string;
  let mock: MockServer;
  const outcomes: string[] = [];

  beforeAll(async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'groundrail-killed-')), 'demo');
    cpSync(demo, folder, { recursive: true });
    await indexLandscape(folder);
    mock = await startMock({ ...(await mockOptionsOf(folder)), fault: { latency: 60 } });
  });
  afterAll(async () => {
    await mock.close();
    rmSync(dirname(folder), { recursive: true, force: true });
    expect(outcomes.length).toBe(trials);
  });

  const writes = () => mock.calls().filter(({ method, accepted }) => method === 'POST' && accepted);

  it.each(after)(
    '%i ms after it began to submit sends nothing twice when it goes on',
    { timeout: 300_000 },
    async (ms) => {
      mock.clear();
      const traceId = `killed-${outcomes.length}`;
      const running = spawn(process.execPath, ['--import', 'tsx', child, folder, mock.url, traceId, task, String(ms)], {
        stdio: 'ignore',
      });
      await new Promise((resolve) => running.once('exit', resolve));
      // What was under way when the process died reaches the system all the same.
      await pause(150);
      const before = writes().length;

      const workspace = await openWorkspace({
        landscape: folder,
        target: mock.url,
        ask: async () => ({ approved: true, by: 'test' }),
      });
      let outcome: AgentOutcome | undefined;
      for await (const event of ask(workspace, '', { resume: traceId, today: '2026-06-01' })) {
        if (event.type === 'ended') outcome = event.outcome;
      }
      await workspace.close();
      expect(outcome?.status).toBe('finished');
      expect(writes().length).toBeLessThanOrEqual(1);
      // Nothing was lost either: what was not sent before is sent now, unless nobody can know whether it was.
      if (before === 0 && outcome?.open.length === 0) expect(writes()).toHaveLength(1);
      outcomes.push(
        `${ms} ms: ${before} written before, ${writes().length} in all, open: ${outcome?.open.join() || 'nothing'}`,
      );
      console.info(outcomes.at(-1));
    },
  );
});

import { describe, expect, it } from 'vitest';
import { GroundrailError } from '../../base/index.ts';
import type { Job } from './job.ts';
import { JobRunner } from './job-runner.ts';

const never = new AbortController().signal;

async function states(runner: JobRunner, job: Job | undefined): Promise<string[]> {
  const told: string[] = [];
  for await (const { state, progress } of runner.follow(job?.id ?? '', never)) told.push(`${state}: ${progress}`);
  return told;
}

describe('jobs', () => {
  it('run one at a time and tell how they go, also to whoever comes late', async () => {
    const runner = new JobRunner();
    let go: () => void = () => undefined;
    const job = runner.start('index', 'ann', async (progress) => {
      progress('reading');
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return { sources: 3 };
    });
    expect(runner.start('audit', 'ann', async () => undefined)).toBeUndefined();
    const watching = states(runner, job);
    await new Promise((resolve) => setImmediate(resolve));
    go();
    expect(await watching).toEqual(['running: reading', 'done: done']);
    expect(await states(runner, job)).toEqual(['done: done']);
    expect(runner.find(job?.id ?? '')).toMatchObject({ result: { sources: 3 }, by: 'ann', state: 'done' });
    expect(runner.running).toBeUndefined();
  });

  it('say why they failed, and stop when they are cancelled or the server ends', async () => {
    const runner = new JobRunner();
    const failed = runner.start('index', 'ann', async () => {
      throw new GroundrailError('index-locked', { store: 's' });
    });
    expect((await states(runner, failed)).at(-1)).toBe('failed: failed');
    expect(runner.find(failed?.id ?? '')?.error).toMatchObject({ code: 'index-locked' });
    const untilStopped = (_: unknown, signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const cancelled = runner.start('index', 'ann', untilStopped);
    runner.cancel(cancelled?.id ?? '');
    expect((await states(runner, cancelled)).at(-1)).toBe('cancelled: cancelled');
    const last = runner.start('audit', 'ann', untilStopped);
    await runner.close();
    expect(runner.find(last?.id ?? '')?.state).toBe('cancelled');
  });

  it('forget the oldest of a hundred', async () => {
    const runner = new JobRunner();
    const first = runner.start('audit', 'ann', async () => undefined);
    await states(runner, first);
    for (let index = 0; index < 100; index++)
      await states(
        runner,
        runner.start('audit', 'ann', async () => undefined),
      );
    expect([runner.list().length, runner.find(first?.id ?? '')]).toEqual([100, undefined]);
  });

  it('stop telling whoever leaves', async () => {
    const runner = new JobRunner();
    const job = runner.start(
      'index',
      'ann',
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
    );
    const leave = new AbortController();
    const told: Job[] = [];
    for await (const one of runner.follow(job?.id ?? '', leave.signal)) {
      told.push(one);
      leave.abort();
    }
    expect(told).toHaveLength(1);
    await runner.close();
  });
});

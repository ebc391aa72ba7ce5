import { randomUUID } from 'node:crypto';
import { isGroundrailError } from '../../base/index.ts';
import type { Job, JobKind, JobWork } from './job.ts';

const mostKept = 100;

interface Running {
  job: Job;
  readonly cancel: AbortController;
  readonly listeners: Set<() => void>;
  ended: Promise<void>;
}

/** Runs long work in the background, one at a time, and tells how it goes. The last hundred jobs are kept until the server ends. */
export class JobRunner {
  readonly #jobs = new Map<string, Running>();

  /** The running job, where there is one. */
  get running(): Job | undefined {
    return [...this.#jobs.values()].find(({ job }) => job.state === 'running')?.job;
  }

  /** Begins a job; undefined where another one is running. */
  start(kind: JobKind, by: string, work: JobWork): Job | undefined {
    if (this.running !== undefined) return undefined;
    const job: Job = { id: randomUUID(), kind, by, state: 'running', startedAt: now(), progress: 'started' };
    const running: Running = { job, cancel: new AbortController(), listeners: new Set(), ended: Promise.resolve() };
    this.#jobs.set(job.id, running);
    const [oldest] = this.#jobs.keys();
    if (this.#jobs.size > mostKept && oldest !== undefined) this.#jobs.delete(oldest);
    running.ended = this.#run(running, work);
    return job;
  }

  /** The latest first. */
  list(): Job[] {
    return [...this.#jobs.values()].map(({ job }) => job).reverse();
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id)?.job;
  }

  /** Asks a job to stop; it does at its next step. */
  cancel(id: string): Job | undefined {
    const running = this.#jobs.get(id);
    running?.cancel.abort(new DOMException('The job was cancelled.', 'AbortError'));
    return running?.job;
  }

  /** The job now and after every change, until it has ended or the signal is aborted. Changes that nobody could read in time are left out. */
  async *follow(id: string, signal: AbortSignal): AsyncGenerator<Job> {
    const running = this.#jobs.get(id);
    if (running === undefined) return;
    let wake: () => void = () => undefined;
    let told: Job | undefined;
    const listener = () => wake();
    running.listeners.add(listener);
    signal.addEventListener('abort', listener);
    try {
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const { job } = running;
        if (job !== told) {
          told = job;
          yield job;
          if (job.state !== 'running') return;
        } else await changed;
      }
    } finally {
      running.listeners.delete(listener);
      signal.removeEventListener('abort', listener);
    }
  }

  /** Cancels what is running and waits for its end. */
  async close(): Promise<void> {
    for (const [id, { job }] of this.#jobs) if (job.state === 'running') this.cancel(id);
    await Promise.all([...this.#jobs.values()].map(({ ended }) => ended));
  }

  async #run(running: Running, work: JobWork): Promise<void> {
    const change = (changes: Partial<Job>): void => {
      running.job = { ...running.job, ...changes };
      for (const listener of running.listeners) listener();
    };
    try {
      const result = await work((progress) => change({ progress }), running.cancel.signal);
      change({ state: 'done', endedAt: now(), progress: 'done', result });
    } catch (error) {
      const cancelled = running.cancel.signal.aborted;
      const code = isGroundrailError(error) ? error.code : 'internal';
      const message = error instanceof Error ? error.message : String(error);
      change({
        state: cancelled ? 'cancelled' : 'failed',
        endedAt: now(),
        progress: cancelled ? 'cancelled' : 'failed',
        ...(!cancelled && { error: { code, message } }),
      });
    }
  }
}

function now(): string {
  return new Date().toISOString();
}

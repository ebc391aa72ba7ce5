import { setTimeout as delay } from 'node:timers/promises';
import type { RecordStore } from '../workspace/index.ts';

/** Decisions of other processes are looked for so often, in milliseconds. */
const lookEvery = 2000;

/** Lets runs wait until somebody has decided about a plan, here or in another process. */
export class PlanDecisions {
  readonly #records: Pick<RecordStore, 'plan'>;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(records: Pick<RecordStore, 'plan'>) {
    this.#records = records;
  }

  /** Wakes whoever waits for a decision that was just recorded. */
  decided(planId: string): void {
    for (const wake of this.#waiting.get(planId) ?? []) wake();
  }

  /** Ends when the plan was approved or denied, has expired, or the signal is aborted. */
  async wait(planId: string, signal: AbortSignal | undefined): Promise<void> {
    while (signal?.aborted !== true) {
      const state = await this.#records.plan(planId);
      if (state === undefined || state.approvals.length > 0 || Date.parse(state.plan.expiresAt) <= Date.now()) return;
      await this.#pause(planId, signal);
    }
  }

  async #pause(planId: string, signal: AbortSignal | undefined): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    const waiting = this.#waiting.get(planId) ?? new Set();
    this.#waiting.set(planId, waiting.add(wake));
    try {
      const stop = signal === undefined ? woken.signal : AbortSignal.any([signal, woken.signal]);
      await delay(lookEvery, undefined, { signal: stop, ref: false });
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(planId);
    }
  }
}

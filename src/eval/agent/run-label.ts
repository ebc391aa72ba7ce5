import { AsyncLocalStorage } from 'node:async_hooks';

/** Which run it is; the id marks its requests. */
export interface RunLabel {
  readonly id: string;
  readonly condition: string;
  readonly task: string;
  /** 1-based. */
  readonly run: number;
}

const current = new AsyncLocalStorage<RunLabel>();

/** Does something with every request that it makes marked as of this run. */
export function inRun<Result>(label: RunLabel, work: () => Promise<Result>): Promise<Result> {
  return current.run(label, work);
}

/** `fetch` that tells the mock to which run a request belongs. */
export const markedFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const label = current.getStore();
  if (label !== undefined) headers.set('x-groundrail-run', label.id);
  return fetch(input, { ...init, headers });
};

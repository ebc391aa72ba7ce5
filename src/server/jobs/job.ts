/** What a job does. */
export type JobKind = 'index' | 'audit';

/** A job as it is told; `progress` is one line for people, `result` is the report of what was done. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly by: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly progress: string;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The work of a job. */
export type JobWork = (progress: (text: string) => void, signal: AbortSignal) => Promise<unknown>;

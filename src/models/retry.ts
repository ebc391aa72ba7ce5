import { setTimeout as wait } from 'node:timers/promises';

/** How often and how patiently something is tried; `sleep` and `random` can be replaced in tests. */
export interface RetryPolicy {
  attempts: number;
  firstDelayMs: number;
  /** No pause is longer; a server that asks for more is not waited for. */
  longestDelayMs: number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

/** Five attempts over about half a minute. */
export const patientRetry: RetryPolicy = {
  attempts: 5,
  firstDelayMs: 500,
  longestDelayMs: 60_000,
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  random: Math.random,
};

/** Thrown by an attempt that may succeed when repeated, after the pause the server asked for where it did. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly afterMs: number | undefined;

  constructor(message: string, options: { afterMs?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.afterMs = options.afterMs;
  }
}

/**
 * The pause after attempt number `tried` failed: `firstDelayMs * 2^n`, of which a random half is left out, plus what the server asked for;
 * undefined where the attempts are used up or the server asks for too much.
 */
export function pauseMs(tried: number, afterMs: number | undefined, policy: RetryPolicy): number | undefined {
  const asked = afterMs ?? 0;
  if (tried >= policy.attempts || asked > policy.longestDelayMs) return undefined;
  const backoff = policy.firstDelayMs * 2 ** (tried - 1) * (0.5 + policy.random() / 2);
  return Math.min(asked + backoff, policy.longestDelayMs);
}

/** Repeats an attempt that throws a TransientError, after the pause; the last error is thrown when the attempts are used up. */
export async function retry<T>(attempt: () => Promise<T>, policy: RetryPolicy, signal?: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const pause = error instanceof TransientError ? pauseMs(tried, error.afterMs, policy) : undefined;
      if (pause === undefined) throw error;
      await policy.sleep(pause, signal);
    }
  }
}

/** Milliseconds that a Retry-After header asks for (RFC 9110 10.2.3: seconds or a date); undefined where it says nothing usable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const date = /^\s*[A-Za-z]{3}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

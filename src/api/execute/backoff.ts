/** How often and how patiently an idempotent request is repeated. */
export interface RetryLimits {
  /** Attempts in all. */
  readonly attempts: number;
  readonly baseMs: number;
  /** Longest pause; a `Retry-After` beyond it ends the attempts. */
  readonly maxMs: number;
}

const repeatable = new Set([429, 502, 503, 504]);

/** Statuses after which an idempotent request may be repeated; never 500, which may be an answer to the request itself. */
export function mayRepeat(status: number): boolean {
  return repeatable.has(status);
}

/**
 * Pause before attempt `attempt + 1` (1-based): the server's `Retry-After` where it gives one, else exponential with full jitter.
 * Undefined: the server asks for more patience than the limit, so do not repeat.
 */
export function pauseBefore(
  attempt: number,
  retryAfter: string | null,
  limits: RetryLimits,
  now: number,
  random: () => number,
): number | undefined {
  const asked = retryAfter === null ? undefined : retryAfterMs(retryAfter, now);
  if (asked !== undefined) return asked <= limits.maxMs ? asked : undefined;
  return random() * Math.min(limits.maxMs, limits.baseMs * 2 ** (attempt - 1));
}

/** A `Retry-After` header in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3); undefined where it is neither. */
export function retryAfterMs(header: string, now: number): number | undefined {
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

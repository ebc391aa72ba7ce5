/** Whether a request may pass, and what is left. */
export interface RateAnswer {
  readonly pass: boolean;
  readonly remaining: number;
  /** Seconds until one more may pass. */
  readonly retryAfter: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const mostBuckets = 10_000;

/** A bucket for each caller that holds a minute's worth of requests and fills evenly. */
export class RateLimit {
  readonly perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.perMinute = perMinute;
    this.#now = now;
  }

  take(caller: string): RateAnswer {
    const now = this.#now();
    const before = this.#buckets.get(caller) ?? { tokens: this.perMinute, at: now };
    const tokens = Math.min(this.perMinute, before.tokens + ((now - before.at) * this.perMinute) / 60_000);
    const pass = tokens >= 1;
    const left = pass ? tokens - 1 : tokens;
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: left, at: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > mostBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    const retryAfter = left >= 1 ? 0 : Math.max(1, Math.ceil(((1 - left) * 60) / this.perMinute));
    return { pass, remaining: Math.floor(left), retryAfter };
  }
}

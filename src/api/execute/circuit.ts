/** Thresholds of a circuit breaker. */
export interface CircuitLimits {
  /** Failures in a row that open the circuit. */
  readonly failures: number;
  /** How long it stays open before one request may try again. */
  readonly openMs: number;
}

interface HostState {
  failures: number;
  openUntil: number;
  probing: boolean;
}

/** Remembers per host how many requests failed in a row, and says when a host should be left alone for a while. */
export class CircuitBreaker {
  readonly #hosts = new Map<string, HostState>();
  readonly #limits: CircuitLimits;
  readonly #now: () => number;

  constructor(limits: CircuitLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Milliseconds until the host may be tried again; 0: now. After the pause one request goes first, alone. */
  waitFor(host: string): number {
    const state = this.#hosts.get(host);
    if (state === undefined || state.failures < this.#limits.failures) return 0;
    const left = state.openUntil - this.#now();
    if (left > 0) return left;
    if (state.probing) return this.#limits.openMs;
    state.probing = true;
    return 0;
  }

  /** Notes how a request ended. A failure is a connection that broke or a 502, 503, 504: the host, not the request. */
  note(host: string, end: 'answered' | 'failed' | 'cancelled'): void {
    const state = this.#hosts.get(host) ?? { failures: 0, openUntil: 0, probing: false };
    state.probing = false;
    if (end === 'answered') this.#hosts.delete(host);
    if (end !== 'failed') return;
    state.failures += 1;
    if (state.failures >= this.#limits.failures) state.openUntil = this.#now() + this.#limits.openMs;
    this.#hosts.set(host, state);
  }
}

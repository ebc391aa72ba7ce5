/** Lets only so many requests to one host be under way at once; the others wait in the order in which they came. */
export class HostLanes {
  readonly #limit: number;
  readonly #busy = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs something as soon as a lane to the host is free. */
  async run<T>(host: string, task: () => Promise<T>): Promise<T> {
    await this.#enter(host);
    try {
      return await task();
    } finally {
      this.#leave(host);
    }
  }

  async #enter(host: string): Promise<void> {
    const busy = this.#busy.get(host) ?? 0;
    if (busy < this.#limit) {
      this.#busy.set(host, busy + 1);
      return;
    }
    await new Promise<void>((resolve) => {
      const waiting = this.#waiting.get(host);
      if (waiting === undefined) this.#waiting.set(host, [resolve]);
      else waiting.push(resolve);
    });
  }

  /** Hands the lane to whoever waits longest. */
  #leave(host: string): void {
    const next = this.#waiting.get(host)?.shift();
    if (next !== undefined) next();
    else this.#busy.set(host, (this.#busy.get(host) ?? 1) - 1);
  }
}

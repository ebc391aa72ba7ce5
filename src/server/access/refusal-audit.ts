import type { AccessRefusal, RecordStore } from '../../workspace/index.ts';

/** Refusals of one kind from one address that are recorded one by one within a minute; the rest is counted. */
const oneByOne = 20;
const window = 60_000;
const mostKinds = 1000;

interface Counted {
  since: number;
  written: number;
  /** The last one that was only counted. */
  last?: AccessRefusal;
  counted: number;
}

/** Records every refused access; a flood is counted, so that nobody can fill the records with it. */
export class RefusalAudit {
  readonly #records: Pick<RecordStore, 'appendRefusal'>;
  readonly #onFailure: (error: unknown) => void;
  readonly #now: () => number;
  readonly #kinds = new Map<string, Counted>();
  readonly #writing = new Set<Promise<void>>();

  constructor(
    records: Pick<RecordStore, 'appendRefusal'>,
    onFailure: (error: unknown) => void,
    now: () => number = Date.now,
  ) {
    this.#records = records;
    this.#onFailure = onFailure;
    this.#now = now;
  }

  refused(refusal: Omit<AccessRefusal, 'at' | 'count'>): void {
    const now = this.#now();
    const one: AccessRefusal = { ...refusal, at: new Date(now).toISOString(), count: 1 };
    const name = this.#kinds.size < mostKinds ? `${refusal.reason} ${refusal.from}` : refusal.reason;
    let counted = this.#kinds.get(name);
    if (counted !== undefined && now - counted.since >= window) {
      this.#writeCounted(counted);
      counted = undefined;
    }
    if (counted === undefined) {
      counted = { since: now, written: 0, counted: 0 };
      this.#kinds.set(name, counted);
    }
    if (counted.written < oneByOne) {
      counted.written += 1;
      this.#write(one);
    } else {
      counted.counted += 1;
      counted.last = one;
    }
  }

  /** Writes down what was only counted so far; call it now and then, and at the end. */
  async flush(): Promise<void> {
    for (const [name, counted] of this.#kinds) {
      this.#writeCounted(counted);
      if (this.#now() - counted.since >= window) this.#kinds.delete(name);
    }
    await Promise.all(this.#writing);
  }

  #writeCounted(counted: Counted): void {
    if (counted.last !== undefined) this.#write({ ...counted.last, count: counted.counted });
    counted.counted = 0;
    delete counted.last;
  }

  #write(refusal: AccessRefusal): void {
    const writing = this.#records
      .appendRefusal(refusal)
      .catch(this.#onFailure)
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}

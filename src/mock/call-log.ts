import type { Issue } from './fault.ts';

/** One call that reached the mock, with the judge's verdict. The evaluation reads the order of calls from these records. */
export interface MockCall {
  /** 1-based position. */
  id: number;
  at: string;
  service: string;
  method: string;
  /** Path and query relative to the service root, as sent. */
  url: string;
  entitySet?: string;
  operation?: string;
  /** Key given in the path. */
  key?: Record<string, unknown>;
  /** Parameters of an action or function. */
  parameters?: Record<string, unknown>;
  /** `$filter` as sent, decoded. */
  filter?: string;
  payload?: unknown;
  /** Key of the entity that a create made. */
  created?: Record<string, unknown>;
  /** Parent in whose navigation a create took place. */
  parent?: { entitySet: string; navigation: string; key: Record<string, unknown> };
  status: number;
  accepted: boolean;
  issues: readonly Issue[];
  /** Value of the header `x-groundrail-run`, so that concurrent runs can be told apart. */
  run?: string;
}

/** The record of all calls, bounded so that a long-lived mock does not grow without end. */
export class CallLog {
  readonly #calls: MockCall[] = [];
  readonly #limit: number;
  #next = 1;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  add(call: Omit<MockCall, 'id' | 'at'>): void {
    this.#calls.push({ id: this.#next++, at: new Date().toISOString(), ...call });
    if (this.#calls.length > this.#limit) this.#calls.shift();
  }

  /** All calls in order, or those of one run. */
  calls(run?: string): MockCall[] {
    return this.#calls.filter((call) => run === undefined || call.run === run);
  }

  clear(): void {
    this.#calls.length = 0;
  }
}

import type { Observation, RunView } from '../agent/index.ts';
import type { Finding } from '../base/index.ts';
import type { Description, SearchFindings } from '../tools/index.ts';
import type { Verbs, Wish } from './clauses.ts';
import type { Codes } from './match-code.ts';

/** One attempt to propose a call. */
export interface Attempt {
  readonly call: Readonly<Record<string, unknown>>;
  readonly ok: boolean;
  readonly plan?: string;
  readonly findings: readonly Finding[];
}

/** What came of a submitted plan or of a read. */
export interface Outcome {
  readonly ok: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

/** What the planner knows by now: everything that its calls brought, found again by the names that it gave them. */
export class Knowledge {
  readonly #searches = new Map<string, SearchFindings>();
  readonly #searched = new Set<string>();
  readonly #descriptions = new Map<string, Description | undefined>();
  readonly #lists = new Map<string, Codes>();
  readonly #attempts = new Map<string, Attempt[]>();
  readonly #outcomes = new Map<string, Outcome>();

  constructor({ steps }: RunView) {
    for (const observation of steps.flatMap(({ observations }) => observations)) this.#take(observation);
  }

  /** Code lists by the name of their property, of everything that was described. */
  get lists(): ReadonlyMap<string, Codes> {
    return this.#lists;
  }

  /** Number of searches and descriptions that are known. */
  get size(): number {
    return this.#searches.size + this.#descriptions.size;
  }

  /** What a search brought; undefined where it was not made. */
  search(query: string): SearchFindings | undefined {
    return this.#searches.get(query);
  }

  /** True once a search was made, whatever came of it. */
  searched(query: string): boolean {
    return this.#searched.has(query);
  }

  /** True once a description was asked for. */
  asked(target: string): boolean {
    return this.#descriptions.has(target);
  }

  /** A description; undefined where there is none. */
  description(target: string): Description | undefined {
    return this.#descriptions.get(target);
  }

  /** The words that labels of the process steps begin with, as imperatives, of the processes that a search finds probable. */
  stepVerbs(query: string): Verbs {
    const probable = new Set(probableProcesses(this.search(query)));
    const steps = [...this.#descriptions.values()].flatMap((description) => description?.process ?? []);
    return new Map(
      steps.flatMap(({ process, name = '', operation }) => {
        const verb = /^[A-Z]?[a-z]{2,}(?= )/.exec(name)?.[0].toLowerCase();
        return verb === undefined || !probable.has(process) ? [] : [[verb, wishOf(operation)] as const];
      }),
    );
  }

  /** Attempts to propose a call, in order. */
  attempts(name: string): readonly Attempt[] {
    return this.#attempts.get(name) ?? [];
  }

  /** What came of a submit or a read. */
  outcome(name: string): Outcome | undefined {
    return this.#outcomes.get(name);
  }

  #take(observation: Observation): void {
    const { callId, tool, ok, findings } = observation;
    const input = objectOf(observation.input);
    const data = objectOf(observation.data);
    if (tool === 'search') this.#searched.add(String(input.query));
    if (tool === 'search' && ok) this.#searches.set(String(input.query), data as unknown as SearchFindings);
    else if (tool === 'describe') {
      const description = ok ? (data as Description) : undefined;
      this.#descriptions.set(String(input.target), description);
      for (const { name, valueHelp } of description?.properties ?? [])
        if (valueHelp?.values !== undefined && !this.#lists.has(name)) this.#lists.set(name, valueHelp.values);
    } else if (tool === 'propose_call') {
      const name = callId.replace(/#\d+$/, '');
      const attempts = this.#attempts.get(name) ?? [];
      const plan = typeof data.plan === 'string' ? { plan: data.plan } : {};
      attempts.push({ call: input, ok, findings, ...plan });
      this.#attempts.set(name, attempts);
    } else if (tool === 'submit' || tool === 'read') this.#outcomes.set(callId, { ok, data, findings });
  }
}

/** The processes that a search finds probable, the most probable first. */
export function probableProcesses(found: SearchFindings | undefined): string[] {
  const processes = found?.processes ?? [];
  return processes.filter(({ probability }, index) => index === 0 || probability >= 0.2).map(({ process }) => process);
}

function wishOf(operation: string): Wish {
  const wishes: Readonly<Record<string, Wish>> = { create: 'create', read: 'read', update: 'change', delete: 'delete' };
  return Object.hasOwn(wishes, operation) ? (wishes[operation] ?? 'act') : 'act';
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

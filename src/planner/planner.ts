import type { Driver, DriverPart, RunView } from '../agent/index.ts';
import { buildCalls, type ReadyCall } from './build-call.ts';
import { candidateSets, chooseSteps, type PlannedStep, rankOptions } from './choose-steps.ts';
import type { Intent } from './clauses.ts';
import { childSets } from './fill-create.ts';
import { Knowledge } from './knowledge.ts';
import type { Reference } from './references.ts';
import { repair } from './repair.ts';
import { TaskReading, wholeQuery } from './task-reading.ts';

/** How the planner works. */
export interface PlannerOptions {
  /** The day that "today" means, ISO 8601; default: the day it is. */
  readonly today?: string;
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

const mostCalls = 16;
const mostAttempts = 6;

/**
 * A driver without a model: searches for every clause, describes what was found, chooses a call for each by the process and by what could
 * be filled, fills it from the text, and goes on until everything is done or says what is not. Deterministic: it decides from the view
 * alone. It understands English imperatives and statements of what shall be; it infers nothing that is not said in words of the metadata,
 * of code lists or of its lexicon, reads no result to decide what comes next, and asks nothing in between.
 */
export function createPlanner({ today = new Date().toISOString().slice(0, 10) }: PlannerOptions = {}): Driver {
  const memory = new Memory();
  return {
    name: 'planner',
    async *next(view: RunView): AsyncGenerator<DriverPart> {
      const calls = decide(view, today, memory);
      yield { type: 'turn', turn: { text: '', calls: calls.slice(0, mostCalls), finish: 'calls' } };
    },
  };
}

/** Choices that were worked out before, by what was known; bounded. A choice follows from the view, so that this saves time only. */
class Memory {
  readonly #choices = new Map<string, (PlannedStep | Intent)[]>();

  choose(reading: TaskReading, knowledge: Knowledge, today: string): (PlannedStep | Intent)[] {
    const key = `${knowledge.size} ${reading.task}`;
    const known = this.#choices.get(key);
    if (known !== undefined) return known;
    if (this.#choices.size > 500) this.#choices.clear();
    const chosen = chooseSteps(reading, knowledge, today);
    this.#choices.set(key, chosen);
    return chosen;
  }
}

function decide(view: RunView, today: string, memory: Memory): Call[] {
  const names = new Set(view.tools.map(({ name }) => name));
  if (!names.has('search') || !names.has('describe'))
    return [
      finish('Nothing was done.', ['The planner needs the tools search and describe, which this run does not have.']),
    ];
  const knowledge = new Knowledge(view);
  const reading = new TaskReading(view.task, today, knowledge.stepVerbs(wholeQuery(view.task)));
  const queries = [reading.query, ...reading.intents.flatMap((intent) => reading.queries(intent))];
  const unsearched = [...new Set(queries)].filter((query) => !knowledge.searched(query));
  if (unsearched.length > 0) return unsearched.map((query) => look('search', { query, k: 12 }));
  const undescribed = missingDescriptions(reading, knowledge, today, memory);
  if (undescribed.length > 0) return undescribed.map((target) => look('describe', { target }));
  return carryOut(reading, knowledge, today, memory);
}

/** What has to be described before the steps can be chosen: candidates, then the items of the best of them, then what is behind those. */
function missingDescriptions(reading: TaskReading, knowledge: Knowledge, today: string, memory: Memory): string[] {
  const open = (ids: Iterable<string>): string[] => [...new Set(ids)].filter((id) => !knowledge.asked(id));
  const sets = open(candidateSets(reading, knowledge));
  if (sets.length > 0) return sets;
  const promising = reading.intents.flatMap((intent) =>
    rankOptions(intent, intent, undefined, reading, knowledge, today)
      .filter(({ operation }) => operation === 'create')
      .slice(0, 6)
      .map(({ set }) => set),
  );
  const children = (ids: readonly string[]): string[] =>
    [...new Set(ids)].flatMap((id) => {
      const description = knowledge.description(id);
      return description === undefined ? [] : childSets(description).map(({ set }) => set);
    });
  const items = open(children(promising));
  if (items.length > 0) return items;
  const steps = memory.choose(reading, knowledge, today).filter((step): step is PlannedStep => 'set' in step);
  const chosen = steps.filter(({ operation }) => operation === 'create').map(({ set }) => set);
  const grandchildren = open(children(children(chosen).filter((id) => /item/i.test(id))));
  if (grandchildren.length > 0) return grandchildren;
  return open(
    steps.flatMap(({ set, operation }) => {
      const description = knowledge.description(set);
      const action = operation.startsWith('action:') ? operation.slice('action:'.length) : undefined;
      if (action === undefined || description?.actions?.some(({ name }) => name === action) === true) return [];
      return [`${description?.service}/${action}`];
    }),
  );
}

function carryOut(reading: TaskReading, knowledge: Knowledge, today: string, memory: Memory): Call[] {
  const steps = memory.choose(reading, knowledge, today);
  const references: Reference[] = [];
  const done: string[] = [];
  const notDone: string[] = [];
  const questions: string[] = [];
  const evidence: string[] = [];
  for (const step of steps) {
    if (!('set' in step)) {
      notDone.push(`"${step.clause.slice(0, 200)}": nothing was found that does this with enough certainty.`);
      continue;
    }
    const calls = buildCalls(step, reading, knowledge, references, today);
    for (const [copy, call] of calls.entries()) {
      const name = `${step.name}.${copy}`;
      const title = `${step.operation} ${step.set}`;
      if (call.missing.length > 0 && call.tool === 'propose_call') {
        questions.push(`For ${title}: ${call.missing.join(', ')}?`);
        continue;
      }
      const next = advance(name, call, step, knowledge);
      if ('calls' in next) return next.calls;
      if (next.ok) {
        done.push(`${title}${next.rows === undefined ? numbers(next.reference) : rowsText(next.rows)}`);
        if (call.assumed.length > 0) evidence.push(`Assumed for ${title}: ${call.assumed.join(', ')}`);
        if (next.reference !== undefined) references.push(next.reference);
      } else notDone.push(`${title}: ${next.why}`);
    }
  }
  const answer = done.length === 0 ? 'Nothing was done.' : `Done: ${done.join('; ')}.`;
  return [finish(answer, notDone, questions, [...done, ...evidence])];
}

type Advance =
  | { readonly calls: Call[] }
  | { readonly ok: true; readonly reference?: Reference; readonly rows?: readonly unknown[] }
  | { readonly ok: false; readonly why: string };

/** The next move of a call: read, propose, repair and propose again, submit, read its items; or what became of it. */
function advance(name: string, call: ReadyCall, step: PlannedStep, knowledge: Knowledge): Advance {
  if (call.tool === 'read') {
    const attempt = ['', '/key', '/plain'].map((suffix) => knowledge.outcome(`${name}.read${suffix}`));
    const made = attempt.filter((outcome) => outcome !== undefined);
    const last = made.at(-1);
    if (last === undefined) return { calls: [{ id: `${name}.read`, name: 'read', input: call.input }] };
    if (last.ok) return { ok: true, rows: Array.isArray(last.data.rows) ? last.data.rows : [] };
    if (made.length === 1)
      return { calls: [{ id: `${name}.read/plain`, name: 'read', input: repairedRead(call.input, last.findings) }] };
    return { ok: false, why: last.findings[0]?.message ?? 'the read failed.' };
  }
  const attempts = knowledge.attempts(`${name}.propose`);
  const latest = attempts.at(-1);
  if (latest === undefined) return { calls: [{ id: `${name}.propose#0`, name: 'propose_call', input: call.input }] };
  if (!latest.ok) {
    const repaired = attempts.length < mostAttempts ? repair(latest.call, latest.findings) : undefined;
    const circles = attempts.some((attempt) => JSON.stringify(attempt.call) === JSON.stringify(repaired));
    if (repaired === undefined || circles)
      return { ok: false, why: latest.findings[0]?.message ?? 'the call was refused.' };
    return { calls: [{ id: `${name}.propose#${attempts.length}`, name: 'propose_call', input: repaired }] };
  }
  const submitted = knowledge.outcome(`${name}.submit`);
  if (submitted === undefined)
    return { calls: [{ id: `${name}.submit`, name: 'submit', input: { plan: latest.plan } }] };
  if (!submitted.ok) return { ok: false, why: submitted.findings[0]?.message ?? 'it was not carried out.' };
  return afterSubmit(name, latest.call, submitted.data, step, knowledge);
}

function afterSubmit(
  name: string,
  call: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>>,
  step: PlannedStep,
  knowledge: Knowledge,
): Advance {
  const description = knowledge.description(step.set);
  const body = (data.body ?? {}) as Readonly<Record<string, unknown>>;
  const given = { ...(call.key as object | undefined), ...(call.parameters as object | undefined) } as Readonly<
    Record<string, unknown>
  >;
  const keys = Object.fromEntries(
    (description?.keys ?? []).flatMap((key) => {
      const value = [body[key], given[key]].find((one) => one !== undefined && one !== null && one !== '');
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const payload = (call.payload ?? {}) as Readonly<Record<string, unknown>>;
  const made: Reference = { set: step.set, service: description?.service ?? '', keys, itemKeys: {}, payload };
  if (Object.keys(keys).length === 0) return { ok: true };
  const navigation = Object.keys(payload).find((member) => Array.isArray(payload[member]));
  const complete = Object.keys(keys).length === (description?.keys ?? []).length;
  if (step.operation !== 'create' || navigation === undefined || !complete) return { ok: true, reference: made };
  const items = knowledge.outcome(`${name}.items`);
  if (items === undefined) {
    const { service, entitySet } = description ?? {};
    return {
      calls: [{ id: `${name}.items`, name: 'read', input: { service, entitySet, key: keys, navigation, top: 10 } }],
    };
  }
  const rows = Array.isArray(items.data.rows) ? items.data.rows : [];
  const child = description?.navigation?.find((candidate) => candidate.name === navigation)?.entitySet;
  const childKeys = knowledge.description(`${description?.service}/${child}`)?.keys ?? [];
  const first = (rows[0] ?? {}) as Readonly<Record<string, unknown>>;
  const itemKeys = Object.fromEntries(
    childKeys.flatMap((key) => (first[key] === undefined ? [] : [[key, first[key]]])),
  );
  return { ok: true, reference: { ...made, itemKeys } };
}

/** A read without the conditions that findings point at. */
function repairedRead(
  input: Record<string, unknown>,
  findings: readonly { readonly path: string }[],
): Record<string, unknown> {
  const filter = Array.isArray(input.filter) ? input.filter : [];
  const bad = new Set(findings.flatMap(({ path }) => /\/query\/filter\/(\d+)/.exec(path)?.[1] ?? []));
  return { ...input, filter: filter.filter((_, index) => !bad.has(String(index))) };
}

const mostRowsTold = 5;
const mostFieldsTold = 8;

/** The first rows of a read in short, as names and values. */
function rowsText(rows: readonly unknown[]): string {
  if (rows.length === 0) return ': nothing fits';
  const told = rows.slice(0, mostRowsTold).map((row) =>
    Object.entries(typeof row === 'object' && row !== null ? row : {})
      .filter(([name, value]) => typeof value !== 'object' && value !== '' && !name.startsWith('@'))
      .slice(0, mostFieldsTold)
      .map(([name, value]) => `${name} ${String(value).slice(0, 80)}`)
      .join(', '),
  );
  const more = rows.length > mostRowsTold ? ['…'] : [];
  return ` (${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${[...told, ...more].join(' | ')})`;
}

function numbers(reference: Reference | undefined): string {
  const values = Object.values(reference?.keys ?? {}).filter(
    (value) => typeof value === 'string' && !/^[0-9a-f]{8}-/.test(value),
  );
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}

function look(name: string, input: Record<string, unknown>): Call {
  return { id: '', name, input };
}

function finish(
  answer: string,
  notDone: readonly string[] = [],
  questions: readonly string[] = [],
  evidence: readonly string[] = [],
): Call {
  return {
    id: '',
    name: 'finish',
    input: {
      answer: answer.slice(0, 8000),
      evidence: evidence.slice(0, 50),
      notDone: notDone.slice(0, 50),
      questions: questions.slice(0, 50),
    },
  };
}

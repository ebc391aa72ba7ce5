import type { Description } from '../tools/index.ts';
import type { Intent } from './clauses.ts';
import { readConditions } from './fill-action.ts';
import { type Built, buildCreate } from './fill-create.ts';
import { type Knowledge, probableProcesses } from './knowledge.ts';
import { matchCode } from './match-code.ts';
import { actionScore, stepScore } from './score-action.ts';
import type { Scope, TaskReading } from './task-reading.ts';
import { bestLikeness, canonical, nameWords, textWords } from './words.ts';

/** A call that is to be made. */
export interface PlannedStep {
  readonly name: string;
  readonly intent: Intent;
  readonly scope: Scope;
  /** Id of the EntitySet. */
  readonly set: string;
  readonly operation: string;
  readonly score: number;
}

interface Option {
  readonly set: string;
  readonly operation: string;
  readonly score: number;
}

const candidatesPerIntent = 6;
const mostFound = 28;
const least = 0.55;

/** The ids that searches found for the intents, best first: what has to be described before steps can be chosen. */
export function candidateSets(reading: TaskReading, knowledge: Knowledge): string[] {
  const whole = knowledge.search(reading.query)?.hits.slice(0, 8) ?? [];
  const byIntent = reading.intents.flatMap((intent) =>
    reading.queries(intent).flatMap((query) => knowledge.search(query)?.hits.slice(0, candidatesPerIntent) ?? []),
  );
  const found = [...new Set([...byIntent, ...whole].map((hit) => setOf(hit)).filter((id) => id !== undefined))].slice(
    0,
    mostFound,
  );
  return [...new Set([...found, ...neighbours(found, reading, knowledge)])];
}

/** What stands behind the steps of the probable process next to those that were found. */
function neighbours(found: readonly string[], reading: TaskReading, knowledge: Knowledge): string[] {
  const probable = new Set(probableProcesses(knowledge.search(reading.query)));
  return found.flatMap((id) =>
    (knowledge.description(id)?.process ?? [])
      .filter(({ process }) => probable.has(process))
      .flatMap(({ before, after }) => [...before, ...after].map((step) => step.id)),
  );
}

/** For every intent the call that it most likely wants, in order; intents that say more of the call before them are joined with it. */
export function chooseSteps(reading: TaskReading, knowledge: Knowledge, today: string): (PlannedStep | Intent)[] {
  const steps: (PlannedStep | Intent)[] = [];
  for (const intent of reading.intents) {
    const previous = steps.filter((step) => 'set' in step).at(-1);
    const scope = { start: intent.start, end: intent.end, clauseStart: intent.clauseStart };
    const made = new Set(steps.flatMap((step) => ('set' in step && step.operation === 'create' ? [step.set] : [])));
    const [best] = rankOptions(intent, scope, previous, reading, knowledge, today, made);
    if (previous !== undefined && previous === steps.at(-1) && joins(intent, best, previous, reading, knowledge)) {
      steps[steps.length - 1] = { ...previous, scope: { ...previous.scope, end: intent.end } };
      continue;
    }
    if (best === undefined || best.score < least) steps.push(intent);
    else steps.push({ name: `step${intent.index + 1}`, intent, scope, ...best });
  }
  return steps;
}

/** The calls that an intent may want, best first. */
export function rankOptions(
  intent: Intent,
  scope: Scope,
  previous: PlannedStep | undefined,
  reading: TaskReading,
  knowledge: Knowledge,
  today: string,
  made: ReadonlySet<string> = new Set(),
): Option[] {
  const options = candidateSets(reading, knowledge).flatMap((id) => {
    const description = knowledge.description(id);
    if (description === undefined) return [];
    const base = foundScore(id, intent, reading, knowledge);
    return operationsOf(description, intent, previous, reading, knowledge).map(({ operation, score }): Option => {
      const evidence =
        operation === 'create'
          ? evidenceOf(id, scope, reading, knowledge, today)
          : operation === 'read'
            ? readEvidence(description, intent, scope, reading, today)
            : 0;
      const again =
        operation === 'create' && made.has(id) && !/\b(another|second|further|more)\b/i.test(intent.clause) ? 0.35 : 0;
      return { set: id, operation, score: base + score + evidence - again };
    });
  });
  return options.sort((a, b) => b.score - a.score || (a.set < b.set ? -1 : 1));
}

function setOf({
  kind,
  id,
  service,
  entitySet,
}: {
  kind: string;
  id: string;
  service: string;
  entitySet?: string | undefined;
}): string | undefined {
  if (kind === 'EntitySet') return id;
  if (entitySet === undefined) return undefined;
  return entitySet.includes('/') ? entitySet : `${service}/${entitySet}`;
}

/** What searches say of a set, 0 to about 1.4: its rank among the hits for the clause, with and without its lead, and for the whole task. */
function foundScore(id: string, intent: Intent, reading: TaskReading, knowledge: Knowledge): number {
  const of = (query: string): number => {
    const found = knowledge.search(query);
    const own = found?.hits.filter((hit) => setOf(hit) === id) ?? [];
    const byRank = Math.max(0, ...own.map(({ rank }) => 1 / (1 + 0.2 * (rank - 1))));
    const byChance = Math.max(0, ...own.map(({ score }) => score));
    return (byRank + 0.5 * byChance) * (found?.confidence === 'low' ? 0.85 : 1);
  };
  const queries = reading.queries(intent).map(of);
  return (
    Math.max(0, ...queries) * 0.3 +
    (queries.at(-1) ?? 0) * 0.3 +
    0.2 * of(reading.query) +
    followScore(id, intent, reading, knowledge)
  );
}

/** For a step of the probable process: how much its name sounds like the clause, 0 to about 0.6. */
function followScore(id: string, intent: Intent, reading: TaskReading, knowledge: Knowledge): number {
  const probable = new Set(probableProcesses(knowledge.search(reading.query)));
  const said = textWords(`${intent.lead} ${intent.clause}`);
  const names = (knowledge.description(id)?.process ?? [])
    .filter(({ process }) => probable.has(process))
    .map(({ name = '' }) => textWords(name));
  const likenesses = names.map((words) =>
    words.length === 0 ? 0 : words.reduce((sum, word) => sum + bestLikeness(word, said), 0) / words.length,
  );
  return names.length === 0 ? 0 : 0.1 + 0.35 * Math.max(0, ...likenesses);
}

function operationsOf(
  description: Description,
  intent: Intent,
  previous: PlannedStep | undefined,
  reading: TaskReading,
  knowledge: Knowledge,
): { operation: string; score: number }[] {
  const { wish, clause, lead } = intent;
  const [process] = knowledge.search(reading.query)?.processes ?? [];
  const entries = description.process ?? [];
  const inProcess = entries.filter((entry) => entry.process === process?.process);
  const prior = inProcess.length > 0 ? 0.25 * (process?.probability ?? 0) : 0;
  const placed = (operation: string): number =>
    inProcess.some((entry) => entry.operation === operation) ? prior + 0.12 : prior;
  const possible = description.operations ?? [];
  const isSame = previous?.set === description.id;
  const [verb = '', thing = ''] = textWords(clause);
  const looksBack =
    /\b(it|them|its|this|that|these|the (?:order|request|report|sheet|document|delivery|invoice|case))\b/i.test(clause);
  const context =
    looksBack && previous !== undefined
      ? isSame
        ? 0.35
        : previous.set.split('/')[0] === description.service
          ? 0.1
          : 0
      : 0;
  const entity = new Set(nameWords(description.entitySet ?? ''));
  const named = [verb, thing].some((word) => bestLikeness(word, entity) > 0) ? 0.2 : 0;
  const found: { operation: string; score: number }[] = [];
  if (possible.includes('create'))
    found.push({
      operation: 'create',
      score:
        placed('create') +
        named +
        0.4 * Math.max(0, ...inProcess.filter(isCreate).map((step) => stepScore(step, entity, clause))) +
        { create: 0.3, act: 0, read: -0.8, change: -0.6, delete: -1 }[wish] -
        (isSame && looksBack ? 0.35 : 0),
    });
  if (possible.includes('read') || wish === 'read')
    found.push({ operation: 'read', score: placed('read') + (wish === 'read' ? 0.4 : -1) });
  if (possible.includes('update'))
    found.push({ operation: 'update', score: placed('update') + context + (wish === 'change' ? 0.4 : -1) });
  if (possible.includes('delete'))
    found.push({ operation: 'delete', score: placed('delete') + context + (wish === 'delete' ? 0.5 : -2) });
  const names = new Set([
    ...(description.actions ?? []).map(({ name }) => name),
    ...entries.flatMap(({ operation }) => (operation.startsWith('action:') ? [operation.slice(7)] : [])),
  ]);
  for (const name of names) {
    const said = Math.max(
      actionScore(name, entity, clause),
      0.8 * actionScore(name, entity, `${lead} ${clause}`),
      ...entries
        .filter(({ operation }) => operation === `action:${name}`)
        .map((step) => stepScore(step, entity, clause)),
    );
    if (said < 0.45) continue;
    const fits = wish === 'read' ? -0.6 : wish === 'act' ? 0.1 : 0;
    found.push({
      operation: `action:${name}`,
      score: placed(`action:${name}`) + context + 0.9 * said - 0.2 + (said > 0.9 ? 0.2 : 0) + fits,
    });
  }
  return found;
}

function isCreate({ operation }: { readonly operation: string }): boolean {
  return operation === 'create';
}

/**
 * How much of what the clause names a create could take, 0 to about 1. Entities that could be created by themselves do not count as items,
 * and a document whose own number is named exists already.
 */
function evidenceOf(id: string, scope: Scope, reading: TaskReading, knowledge: Knowledge, today: string): number {
  const built: Built = buildCreate(id, scope, reading, knowledge, [], today);
  const own = reading.own(scope);
  const named = own.filter(({ kind }) => kind !== 'name' && kind !== 'currency').length;
  const taken = own.filter(
    (mention) => built.header.has(mention) || (built.used.has(mention) && hasItems(built.payload)),
  ).length;
  const share = named === 0 ? 0 : Math.min(1, taken / named);
  const keys = knowledge.description(id)?.keys ?? [];
  const number = keys.length === 1 ? built.payload[keys[0] ?? ''] : undefined;
  const said = own.find((mention) => mention.value === number);
  const before = said !== undefined && said.start < (scope.clauseStart ?? scope.start) && !isNew(scope, reading);
  const exists = typeof number === 'string' && (/^\d{6,}$/.test(number) || before) ? 0.5 : 0;
  const nothing = taken === 0 && built.codes === 0 ? 0.3 : 0;
  const open = 0.12 * Math.min(3, built.missing.length);
  return 0.45 * share + 0.06 * Math.min(5, built.codes) + (built.main ? 0.2 : 0) - exists - nothing - open;
}

const amounts = new Set(['quantity', 'amount', 'number', 'stock', 'value'].map(canonical));

/**
 * How much of what a question names a read could look for, 0 to about 0.7: identifiers and codes as conditions. A question for how much
 * there is wants a set that tells a quantity.
 */
function readEvidence(
  description: Description,
  { clause }: Intent,
  scope: Scope,
  reading: TaskReading,
  today: string,
): number {
  const named = reading.own(scope).filter(({ kind }) => kind === 'id').length;
  const conditions = readConditions(description, scope, reading, [], today);
  const share = named === 0 ? 0 : Math.min(1, conditions.length / named);
  const further = Math.max(0, conditions.length - named);
  const asksHowMuch = /\bhow (?:much|many)\b/i.test(clause);
  const tells = (description.properties ?? []).some(
    ({ name, label, type }) =>
      type === 'Edm.Decimal' && [...nameWords(name), ...nameWords(label)].some((word) => amounts.has(word)),
  );
  return 0.3 * share + 0.06 * Math.min(3, further) + (asksHowMuch && tells ? 0.2 : 0);
}

/** "Create it …": what was spoken of before is what is to be made. */
function isNew({ clauseStart = 0, end }: Scope, { task }: TaskReading): boolean {
  return /^(?:\w+ )?(?:create|add|set up|open|register|enter) (?:it|this|them)\b/i.test(task.slice(clauseStart, end));
}

function hasItems(payload: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(payload).some(([name, value]) => Array.isArray(value) && /item|position/i.test(name));
}

/** True where a clause says more of the call before it instead of wanting another one. */
function joins(
  intent: Intent,
  best: Option | undefined,
  previous: PlannedStep,
  reading: TaskReading,
  knowledge: Knowledge,
): boolean {
  const own = reading.own({ start: intent.clauseStart, end: intent.end });
  if (previous.operation !== 'create') return false;
  const refersBack = /\b(it|them|this|that)\b/i.test(intent.clause.slice(0, 40));
  const sameCreate = best?.set === previous.set && best.operation === 'create';
  const plain = own.every(
    ({ kind, role }) => kind === 'date' || kind === 'quantity' || (kind === 'id' && role.length > 0),
  );
  if (sameCreate && (refersBack || intent.sentence === previous.intent.sentence) && plain) return true;
  if (own.some(({ kind }) => kind !== 'date') || best?.operation.startsWith('action:') === true) return false;
  const description = knowledge.description(previous.set);
  const wording = textWords(intent.clause);
  return (description?.properties ?? []).some(({ name, label, creatable, valueHelp }) => {
    const codes = valueHelp?.values ?? [];
    if (!creatable || codes.length === 0) return false;
    const match = matchCode(codes, wording, [...nameWords(name), ...nameWords(label)], textWords);
    return match !== undefined && match.share >= 0.8 && match.words >= 2;
  });
}

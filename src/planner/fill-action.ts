import type { Description } from '../tools/index.ts';
import type { Candidate } from './entity.ts';
import { dateFor, isDate } from './fill-dates.ts';
import { fillEntity } from './fill-entity.ts';
import type { Mention } from './mentions.ts';
import type { Reference } from './references.ts';
import { namedProperty, roleScore } from './score-property.ts';
import type { Scope, TaskReading } from './task-reading.ts';
import { nameWords } from './words.ts';

/** Values by name, and the names that nothing was said of. */
export interface FilledNames {
  readonly values: Record<string, unknown>;
  readonly missing: readonly string[];
  /** What was taken because something has to stand there, with its value. */
  readonly assumed: readonly string[];
}

/** A parameter as descriptions tell it. */
export type Parameter = NonNullable<Description['parameters']>[number];

/**
 * Fills keys or parameters of an action, an update or a read by key: by the words before an identifier, by what was made before, and where
 * only one identifier and one place are left, by these.
 */
export function fillNames(
  parameters: readonly Parameter[],
  entityName: string,
  scope: Scope,
  reading: TaskReading,
  references: readonly Reference[],
  today: string,
): FilledNames {
  const entity = new Set(nameWords(entityName));
  const candidates = reading.candidates(scope);
  const used = new Set<Mention>();
  const values: Record<string, unknown> = {};
  const open = (name: string): boolean => !Object.hasOwn(values, name);
  const take = (list: readonly Candidate[], least: number): void => {
    const pairs = list.flatMap(({ mention }) =>
      mention.kind !== 'id'
        ? []
        : parameters
            .filter((parameter) => isText(parameter) && fits(parameter, mention.value))
            .map((parameter) => ({
              mention,
              parameter,
              score: nameScore(mention, parameter, entity),
            }))
            .filter(({ score }) => score >= least),
    );
    pairs.sort((a, b) => b.score - a.score);
    for (const { mention, parameter } of pairs) {
      if (!open(parameter.name) || used.has(mention)) continue;
      values[parameter.name] = mention.value;
      used.add(mention);
    }
  };
  const own = candidates.filter((candidate) => candidate.own);
  take(own, 0.5);
  const needed = parameters.filter(({ required }) => required);
  const single = needed.filter((parameter) => open(parameter.name) && isText(parameter));
  const left = own.filter(({ mention }) => mention.kind === 'id' && !used.has(mention) && /\d{3}/.test(mention.value));
  const [parameter, candidate] = [single[0], left[0]];
  if (
    single.length === 1 &&
    left.length === 1 &&
    parameter !== undefined &&
    candidate !== undefined &&
    fits(parameter, candidate.mention.value)
  )
    values[parameter.name] = candidate.mention.value;
  for (const made of [...references].reverse())
    for (const { name } of parameters) if (open(name) && made.keys[name] !== undefined) values[name] = made.keys[name];
  take(
    candidates.filter((other) => !other.own),
    0.5,
  );
  for (const [name, value] of Object.entries(
    figuresFor(
      parameters.filter(({ name }) => open(name)),
      entity,
      scope,
      reading,
    ),
  ))
    values[name] = value;
  const missing: string[] = [];
  const assumed: string[] = [];
  for (const other of needed) {
    if (!open(other.name)) continue;
    const neutral = neutralFor(other, today);
    if (neutral === undefined) missing.push(other.label);
    else {
      values[other.name] = neutral;
      assumed.push(`${other.label} ${String(neutral)}`);
    }
  }
  return { values, missing, assumed };
}

/**
 * Dates and quantities that the clause gives: each to the parameter that the words before it name, else to the first one; "that date" is
 * the last one before.
 */
function figuresFor(
  parameters: readonly Parameter[],
  entity: ReadonlySet<string>,
  scope: Scope,
  reading: TaskReading,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const place = (
    mentions: readonly Mention[],
    fitting: readonly Parameter[],
    write: (p: Parameter, text: string) => unknown,
  ) => {
    for (const mention of mentions) {
      const [best] = fitting
        .filter(({ name }) => !Object.hasOwn(values, name))
        .map((parameter) => ({ parameter, score: roleScore(mention.role, namedProperty(parameter), entity) }))
        .sort((a, b) => b.score - a.score || Number(b.parameter.required) - Number(a.parameter.required));
      if (best !== undefined && (best.score >= 0.5 || best.parameter.required))
        values[best.parameter.name] = write(best.parameter, mention.value);
    }
  };
  const own = reading.own(scope);
  const dates = own.filter(({ kind }) => kind === 'date');
  const clause = reading.task.slice(scope.clauseStart ?? scope.start, scope.end);
  const before = reading.mentions.filter(({ kind, end }) => kind === 'date' && end <= scope.start).slice(-1);
  const meant = dates.length === 0 && /\b(?:that|this|the|the same) (?:date|day)\b/i.test(clause) ? before : dates;
  place(
    meant,
    parameters.filter(({ type = '' }) => isDate(type)),
    ({ type = '' }, day) => dayFor(type, day),
  );
  place(
    own.filter(({ kind }) => kind === 'quantity'),
    parameters.filter(({ type = '' }) => /^Edm\.(Int\d|Decimal|Double)/.test(type)),
    ({ type = '' }, number) => (/^Edm\.Int/.test(type) ? Number(number) : number),
  );
  return values;
}

function dayFor(type: string, day: string): string {
  const property = { name: '', label: '', type, nullable: true, required: true, creatable: true, updatable: true };
  return dateFor({ property }, day);
}

/** The score of a role for a key, which may be called by its last word alone: the order for the maintenance order. */
function nameScore({ role }: Mention, parameter: Parameter, entity: ReadonlySet<string>): number {
  const named = namedProperty(parameter);
  const last = role.at(-1);
  const called = last !== undefined && (last === named.byName.at(-1) || last === named.byLabel.at(-1));
  return Math.max(roleScore(role, named, entity), called ? 0.8 : 0);
}

/** Conditions of a read: keys and other properties that identifiers name, and codes that the wording gives. */
export function readConditions(
  description: Description,
  scope: Scope,
  reading: TaskReading,
  references: readonly Reference[],
  today: string,
): { property: string; op: 'eq'; value: unknown }[] {
  const entity = fillEntity(description.properties ?? [], description.entitySet ?? '', {
    purpose: 'read',
    candidates: ownFirst(reading.candidates(scope)),
    wording: reading.wording(scope),
    currency: reading.currency(scope),
    today,
  });
  const conditions = { ...entity.values };
  const keys = (description.properties ?? []).filter(({ key }) => key === true);
  if (Object.keys(conditions).every((name) => !keys.some((key) => key.name === name)) && keys.length === 1) {
    const [key] = keys;
    const left = reading
      .own(scope)
      .filter((mention) => mention.kind === 'id' && !entity.used.has(mention) && mention.value.length > 2);
    const value =
      left[0]?.value ??
      references.findLast((made) => key !== undefined && made.keys[key.name] !== undefined)?.keys[key?.name ?? ''];
    if (key !== undefined && value !== undefined && left.length <= 1 && Object.keys(conditions).length === 0)
      conditions[key.name] = value;
  }
  return Object.entries(conditions).map(([property, value]) => ({ property, op: 'eq' as const, value }));
}

/** Only what the clause itself names, where it names anything. */
function ownFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const own = candidates.filter((candidate) => candidate.own);
  return own.some(({ mention }) => mention.kind === 'id') ? own : candidates;
}

function isText({ type, collection }: Parameter): boolean {
  return (type === undefined || type === 'Edm.String' || type === 'Edm.Guid') && collection !== true;
}

function fits({ maxLength, type }: Parameter, value: string): boolean {
  if (type === 'Edm.Guid') return false;
  return typeof maxLength !== 'number' || value.length <= maxLength;
}

function neutralFor({ type = '', valueHelp }: Parameter, today: string): unknown {
  if (type === 'Edm.Boolean') return false;
  if (isDate(type)) return dayFor(type, today);
  if (/^Edm\.(Int|Byte|Decimal)/.test(type)) return 0;
  return valueHelp?.values?.find(({ text = '' }) => /\bstandard\b/i.test(text))?.code;
}

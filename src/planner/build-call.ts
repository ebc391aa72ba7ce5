import type { PlannedStep } from './choose-steps.ts';
import type { Candidate } from './entity.ts';
import { type FilledNames, fillNames, type Parameter, readConditions } from './fill-action.ts';
import { buildCreate } from './fill-create.ts';
import { fillEntity } from './fill-entity.ts';
import type { Knowledge } from './knowledge.ts';
import type { Mention } from './mentions.ts';
import { copySame, fillReferences, type Reference } from './references.ts';
import type { TaskReading } from './task-reading.ts';

/** A call ready to be made, or what keeps it from being one. */
export interface ReadyCall {
  readonly tool: 'propose_call' | 'read';
  readonly input: Record<string, unknown>;
  readonly missing: readonly string[];
  readonly assumed: readonly string[];
}

/** The calls that a step takes: one, or one for each of several things named together. */
export function buildCalls(
  step: PlannedStep,
  reading: TaskReading,
  knowledge: Knowledge,
  references: readonly Reference[],
  today: string,
): ReadyCall[] {
  const description = knowledge.description(step.set);
  if (description === undefined) return [];
  const service = description.service ?? '';
  const entitySet = description.entitySet ?? '';
  const { scope, operation } = step;
  if (operation === 'create')
    return copiesOf(step, reading, knowledge).map((candidates) => {
      const built = buildCreate(step.set, scope, reading, knowledge, references, today, candidates);
      copySame(built.payload, description, step.intent.clause, references);
      return ready({ service, entitySet, operation, payload: built.payload }, built.missing, built.assumed);
    });
  if (operation === 'read') {
    const filter = readConditions(description, scope, reading, references, today);
    const input = { service, entitySet, ...(filter.length > 0 && { filter }), top: 20 };
    return [{ tool: 'read', input, missing: [], assumed: [] }];
  }
  const keys = (description.properties ?? [])
    .filter(({ key }) => key === true)
    .map((property) => ({ ...property, required: true }));
  if (operation === 'update' || operation === 'delete') {
    const { values, missing } = fillNames(keys, entitySet, scope, reading, references, today);
    if (operation === 'delete') return [ready({ service, entitySet, operation, key: values }, missing)];
    const named = new Set(Object.values(values).map(String));
    const entity = fillEntity(
      (description.properties ?? []).filter(({ key }) => key !== true),
      entitySet,
      {
        purpose: 'update',
        candidates: reading.candidates(scope).filter(({ own, mention }) => own && !named.has(mention.value)),
        wording: reading.wording(scope),
        currency: reading.currency(scope),
        today,
      },
    );
    const nothing = Object.keys(entity.values).length === 0 ? ['what is to be changed'] : [];
    return [ready({ service, entitySet, operation, key: values, payload: entity.values }, [...missing, ...nothing])];
  }
  return [buildAction(step, reading, knowledge, references, today)];
}

function buildAction(
  step: PlannedStep,
  reading: TaskReading,
  knowledge: Knowledge,
  references: readonly Reference[],
  today: string,
): ReadyCall {
  const description = knowledge.description(step.set);
  const name = step.operation.slice('action:'.length);
  const service = description?.service ?? '';
  const entitySet = description?.entitySet ?? '';
  const action = description?.actions?.find((candidate) => candidate.name === name);
  const parameters = action?.parameters ?? knowledge.description(`${service}/${name}`)?.parameters ?? [];
  const plain = parameters.filter(({ members }) => members === undefined);
  const filled = fillNames(plain, entitySet, step.scope, reading, references, today);
  const structured = fillStructures(
    parameters.filter(({ members }) => members !== undefined),
    step,
    reading,
    knowledge,
    references,
    today,
  );
  const input: Record<string, unknown> = { service, entitySet, operation: step.operation };
  let missing = [...filled.missing, ...structured.missing];
  let { assumed } = filled;
  const values = { ...filled.values, ...structured.values };
  if (action?.on === 'entity') {
    const keys = (description?.properties ?? [])
      .filter(({ key }) => key === true)
      .map((property) => ({ ...property, required: true }));
    const key = fillNames(keys, entitySet, step.scope, reading, references, today);
    input.key = key.values;
    missing = [...missing, ...key.missing];
    assumed = [...assumed, ...key.assumed];
  }
  if (Object.keys(values).length > 0) input.parameters = values;
  else if (parameters.length > 0 && input.key === undefined && missing.length === 0)
    missing = parameters.map(({ label }) => label);
  return ready(input, missing, assumed);
}

/** Parameters that are structures or lists of them, filled like entities; one that stays empty is missing where nothing else is given. */
function fillStructures(
  parameters: readonly Parameter[],
  step: PlannedStep,
  reading: TaskReading,
  knowledge: Knowledge,
  references: readonly Reference[],
  today: string,
): FilledNames {
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const { name, label, required, collection, members = [] } of parameters) {
    const entity = fillEntity(members, name, {
      purpose: 'create',
      candidates: reading.candidates(step.scope),
      wording: reading.wording(step.scope),
      currency: reading.currency(step.scope),
      today,
      lists: knowledge.lists,
    });
    fillReferences(entity, { keys: [], navigation: [] }, references, 'item');
    if (entity.core > 0) values[name] = collection === true ? [entity.values] : entity.values;
    else if (required || parameters.length === 1) missing.push(label);
  }
  return { values, missing, assumed: [] };
}

function ready(input: Record<string, unknown>, missing: readonly string[], assumed: readonly string[] = []): ReadyCall {
  return { tool: 'propose_call', input, missing, assumed };
}

/**
 * The candidates of every call of a create: where the clause joins several identifiers of one role ("the firms A and B") and the entity
 * takes only one of them, a call for each.
 */
function copiesOf(step: PlannedStep, reading: TaskReading, knowledge: Knowledge): (readonly Candidate[])[] {
  const candidates = reading.candidates(step.scope);
  const own = candidates
    .filter(({ own: isOwn, mention }) => isOwn && mention.kind === 'id')
    .map(({ mention }) => mention);
  let group: Mention[] = [];
  for (const mention of own) {
    const last = group.at(-1);
    const follows = last !== undefined && /^\s*(,|and|,\s*and)\s*$/.test(reading.task.slice(last.end, mention.start));
    if (follows) group.push(mention);
    else if (group.length < 2) group = [mention];
  }
  if (group.length < 2) return [candidates];
  const { used } = buildCreate(step.set, step.scope, reading, knowledge, [], '2000-01-01', candidates);
  if (group.filter((mention) => used.has(mention)).length !== 1) return [candidates];
  return group.map((mention) =>
    candidates.filter((candidate) => !group.includes(candidate.mention) || candidate.mention === mention),
  );
}

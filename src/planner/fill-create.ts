import type { Description } from '../tools/index.ts';
import {
  type Candidate,
  type Entity,
  type Filling,
  isNumeric,
  isOpen,
  numberFor,
  type Slot,
  slotOf,
  take,
} from './entity.ts';
import { isMainType } from './fill-codes.ts';
import { dateFor, isDate } from './fill-dates.ts';
import { fillEntity } from './fill-entity.ts';
import type { Knowledge } from './knowledge.ts';
import type { Mention } from './mentions.ts';
import { fillReferences, type Reference } from './references.ts';
import type { Scope, TaskReading } from './task-reading.ts';
import { canonical } from './words.ts';

/** The payload of a create, and what it rests on. */
export interface Built {
  readonly payload: Record<string, unknown>;
  readonly used: ReadonlySet<Mention>;
  readonly core: number;
  readonly codes: number;
  /** The text names the type of the document itself. */
  readonly main: boolean;
  /** What the entity itself, without its items, takes of the text. */
  readonly header: ReadonlySet<Mention>;
  /** Required properties that nothing was said of. */
  readonly missing: readonly string[];
  /** Values that were taken because something has to stand there. */
  readonly assumed: readonly string[];
}

const aside =
  /(partner|text|note|pric|tax|draft|sibling|flow|status|class|address|longtext|warrant|valuehelp|schedule|relat)/i;
const mostChildren = 5;
const item = /item|position/i;

/** Sets behind the deep inserts of a set that a create may carry, items first. */
export function childSets(
  description: Description,
): { navigation: string; set: string; required: readonly string[] }[] {
  const children = (description.navigation ?? []).flatMap(({ name, deepInsert, cardinality, entitySet, required }) =>
    deepInsert && cardinality === '*' && entitySet !== undefined && !aside.test(name.replace(/context/gi, ''))
      ? [{ navigation: name, set: `${description.service}/${entitySet}`, required: required ?? [] }]
      : [],
  );
  return children
    .map((child, index) => ({ child, index }))
    .sort((a, b) => Number(item.test(b.child.navigation)) - Number(item.test(a.child.navigation)) || a.index - b.index)
    .map(({ child }) => child)
    .slice(0, mostChildren);
}

/** Builds the payload of a create from what the task says in a scope, what was said before, and what earlier calls brought. */
export function buildCreate(
  id: string,
  scope: Scope,
  reading: TaskReading,
  knowledge: Knowledge,
  references: readonly Reference[],
  today: string,
  candidates: readonly Candidate[] = reading.candidates(scope),
): Built {
  const description = knowledge.description(id);
  if (description === undefined)
    return {
      payload: {},
      used: new Set(),
      core: 0,
      codes: 0,
      main: false,
      header: new Set(),
      missing: [],
      assumed: [],
    };
  const filling: Filling = {
    purpose: 'create',
    candidates,
    wording: reading.wording(scope),
    currency: reading.currency(scope),
    today,
    lists: knowledge.lists,
  };
  const rivals = childSets(description).flatMap(({ navigation, set }) =>
    item.test(navigation)
      ? (knowledge.description(set)?.properties ?? []).filter(({ creatable }) => creatable).map(slotOf)
      : [],
  );
  const header = fillEntity(description.properties ?? [], description.entitySet ?? '', { ...filling, rivals });
  fillReferences(header, description, references, 'header');
  const children = fillChildren(description, header.used, filling, knowledge, references, 0);
  const assumed: string[] = [];
  const missing = settle(header, today, assumed);
  const items = children.flatMap(({ navigation, entities }) => {
    const money =
      entities.length === 1 ? candidates.find(({ mention, own }) => own && mention.kind === 'money') : undefined;
    const left = entities.map((entity) => ({ entity, missing: settle(entity, today, assumed, money?.mention.value) }));
    // An item that the text hardly speaks of and that cannot stand without more is none.
    const kept = left.filter(({ entity, missing: open }) => open.length === 0 || entity.core > 1);
    missing.push(...kept.flatMap((one) => one.missing));
    return kept.length === 0 ? [] : [{ navigation, entities: kept.map(({ entity }) => entity) }];
  });
  const all = [header, ...items.flatMap(({ entities }) => entities)];
  const used = new Set(all.flatMap((entity) => [...entity.used]));
  // What was left for items that did not come to be is the header's.
  const rest = candidates.filter(({ mention, own }) => own && mention.kind === 'id' && !used.has(mention));
  const more =
    rest.length === 0
      ? undefined
      : fillEntity(description.properties ?? [], description.entitySet ?? '', {
          ...filling,
          wording: [],
          candidates: rest,
        });
  for (const mention of more?.used ?? []) used.add(mention);
  const payload: Record<string, unknown> = { ...more?.values, ...header.values };
  for (const { navigation, entities } of items) payload[navigation] = entities.map(({ values }) => values);
  return {
    payload,
    used,
    core: all.reduce((sum, { core }) => sum + core, 0),
    codes: all.reduce((sum, { codes }) => sum + codes, 0),
    main: header.main,
    header: new Set([...header.used, ...(more?.used ?? [])]),
    missing,
    assumed,
  };
}

/** The items of a deep insert, and other children that the text speaks of by name. */
function fillChildren(
  description: Description,
  taken: ReadonlySet<Mention>,
  filling: Filling,
  knowledge: Knowledge,
  references: readonly Reference[],
  depth: number,
): { navigation: string; entities: Entity[] }[] {
  const filled = childSets(description).flatMap(({ navigation, set }) => {
    const child = knowledge.description(set);
    if (child === undefined || child.id === description.id) return [];
    const groups = groupsOf(filling.candidates.filter(({ mention }) => !taken.has(mention)));
    const entities = groups.map((candidates) =>
      fillChild(child, { ...filling, candidates, item: true }, knowledge, references, taken, depth, description.id),
    );
    return [{ navigation, child, entities, core: Math.max(...entities.map(({ core }) => core)) }];
  });
  const items = filled.filter(({ navigation }) => item.test(navigation)).sort((a, b) => b.core - a.core)[0];
  const others = filled.filter((candidate) => candidate !== items && !item.test(candidate.navigation));
  const kept = others.filter(
    ({ entities }) =>
      entities.length === 1 &&
      entities.every(
        ({ core, used }) =>
          core >= 1 && [...used].some((mention) => !items?.entities.some((entity) => entity.used.has(mention))),
      ),
  );
  return [
    ...(items !== undefined && items.core >= 1 ? [items] : []),
    ...(items === undefined || items.core < 1 || depth > 0
      ? kept
      : kept.filter(({ entities }) => entities.some(({ core }) => core >= 1))),
  ];
}

function fillChild(
  child: Description,
  filling: Filling,
  knowledge: Knowledge,
  references: readonly Reference[],
  taken: ReadonlySet<Mention>,
  depth: number,
  parent: string | undefined,
): Entity {
  const entity = fillEntity(
    (child.properties ?? []).filter(({ key }) => key !== true || depth === 0),
    child.entitySet ?? '',
    filling,
  );
  fillReferences(
    entity,
    child,
    references.filter(({ set }) => set !== parent),
    'item',
  );
  if (depth > 0) return entity;
  const own = {
    ...filling,
    candidates: filling.candidates.filter(({ own: isOwn, mention }) => isOwn && !entity.used.has(mention)),
  };
  if (own.candidates.length === 0) return entity;
  for (const { navigation, entities } of fillChildren(
    child,
    new Set([...taken, ...entity.used]),
    own,
    knowledge,
    references,
    depth + 1,
  )) {
    if (!entities.some(({ core }) => core >= 1)) continue;
    entity.values[navigation] = entities.map(({ values }) => values);
    for (const inner of entities) for (const mention of inner.used) entity.used.add(mention);
  }
  return entity;
}

/** One group of candidates for every thing of which a quantity is named: its quantity and its identifier, with everything else shared. */
function groupsOf(candidates: readonly Candidate[]): (readonly Candidate[])[] {
  const material = canonical('material');
  const product = canonical('product');
  const things = candidates.filter(
    ({ mention, own }) =>
      own && mention.kind === 'id' && (mention.role.at(-1) === material || mention.role.at(-1) === product),
  );
  const quantities = candidates.filter(({ mention, own }) => own && mention.kind === 'quantity');
  if (things.length < 2 || quantities.length !== things.length) return [candidates];
  return things.map((thing, index) =>
    candidates.filter((candidate) => {
      if (things.includes(candidate)) return candidate === thing;
      return quantities.includes(candidate) ? candidate === quantities[index] : true;
    }),
  );
}

/** Gives required properties that are still open what has to stand there; those that only the user knows are named. */
function settle(entity: Entity, today: string, assumed: string[], total?: string): string[] {
  const missing: string[] = [];
  for (const slot of entity.properties) {
    const { property, words } = slot;
    if (!isOpen(entity, slot) || property.key === true) continue;
    const needed = property.required || isMainType(slot, entity.words);
    if (!needed) continue;
    if (total !== undefined && isNumeric(property) && words.has(canonical('amount'))) {
      take(entity, slot, numberFor(property, total));
      continue;
    }
    const value = neutralFor(slot, today);
    if (value === undefined || (!property.required && property.valueHelp === undefined)) {
      if (!property.required) continue;
      missing.push(property.label);

      continue;
    }
    if (!property.required && !/\bstandard\b/i.test(value.text)) continue;
    take(entity, slot, value.code);
    assumed.push(`${property.label} ${String(value.code)}${value.text === '' ? '' : ` (${value.text})`}`);
  }
  return missing;
}

function neutralFor({ property, words }: Slot, today: string): { code: unknown; text: string } | undefined {
  const values = property.valueHelp?.values ?? [];
  const standard = values.find(({ text = '' }) => /\bstandard\b/i.test(text)) ?? values[0];
  if (standard !== undefined) return { code: standard.code, text: standard.text ?? '' };
  if (property.type === 'Edm.Boolean') return { code: false, text: '' };
  if (isDate(property.type)) return { code: dateFor({ property }, today), text: '' };
  if (words.has(canonical('language'))) return { code: 'EN', text: 'English' };
  if (words.has(canonical('currency'))) return { code: 'EUR', text: 'Euro' };
  return undefined;
}

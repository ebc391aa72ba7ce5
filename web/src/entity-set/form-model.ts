import type { ApiCall, Specification } from '../api/answers.ts';
import type { Parameter, Property } from './type-text.ts';

/** A thing that can be done with the set. */
export interface Choice {
  /** As a call names it: `create`, `read`, `action:Release`, … */
  readonly operation: string;
  readonly title: string;
  readonly entitySet: string | undefined;
  readonly sections: readonly Section[];
}

/** Fields that belong together in a call. */
export interface Section {
  readonly title: string;
  /** Where they stand in the call, as a JSON pointer. */
  readonly pointer: string;
  readonly fields: readonly Field[];
  /** Navigation properties whose entities a create may carry. */
  readonly parts: readonly Part[];
}

/** A field of the form. */
export interface Field {
  readonly name: string;
  readonly property: Property | Parameter;
  readonly isRequired: boolean;
  /** Fields of a complex type. */
  readonly members: readonly Field[];
}

/** Entities that are created along. */
export interface Part {
  readonly name: string;
  /** What to describe for their properties. */
  readonly target: string;
  readonly isMany: boolean;
}

/** What was written, by the JSON pointer of its place in the call; a list part is as long as its greatest index says. */
export type Texts = Readonly<Record<string, string>>;

/** Everything that can be done, reads last. */
export function choicesOf(spec: Specification): Choice[] {
  if (spec.kind === 'Operation') return operationChoices(spec);
  const order = ['create', 'update', 'delete', 'read'] as const;
  const titles = { create: 'Create', update: 'Change', delete: 'Delete', read: 'Read' };
  const own = order
    .filter((operation) => spec.operations.includes(operation))
    .map((operation): Choice => {
      const sections = { create: [payload(spec, 'create')], update: [key(spec), payload(spec, 'update')] };
      const other = operation === 'read' ? [key(spec, false), reading] : [key(spec)];
      return {
        operation,
        title: titles[operation],
        entitySet: spec.entitySet,
        sections: (operation === 'create' || operation === 'update' ? sections[operation] : other).filter(isFilled),
      };
    });
  const actions = spec.actions.map(
    (action): Choice => ({
      operation: `action:${action.name}`,
      title: action.label,
      entitySet: spec.entitySet,
      sections: [...(action.on === 'entity' ? [key(spec)] : []), parameters(action.parameters)].filter(isFilled),
    }),
  );
  return [
    ...own.filter(({ operation }) => operation !== 'read'),
    ...actions,
    ...own.filter(({ operation }) => operation === 'read'),
  ];
}

/** The call that the form stands for; what is empty is left out. */
export function callOf(spec: Specification, { operation, entitySet, sections }: Choice, texts: Texts): ApiCall {
  const call: Record<string, unknown> = {
    service: spec.service,
    ...(entitySet !== undefined && { entitySet }),
    operation,
  };
  const types = typesOf(sections);
  for (const { pointer } of sections)
    if (pointer === '/payload' || pointer === '/parameters') call[pointer.slice(1)] = {};
  for (const [pointer, text] of Object.entries(texts)) {
    if (text.trim() === '' || !sections.some((section) => pointer.startsWith(`${section.pointer}/`))) continue;
    put(call, pointer.slice(1).split('/'), jsonOf(text, types.get(withoutIndexes(pointer))));
  }
  return call as unknown as ApiCall;
}

/** What a call would look like in the form. */
export function textsOf(call: unknown, pointer = ''): Texts {
  if (call === null || call === undefined) return {};
  if (typeof call !== 'object') return { [pointer]: String(call) };
  const inside = Object.entries(call).map(([name, value]) => textsOf(value, `${pointer}/${name}`));
  return Object.assign({}, ...inside);
}

/** Number of entities in a list part. */
export function rowsOf(texts: Texts, pointer: string): number {
  const indexes = Object.keys(texts).flatMap((one) => {
    const index = one.startsWith(`${pointer}/`) ? Number(one.slice(pointer.length + 1).split('/')[0]) : Number.NaN;
    return Number.isInteger(index) ? [index + 1] : [];
  });
  return Math.max(0, ...indexes);
}

/** The texts without one entity of a list part; those behind it move up. */
export function withoutRow(texts: Texts, pointer: string, row: number): Texts {
  const kept = Object.entries(texts).flatMap(([at, text]): [string, string][] => {
    if (!at.startsWith(`${pointer}/`)) return [[at, text]];
    const [index = '', ...rest] = at.slice(pointer.length + 1).split('/');
    if (Number(index) === row) return [];
    const moved = Number(index) > row ? Number(index) - 1 : Number(index);
    return [[[pointer, moved, ...rest].join('/'), text]];
  });
  return Object.fromEntries(kept);
}

/** Fields for the properties that an operation may write, required ones first. */
export function fieldsOf(properties: readonly Property[], kind: 'create' | 'update'): Field[] {
  const writable = properties.filter((property) => (kind === 'create' ? property.creatable : property.updatable));
  const fields = writable.map((property) => field(property, kind === 'create' && property.required));
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

function operationChoices(spec: Specification): Choice[] {
  const example: Record<string, unknown> = spec.examples[0] ?? {};
  const keyed = spec.keys.map((name): Property => {
    const found = spec.properties.find((property) => property.name === name);
    const plain = { name, type: 'Edm.String', label: name, nullable: false, required: true, creatable: false };
    return found ?? { ...plain, updatable: false };
  });
  const sections: Section[] = [
    { title: 'Which one', pointer: '/key', fields: keyed.map((one) => field(one, true)), parts: [] },
    parameters(spec.parameters ?? []),
    { title: 'Body', pointer: '/payload', fields: fieldsOf(spec.body ?? [], 'create'), parts: [] },
  ];
  const { operation, entitySet } = example;
  return [
    {
      operation: typeof operation === 'string' ? operation : `action:${spec.operation ?? ''}`,
      title: spec.label,
      entitySet: typeof entitySet === 'string' ? entitySet : spec.entitySet,
      sections: sections.filter(isFilled),
    },
  ];
}

const reading: Section = {
  title: 'How many',
  pointer: '/query',
  fields: [field({ name: 'top', type: 'Edm.Int32', label: 'Greatest number', required: false, nullable: true }, false)],
  parts: [],
};

function key(spec: Specification, isRequired = true): Section {
  const properties = spec.keys.flatMap((name) => spec.properties.find((property) => property.name === name) ?? []);
  return { title: 'Which one', pointer: '/key', fields: properties.map((one) => field(one, isRequired)), parts: [] };
}

function payload(spec: Specification, kind: 'create' | 'update'): Section {
  const parts = spec.navigation
    .filter(({ deepInsert }) => kind === 'create' && deepInsert)
    .map(({ name, to, entitySet, cardinality }) => ({
      name,
      target: entitySet === undefined ? to : `${spec.service}/${entitySet}`,
      isMany: cardinality === '*',
    }));
  const title = kind === 'create' ? 'What it is to carry' : 'What is to change';
  return { title, pointer: '/payload', fields: fieldsOf(spec.properties, kind), parts };
}

function parameters(list: readonly Parameter[]): Section {
  const fields = list.map((parameter) => field(parameter, parameter.required));
  return { title: 'Parameters', pointer: '/parameters', fields, parts: [] };
}

function field(property: Property | Parameter, isRequired: boolean): Field {
  const members = (property.members ?? []).map((member) => field(member, member.required));
  return { name: property.name, property, isRequired, members };
}

function isFilled({ fields, parts, pointer }: Section): boolean {
  return fields.length > 0 || parts.length > 0 || pointer === '/parameters';
}

function typesOf(sections: readonly Section[]): Map<string, Property | Parameter> {
  const types = new Map<string, Property | Parameter>();
  const enter = (fields: readonly Field[], above: string): void => {
    for (const { name, property, members } of fields) {
      types.set(`${above}/${name}`, property);
      enter(members, `${above}/${name}`);
    }
  };
  for (const { fields, pointer } of sections) enter(fields, pointer);
  return types;
}

function withoutIndexes(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '');
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at: Record<string, unknown> | unknown[] = target;
  for (const [depth, name] of path.entries()) {
    const slot: string | number = Array.isArray(at) ? Number(name) : name;
    const holder = at as Record<string | number, unknown>;
    if (depth === path.length - 1) {
      holder[slot] = value;
      return;
    }
    holder[slot] ??= /^\d+$/.test(path[depth + 1] ?? '') ? [] : {};
    at = holder[slot] as Record<string, unknown> | unknown[];
  }
}

/** JSON for what was written; what does not fit the type stays text, so that the check can say so. */
function jsonOf(text: string, property: Property | Parameter | undefined): unknown {
  const trimmed = text.trim();
  if (property?.collection === true)
    return trimmed.split('\n').map((line) => jsonOf(line, { ...property, collection: false }));
  const type = property?.type?.replace(/^Edm\./, '') ?? '';
  if (/^boolean$/i.test(type)) return trimmed === 'true' ? true : trimmed === 'false' ? false : trimmed;
  const isNumber = /^(Int16|Int32|Byte|SByte|Double|Single|integer|number)$/.test(type);
  return isNumber && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

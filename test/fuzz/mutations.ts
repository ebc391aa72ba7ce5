import type { OperationSpec, PropertySpec, SingleCall } from '../../src/api/index.ts';
import type { Random } from './random.ts';
import { targetPayload, validValue } from './valid-call.ts';
import type { WritableTarget } from './writable-targets.ts';

type Payload = Record<string, unknown>;

/** What a mutation may use: a fresh copy of the call, and the payload and specification of its target inside it. */
interface Site {
  readonly call: SingleCall;
  readonly payload: Payload;
  readonly spec: OperationSpec;
  readonly target: WritableTarget;
  readonly random: Random;
  readonly version: string;
}

/** A single mistake. `apply` makes it in place and says whether it could. */
export interface Mutation {
  readonly name: string;
  /** The rules of which one must find it. */
  readonly rules: readonly string[];
  readonly apply: (site: Site) => boolean;
}

/** Makes one mistake in a copy of a valid call; undefined where the target gives no place for it. */
export function mutate(
  mutation: Mutation,
  target: WritableTarget,
  valid: SingleCall,
  random: Random,
): SingleCall | undefined {
  const call = structuredClone(valid);
  const payload = targetPayload(target, call);
  const spec = target.way.at(-1)?.spec ?? target.root;
  const version = spec.protocol.replace('odata ', '');
  return mutation.apply({ call, payload, spec, target, random, version }) ? call : undefined;
}

const INTEGERS = new Set(['Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32']);
const NUMBERS = new Set([...INTEGERS, 'Edm.Int64', 'Edm.Decimal']);
const DATES = new Set(['Edm.Date', 'Edm.DateTime', 'Edm.DateTimeOffset']);

/** Puts a value into a random property that the condition holds for. */
function spoil(
  fits: (property: PropertySpec) => boolean,
  value: (property: PropertySpec, site: Site) => unknown,
): Mutation['apply'] {
  return (site) => {
    const { spec, payload, random, target } = site;
    const parents = [target.root, ...target.way.slice(0, -1).map((step) => step.spec)].flatMap(({ keys }) => keys);
    const candidates = spec.properties.filter(
      (property) =>
        property.creatable &&
        property.collection !== true &&
        property.key !== true &&
        !(target.way.length > 0 && parents.includes(property.name)) &&
        fits(property),
    );
    const property = random.pick(candidates);
    if (property === undefined) return false;
    payload[property.name] = value(property, site);
    return true;
  };
}

const isFree = ({ valueHelp, members }: PropertySpec): boolean => valueHelp?.fixed !== true && members === undefined;
const isText = (property: PropertySpec): boolean => property.type === 'Edm.String' && isFree(property);
const ofTypes =
  (types: ReadonlySet<string>) =>
  (property: PropertySpec): boolean =>
    types.has(property.type) && isFree(property);

/** Single mistakes, each of which must be refused. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'an unknown property',
    rules: ['unknown-property'],
    apply({ payload }) {
      payload.Zzz_Unknown = 'A';
      return true;
    },
  },
  {
    name: 'a misspelt property',
    rules: ['unknown-property', 'unknown-navigation'],
    apply({ payload, random, spec }) {
      const name = random.pick(
        Object.keys(payload).filter((key) => spec.properties.some((property) => property.name === key)),
      );
      if (name === undefined) return false;
      payload[`${name}x`] = payload[name];
      delete payload[name];
      return true;
    },
  },
  {
    name: 'an unknown navigation property',
    rules: ['unknown-navigation', 'unknown-property'],
    apply({ payload }) {
      payload.to_ZzzUnknown = [{ A: '1' }];
      return true;
    },
  },
  {
    name: 'a required property left out',
    rules: ['missing-required'],
    apply({ payload, random, spec, target }) {
      const filled = new Set(
        target.way.length === 0 ? [] : [...target.root.keys, ...target.way.flatMap((step) => step.spec.keys)],
      );
      const name = random.pick(
        spec.required.filter((required) => payload[required] !== undefined && !filled.has(required)),
      );
      if (name === undefined) return false;
      delete payload[name];
      return true;
    },
  },
  {
    name: 'null for what is not nullable',
    rules: ['null-value'],
    apply: spoil(
      ({ nullable }) => !nullable,
      () => null,
    ),
  },
  { name: 'a number for a text', rules: ['wrong-type'], apply: spoil(isText, () => 7) },
  { name: 'a truth value for a text', rules: ['wrong-type'], apply: spoil(isText, () => true) },
  { name: 'an object for a text', rules: ['wrong-type'], apply: spoil(isText, () => ({ A: 'B' })) },
  { name: 'a list for a text', rules: ['wrong-type'], apply: spoil(isText, () => ['A']) },
  {
    name: 'a text that is too long',
    rules: ['facet-exceeded'],
    apply: spoil(
      (property) => isText(property) && typeof property.maxLength === 'number',
      ({ maxLength }) => 'A'.repeat(Number(maxLength) + 1),
    ),
  },
  {
    name: 'a word for a truth value',
    rules: ['wrong-type', 'invalid-code'],
    apply: spoil(
      ({ type }) => type === 'Edm.Boolean',
      () => 'maybe',
    ),
  },
  {
    name: 'a number for a truth value',
    rules: ['wrong-type', 'invalid-code'],
    apply: spoil(
      ({ type }) => type === 'Edm.Boolean',
      () => 2,
    ),
  },
  { name: 'a word for a number', rules: ['malformed-literal'], apply: spoil(ofTypes(NUMBERS), () => 'many') },
  { name: 'a number with a unit', rules: ['malformed-literal'], apply: spoil(ofTypes(NUMBERS), () => '5 PC') },
  { name: 'a fraction for a whole number', rules: ['malformed-literal'], apply: spoil(ofTypes(INTEGERS), () => 1.5) },
  {
    name: 'a whole number out of range',
    rules: ['facet-exceeded'],
    apply: spoil(ofTypes(INTEGERS), () => 99_999_999_999),
  },
  {
    name: 'too many decimals',
    rules: ['facet-exceeded'],
    apply: spoil(
      (property) => property.type === 'Edm.Decimal' && isFree(property) && typeof property.scale === 'number',
      ({ scale }) => `0.${'1'.repeat(Number(scale) + 1)}`,
    ),
  },
  {
    name: 'too many digits',
    rules: ['facet-exceeded'],
    apply: spoil(
      (property) => property.type === 'Edm.Decimal' && isFree(property) && property.precision !== undefined,
      ({ precision }) => '9'.repeat(Number(precision) + 1),
    ),
  },
  {
    name: 'a day that does not exist',
    rules: ['malformed-literal'],
    apply: spoil(
      ofTypes(DATES),
      ({ type }) => `2026-02-30${type === 'Edm.Date' ? '' : 'T00:00:00'}${type === 'Edm.DateTimeOffset' ? 'Z' : ''}`,
    ),
  },
  { name: 'a date as people write it', rules: ['malformed-literal'], apply: spoil(ofTypes(DATES), () => '15.06.2026') },
  {
    name: 'half a guid',
    rules: ['malformed-literal'],
    apply: spoil(ofTypes(new Set(['Edm.Guid'])), () => '0b7c2f1e-53aa'),
  },
  {
    name: 'a time that does not exist',
    rules: ['malformed-literal'],
    apply: spoil(ofTypes(new Set(['Edm.Time', 'Edm.TimeOfDay'])), ({ type }) =>
      type === 'Edm.Time' ? 'PT25H' : '25:00:00',
    ),
  },
  {
    name: 'an invented code',
    rules: ['invalid-code'],
    apply: spoil(
      ({ valueHelp, members }) => valueHelp?.fixed === true && members === undefined,
      () => '~?',
    ),
  },
  {
    name: 'a scalar for a complex value',
    rules: ['wrong-type'],
    apply: spoil(
      ({ members }) => members !== undefined,
      () => 'A',
    ),
  },
  {
    name: 'a property that a create may not carry',
    rules: ['not-creatable', 'computed-written'],
    apply({ payload, random, spec, version }) {
      const property = random.pick(
        spec.properties.filter(({ creatable, type }) => !creatable && type !== 'Edm.Stream'),
      );
      if (property === undefined) return false;
      payload[property.name] = validValue(property, version, random);
      return true;
    },
  },
  {
    name: 'an object for many',
    rules: ['deep-insert-cardinality'],
    apply: ({ call, target }) => reshape(call, target, '*', (value) => (value as unknown[])[0]),
  },
  {
    name: 'a list for one',
    rules: ['deep-insert-cardinality'],
    apply: ({ call, target }) => reshape(call, target, 'one', (value) => [value]),
  },
  {
    name: 'a text among items',
    rules: ['deep-insert-cardinality'],
    apply: ({ call, target }) => reshape(call, target, '*', (value) => [...(value as unknown[]), 'A']),
  },
  {
    name: 'an item twice',
    rules: ['duplicate-key'],
    apply({ call, target, spec, random, version }) {
      const parent = target.way.at(-2)?.spec ?? target.root;
      const own = spec.properties.filter(({ key, name }) => key === true && !parent.keys.includes(name));
      if (own.length === 0 || own.some(({ creatable }) => !creatable)) return false;
      return reshape(call, target, '*', (value) => {
        const [item] = value as Payload[];
        const keyed = {
          ...item,
          ...Object.fromEntries(own.map((property) => [property.name, validValue(property, version, random)])),
        };
        return [keyed, structuredClone(keyed)];
      });
    },
  },
  {
    name: 'an unknown EntitySet',
    rules: ['unknown-entity-set'],
    apply({ call }) {
      call.entitySet = `${call.entitySet}Zzz`;
      return true;
    },
  },
  {
    name: 'a set that cannot be created by itself',
    rules: ['not-creatable'],
    apply({ call, payload, spec }) {
      if (spec.operations.includes('create')) return false;
      call.entitySet = spec.entitySet;
      call.payload = payload;
      return true;
    },
  },
];

/** Changes the value of the last navigation property on the way to the target. */
function reshape(
  call: SingleCall,
  target: WritableTarget,
  cardinality: '*' | 'one',
  change: (value: unknown) => unknown,
): boolean {
  const last = target.way.at(-1)?.navigation;
  if (last === undefined || (last.cardinality === '*') !== (cardinality === '*')) return false;
  const parent = targetPayload({ ...target, way: target.way.slice(0, -1) }, call);
  parent[last.name] = change(parent[last.name]);
  return true;
}

import type { OperationSpec, PropertySpec, SingleCall } from '../../src/api/index.ts';
import type { Random } from './random.ts';

/** A single mistake in a change, a deletion or an action; undefined where the call gives no place for it. */
export interface ChangeMutation {
  readonly name: string;
  readonly of: 'update' | 'delete' | 'action';
  make(call: SingleCall, spec: OperationSpec, random: Random): SingleCall | undefined;
}

function withProperty(
  fits: (property: PropertySpec, spec: OperationSpec) => boolean,
  value: (property: PropertySpec) => unknown,
): ChangeMutation['make'] {
  return (call, spec, random) => {
    const property = random.pick(spec.properties.filter((one) => fits(one, spec)));
    if (property === undefined) return undefined;
    return { ...call, payload: { ...call.payload, [property.name]: value(property) } };
  };
}

function isFree(property: PropertySpec, { keys }: OperationSpec): boolean {
  const { updatable, collection, members, valueHelp, name } = property;
  return updatable && collection !== true && members === undefined && valueHelp?.fixed !== true && !keys.includes(name);
}

function withoutKeyPart(call: SingleCall, { keys }: OperationSpec, random: Random): SingleCall | undefined {
  const part = random.pick(keys);
  if (part === undefined || keys.length < 2) return undefined;
  const { [part]: _, ...key } = call.key ?? {};
  return { ...call, key };
}

const NUMBERS: ReadonlySet<string> = new Set(['Edm.Int16', 'Edm.Int32', 'Edm.Int64', 'Edm.Decimal', 'Edm.Double']);

/** Single mistakes, each of which must be refused. */
export const CHANGE_MUTATIONS: readonly ChangeMutation[] = [
  {
    name: 'an update of an unknown property',
    of: 'update',
    make: (call) => ({ ...call, payload: { ...call.payload, Zzz_Unknown: 'A' } }),
  },
  {
    name: 'an update of what cannot be updated',
    of: 'update',
    make: withProperty(
      ({ updatable, key, members, collection }) => !updatable && key !== true && members === undefined && !collection,
      ({ type }) => (type === 'Edm.String' ? 'A' : null),
    ),
  },
  {
    name: 'an update with a code that is not on the list',
    of: 'update',
    make: withProperty(
      ({ updatable, valueHelp, type }) =>
        updatable && type === 'Edm.String' && valueHelp?.fixed === true && (valueHelp.values?.length ?? 0) > 0,
      () => '~~',
    ),
  },
  {
    name: 'an update with a text for a number',
    of: 'update',
    make: withProperty(
      (property, spec) => isFree(property, spec) && NUMBERS.has(property.type),
      () => 'many',
    ),
  },
  {
    name: 'an update with a text that is too long',
    of: 'update',
    make: withProperty(
      (property, spec) =>
        isFree(property, spec) && property.type === 'Edm.String' && typeof property.maxLength === 'number',
      ({ maxLength }) => 'x'.repeat(Number(maxLength) + 1),
    ),
  },
  { name: 'an update without a part of the key', of: 'update', make: withoutKeyPart },
  { name: 'a deletion without a part of the key', of: 'delete', make: withoutKeyPart },
  {
    name: 'an action without a parameter that it needs',
    of: 'action',
    make(call, _, random) {
      const name = random.pick(Object.keys(call.parameters ?? {}));
      if (name === undefined) return undefined;
      const parameters = Object.fromEntries(Object.entries(call.parameters ?? {}).filter(([one]) => one !== name));
      return { ...call, parameters };
    },
  },
  {
    name: 'an action with a text for a number',
    of: 'action',
    make(call, { parameters = [] }, random) {
      const numbers = parameters.filter(
        ({ name, type = '' }) => NUMBERS.has(type) && call.parameters?.[name] !== undefined,
      );
      const parameter = random.pick(numbers);
      if (parameter === undefined) return undefined;
      return { ...call, parameters: { ...call.parameters, [parameter.name]: 'many' } };
    },
  },
  {
    name: 'an action with an unknown parameter',
    of: 'action',
    make: (call) => ({ ...call, parameters: { ...call.parameters, Zzz_Unknown: 'A' } }),
  },
];

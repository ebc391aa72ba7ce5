import type { Specification } from '../api/answers.ts';

/** A property in a specification. */
export type Property = Specification['properties'][number];
/** A parameter of an operation. */
export type Parameter = NonNullable<Specification['parameters']>[number];

/** A type as people write it: `String(10)`, `Decimal(13,3)`, `Collection(Address)`. */
export function typeText({ type, maxLength, precision, scale, collection }: Property | Parameter): string {
  const name = (type ?? 'any').split('.').at(-1) ?? '';
  const facets =
    maxLength ??
    (precision === undefined || precision === 0
      ? undefined
      : [precision, scale].filter((one) => one !== undefined).join(','));
  const text = facets === undefined ? name : `${name}(${facets})`;
  return collection === true ? `Collection(${text})` : text;
}

/** Properties with those of complex types behind them, by path. */
export function flatten(properties: readonly Property[], above = ''): { path: string; property: Property }[] {
  return properties.flatMap((property) => {
    const path = above === '' ? property.name : `${above}/${property.name}`;
    return [{ path, property }, ...flatten(property.members ?? [], path)];
  });
}

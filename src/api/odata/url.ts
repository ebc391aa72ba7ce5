import type { CatalogService } from '../spec/catalog.ts';
import type { StructuredType, TypedProperty } from '../spec/structured-type.ts';
import { CallProblem } from './call-problem.ts';
import { encodeLiteral, urlLiteral } from './literal.ts';
import { dialectOf, propertyShape, type ValueShape } from './shape.ts';

/**
 * The key predicate of an entity, percent-encoded: keys in declared order, the short form for a single key (OData 4.01 URL
 * Conventions, "Canonical URL"; the same in V2), aliases where the metadata declares them. Given names may be paths or aliases.
 */
export function keyPredicate(
  service: CatalogService,
  type: StructuredType,
  key: Readonly<Record<string, unknown>>,
): string {
  if (type.keys.length === 0) {
    throw new CallProblem(
      'key',
      'key',
      `${type.qualifiedName} has no key, so a single entity of it cannot be addressed.`,
    );
  }
  const literals = type.keys.map(({ name, path }) => {
    const value = key[name] ?? key[path] ?? nested(key, path);
    if (value === undefined || value === null) {
      throw new CallProblem(
        'missing-key',
        `key/${name}`,
        `The key property ${name} of ${type.qualifiedName} is missing.`,
      );
    }
    const property = propertyAt(service, type, path);
    const literal = urlLiteral(value, property ?? { primitive: 'Edm.String' }, dialectOf(service), `key/${name}`);
    return { name, literal: encodeLiteral(literal) };
  });
  const [first] = literals;
  if (literals.length === 1 && first !== undefined) return `(${first.literal})`;
  return `(${literals.map(({ name, literal }) => `${encodeLiteral(name)}=${literal}`).join(',')})`;
}

/** The property that a path over complex properties and navigation names; undefined where a segment is unknown. */
export function propertyAt(service: CatalogService, type: StructuredType, path: string): ValueShape | undefined {
  const segments = path.split('/').slice(0, 16);
  const last = segments.pop() ?? '';
  let current: StructuredType | undefined = type;
  for (const segment of segments) {
    const property: TypedProperty | undefined = current?.properties.get(segment);
    const targetId: string | undefined = current?.navigation.get(segment)?.targetId;
    if (property !== undefined) current = propertyShape(service, property).structure;
    else current = targetId === undefined ? undefined : service.type(targetId);
  }
  const property = current?.properties.get(last);
  return property === undefined ? undefined : propertyShape(service, property);
}

/** Query options as they stand after the question mark; spaces are %20, `&`, `#`, `+` and `%` never stand raw in a value. */
export function queryString(options: readonly (readonly [name: string, value: string])[]): string {
  if (options.length === 0) return '';
  return `?${options.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join('&')}`;
}

/** The service root with its closing slash, without query and fragment. */
export function serviceRoot(url: string): URL {
  const root = new URL(url);
  root.search = '';
  root.hash = '';
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  return root;
}

const readable: Readonly<Record<string, string>> = {
  '%2C': ',',
  '%2F': '/',
  '%24': '$',
  '%3A': ':',
  '%3B': ';',
  '%3D': '=',
  '%40': '@',
};

function encodeQuery(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|2F|24|3A|3B|3D|40)/g, (code) => readable[code] ?? code);
}

function nested(key: Readonly<Record<string, unknown>>, path: string): unknown {
  if (!path.includes('/')) return undefined;
  let current: unknown = key;
  for (const segment of path.split('/')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[segment];
  }
  return current;
}

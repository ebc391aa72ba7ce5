import type { SingleCall } from '../call.ts';
import { exampleOf } from '../odata/edm-value.ts';
import type { CatalogOperation, CatalogService, CatalogSet } from './catalog.ts';
import { isDeepInsertable } from './deep-insert.ts';
import { propertyAt } from './search-values.ts';
import type { StructuredType, TypedProperty } from './structured-type.ts';

const MAX_DEPTH = 3;

/** A correct value of a property: its first listed code, else a value of the type; undefined where none can be told. */
export function exampleValue(service: CatalogService, property: TypedProperty, depth = 0): unknown {
  const { valueHelp, attributes, complexId } = property;
  const first = valueHelp?.values[0]?.code;
  let value: unknown = first ?? exampleOf(property.facets);
  if (first !== undefined && property.check(first) !== undefined) value = fitting(property, first);
  if (complexId !== undefined) {
    const complex = service.type(complexId);
    value = complex === undefined || depth > MAX_DEPTH ? {} : exampleMembers(service, complex, depth + 1);
  }
  return attributes.collection === true ? [value] : value;
}

/** A code is text in the list; the property may want it as a number or boolean. */
function fitting(property: TypedProperty, code: string): unknown {
  const repaired = property.check(code)?.repaired;
  return repaired !== undefined && property.check(repaired) === undefined ? repaired : exampleOf(property.facets);
}

/** The key of an entity, with a value for each part. */
export function exampleKey(set: CatalogSet): Record<string, unknown> {
  const key: Record<string, unknown> = {};
  for (const { name, path } of set.type.keys) {
    const property = propertyAt(set.service, set.type, path);
    key[name] = property === undefined ? 'A' : exampleValue(set.service, property);
  }
  return key;
}

/** A create that carries what it must, or a few properties where nothing is required, and one level of items. */
export function exampleCreate(set: CatalogSet): SingleCall {
  const payload = examplePayload(set, set.required);
  for (const navigation of set.type.navigation.values()) {
    if (navigation.cardinality !== '*' || !isDeepInsertable(set, navigation)) continue;
    const child = set.service.setBehind(set, navigation.name, navigation.targetId);
    if (child === undefined || child.id === set.id || navigation.attributes.partner === undefined) continue;
    const inherited = new Set(set.type.keys.map(({ path }) => path));
    const item = examplePayload(child, child.required, inherited);
    if (Object.keys(item).length > 0) payload[navigation.name] = [item];
    break;
  }
  return { service: set.service.id, entitySet: set.name, operation: 'create', payload };
}

function examplePayload(
  set: CatalogSet,
  required: readonly TypedProperty[],
  left: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const creatable = [...set.type.properties.values()].filter(
    (property) => !property.key && !left.has(property.name) && !set.createRefusals.has(property.name),
  );
  const coded = creatable.filter(({ valueHelp }) => valueHelp?.closed === true);
  const chosen = required.length > 0 ? required : [...coded, ...creatable].slice(0, 3);
  return Object.fromEntries(chosen.map((property) => [property.name, exampleValue(set.service, property)]));
}

function exampleMembers(service: CatalogService, type: StructuredType, depth: number): Record<string, unknown> {
  const chosen = type.required.length > 0 ? type.required : [...type.properties.values()].slice(0, 2);
  return Object.fromEntries(
    chosen
      .filter((property) => property.createRefusal === undefined)
      .map((property) => [property.name, exampleValue(service, property, depth)]),
  );
}

/** A read by key; of what must be filtered, with the filter. */
export function exampleRead(set: CatalogSet): SingleCall {
  const call: SingleCall = { service: set.service.id, entitySet: set.name, operation: 'read' };
  if (set.attributes.singleton === true) return call;
  const required = [...set.type.properties.values()].filter(
    ({ name, attributes }) =>
      attributes.requiredInFilter === true || set.attributes.requiredFilterProperties?.includes(name) === true,
  );
  if (required.length === 0) return { ...call, key: exampleKey(set) };
  const filter = required.map((property) => ({
    property: property.name,
    op: 'eq' as const,
    value: exampleValue(set.service, property),
  }));
  return { ...call, query: { filter } };
}

/** A call of an action or function with what it must carry. */
export function exampleAction(service: CatalogService, operation: CatalogOperation, set?: CatalogSet): SingleCall {
  const parameters: Record<string, unknown> = {};
  for (const { name, type = 'Edm.String', collection, ...facets } of operation.attributes.parameters) {
    if (!operation.required.includes(name)) continue;
    const code = set?.type.properties.get(name)?.valueHelp?.values[0]?.code;
    const [member = {}] = service.enumMembers(type);
    const value = code ?? (type.startsWith('Edm.') ? exampleOf({ ...facets, type }) : member);
    parameters[name] = collection === true ? [value] : value;
  }
  return {
    service: service.id,
    ...(set !== undefined && { entitySet: set.name }),
    operation: `action:${operation.attributes.name}`,
    ...(set !== undefined && operation.on === 'entity' && { key: exampleKey(set) }),
    parameters,
  };
}

import { type ApiQuery, readOperationWord, type SingleCall } from '../call.ts';
import type { CatalogService, CatalogSet } from '../spec/catalog.ts';
import type { TypedNavigation } from '../spec/structured-type.ts';

/** Types with more properties than this are read in part. */
const most = 30;
const mostChildren = 3;

/**
 * The same read with `$select` and `$expand` from the specification, where it names none: of wide types the keys, what filter and order
 * name, what is required or coded, then the labelled properties, each with its unit and text; of one entity also the children
 * that are part of it. Anything else stays as it is.
 */
export function projected(service: CatalogService, call: SingleCall): SingleCall {
  const set = call.entitySet === undefined ? undefined : service.entitySet(call.entitySet);
  if (set === undefined || readOperationWord(call.operation)?.kind !== 'read' || call.navigation !== undefined)
    return call;
  const { select, expand } = call.query ?? {};
  if (select !== undefined || expand !== undefined) return call;
  const query: ApiQuery = { ...call.query };
  const chosen = chosenProperties(set, query);
  const children = call.key === undefined ? [] : childrenOf(service, set);
  if (chosen !== undefined) query.select = chosen;
  if (children.length > 0) query.expand = children.map(({ name }) => name);
  return chosen === undefined && children.length === 0 ? call : { ...call, query };
}

function chosenProperties(set: CatalogSet, query: ApiQuery): string[] | undefined {
  const readable = [...set.type.properties.values()].filter(
    ({ primitive, attributes }) => primitive !== 'Edm.Stream' && attributes.hidden !== true,
  );
  if (readable.length <= most) return undefined;
  const named = new Set(
    [...(query.filter ?? []), ...(query.orderby ?? [])].map(({ property }) => property.split('/', 1)[0]),
  );
  const required = new Set(set.required.map(({ name }) => name));
  const weight = (name: string, key: boolean, coded: boolean, labelled: boolean): number =>
    key ? 0 : named.has(name) ? 1 : required.has(name) ? 2 : coded ? 3 : labelled ? 4 : 5;
  const ranked = readable
    .map((property, index) => ({
      property,
      index,
      rank: weight(
        property.name,
        property.key,
        property.valueHelp !== undefined,
        property.attributes.label !== undefined,
      ),
    }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  const chosen = new Set<string>();
  for (const { property, rank } of ranked) {
    if (chosen.size >= most && rank > 1) break;
    chosen.add(property.name);
    for (const companion of [property.attributes.unit, property.attributes.text]) {
      if (companion !== undefined && set.type.properties.has(companion)) chosen.add(companion);
    }
  }
  return readable.map(({ name }) => name).filter((name) => chosen.has(name));
}

/** Entities that belong to the one that is read: contained, or identified by its key and more. */
function childrenOf(service: CatalogService, set: CatalogSet): TypedNavigation[] {
  const { expandable, nonExpandableProperties } = set.attributes;
  if (expandable === false) return [];
  const keys = set.type.keys.map(({ path }) => path);
  return [...set.type.navigation.values()]
    .filter(({ name, cardinality, targetId, attributes }) => {
      if (cardinality !== '*' || targetId === undefined || targetId === set.type.id) return false;
      if (nonExpandableProperties?.includes(name) === true) return false;
      const own = service.type(targetId)?.keys.map(({ path }) => path) ?? [];
      return attributes.containsTarget === true || (own.length > keys.length && keys.every((key) => own.includes(key)));
    })
    .slice(0, mostChildren);
}

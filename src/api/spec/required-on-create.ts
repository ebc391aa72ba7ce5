import type { Graph, ServiceAttributes } from '../../graph/index.ts';

/** Fewer properties are too few to tell a habit of the generator from a decision of its author. */
const ENOUGH_PROPERTIES = 40;

/**
 * Whether `Nullable="false"` says that a create must carry the property. Some generators mark nearly everything so: where a
 * document has at least 40 non-key properties (entity and complex types together) and over half of them are not nullable without
 * default, nullability says nothing and only annotations count. The landscape can settle it per service.
 */
export function nullabilityCounts(
  graph: Graph,
  typeIds: readonly string[],
  setting: ServiceAttributes['required'] = 'auto',
): boolean {
  if (setting !== 'auto') return setting === 'nullable';
  let properties = 0;
  let notNullable = 0;
  for (const id of typeIds) {
    const keys = graph.node('EntityType', id)?.attributes.keys ?? [];
    for (const edge of graph.out('HAS_PROPERTY', { kind: 'EntityType', id })) {
      const attributes = graph.node('Property', edge.to)?.attributes;
      if (attributes === undefined || attributes.key === true || keys.includes(attributes.name)) continue;
      properties++;
      if (!attributes.nullable && attributes.defaultValue === undefined) notNullable++;
    }
  }
  return properties < ENOUGH_PROPERTIES || notNullable * 2 <= properties;
}

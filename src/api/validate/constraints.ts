import type { StructuredType, TypedNavigation } from '../spec/structured-type.ts';
import type { EntityNode } from './call-node.ts';

/** Pairs of a child's and its parent's property that must be equal, by the referential constraints of both directions. */
export function constraintPairs(node: EntityNode): { child: string; parent: string }[] {
  if (node.parent === undefined) return [];
  const { entity, navigation } = node.parent;
  const pairs: { child: string; parent: string }[] = [];
  for (const [dependent, principal] of Object.entries(navigation.attributes.referentialConstraints ?? {})) {
    pairs.push({ child: principal, parent: dependent });
  }
  const back = backNavigation(node.type, entity.type, navigation);
  for (const [dependent, principal] of Object.entries(back?.attributes.referentialConstraints ?? {})) {
    pairs.push({ child: dependent, parent: principal });
  }
  return pairs;
}

/** Properties of a child that its parent fills: foreign keys to the parent. */
export function dependentsOn(node: EntityNode): ReadonlySet<string> {
  if (node.parent === undefined) return new Set();
  const { entity, navigation } = node.parent;
  const back = backNavigation(node.type, entity.type, navigation);
  return new Set(Object.keys(back?.attributes.referentialConstraints ?? {}));
}

/** The navigation from the child to the parent: the partner, else the only one with a constraint. */
function backNavigation(
  child: StructuredType,
  parent: StructuredType,
  { name, attributes }: TypedNavigation,
): TypedNavigation | undefined {
  const partner = attributes.partner === undefined ? undefined : child.navigation.get(attributes.partner);
  if (partner !== undefined) return partner;
  const back = [...child.navigation.values()].filter(
    (candidate) =>
      candidate.targetId !== undefined &&
      parent.lineage.includes(candidate.targetId) &&
      candidate.cardinality !== '*' &&
      candidate.attributes.referentialConstraints !== undefined &&
      (candidate.attributes.partner === undefined || candidate.attributes.partner === name),
  );
  return back.length === 1 ? back[0] : undefined;
}

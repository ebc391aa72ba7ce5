import type { CatalogSet } from '../../spec/catalog.ts';
import type { WriteRefusal } from '../../spec/structured-type.ts';
import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

const REASONS: ReadonlySet<WriteRefusal> = new Set<WriteRefusal>(['not-creatable', 'read-only', 'stream']);

/** A create names an EntitySet that can be created, and carries only what a create may carry. */
export const notCreatable: Rule = {
  name: 'not-creatable',
  call({ call, path, set, word }, { catalog }) {
    if (word?.kind !== 'create' || set === undefined || call.navigation !== undefined) return undefined;
    if (set.attributes.insertable !== false && set.attributes.singleton !== true) return undefined;
    const parents = parentsOf(catalog.graph.in('BINDS', { kind: 'EntitySet', id: set.id }), set);
    const hint =
      parents.length === 0
        ? 'It is read only; look for an action or another EntitySet.'
        : `Create it inside its parent, by a deep insert: ${parents.slice(0, 3).join(' or ')}.`;
    return found(
      notCreatable.name,
      `${path}/entitySet`,
      `Entities of ${set.name} cannot be created by themselves. ${hint}`,
      {
        allowed: parents,
      },
    );
  },
  property(node) {
    if (node.entity?.creating !== true) return undefined;
    const refusal = node.entity.set?.createRefusals.get(node.name) ?? node.property.createRefusal;
    if (refusal === undefined || !REASONS.has(refusal)) return undefined;
    const pointer = pointerOf(node);
    const why =
      refusal === 'stream' ? 'is a media stream and is sent apart from the payload' : 'cannot be set on create';
    return found(notCreatable.name, pointer, `${node.name} ${why}; leave it out.`, {
      repair: [{ op: 'remove', path: pointer }],
    });
  },
};

function parentsOf(edges: readonly { from: string; attributes: { navigation: string } }[], set: CatalogSet): string[] {
  return edges.flatMap(({ from, attributes }) => {
    const parent = set.service.entitySet(from.slice(set.service.id.length + 1));
    const navigation = parent?.type.navigation.get(attributes.navigation);
    const isWay = parent !== undefined && parent.attributes.insertable !== false && navigation?.cardinality === '*';
    return isWay ? [`${parent.name}.${attributes.navigation}`] : [];
  });
}

import type { WriteRefusal } from '../../spec/structured-type.ts';
import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

const REASONS: ReadonlySet<WriteRefusal> = new Set<WriteRefusal>(['not-updatable', 'read-only', 'stream']);

/** An update names an EntitySet that can be updated, and carries only what an update may carry. */
export const notUpdatable: Rule = {
  name: 'not-updatable',
  call({ path, set, word }) {
    if (word?.kind !== 'update' || set?.attributes.updatable !== false) return undefined;
    const actions = set.service.operations(set).map(({ attributes }) => `action:${attributes.name}`);
    const hint = actions.length === 0 ? '' : ` Its actions are ${actions.slice(0, 8).join(', ')}.`;
    return found(
      notUpdatable.name,
      `${path}/operation`,
      `Entities of ${set.name} cannot be updated; choose another operation.${hint}`,
      {
        allowed: actions,
      },
    );
  },
  property(node) {
    if (node.entity === undefined || node.entity.creating) return undefined;
    const refusal = node.entity.set?.updateRefusals.get(node.name) ?? node.property.updateRefusal;
    if (refusal === undefined || !REASONS.has(refusal)) return undefined;
    const pointer = pointerOf(node);
    const why =
      refusal === 'stream' ? 'is a media stream and is sent apart from the payload' : 'cannot be changed by an update';
    return found(notUpdatable.name, pointer, `${node.name} ${why}; leave it out.`, {
      repair: [{ op: 'remove', path: pointer }],
    });
  },
};

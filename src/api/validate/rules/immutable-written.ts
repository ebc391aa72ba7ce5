import { sameEdmValue } from '../../odata/edm-value.ts';
import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** Keys and what is immutable do not change after creation. A key that repeats the key of the call is only a warning. */
export const immutableWritten: Rule = {
  name: 'immutable-written',
  property(node, { root }) {
    if (node.entity === undefined || node.entity.creating) return undefined;
    const refusal = node.entity.set?.updateRefusals.get(node.name) ?? node.property.updateRefusal;
    if (refusal !== 'immutable' && refusal !== 'key') return undefined;
    const pointer = pointerOf(node);
    const repeated = refusal === 'key' && sameEdmValue(node.value, root.call.key?.[node.name], node.property.primitive);
    const what = refusal === 'key' ? 'is part of the key' : 'is fixed at creation';
    return found(
      immutableWritten.name,
      pointer,
      `${node.name} ${what} and cannot be changed; leave it out of the payload.`,
      {
        severity: repeated ? 'warning' : 'error',
        repair: [{ op: 'remove', path: pointer }],
      },
    );
  },
};

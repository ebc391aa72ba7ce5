import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** What the system computes is not written. */
export const computedWritten: Rule = {
  name: 'computed-written',
  property(node) {
    if (node.entity === undefined) return undefined;
    const { createRefusal, updateRefusal } = node.property;
    if ((node.entity.creating ? createRefusal : updateRefusal) !== 'computed' && createRefusal !== 'computed')
      return undefined;
    const pointer = pointerOf(node);
    return found(
      computedWritten.name,
      pointer,
      `${node.name} is computed by the system and cannot be written; leave it out.`,
      {
        repair: [{ op: 'remove', path: pointer }],
      },
    );
  },
};

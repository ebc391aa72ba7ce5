import { isDeepInsertable } from '../../spec/deep-insert.ts';
import { pointerOf } from '../call-node.ts';
import { found, type Rule } from '../rule.ts';

/** Entities behind a navigation property are carried only by a create whose EntitySet supports it. */
export const deepInsertNotAllowed: Rule = {
  name: 'deep-insert-not-allowed',
  navigation(node) {
    const { entity, name, set } = node;
    const pointer = pointerOf(node);
    const child = set === undefined ? 'the entities behind it' : set.name;
    if (entity.mode !== 'create') {
      const message = `${name} cannot be carried by an update; write ${child} with calls of their own.`;
      return found(deepInsertNotAllowed.name, pointer, message, { repair: [{ op: 'remove', path: pointer }] });
    }
    if (entity.set === undefined || isDeepInsertable(entity.set, node.navigation)) return undefined;
    const message = `${entity.set.name} does not take ${name} on create; create ${child} with calls of their own afterwards.`;
    return found(deepInsertNotAllowed.name, pointer, message, { repair: [{ op: 'remove', path: pointer }] });
  },
};

import type { Rule } from '../rule.ts';
import { unknownName } from '../unknown-name.ts';

/** Every parameter of a call exists on the action or function. */
export const unknownParameter: Rule = {
  name: 'unknown-parameter',
  unknown(node) {
    if (node.what !== 'parameter') return undefined;
    return unknownName(unknownParameter.name, node, `${node.owner} has no parameter ${node.name}.`);
  },
};

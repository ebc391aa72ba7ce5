import type { Rule } from '../rule.ts';
import { unknownName } from '../unknown-name.ts';

/** Every navigation property of a payload, path or $expand exists. */
export const unknownNavigation: Rule = {
  name: 'unknown-navigation',
  unknown(node) {
    if (node.what !== 'navigation') return undefined;
    return unknownName(unknownNavigation.name, node, `${node.owner} has no navigation property ${node.name}.`);
  },
};

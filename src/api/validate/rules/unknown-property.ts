import type { Rule } from '../rule.ts';
import { unknownName } from '../unknown-name.ts';

/** Every property of a payload, key or query exists. */
export const unknownProperty: Rule = {
  name: 'unknown-property',
  unknown(node) {
    if (node.what === 'key') {
      const keys = node.candidates.length === 0 ? 'nothing' : node.candidates.join(', ');
      return unknownName(
        unknownProperty.name,
        node,
        `${node.name} is no key property of ${node.owner}; its key is ${keys}.`,
      );
    }
    if (node.what !== 'property') return undefined;
    const isControl = node.name.includes('@') || node.name.startsWith('__');
    const sentence = isControl
      ? `${node.name} is control information, which a call does not carry.`
      : `${node.owner} has no property ${node.name}.`;
    return unknownName(unknownProperty.name, node, sentence);
  },
};

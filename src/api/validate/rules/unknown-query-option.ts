import type { Rule } from '../rule.ts';
import { unknownName } from '../unknown-name.ts';

/** A query has only the options that a call knows. */
export const unknownQueryOption: Rule = {
  name: 'unknown-query-option',
  unknown(node) {
    if (node.what !== 'query-option') return undefined;
    const finding = unknownName(unknownQueryOption.name, node, `${node.name} is no option of a query.`);
    return { ...finding, allowed: node.candidates };
  },
};

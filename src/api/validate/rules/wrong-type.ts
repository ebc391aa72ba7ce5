import type { Rule } from '../rule.ts';
import { valueFinding } from '../value-finding.ts';

/** A value has the JSON type that its declared type asks for. */
export const wrongType: Rule = {
  name: 'wrong-type',
  property: (node) => valueFinding(wrongType.name, node, ['type']),
  parameter: (node) => valueFinding(wrongType.name, node, ['type']),
};

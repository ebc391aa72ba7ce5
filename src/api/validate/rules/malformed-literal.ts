import type { Rule } from '../rule.ts';
import { valueFinding } from '../value-finding.ts';

/** A value is a literal of its declared type: a date that exists, a guid, a number. */
export const malformedLiteral: Rule = {
  name: 'malformed-literal',
  property: (node) => valueFinding(malformedLiteral.name, node, ['format']),
  parameter: (node) => valueFinding(malformedLiteral.name, node, ['format']),
};

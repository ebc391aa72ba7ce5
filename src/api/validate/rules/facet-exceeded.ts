import type { Rule } from '../rule.ts';
import { valueFinding } from '../value-finding.ts';

/** A value keeps to the facets and the range of its type: length, precision, scale, minimum, maximum. */
export const facetExceeded: Rule = {
  name: 'facet-exceeded',
  property: (node) => valueFinding(facetExceeded.name, node, ['range', 'length']),
  parameter: (node) => valueFinding(facetExceeded.name, node, ['range', 'length']),
};

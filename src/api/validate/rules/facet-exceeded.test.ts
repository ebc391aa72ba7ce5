import { checkRule } from '../check-rule.ts';
import { facetExceeded } from './facet-exceeded.ts';

checkRule(facetExceeded);

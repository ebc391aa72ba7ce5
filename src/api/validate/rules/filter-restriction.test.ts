import { checkRule } from '../check-rule.ts';
import { filterRestriction } from './filter-restriction.ts';

checkRule(filterRestriction);

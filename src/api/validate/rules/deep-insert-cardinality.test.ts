import { checkRule } from '../check-rule.ts';
import { deepInsertCardinality } from './deep-insert-cardinality.ts';

checkRule(deepInsertCardinality);

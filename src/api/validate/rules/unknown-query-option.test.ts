import { checkRule } from '../check-rule.ts';
import { unknownQueryOption } from './unknown-query-option.ts';

checkRule(unknownQueryOption);

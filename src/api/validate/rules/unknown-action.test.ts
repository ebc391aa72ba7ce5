import { checkRule } from '../check-rule.ts';
import { unknownAction } from './unknown-action.ts';

checkRule(unknownAction);

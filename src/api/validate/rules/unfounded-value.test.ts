import { checkRule } from '../check-rule.ts';
import { unfoundedValue } from './unfounded-value.ts';

checkRule(unfoundedValue);

import { checkRule } from '../check-rule.ts';
import { invalidCode } from './invalid-code.ts';

checkRule(invalidCode);

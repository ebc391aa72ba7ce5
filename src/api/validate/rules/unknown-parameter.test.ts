import { checkRule } from '../check-rule.ts';
import { unknownParameter } from './unknown-parameter.ts';

checkRule(unknownParameter);

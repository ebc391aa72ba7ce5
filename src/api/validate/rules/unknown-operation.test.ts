import { checkRule } from '../check-rule.ts';
import { unknownOperation } from './unknown-operation.ts';

checkRule(unknownOperation);

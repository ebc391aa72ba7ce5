import { checkRule } from '../check-rule.ts';
import { wrongType } from './wrong-type.ts';

checkRule(wrongType);

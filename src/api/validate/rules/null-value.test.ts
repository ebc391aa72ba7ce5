import { checkRule } from '../check-rule.ts';
import { nullValue } from './null-value.ts';

checkRule(nullValue);

import { checkRule } from '../check-rule.ts';
import { missingParameter } from './missing-parameter.ts';

checkRule(missingParameter);

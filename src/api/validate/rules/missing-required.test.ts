import { checkRule } from '../check-rule.ts';
import { missingRequired } from './missing-required.ts';

checkRule(missingRequired);

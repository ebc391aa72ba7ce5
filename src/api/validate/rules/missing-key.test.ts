import { checkRule } from '../check-rule.ts';
import { missingKey } from './missing-key.ts';

checkRule(missingKey);

import { checkRule } from '../check-rule.ts';
import { duplicateKey } from './duplicate-key.ts';

checkRule(duplicateKey);

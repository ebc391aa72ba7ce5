import { checkRule } from '../check-rule.ts';
import { tooDeep } from './too-deep.ts';

checkRule(tooDeep);

import { checkRule } from '../check-rule.ts';
import { deepInsertNotAllowed } from './deep-insert-not-allowed.ts';

checkRule(deepInsertNotAllowed);

import { checkRule } from '../check-rule.ts';
import { notDeletable } from './not-deletable.ts';

checkRule(notDeletable);

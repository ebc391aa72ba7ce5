import { checkRule } from '../check-rule.ts';
import { notSortable } from './not-sortable.ts';

checkRule(notSortable);

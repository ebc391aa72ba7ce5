import { checkRule } from '../check-rule.ts';
import { notFilterable } from './not-filterable.ts';

checkRule(notFilterable);

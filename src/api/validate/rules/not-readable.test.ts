import { checkRule } from '../check-rule.ts';
import { notReadable } from './not-readable.ts';

checkRule(notReadable);

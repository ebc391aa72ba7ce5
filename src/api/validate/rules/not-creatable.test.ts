import { checkRule } from '../check-rule.ts';
import { notCreatable } from './not-creatable.ts';

checkRule(notCreatable);

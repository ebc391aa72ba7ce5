import { checkRule } from '../check-rule.ts';
import { notUpdatable } from './not-updatable.ts';

checkRule(notUpdatable);

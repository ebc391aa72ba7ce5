import { checkRule } from '../check-rule.ts';
import { unknownNavigation } from './unknown-navigation.ts';

checkRule(unknownNavigation);

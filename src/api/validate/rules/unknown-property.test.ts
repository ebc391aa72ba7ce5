import { checkRule } from '../check-rule.ts';
import { unknownProperty } from './unknown-property.ts';

checkRule(unknownProperty);

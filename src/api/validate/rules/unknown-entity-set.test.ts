import { checkRule } from '../check-rule.ts';
import { unknownEntitySet } from './unknown-entity-set.ts';

checkRule(unknownEntitySet);

import { checkRule } from '../check-rule.ts';
import { dependentValue } from './dependent-value.ts';

checkRule(dependentValue);

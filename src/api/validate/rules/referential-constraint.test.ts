import { checkRule } from '../check-rule.ts';
import { referentialConstraint } from './referential-constraint.ts';

checkRule(referentialConstraint);

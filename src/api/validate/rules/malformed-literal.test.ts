import { checkRule } from '../check-rule.ts';
import { malformedLiteral } from './malformed-literal.ts';

checkRule(malformedLiteral);

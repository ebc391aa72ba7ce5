import { checkRule } from '../check-rule.ts';
import { unsupportedQuery } from './unsupported-query.ts';

checkRule(unsupportedQuery);

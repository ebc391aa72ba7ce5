import { checkRule } from '../check-rule.ts';
import { computedWritten } from './computed-written.ts';

checkRule(computedWritten);

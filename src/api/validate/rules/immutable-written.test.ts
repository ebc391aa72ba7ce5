import { checkRule } from '../check-rule.ts';
import { immutableWritten } from './immutable-written.ts';

checkRule(immutableWritten);

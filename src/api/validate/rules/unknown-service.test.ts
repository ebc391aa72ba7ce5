import { checkRule } from '../check-rule.ts';
import { unknownService } from './unknown-service.ts';

checkRule(unknownService);

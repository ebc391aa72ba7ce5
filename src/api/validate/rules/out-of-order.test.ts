import { checkRule } from '../check-rule.ts';
import { outOfOrder } from './out-of-order.ts';

checkRule(outOfOrder);

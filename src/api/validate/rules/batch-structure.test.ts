import { checkRule } from '../check-rule.ts';
import { batchStructure } from './batch-structure.ts';

checkRule(batchStructure);

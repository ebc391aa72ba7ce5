import { checkRule } from '../check-rule.ts';
import { misplacedPart } from './misplaced-part.ts';

checkRule(misplacedPart);

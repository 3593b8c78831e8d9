import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// No shapes here: promotion.spec.ts checks the responses before and after a promotion.
checkEveryOperation('promotions', calls);

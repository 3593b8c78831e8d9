import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// checkShapes is not called here: promotion.spec.ts checks the responses before and after a promotion.
checkEveryOperation('promotions', calls);

import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// What answers own of the document is looked at before and after something was promoted.
checkEveryOperation('promotions', calls);

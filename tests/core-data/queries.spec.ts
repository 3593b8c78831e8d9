import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// All that is printed are paths and the credential: a success of a valid call is each of the written promises.
checkEveryOperation('core-data', calls);
checkShapes('core-data', calls);

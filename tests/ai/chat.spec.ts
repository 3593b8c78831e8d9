import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// All that is printed are path and credential: a success of a valid call is the one written promise.
checkEveryOperation('ai', calls);
checkShapes('ai', calls);

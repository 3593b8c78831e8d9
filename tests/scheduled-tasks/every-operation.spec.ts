import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('scheduled-tasks', calls);
// How many runs a list holds is looked at after more of them than it may hold.
checkShapes('scheduled-tasks', calls, ['scheduled-tasks.runs.at-most-50']);

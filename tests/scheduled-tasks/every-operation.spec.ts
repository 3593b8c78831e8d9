import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('scheduled-tasks', calls);
// The limit has a check of its own, which first creates more runs than the list may contain.
checkShapes('scheduled-tasks', calls, ['scheduled-tasks.runs.at-most-50']);

import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// The limit has a check of its own, which first creates more runs than the list may contain.
checkEveryOperation('scheduled-tasks', calls, { except: ['scheduled-tasks.runs.at-most-50'] });

import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// The specification prints only the path and the credential, so the success of a valid call is the only requirement.
checkEveryOperation('ai', calls, {});

import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

// The specification prints only paths and the credential, so the only requirements are that valid calls succeed.
checkEveryOperation('core-data', calls, {});

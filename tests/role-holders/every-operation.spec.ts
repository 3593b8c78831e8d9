import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('role-holders', calls, {});

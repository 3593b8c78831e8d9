import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('role-holders', calls);
checkShapes('role-holders', calls);

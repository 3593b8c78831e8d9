import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('roles', calls);
checkShapes('roles', calls);

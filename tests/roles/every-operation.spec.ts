import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('roles', calls);
checkShapes('roles', calls);

import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('role-holders', calls);
checkShapes('role-holders', calls);

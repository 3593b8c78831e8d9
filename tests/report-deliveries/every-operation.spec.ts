import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('report-deliveries', calls);
checkShapes('report-deliveries', calls);

import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('report-deliveries', calls);
checkShapes('report-deliveries', calls);

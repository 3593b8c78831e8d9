import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('external-documents', calls);
checkShapes('external-documents', calls);

import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('external-documents', calls);
checkShapes('external-documents', calls);

import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('external-documents', calls, {});

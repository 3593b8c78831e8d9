import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('reports', calls);
checkShapes('reports', calls, [
  // What these name may be shown by a report or declared by the document.
  'reports.pivot.switches',
  'reports.placement.members',
  // The values are the tenant's own.
  'reports.placement.host',
]);

import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import type { ValidCall } from '../support/valid-calls.ts';
import { calls } from './calls.ts';
import { lentReport, refreshedOnce } from './reports.ts';

const listAfterRefresh: ValidCall = async (check, admin) => {
  await refreshedOnce(check, admin, await lentReport(check));
  return {};
};

checkEveryOperation('reports', calls);
checkShapes('reports', { ...calls, listReports: listAfterRefresh }, [
  // What these name may be shown by a report or declared by the document.
  'reports.pivot.switches',
  'reports.placement.members',
  // The values are the tenant's own.
  'reports.placement.host',
]);

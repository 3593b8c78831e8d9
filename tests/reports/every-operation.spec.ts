import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import type { ValidCall } from '../../harness/check/valid-calls.ts';
import { calls } from './calls.ts';
import { providedReport, refreshedOnce } from './placements.ts';

/** Promises about what a report shows are of whoever answers with one; those about a list need no more than to read it. */
const listAfterRefresh: ValidCall = async (check, admin) => {
  const isOfReports = check.requirement.operations.includes('connectReportToWorkbook');
  if (isOfReports) await refreshedOnce(check, admin, await providedReport(check));
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

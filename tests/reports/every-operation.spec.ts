import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import type { ValidCall } from '../../harness/check/valid-calls.ts';
import { calls } from './calls.ts';
import { placeAndRefresh } from './placements.ts';

/** Members of a report may need a refresh before the list shows them; requirements of the list alone do not. */
const listAfterRefresh: ValidCall = async (check, admin) => {
  const isOfReports = check.requirement.operations.includes('connectReportToWorkbook');
  if (isOfReports && check.mayChange('REPORT_ID')) await placeAndRefresh(check, admin, check.provided('REPORT_ID'));
  return {};
};

checkEveryOperation('reports', calls, {
  calls: { listReports: listAfterRefresh },
  except: [
    // A member of these may be shown by a report or declared by the document.
    'reports.pivot.switches',
    'reports.placement.members',
    // The allowed values are a binding, so the schema cannot list them.
    'reports.placement.host',
  ],
});

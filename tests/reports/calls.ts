import type { Check } from '../../harness/test.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { there, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import { filePatch } from './file.ts';
import { connect, placeReport, placing } from './placements.ts';

/** The path of the provided report in the deployment that `where` selects. */
function path(check: Check, where: Where): { readonly reportId: string } {
  return { reportId: check.provided(where === 'home' ? 'REPORT_ID' : 'OTHER_REPORT_ID') };
}

/** A body that places a report in a spreadsheet of its own, because one may hold a single placement of a report. */
const placingApart = (check: Check) => placing(check, { externalWorkbookId: fresh('spreadsheet') });

/** A request with the id of a new placement. */
async function byId(check: Check, admin: Actor, where: Where) {
  const at = path(check, where);
  const { id } = await placeReport(check, there(check, admin, where), at.reportId, placingApart(check));
  return { path: at, body: { placementId: id } };
}

/** A request with the address of a new placement. */
async function byAddress(check: Check, admin: Actor, where: Where) {
  const at = path(check, where);
  const body = placingApart(check);
  await connect(there(check, admin, where), at.reportId, body);
  const { externalWorkbookId, sheetName, anchorCell } = body;
  return { path: at, body: { externalWorkbookId, sheetName, anchorCell } };
}

export const calls: ValidCalls = {
  listReports: () => ({}),
  updateReport: (check, _admin, where) => ({ path: path(check, where), body: { name: fresh('report') } }),
  connectReportToWorkbook: (check, _admin, where) => ({ path: path(check, where), body: placing(check) }),
  disconnectReportFromWorkbook: [byAddress, byId],
  refreshReport: [byAddress, byId],
  getReportFile: (check, _admin, where) => ({ path: path(check, where) }),
  async patchReportFile(check, admin, where) {
    const at = path(check, where);
    const { content, hash } = await there(check, admin, where).getReportFile(at.reportId);
    return { path: at, body: filePatch(check, { content, hash }).body };
  },
};

import { granted } from '../../harness/http/answer.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { connect, providedReport, placing } from '../../harness/things/reports.ts';

export const calls: ValidCalls = {
  async listPlacements(check, admin) {
    const reportId = await providedReport(check);
    granted(await connect(admin, reportId, placing(check)), 'a placement to list');
    return { path: { externalWorkbookId: check.provided('EXTERNAL_WORKBOOK_ID') } };
  },
};

import { granted } from '../../harness/http/answer.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { connect, lentReport, placing } from '../../harness/things/reports.ts';

export const calls: ValidCalls = {
  async listPlacements(check, admin) {
    const reportId = await lentReport(check);
    granted(await connect(admin, reportId, placing(check)), 'a placement to list');
    return { path: { externalWorkbookId: check.lent('EXTERNAL_WORKBOOK_ID') } };
  },
};

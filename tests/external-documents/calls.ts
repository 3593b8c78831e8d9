import { granted } from '../support/answer.ts';
import type { ValidCalls } from '../support/every-operation.ts';
import { connect, lentReport, placing } from '../support/reports.ts';

export const calls: ValidCalls = {
  async listPlacements(check, admin) {
    const reportId = await lentReport(check);
    granted(await connect(admin, reportId, placing(check)), 'a placement to list');
    return { path: { externalWorkbookId: check.lent('EXTERNAL_WORKBOOK_ID') } };
  },
};

import { granted } from '../../harness/http/answer.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { untested } from '../../harness/failures/untested.ts';
import { connect, placing } from '../../harness/things/reports.ts';

export const calls: ValidCalls = {
  async listPlacements(check, admin) {
    const path = { externalWorkbookId: check.provided('EXTERNAL_WORKBOOK_ID') };
    if (check.mayChange('REPORT_ID')) {
      granted(await connect(admin, check.provided('REPORT_ID'), placing(check)), 'a placement to list');
    } else {
      const { items = [] } = (await admin.raw('listPlacements', { path })).body as { items?: readonly unknown[] };
      if (items.length === 0) untested('the spreadsheet that was found has no placement, and no report may be placed');
    }
    return { path };
  },
};

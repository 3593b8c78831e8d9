import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { holdsText } from '../../harness/things/text-files.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupRequires, testRequires } from '../../harness/failures/requires.ts';
import { filePatch } from './file.ts';
import { connect, placementsListed, placementsOn, placing } from './placements.ts';

// Ids may be the same in two deployments, so a success may concern a report of the key's own deployment.

test(...verifies('reports.file.scoped-key-stays'), async ({ check, admin, scoped }) => {
  const reportId = check.provided('OTHER_REPORT_ID');
  const there = admin.preparing.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const name = fresh('elsewhere');
  await there.updateReport(reportId, { name });
  const file = await there.getReportFile(reportId);
  setupRequires(file.content.includes(name), 'the file does not contain the name of the report');
  const path = { reportId };
  const requests = {
    'by a read': () => scoped.raw('getReportFile', { path }),
    'by a patch': () => scoped.raw('patchReportFile', { path, body: filePatch(check, file, { from: name }).body }),
  };
  await inEach<() => Promise<Answer>>(check, requests, async (send) => {
    const answer = await send();
    const isShown = isSuccess(answer) && answer.text.includes(name);
    expect(isShown, 'the response contains the file of another deployment').toBe(false);
  });
  const isKept = holdsText(await there.getReportFile(reportId), name);
  expect(isKept, 'the file of the other deployment is as it was').toBe(true);
});

test(...verifies('reports.refresh.scoped-key-stays'), async ({ check, admin, scoped }) => {
  const reportId = check.provided('OTHER_REPORT_ID');
  const there = admin.preparing.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const placement = placing(check, { externalWorkbookId: fresh('spreadsheet') });
  granted(await connect(there, reportId, placement), 'the placement');
  const { externalWorkbookId, sheetName, anchorCell } = placement;
  const request = { path: { reportId }, body: { externalWorkbookId, sheetName, anchorCell } };
  const refreshedAt = async () => (await placementsOn(there, reportId, placement))[0]?.refreshedAt ?? null;
  // The list may show a new placement with a delay.
  await placementsListed(check, there, reportId, placement);
  const before = await refreshedAt();
  const { status } = await scoped.raw('refreshReport', request);
  expect(await refreshedAt(), `refreshedAt of the report after the response ${status}`).toBe(before);
  granted(await there.raw('refreshReport', request), 'the same refresh in the deployment of the report');
  testRequires((await refreshedAt()) !== before, 'the list does not show when a placement was refreshed');
});

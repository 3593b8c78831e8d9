import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { inEach, judgeIf } from '../../harness/check/in-each.ts';
import { connect } from '../../harness/things/reports.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';

function list(check: Check, admin: Actor, spreadsheet: PlainSetting, first?: number): Promise<Answer> {
  const path = { externalWorkbookId: check.provided(spreadsheet) };
  return admin.raw('listPlacements', { path, ...(first !== undefined && { query: { first } }) });
}

/** Administrators who list a spreadsheet, one of them twice. */
function readers(check: Check, admin: Actor) {
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  return { 'the first time': admin, 'once more': admin, [BY_OAUTH]: oauth };
}

const ABOVE_LIMIT = [
  ['external-documents.list.too-many-explorations', 'CROWDED_WORKBOOK_ID'],
  ['external-documents.list.too-many-placements', 'OVERFULL_WORKBOOK_ID'],
] as const;

for (const [id, spreadsheet] of ABOVE_LIMIT) {
  test(...verifies(id), async ({ check, admin }) => {
    await inEach(check, readers(check, admin), async (reader) => {
      expect(await list(check, reader, spreadsheet)).toBeRefusedWith(422);
    });
    granted(await list(check, admin, 'EXTERNAL_WORKBOOK_ID'), 'the list of a smaller spreadsheet');
  });
}

const AT_LIMIT = [
  ['external-documents.list.most-explorations', 'FULL_WORKBOOK_ID'],
  ['external-documents.list.most-placements', 'PACKED_WORKBOOK_ID'],
] as const;

for (const [id, spreadsheet] of AT_LIMIT) {
  test(...verifies(id), async ({ check, admin }) => {
    await inEach(check, readers(check, admin), async (reader) => {
      expect(await list(check, reader, spreadsheet)).toSucceed();
    });
    expect(await list(check, admin, spreadsheet, 1), 'a page of one entry').toSucceed();
    await inEach(check, { 'once one more was placed and taken out again': placeable(check) }, async (report) => {
      const isTaken = await isPlacedForAWhile(check, admin, report, check.provided(spreadsheet));
      return judgeIf(isTaken, () =>
        withinSeconds(check, async () => {
          expect(await list(check, admin, spreadsheet)).toSucceed();
        }),
      );
    });
  });
}

/** A report that the check may place, where there is one. */
function placeable(check: Check): string | undefined {
  return check.mayChange('REPORT_ID') ? check.optional('REPORT_ID') : undefined;
}

/** Whether a report could be placed in a spreadsheet and taken out again; other requirements cover both. */
async function isPlacedForAWhile(
  check: Check,
  admin: Actor,
  reportId: string,
  externalWorkbookId: string,
): Promise<boolean> {
  const [sheetName, anchorCell] = [fresh('sheet'), 'B2'];
  const stated = check.tenant.wire.value('reports.connect') as object | undefined;
  const address = { externalWorkbookId, sheetName, anchorCell };
  if (!isSuccess(await connect(admin, reportId, { ...stated, ...address }))) return false;
  return isSuccess(await admin.raw('disconnectReportFromWorkbook', { path: { reportId }, body: address }));
}

function expectNoEntries({ text }: Answer): void {
  expect(text, 'the body of the refusal').not.toMatch(/"access"\s*:\s*"(GRANTED|DENIED)"/);
}

test(...verifies('external-documents.list.no-truncated-page'), async ({ check, admin }) => {
  const least = await list(check, admin, 'CROWDED_WORKBOOK_ID', 1);
  expect(least, 'the response to a page of 1').toBeRefusedWith(422);
  expectNoEntries(least);
  const most = await list(check, admin, 'CROWDED_WORKBOOK_ID', 100);
  // A page size of 100 may exceed the limit of a tenant, which may refuse it with another status.
  expect(most, 'the response to a page of 100').toBeRefused();
  expectNoEntries(most);
  granted(await list(check, admin, 'EXTERNAL_WORKBOOK_ID', 1), 'a page of a smaller spreadsheet');
});

import { fresh } from '../../harness/client/unique.ts';
import { granted } from '../../harness/http/answer.ts';
import { checkPages, type List } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { entriesIn, pageOf, place } from './placements.ts';

test(...verifies('external-documents.list.shows-placement'), async ({ check, admin }) => {
  const own = fresh('spreadsheet');
  await place(check, admin, own);
  const listed = (spreadsheet: string) => walk((query) => pageOf(admin, spreadsheet, query));
  const entries = (await listed(own)).map((entry) => JSON.stringify(entry));
  expect(entries, `placements in ${own}`).not.toEqual([]);
  expect([...new Set(entries)], 'placements, each once').toEqual(entries);
  // The report may be in other spreadsheets as well, and this one may hold others, also of those who place meanwhile.
  const lent = check.provided('EXTERNAL_WORKBOOK_ID');
  const before = await entriesIn(admin, lent);
  await place(check, admin, lent);
  expect((await listed(lent)).length, `placements in ${lent}`).toBeGreaterThan(before.length);
});

test(...verifies('external-documents.list.drops-placement'), async ({ check, admin }) => {
  const spreadsheet = fresh('spreadsheet');
  const { reportId, address } = await place(check, admin, spreadsheet);
  const before = await entriesIn(admin, spreadsheet);
  if (before.length === 0) throw setupFailed('the placement is not listed');
  const body = { path: { reportId }, body: address };
  granted(await admin.raw('disconnectReportFromWorkbook', body), 'taking the report out of the spreadsheet');
  expect((await entriesIn(admin, spreadsheet)).length, 'placements left').toBeLessThan(before.length);
});

test(...verifies('external-documents.list.tenant-wide'), async ({ check, admin }) => {
  const orders = [
    ['REPORT_ID', 'OTHER_REPORT_ID'],
    ['OTHER_REPORT_ID', 'REPORT_ID'],
  ] as const;
  for (const [first, second] of orders) {
    const spreadsheet = fresh('spreadsheet');
    await place(check, admin, spreadsheet, first);
    const alone = (await entriesIn(admin, spreadsheet)).length;
    await place(check, admin, spreadsheet, second);
    const found = (await entriesIn(admin, spreadsheet)).length;
    if (found === 0) throw setupFailed('neither of two placements is listed');
    expect(found, `placements once ${second} is placed beside ${first}`).toBeGreaterThan(alone);
  }
});

test(...verifies('external-documents.list.only-this-spreadsheet'), async ({ check, admin }) => {
  const spreadsheet = fresh('spreadsheet');
  const pairs = [
    [spreadsheet, `${spreadsheet}-copy`],
    [check.provided('EXTERNAL_WORKBOOK_ID'), check.provided('OTHER_EXTERNAL_WORKBOOK_ID')],
  ] as const;
  for (const [one, another] of pairs) {
    // A report that is in both has an entry of its own in each.
    await place(check, admin, one);
    const before = await entriesIn(admin, one);
    if (before.length === 0) throw setupFailed('the placement is not listed');
    await place(check, admin, another);
    expect((await entriesIn(admin, one)).length, `placements in ${one}`).toBeLessThanOrEqual(before.length);
  }
  expect(await entriesIn(admin, fresh('spreadsheet')), 'placements where nothing is placed').toEqual([]);
});

/** The list of the lent spreadsheet, with all that an entry shows for its id: what its id is called is open. */
async function opened(check: Check, admin: Actor): Promise<List> {
  const spreadsheet = check.provided('EXTERNAL_WORKBOOK_ID');
  // Two of our own, however few are there already.
  await place(check, admin, spreadsheet);
  await place(check, admin, spreadsheet);
  const whole = (await entriesIn(admin, spreadsheet)).map((entry) => JSON.stringify(entry));
  if (new Set(whole).size < whole.length) untested('some placements look the same and cannot be told apart');
  return async (actor, query) => {
    const { items, pageInfo } = await pageOf(actor, spreadsheet, query);
    return { items: items?.map((entry) => ({ id: JSON.stringify(entry) })), pageInfo };
  };
}

checkPages('external-documents.list', { binding: 'external-documents.list', open: opened });

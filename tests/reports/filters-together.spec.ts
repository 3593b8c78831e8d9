import { granted, isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { largePage } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { ON_ONE_PAGE } from './filters.ts';
import { SORTS } from '../../harness/rules/order.ts';
import { oneAfterTheOther } from './judged.ts';
import { connect, idsOf, placing, reportIn, reportsOf } from './placements.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

test(...verifies('reports.list.filters-together'), async ({ check, admin }) => {
  const reportId = check.provided('READ_ONLY_REPORT_ID');
  const folderId = numberOf(check.provided('FOLDER_ID'));
  const { name, ...shown } = await reportIn(admin, reportId);
  // The report must not be in any folder or workbook, because a nested report may count as in FOLDER_ID as well.
  const container = shown.folderId ?? shown.workbookId ?? null;
  const isInside = idsOf(await reportsOf(admin, { folderId })).includes(reportId);
  if (container !== null || isInside) untested('READ_ONLY_REPORT_ID is in a folder or a workbook');
  if (typeof name !== 'string' || name === '') throw setupFailed('the list does not show the name of the report');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  for (const filter of [{ search: name }, { externalWorkbookId }]) {
    const found = await readUntil(
      check,
      async () => idsOf(await reportsOf(admin, filter)),
      (ids) => ids.includes(reportId),
    );
    if (!found.includes(reportId)) throw setupFailed(`the filter ${JSON.stringify(filter)} does not find the report`);
  }
  const [unmatched, empty] = [fresh('nowhere').replace(/[^a-z]/g, 'q'), fresh('spreadsheet')];
  for (const filters of [
    { search: name, folderId },
    { externalWorkbookId, folderId },
    { externalWorkbookId, search: unmatched },
    { externalWorkbookId: empty, search: name },
    { folderId, search: unmatched },
    { folderId, externalWorkbookId: empty },
  ]) {
    const found = await walk((page) => admin.listReports({ ...filters, ...page }));
    const matchesNothing = filters.search === unmatched || filters.externalWorkbookId === empty;
    // How a search shows a workbook is open, so an entry counts as the report only if id and name match.
    const unexpected = matchesNothing ? found : found.filter((one) => String(one.id) === reportId && one.name === name);
    expect(idsOf(unexpected), `reports found by ${JSON.stringify(filters)}`).toEqual([]);
  }
  await inEach(check, { 'in an order': [...SORTS, 'lastViewedAt'] as const }, (orders) =>
    oneAfterTheOther(orders, async (sortBy) => {
      await oneAfterTheOther([{ folderId }, { externalWorkbookId: empty }], async (filter) => {
        // By lastViewedAt there are no further pages.
        const { items } = await largePage((page) => admin.listReports({ ...filter, sortBy, ...page }), ON_ONE_PAGE);
        const unexpected = items.filter((one) => String(one.id) === reportId && one.name === name);
        expect(idsOf(unexpected), `reports found by ${JSON.stringify({ ...filter, sortBy })}`).toEqual([]);
      });
    }),
  );
  const three = await threeInOneSpreadsheet(check, admin);
  const folder = check.optional('EDITABLE_FOLDER_ID');
  await inEach(check, { 'on later pages': three }, async ({ filters, unmatched }) => {
    for (const order of [{}, { sortBy: 'name' }] as const) {
      const found = await walk((page) => admin.listReports({ ...filters, ...order, ...page }), 1);
      expect(
        idsOf(found.filter((one) => String(one.id) === unmatched.id && one.name === unmatched.name)),
        `reports on pages of 1 by ${JSON.stringify({ ...filters, ...order })} that do not match the search`,
      ).toEqual([]);
    }
  });
  await inEach(
    check,
    { 'on later pages of a folder': ifGiven(three, (those) => ifGiven(folder, (to) => ({ ...those, folder: to }))) },
    async (one) => {
      const filters = { externalWorkbookId: one.filters.externalWorkbookId, folderId: numberOf(one.folder) };
      // Who may move a report is about other requirements.
      for (const id of one.matched) {
        leaveOutUnless(isSuccess(await admin.preparing.ask('updateReport', id, { folderId: filters.folderId })));
      }
      const found = await walk((page) => admin.listReports({ ...filters, sortBy: 'name', ...page }), 1);
      expect(
        idsOf(found.filter(({ id, name }) => String(id) === one.unmatched.id && name === one.unmatched.name)),
        'reports on pages of 1 that are not in the folder',
      ).toEqual([]);
    },
  );
});

/**
 * Three reports in one spreadsheet, of which a search finds the first and the last by name; undefined where there are none to
 * be renamed, or the filters alone do not find what they should.
 */
async function threeInOneSpreadsheet(check: Check, admin: Actor) {
  const settings = ['REPORT_ID', 'READ_ONLY_REPORT_ID', 'EDITABLE_REPORT_ID'] as const;
  const ids = settings.flatMap((one) => (check.mayChange(one) ? (check.optional(one) ?? []) : []));
  const [first, middle = '', last] = ids;
  if (last === undefined) return undefined;
  const externalWorkbookId = fresh('spreadsheet');
  const search = fresh('shared').replace(/[^a-z]/g, 'q');
  const names = [`a ${search}`, fresh('m'), `z ${search}`].map((name, index) => (index === 1 ? `m ${name}` : name));
  for (const [index, id] of ids.entries()) {
    await admin.preparing.updateReport(id, { name: names[index] ?? '' });
    await connect(admin.preparing, id, placing(check, { externalWorkbookId }));
  }
  const placed = await readUntil(
    check,
    () => reportsOf(admin, { externalWorkbookId }),
    (found) => found.length === ids.length,
  );
  const found = idsOf(
    await readUntil(
      check,
      () => reportsOf(admin, { externalWorkbookId, search }),
      (both) => both.length === 2,
    ),
  );
  const isReady = placed.length === ids.length && found.length === 2 && !found.includes(middle) && first !== middle;
  const unmatched = { id: middle, name: names[1] };
  return isReady ? { filters: { externalWorkbookId, search }, unmatched, matched: [first ?? '', last] } : undefined;
}

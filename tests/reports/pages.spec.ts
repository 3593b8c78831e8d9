import { granted } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { largePage } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk, whileQuiet, type PageQuery } from '../../harness/client/paging.ts';
import { sharedWords, type Filter } from './filters.ts';
import { disorder } from './order.ts';
import { connect, idsOf, providedReport, placing, reportIn, reportsOf } from './placements.ts';

/** Few enough to stand on one page. */
const ON_ONE_PAGE = 50;

/** What a filter finds on one page, or undefined where it finds too little or too much for pages to be compared. */
async function foundAtOnce(admin: Actor, filter: Filter): Promise<string[] | undefined> {
  const ask = (page: PageQuery) => admin.preparing.listReports({ ...filter, ...page });
  const { items, pageInfo } = await largePage(ask, ON_ONE_PAGE);
  return items.length < 2 || pageInfo.hasNextPage === true ? undefined : idsOf(items).sort();
}

const COMMONEST = 5;

/** A search that finds several reports and not all of them: what a search looks into is open. */
async function narrowingSearch(_check: Check, admin: Actor): Promise<Filter> {
  const reports = await reportsOf(admin);
  for (const search of sharedWords(reports).slice(0, COMMONEST)) {
    const found = await foundAtOnce(admin, { search });
    if (found && found.length < reports.length) return { search };
  }
  return untested('no word that several names of reports share finds several reports, and not all');
}

async function twoInOneSpreadsheet(check: Check, admin: Actor): Promise<Filter> {
  const externalWorkbookId = fresh('spreadsheet');
  for (const setting of ['REPORT_ID', 'READ_ONLY_REPORT_ID'] as const) {
    const reportId = await providedReport(check, setting);
    granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  }
  return { externalWorkbookId };
}

type Prepare = (check: Check, admin: Actor) => Filter | Promise<Filter>;

const FILTERED = {
  'reports.list.search-pages-filtered': narrowingSearch,
  'reports.list.folder-pages-filtered': (check) => ({ folderId: Number(check.provided('FOLDER_ID')) }),
  'reports.list.external-workbook-pages-filtered': twoInOneSpreadsheet,
} as const satisfies Record<string, Prepare>;

for (const [id, prepare] of Object.entries<Prepare>(FILTERED)) {
  test(...verifies(id as keyof typeof FILTERED), async ({ check, admin }) => {
    await check.lock('reports');
    const filter = await prepare(check, admin);
    await whileQuiet(
      async () => (await foundAtOnce(admin, filter)) ?? untested('the filter finds fewer than 2 reports, or too many'),
      async (whole) => {
        // What fits may stand together in one order, so that a page that is not filtered any more would show the same.
        for (const order of [{}, { sortBy: 'name' }] as const) {
          const query = { ...filter, ...order };
          for (const first of new Set([1, whole.length - 1])) {
            const paged = idsOf(await walk((page) => admin.listReports({ ...query, ...page }), first));
            expect(
              paged.filter((id) => !whole.includes(id)),
              `pages of ${first} of ${JSON.stringify(query)}`,
            ).toEqual([]);
          }
        }
      },
    );
  });
}

test(...verifies('reports.list.direction-kept'), async ({ check, admin }) => {
  await check.lock('reports');
  const size = Math.max(2, Math.ceil((await reportsOf(admin)).length / 10));
  const wrongIn = async (direction: { readonly sortDirection?: 'ASC' | 'DESC' }) => {
    const paged = await walk((page) => admin.listReports({ sortBy: 'name', ...direction, ...page }), size);
    const { up, down } = disorder(paged, 'name');
    return (up.length < down.length ? up : down).slice(0, 3);
  };
  if ((await wrongIn({})).length > 0) throw setupFailed('pages without a direction are in no order');
  for (const sortDirection of ['ASC', 'DESC'] as const) {
    expect(await wrongIn({ sortDirection }), `names out of order in pages of ${size}, ${sortDirection}`).toEqual([]);
  }
});

test(...verifies('reports.list.updated-at-after-update'), async ({ check, admin }) => {
  const reportId = await providedReport(check, 'MANAGED_REPORT_ID');
  const wrong = async () => {
    const sorted = await walk((page) => admin.listReports({ sortBy: 'updatedAt', ...page }));
    const { up, down } = disorder(sorted, 'updatedAt');
    return (up.length < down.length ? up : down).slice(0, 3);
  };
  if ((await wrong()).length > 0) throw setupFailed('the list is out of order before anything is updated');
  await admin.preparing.updateReport(reportId, { folderId: Number(check.provided('EDITABLE_FOLDER_ID')) });
  expect(await wrong(), 'out of order').toEqual([]);
});

test(...verifies('reports.list.filters-together'), async ({ check, admin }) => {
  const reportId = await providedReport(check, 'READ_ONLY_REPORT_ID');
  const folderId = Number(check.provided('FOLDER_ID'));
  const { name, ...shown } = await reportIn(admin, reportId);
  // What lies in another folder or a workbook may count as lying where that does.
  const lies = shown.folderId ?? shown.workbookId ?? null;
  const isInside = idsOf(await reportsOf(admin, { folderId })).includes(reportId);
  if (lies !== null || isInside) untested('READ_ONLY_REPORT_ID lies in a folder or a workbook');
  if (typeof name !== 'string' || name === '') throw setupFailed('the list does not show the name of the report');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  for (const alone of [{ search: name }, { externalWorkbookId }]) {
    if (!idsOf(await reportsOf(admin, alone)).includes(reportId))
      throw setupFailed(`no ${JSON.stringify(alone)} finds it`);
  }
  const [nowhere, empty] = [fresh('nowhere').replace(/[^a-z]/g, 'q'), fresh('spreadsheet')];
  for (const filters of [
    { search: name, folderId },
    { externalWorkbookId, folderId },
    { externalWorkbookId, search: nowhere },
    { externalWorkbookId: empty, search: name },
    { folderId, search: nowhere },
    { folderId, externalWorkbookId: empty },
  ]) {
    const found = await walk((page) => admin.listReports({ ...filters, ...page }));
    const fitsNothing = filters.search === nowhere || filters.externalWorkbookId === empty;
    // How a search shows a workbook is open: under the id and the name of a report stands that report.
    const strays = fitsNothing ? found : found.filter((one) => String(one.id) === reportId && one.name === name);
    expect(idsOf(strays), `found by ${JSON.stringify(filters)}`).toEqual([]);
  }
});

import { canonical } from '../../contracts/canonical.ts';
import { granted } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh, otherLetters } from '../../harness/client/unique.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { expectNoRepeats, expectNothingBehind, largePage } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { sharedWords, type Filter, ON_ONE_PAGE } from './filters.ts';
import { oneAfterTheOther } from './judged.ts';
import { connect, idsOf, isSoonListedIn, placing, reportsOf, type Report } from './placements.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** What a filter finds on one page; undefined for fewer than two reports or more than one page. */
async function keysOnOnePage(admin: Actor, filter: Filter): Promise<string[] | undefined> {
  const ask = (page: PageQuery) => admin.preparing.listReports({ ...filter, ...page });
  const { items, pageInfo } = await largePage(ask, ON_ONE_PAGE);
  return items.length < 2 || pageInfo.hasNextPage === true ? undefined : keysIn({ items }).sort();
}

/** Ids with names: how a search shows a workbook is open, and its id may be that of a report. */
function keysIn({ items = [] }: Page<Report>): string[] {
  return items.map((one) => canonical([...idsOf([one]), one.name]));
}

const MAX_WORDS = 5;

/** A search that finds several reports but not all; which members a search covers is open. */
async function narrowingSearch(_check: Check, admin: Actor): Promise<Filter> {
  const reports = await reportsOf(admin);
  for (const search of sharedWords(reports).slice(0, MAX_WORDS)) {
    const found = await keysOnOnePage(admin, { search });
    if (found && found.length < reports.length) return { search };
  }
  return untested('no common word in the names of reports finds several reports but not all');
}

const PLACED = ['REPORT_ID', 'READ_ONLY_REPORT_ID'] as const;

async function rename(check: Check, admin: Actor, setting: (typeof PLACED)[number], name: string): Promise<void> {
  await admin.raw('updateReport', { path: { reportId: check.provided(setting) }, body: { name } });
}

/**
 * A spreadsheet with two reports of one name, where the tenant takes it: a cursor in the order of names then stands between two
 * that are equal, and for letters beyond Latin.
 */
async function twoInOneSpreadsheet(check: Check, admin: Actor): Promise<Filter> {
  const [externalWorkbookId, name] = [fresh('spreadsheet'), otherLetters('equal')];
  for (const setting of PLACED) {
    const reportId = check.provided(setting);
    await rename(check, admin, setting, name);
    granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
    await isSoonListedIn(check, admin, reportId, externalWorkbookId);
  }
  return { externalWorkbookId };
}

type Prepare = (check: Check, admin: Actor) => Filter | Promise<Filter>;

const FILTERED = {
  'reports.list.search-pages-filtered': narrowingSearch,
  'reports.list.folder-pages-filtered': (check) => ({ folderId: numberOf(check.provided('FOLDER_ID')) }),
  'reports.list.external-workbook-pages-filtered': twoInOneSpreadsheet,
} as const satisfies Record<string, Prepare>;

const byName: Prepare = () => ({ sortBy: 'name' });

/** Orders in which other reports follow those that a filter finds; names in other letters are the last ones. */
const FOLLOWED: Readonly<Record<keyof typeof FILTERED, Prepare>> = {
  'reports.list.search-pages-filtered': byName,
  'reports.list.folder-pages-filtered': byName,
  async 'reports.list.external-workbook-pages-filtered'(check, admin) {
    // In which direction names are sorted is open: in the middle of them, others follow in each.
    const names = (await reportsOf(admin)).flatMap(({ name }) => name ?? []).sort();
    const middle = names[Math.floor(names.length / 2)] ?? '';
    for (const setting of PLACED) await rename(check, admin, setting, `${middle} ${fresh('placed')}`);
    return byName(check, admin);
  },
};

for (const [id, prepare] of Object.entries<Prepare>(FILTERED)) {
  test(...verifies(id as keyof typeof FILTERED), async ({ check, admin }) => {
    const filter = await prepare(check, admin);
    await whileQuiet(
      async () =>
        (await keysOnOnePage(admin, filter)) ?? untested('the filter finds fewer than 2 reports, or too many'),
      async (unpaged) => {
        // In two orders: if the matching reports are adjacent in one of them, later pages without the filter look the same.
        const sizes = new Set([1, unpaged.length - 1]);
        await oneAfterTheOther([{}, { sortBy: 'name' }] as const, async (order) => {
          const query = { ...filter, ...order };
          await oneAfterTheOther(sizes, (first) => expectAsOnOnePage(admin, query, first, unpaged));
        });
      },
    );
    await expectFilteredByDates(admin, filter);
    const order = await FOLLOWED[id as keyof typeof FILTERED](check, admin);
    await inEach(check, { 'behind the last one': { ...filter, ...order } }, (query) =>
      whileQuiet(
        async () => idsOf(await reportsOf(admin, query)),
        () => expectNothingBehind((page) => admin.listReports({ ...query, ...page }), keysIn),
      ),
    );
  });
}

/** The same in the orders of dates, in which a report moves whenever it is updated. */
async function expectFilteredByDates(admin: Actor, filter: Filter): Promise<void> {
  const standing = () => reportsOf(admin.preparing, filter);
  await whileQuiet(
    async () => (await standing()).map(({ id, name, updatedAt }) => canonical([id, name, updatedAt])),
    async ({ length }) => {
      const unpaged = keysIn({ items: await standing() }).sort();
      await oneAfterTheOther(['createdAt', 'updatedAt'] as const, (sortBy) =>
        expectAsOnOnePage(admin, { ...filter, sortBy }, Math.max(1, length - 1), unpaged),
      );
    },
  );
}

/** Expects the pages of a list to hold what it holds on one page: nothing else, nothing twice, and nothing less. */
async function expectAsOnOnePage(
  admin: Actor,
  query: Filter,
  first: number,
  unpaged: readonly string[],
): Promise<void> {
  const paged: string[] = [];
  const where = `on pages of ${first} with ${JSON.stringify(query)}`;
  await judging('reports.list.after-continues', async () => {
    paged.push(...(await expectNoRepeats((page) => admin.listReports({ ...query, ...page }), first, keysIn)));
  });
  expect(
    paged.filter((key) => !unpaged.includes(key)),
    `reports ${where} that do not match the filter`,
  ).toEqual([]);
  await judging('reports.list.pages-complete', () => {
    expect(
      unpaged.filter((key) => !paged.includes(key)),
      `reports that are missing ${where}`,
    ).toEqual([]);
  });
}

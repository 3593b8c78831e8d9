import { canonical } from '../../contracts/canonical.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh, otherLetters } from '../../harness/client/unique.ts';
import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { expectNoRepeats, expectNothingBehind, largePage } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { attempt, setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { sharedWords, type Filter } from './filters.ts';
import { misplaced, requireMisplaced, SORTS } from '../../harness/rules/order.ts';
import { filePatch } from './file.ts';
import { inTurn } from './judged.ts';
import { connect, idsOf, isSoonListedIn, placing, reportIn, reportsOf, type Report } from './placements.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** A number of reports that fits on one page. */
const ON_ONE_PAGE = 50;

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
        await inTurn([{}, { sortBy: 'name' }] as const, async (order) => {
          const query = { ...filter, ...order };
          await inTurn(sizes, (first) => expectAsOnOnePage(admin, query, first, unpaged));
        });
      },
    );
    const order = await FOLLOWED[id as keyof typeof FILTERED](check, admin);
    await inEach(check, { 'behind the last one': { ...filter, ...order } }, (query) =>
      whileQuiet(
        async () => idsOf(await reportsOf(admin, query)),
        () => expectNothingBehind((page) => admin.listReports({ ...query, ...page }), keysIn),
      ),
    );
  });
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

function shorterOf<One>(one: readonly One[], other: readonly One[]): readonly One[] {
  return one.length < other.length ? one : other;
}

test(...verifies('reports.list.direction-kept'), async ({ admin }) => {
  const size = Math.max(2, Math.ceil((await reportsOf(admin)).length / 10));
  const misplacedIn = async (direction: { readonly sortDirection?: 'ASC' | 'DESC' }) => {
    const paged = await walkLarge((page) => admin.listReports({ sortBy: 'name', ...direction, ...page }), size);
    const { up, down } = requireMisplaced(paged, 'name');
    return shorterOf(up, down).slice(0, 3);
  };
  setupRequires((await misplacedIn({})).length === 0, 'pages without a direction are not in order');
  await inTurn(['ASC', 'DESC'] as const, async (sortDirection) => {
    expect(await misplacedIn({ sortDirection }), `names out of order in pages of ${size}, ${sortDirection}`).toEqual(
      [],
    );
  });
});

test(...verifies('reports.list.updated-at-after-update'), async ({ check, admin }) => {
  const reportId = check.provided('MANAGED_REPORT_ID');
  const misplacedIn = async (first?: number, sortBy: 'updatedAt' | 'createdAt' = 'updatedAt') => {
    const ask = (page: PageQuery) => admin.listReports({ sortBy, ...page });
    const sorted = await (first === undefined ? walk(ask) : walkLarge(ask, first));
    const { up, down } = (sortBy === 'updatedAt' ? requireMisplaced : misplaced)(sorted, sortBy);
    return { wrong: shorterOf(up, down).slice(0, 3), total: sorted.length };
  };
  const before = await misplacedIn();
  setupRequires(before.wrong.length === 0, 'the list is out of order before anything is updated');
  const rename = (id: string) => admin.preparing.updateReport(id, { name: fresh('name') });
  const retitle = (id: string) => admin.preparing.updateReport(id, { title: fresh('title') });
  const move = (id: string) =>
    admin.preparing.updateReport(id, { folderId: numberOf(check.provided('EDITABLE_FOLDER_ID')) });
  const changes = {
    'the folder': () => move(reportId),
    'the title': onOther(check, 'EDITABLE_REPORT_ID', retitle),
    'the name': onOther(check, 'READ_ONLY_REPORT_ID', rename),
    'the file': onOther(check, 'UNREADABLE_REPORT_ID', (id) => patchFile(check, admin, id)),
  };
  // One look does for all changes, which are of different reports.
  await inTurn(Object.values(changes), async (change) => change?.());
  const { wrong } = await misplacedIn();
  await inEach<() => Promise<unknown>>(check, changes, () => {
    expect(wrong, 'pairs out of order').toEqual([]);
  });
  await inEach(check, { 'in two pages': Math.max(2, Math.ceil(before.total / 2)) }, async (half) => {
    expect((await misplacedIn(half)).wrong, `pairs out of order in pages of ${half}`).toEqual([]);
  });
  // When a report was created is not changed by any of this.
  const byCreation = await misplacedIn(undefined, 'createdAt');
  await judging('reports.list.sort-by-created-at', () => {
    expect(byCreation.wrong, 'pairs out of order in createdAt').toEqual([]);
  });
});

test(...verifies('reports.list.sort-by-name'), async ({ check, admin }) => {
  const reportId = check.mayChange('REPORT_ID') ? check.provided('REPORT_ID') : undefined;
  await inEach(check, { 'after a rename': reportId }, async (id) => {
    // From the one end of the list to the other, wherever it stood before.
    const [one, other] = endsFor(await reportsOf(admin)).map((letter) => letter + fresh('renamed'));
    await admin.preparing.updateReport(id, { name: one ?? '' });
    await renamedInFile(check, admin, id, { from: one ?? '', to: other ?? '' });
    const sorted = await walk((page) => admin.listReports({ sortBy: 'name', ...page }));
    const { up, down } = requireMisplaced(sorted, 'name');
    expect(shorterOf(up, down).slice(0, 3), 'names out of order').toEqual([]);
  });
});

/** Renames a report by a patch of its file or, where that cannot be, by an update. */
async function renamedInFile(
  check: Check,
  admin: Actor,
  reportId: string,
  names: { readonly from: string; readonly to: string },
): Promise<void> {
  const file = await admin.ask('getReportFile', reportId);
  const isThere = isSuccess(file) && file.body.content.split(names.from).length === 2;
  const { body } = isThere ? filePatch(check, file.body, names) : { body: undefined };
  const answer = body && (await admin.raw('patchReportFile', { path: { reportId }, body }));
  if (!answer || !isSuccess(answer)) await admin.preparing.updateReport(reportId, { name: names.to });
}

/** First letters of names at either end of a list; how upper and lower case compare is open, so they are of the case of most. */
function endsFor(reports: readonly Report[]): readonly [string, string] {
  const capitals = reports.filter(({ name }) => /^[A-Z]/.test(name ?? '')).length;
  return capitals > reports.length / 2 ? ['A', 'Z'] : ['a', 'z'];
}

/** A change of a further report; undefined where nobody lent it or it may not be changed. */
function onOther(
  check: Check,
  setting: 'EDITABLE_REPORT_ID' | 'READ_ONLY_REPORT_ID' | 'UNREADABLE_REPORT_ID',
  change: (id: string) => Promise<unknown>,
): (() => Promise<unknown>) | undefined {
  const id = check.mayChange(setting) ? check.optional(setting) : undefined;
  return id === undefined ? undefined : () => change(id);
}

/** Patches the file of a report, where there is a text in it to replace; what becomes of the patch is about other requirements. */
function patchFile(check: Check, admin: Actor, reportId: string): Promise<unknown> {
  return attempt(async () => {
    const { body } = filePatch(check, await admin.preparing.getReportFile(reportId));
    await admin.preparing.raw('patchReportFile', { path: { reportId }, body });
  });
}

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
    inTurn(orders, async (sortBy) => {
      await inTurn([{ folderId }, { externalWorkbookId: empty }], async (filter) => {
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

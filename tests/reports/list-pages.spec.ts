import { fresh } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import {
  expectCompleteInPagesOf,
  expectCursorsKept,
  expectResizedComplete,
  expectSmallerLater,
  inPagesOf,
  expectNoRepeats,
  largePage,
  largestPart,
  sizesFor,
} from '../../harness/rules/lists.ts';
import { inSizes, type SizedList } from '../../harness/rules/sized-pages.ts';
import { largePages, pagesOf, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { oneAfterTheOther, judgeIf, notShown } from './judged.ts';
import {
  behindTheFirst,
  filtersBy,
  filtersFor,
  inFolder,
  onlyReports,
  type Filter,
  asking,
  type Asked,
} from './filters.ts';
import { misplaced, requireMisplaced, SORTS } from '../../harness/rules/order.ts';
import { idsOf, ownReports, reportsOf, type Report } from './placements.ts';
import { readUntil } from '../../harness/check/eventually.ts';

test.describe('pages', () => {
  // In one process, so that they can judge the same pages.
  test.describe.configure({ mode: 'default' });

  test(...verifies('reports.list.first-limits'), async ({ check, admin }) => {
    const list = sized(admin);
    const { all, sizes: taken } = await inSizes(check, PAGES, list, async ({ sizes, ask }) => {
      await inPagesOf(check, sizes, async (first) => {
        const lengths = (await pagesOf(ask, first)).map(({ items }) => items?.length ?? 0);
        expect(Math.max(...lengths), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
      });
    });
    await expectSmallerLater(check, list.ask, Math.max(...taken) > 1 ? all.length : 0);
    const queries = {
      'in an order': SORTS.map((sortBy) => ({ sortBy })),
      'by a filter': filtersFor(await reportsOf(admin)),
    };
    await inEach<readonly Filter[]>(check, queries, (asked) =>
      oneAfterTheOther(asked, async (query) => {
        // Other requirements cover reports that do not match the filter.
        const items = inFolder(await admin.listReports({ ...query, first: 1 }), query);
        expect(items.length, `reports on a page of 1 with ${JSON.stringify(query)}`).toBeLessThanOrEqual(1);
      }),
    );
    const others = {
      'for a user without the admin role': check.asOptional('MEMBER_TOKEN'),
      'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    };
    await inEach(check, others, async (who) => {
      expect((await who.listReports({ first: 1 })).items.length, 'reports on a page of 1').toBeLessThanOrEqual(1);
    });
  });

  test(...verifies('reports.list.after-continues'), async ({ check, admin }) => {
    const list = sized(admin);
    const { sizes } = await inSizes(check, PAGES, list, (pages) =>
      oneAfterTheOther(pages.sizes, async (first) => {
        await expectNoRepeats(pages.ask, first, idsIn);
      }),
    );
    await whileQuiet(list.whole, async ({ length }) => {
      await expectCursorsKept(check, list.ask, largestPart(sizes, length), idsIn);
    });
    const lists = {
      ...otherLists(check, admin, await reportsOf(admin)),
      'sorted by updatedAt': { who: admin, query: { sortBy: 'updatedAt' } },
    } as const;
    await inEach<Asked>(check, lists, expectContinued);
  });

  test(...verifies('reports.list.pages-complete'), async ({ check, admin }) => {
    const list = sized(admin);
    const { sizes } = await inSizes(check, PAGES, list, ({ all, sizes: taken, ask }) =>
      expectCompleteInPagesOf(check, ask, taken, idsIn, all),
    );
    await whileQuiet(list.whole, (all) => expectResizedComplete(check, list.ask, sizes, idsIn, all));
    const lists = {
      'sorted by name': { who: admin, query: { sortBy: 'name' } },
      'with an OAuth token': asking(check.asOptional('OAUTH_TOKEN')),
    } as const;
    await inEach<Asked>(check, lists, expectLastShown);
    await inEach(check, { 'with names alike': ownReports(check) }, async (ids) => {
      const name = fresh('report');
      const renamed = ids.map((reportId) => admin.raw('updateReport', { path: { reportId }, body: { name } }));
      // Whether two reports may have one name is open.
      leaveOutUnless((await Promise.all(renamed)).every((one) => isSuccess(one)));
      const listed = (first: number) =>
        walkLarge((page) => admin.listReports({ search: name, sortBy: 'name', ...page }), first);
      await readUntil(
        check,
        () => listed(ids.length),
        ({ length }) => length === ids.length,
      );
      expect(idsOf(await listed(1)).toSorted(), 'reports in pages of 1').toEqual(ids.toSorted());
    });
  });

  test(...verifies('reports.list.pages-keep-order'), async ({ check, admin }) => {
    const reports = await reportsOf(admin);
    const total = reports.length;
    const pages = await walkLarge(
      (page) => admin.listReports({ sortBy: 'name', ...page }),
      Math.max(2, Math.ceil(total / 10)),
    );
    const { up, down } = requireMisplaced(pages, 'name');
    expect(Math.min(up.length, down.length), `names out of order: ${up.slice(0, 3).join(', ')}`).toBe(0);
    const [inAFolder, searched] = filtersBy(reports);
    await inEach<Filter>(check, { 'in a folder': inAFolder, searched }, async (filter) => {
      const items = await behindTheFirst(admin, { ...filter, sortBy: 'name' });
      // How and where a search shows workbooks is open.
      const found = onlyReports(inFolder({ items }, filter), reports);
      const wrong = misplaced(found, 'name');
      expect(Math.min(wrong.up.length, wrong.down.length), `names out of order with ${JSON.stringify(filter)}`).toBe(0);
    });
  });

  test(...verifies('reports.list.next-page-announced'), async ({ check, admin }) => {
    const first = await admin.listReports({ first: 1 });
    const reports = await reportsOf(admin);
    setupRequires(reports.length >= 2, 'the list contains fewer than two reports');
    expect(first.pageInfo.hasNextPage ?? notShown('hasNextPage')).toBe(true);
    await inEach<Asked>(check, otherLists(check, admin, reports), expectNextAnnounced);
  });

  test(...verifies('reports.list.last-page-announced'), async ({ check, admin }) => {
    const reports = await reportsOf(admin);
    await inEach<Asked>(check, otherLists(check, admin, reports), async ({ who, query }) =>
      whileQuiet(
        async () => idsOf(await reportsOf(who, query)),
        async (all) => {
          const page = await largePage((size) => who.listReports({ ...query, ...size }), Math.max(1, all.length));
          return judgeIf(all.length > 0 && page.items.length === all.length, () => {
            expect(page.pageInfo.hasNextPage ?? notShown('hasNextPage'), 'hasNextPage of a full page').toBe(false);
          });
        },
      ),
    );
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        const pages = await largePages((page) => admin.listReports(page), Math.max(1, Math.ceil(all.length / 4)));
        expect(pages.at(-1)?.pageInfo?.hasNextPage ?? notShown('hasNextPage')).toBe(false);
        const single = await largePage((page) => admin.listReports(page), all.length);
        await judgeIf(single.items.length === all.length, () => {
          expect(single.pageInfo.hasNextPage ?? notShown('hasNextPage'), 'hasNextPage of a single page').toBe(false);
        });
      },
    );
  });

  test(...verifies('reports.list.end-cursor-continues'), async ({ admin }) => {
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        setupRequires(all.length >= 2, 'the list contains fewer than two reports');
        const { items, pageInfo } = await admin.listReports({ first: 1 });
        setupRequires(items.length > 0, 'the first page is empty');
        expect(typeof pageInfo.endCursor, 'type of endCursor on a page before the last one').toBe('string');
        const next = await admin.ask('listReports', { first: 1, after: pageInfo.endCursor ?? '' });
        expect(next).toSucceed(200);
        expect(idsOf(next.body.items)).not.toEqual(idsOf(items));
      },
    );
  });
});

/** Expects a list to be shown whole where its last page holds one report alone. */
async function expectLastShown({ who, query }: Asked): Promise<unknown> {
  const ask = (page: PageQuery) => who.listReports({ ...query, ...page });
  return whileQuiet(
    async () => idsOf(await reportsOf(who, query)),
    async (all) => {
      const first = all.length - 1;
      leaveOutUnless(first > 0 && first <= LARGEST);
      const ids = new Set((await pagesOf(ask, first)).flatMap(idsIn));
      const missing = all.filter((id) => !ids.has(id));
      expect(missing, `reports that no page of ${first} contains`).toEqual([]);
    },
  );
}

/** The largest page size that is asked for. */
const LARGEST = 100;

/** Expects the first page of a list to announce the second; nothing is judged where there is none. */
async function expectNextAnnounced({ who, query }: Asked): Promise<unknown> {
  const { items, pageInfo } = await who.listReports({ ...query, first: 1 });
  leaveOutUnless(typeof pageInfo.endCursor === 'string' && !(pageInfo.endCursor === ''));
  // A cursor behind the last report may be refused or lead to an empty page.
  const next = await who.ask('listReports', { ...query, first: 1, after: pageInfo.endCursor });
  leaveOutIf(!isSuccess(next) || !isFurther(next.body.items, items));
  expect(pageInfo.hasNextPage ?? notShown('hasNextPage'), 'hasNextPage of the first page').toBe(true);
  return undefined;
}

/** Lists that are asked for in other ways than as a whole with the key of an administrator. */
function otherLists(check: Check, admin: Actor, reports: readonly Report[]): Record<string, Asked | undefined> {
  const [folder, search] = filtersBy(reports);
  const oauth = check.asOptional('OAUTH_TOKEN');
  return {
    searched: search && { who: admin, query: search },
    'in a folder': folder && { who: admin, query: folder },
    'sorted by createdAt': { who: admin, query: { sortBy: 'createdAt' } },
    'with an OAuth token': oauth && { who: oauth, query: {} },
    'for a user without the admin role': asking(check.asOptional('MEMBER_TOKEN')),
  };
}

/** Whether a page begins with another report than the one before it, which another requirement covers. */
function isFurther([next]: readonly Report[], [before]: readonly Report[]): boolean {
  return next !== undefined && (next.id !== before?.id || next.name !== before?.name);
}

/** Expects the second page of a list to hold no report of the first; nothing is judged where there is no second page. */
async function expectContinued({ who, query }: Asked): Promise<unknown> {
  return whileQuiet(
    async () => idsOf(await reportsOf(who, query)),
    async () => {
      const { items, pageInfo } = await who.listReports({ ...query, first: 1 });
      const { endCursor, hasNextPage } = pageInfo;
      leaveOutUnless(typeof endCursor === 'string' && !(hasNextPage === false));
      const next = await who.listReports({ ...query, first: 1, after: endCursor });
      // How a search shows a workbook is open, and its id may be that of a report, so the name counts as well.
      const nameOf = ({ id, name }: Report) => JSON.stringify([id, name]);
      const before = items.map(nameOf);
      // Other requirements cover reports that do not match the filter.
      const repeated = inFolder(next, query)
        .map(nameOf)
        .filter((one) => before.includes(one));
      expect(repeated, `reports of the first page on the second, with ${JSON.stringify(query)}`).toEqual([]);
    },
  );
}

const idsIn = ({ items = [] }: Page<Report>): string[] => idsOf(items);

const PAGES = {};

/** The list of all reports, for the checks that judge the same pages. */
function sized(admin: Actor): SizedList<Report> {
  const prepared = (page: PageQuery) => admin.preparing.listReports(page);
  const whole = async () => idsOf(await reportsOf(admin));
  return { ask: (page) => admin.listReports(page), prepared, whole, sizesFor, keysIn: idsIn };
}

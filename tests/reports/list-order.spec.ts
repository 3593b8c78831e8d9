import { largePage } from '../../harness/rules/lists.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { oneAfterTheOther } from './judged.ts';
import { behindTheFirst, filtered, filtersBy, type Filter } from './filters.ts';
import type { Report } from './placements.ts';
import { requireMisplaced, misplaced, SORTS, type Sort } from '../../harness/rules/order.ts';

const SORT_ROWS = {
  name: ['reports.list.sort-by-name', 'reports.list.name-ascending', 'reports.list.name-descending'],
  createdAt: [
    'reports.list.sort-by-created-at',
    'reports.list.created-at-ascending',
    'reports.list.created-at-descending',
  ],
  updatedAt: [
    'reports.list.sort-by-updated-at',
    'reports.list.updated-at-ascending',
    'reports.list.updated-at-descending',
  ],
} as const satisfies Record<Sort, unknown>;

const MOST_ON_A_PAGE = 25;

for (const sortBy of SORTS) {
  const [either, ascending, descending] = SORT_ROWS[sortBy];

  test(...verifies(either), async ({ admin }) => {
    const sorted = await walkLarge((page) => admin.listReports({ sortBy, ...page }));
    const { up, down } = requireMisplaced(sorted, sortBy);
    expect(Math.min(up.length, down.length), `out of order: ${[...up, ...down].slice(0, 3).join(', ')}`).toBe(0);
    // A single page shows whether it is in order. Another requirement covers the pages of a list by name.
    const first = Math.min(MOST_ON_A_PAGE, sorted.length - 1);
    const { items } =
      sortBy === 'name' || first < 3
        ? { items: [] }
        : await largePage((size) => admin.listReports({ sortBy, ...size }), first);
    const onPage = misplaced(items, sortBy);
    expect(Math.min(onPage.up.length, onPage.down.length), `pairs out of order on a page of ${first}`).toBe(0);
    await oneAfterTheOther(await filtered(admin, { sortBy }), ({ by, found }) => {
      const wrong = misplaced(found, sortBy);
      expect(Math.min(wrong.up.length, wrong.down.length), `pairs out of order in ${by}`).toBe(0);
    });
  });

  test(...verifies(ascending), async ({ admin }) => {
    const sorted = await walkLarge((page) => admin.listReports({ sortBy, sortDirection: 'ASC', ...page }));
    expect(requireMisplaced(sorted, sortBy).up.slice(0, 3), 'out of order').toEqual([]);
    const paged = await inSmallPages(admin, { sortBy, sortDirection: 'ASC' }, sorted.length);
    expect(misplaced(paged, sortBy).up.slice(0, 3), 'out of order in small pages').toEqual([]);
    await oneAfterTheOther(await filtered(admin, { sortBy, sortDirection: 'ASC' }), ({ by, found }) => {
      expect(misplaced(found, sortBy).up.slice(0, 3), `out of order in ${by}`).toEqual([]);
    });
  });

  test(...verifies(descending), async ({ admin }) => {
    const sorted = await walkLarge((page) => admin.listReports({ sortBy, sortDirection: 'DESC', ...page }));
    expect(requireMisplaced(sorted, sortBy).down.slice(0, 3), 'out of order').toEqual([]);
    const paged = await inSmallPages(admin, { sortBy, sortDirection: 'DESC' }, sorted.length);
    expect(misplaced(paged, sortBy).down.slice(0, 3), 'out of order in small pages').toEqual([]);
    await oneAfterTheOther(await filtered(admin, { sortBy, sortDirection: 'DESC' }), ({ by, found }) => {
      expect(misplaced(found, sortBy).down.slice(0, 3), `out of order in ${by}`).toEqual([]);
    });
  });
}

test.describe('behind the first report', () => {
  for (const [id, sortDirection, wrong] of [
    ['reports.list.updated-at-ascending', 'ASC', 'up'],
    ['reports.list.updated-at-descending', 'DESC', 'down'],
  ] as const) {
    test(...verifies(id), async ({ check, admin }) => {
      await inEach(check, { 'behind the first one, once two were updated': twoToUpdate(check) }, async (reports) => {
        await oneAfterTheOther(reports, (one) => admin.preparing.updateReport(one, { title: fresh('title') }));
        const found = await behindTheFirst(admin, { sortBy: 'updatedAt', sortDirection });
        expect(misplaced(found, 'updatedAt')[wrong].slice(0, 3), 'out of order').toEqual([]);
      });
    });
  }
});

/** Two reports whose updates change the order; undefined where nobody lent them, or they may not be changed. */
function twoToUpdate(check: Check): readonly [string, string] | undefined {
  const readOnly = check.mayChange('READ_ONLY_REPORT_ID') ? check.optional('READ_ONLY_REPORT_ID') : undefined;
  return readOnly === undefined || !check.mayChange('REPORT_ID') ? undefined : [readOnly, check.provided('REPORT_ID')];
}

test(...verifies('reports.list.sort-by-last-viewed-at'), async ({ check, admin }) => {
  const sortBy = 'lastViewedAt';
  const member = check.asOptional('MEMBER_TOKEN');
  const answer = await admin.ask('listReports', { sortBy });
  expect(answer).toSucceed(200);
  expect(answer.body.items.length, 'reports').toBeGreaterThan(0);
  const [, search] = filtersBy(answer.body.items);
  const cases = {
    'beside a search': search && { by: admin, query: { ...search, sortBy } },
    'for a user without the admin role': member && { by: member, query: { sortBy } },
  } as const;
  await inEach<{ readonly by: Actor; readonly query: object }>(check, cases, async ({ by, query }) => {
    expect(await by.ask('listReports', query)).toSucceed(200);
  });
});

/**
 * A list by a date in at most about four pages, none of one report alone, because such a page is in every order. Other requirements
 * cover the pages of a list by name.
 */
async function inSmallPages(actor: Actor, query: Filter, total: number): Promise<Report[]> {
  if (query.sortBy === 'name') return [];
  return walkLarge((page) => actor.listReports({ ...query, ...page }), Math.max(2, Math.ceil(total / 4)));
}

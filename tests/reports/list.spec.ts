import { expectAlike } from '../../harness/check/same-view.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, SIGNS } from '../../harness/client/unique.ts';
import { soon } from '../../harness/check/eventually.ts';
import { requireSameUser } from '../../harness/things/same-user.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires, testRequires } from '../../harness/failures/requires.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { largePage, takenSizes, inPagesOf } from '../../harness/rules/lists.ts';
import { pagesOf, walk, whileQuiet } from '../../harness/client/paging.ts';
import { ifNamed, ifText, inTurn, judgeIf } from './judged.ts';
import { filtered, filtersBy, filtersFor, inFolder, type Filter } from './filters.ts';
import { requireMisplaced, misplaced, SORTS, type Sort } from '../../harness/rules/order.ts';
import { connect, idsOf, placing, placeAndRefresh, reportIn, reportsOf, type Report } from './placements.ts';

type ReportList = Awaited<ReturnType<Actor['listReports']>>;

/** Lists that are asked for in different ways, by those who may. */
async function listsIn(check: Check, admin: Actor): Promise<Record<string, (() => Promise<ReportList>) | undefined>> {
  const first = await admin.listReports({ first: 1 });
  const { endCursor } = first.pageInfo;
  const user = check.optional('MEMBER_TOKEN') === undefined ? undefined : check.as('MEMBER_TOKEN');
  const elsewhere = check.optional('OTHER_DEPLOYMENT_ID');
  return {
    whole: () => admin.listReports(),
    'the first page': () => Promise.resolve(first),
    'a further page':
      typeof endCursor === 'string' ? () => admin.listReports({ first: 1, after: endCursor }) : undefined,
    'sorted by name': () => admin.listReports({ sortBy: 'name', first: 2 }),
    'sorted by lastViewedAt': () => admin.listReports({ sortBy: 'lastViewedAt' }),
    'for a user without the admin role': user && (() => user.listReports({ first: 2 })),
    'of another deployment': elsewhere === undefined ? undefined : () => admin.in(elsewhere).listReports({ first: 2 }),
  };
}

for (const member of ['data', 'count'] as const) {
  test(...verifies(`reports.list.${member}`), async ({ check, admin }) => {
    const nowhere = fresh('nowhere').replace(/[^a-z]/g, 'q');
    const lists = { ...(await listsIn(check, admin)), empty: () => admin.listReports({ search: nowhere }) };
    await inEach(check, lists, async (list) => {
      expect(Object.keys(await list()), 'members of the list').toContain(member);
    });
  });
}

test(...verifies('reports.list.data-populated'), async ({ check, admin }) => {
  const { items } = await admin.listReports();
  const [folder, search] = filtersBy(items);
  const placed = items.flatMap((one) => one.externalWorkbookPlacements ?? []).map(({ workbookId }) => workbookId);
  const spreadsheet = placed.find((one) => typeof one === 'string');
  const filters = {
    'in a folder': folder,
    searched: search,
    'in a spreadsheet': ifText(spreadsheet, (externalWorkbookId) => ({ externalWorkbookId })),
  };
  await inEach(check, await listsIn(check, admin), async (list) => {
    expectPopulated(await list());
  });
  await inEach(check, filters, async (filter) => {
    expectPopulated(await admin.listReports(filter));
  });
});

/** How many reports `data` contains on a page is open. */
function expectPopulated({ items, data }: ReportList): void {
  const least = Math.min(1, items.length);
  expect(data.length, `reports in data, with ${items.length} in items`).toBeGreaterThanOrEqual(least);
}

test(...verifies('reports.list.data-same'), async ({ check, admin }) => {
  // A placed and refreshed report has more members to compare.
  const reportId = check.provided('REPORT_ID');
  granted(await connect(admin, reportId, placing(check)), 'the placement');
  await placeAndRefresh(check, admin, reportId);
  const texts = { name: fresh('name'), title: fresh('title') };
  const update = () => admin.preparing.updateReport(reportId, texts);
  const { endCursor } = (await admin.listReports({ first: 2 })).pageInfo;
  const cases = {
    'once placed and refreshed': { who: admin, query: {} },
    'once updated': { who: admin, query: {}, before: update },
    searched: { who: admin, query: { search: texts.name } },
    'a further page': ifText(endCursor, (after) => ({ who: admin, query: { first: 2, after } })),
    'for a user without the admin role': asking(check.asOptional('MEMBER_TOKEN')),
    'with an OAuth token': asking(check.asOptional('OAUTH_TOKEN')),
  };
  await inEach<Asked & { readonly before?: () => Promise<unknown> }>(check, cases, async (one) => {
    await one.before?.();
    const both = inBoth(await one.who.listReports(one.query));
    const isWhole = one.who === admin && Object.keys(one.query).length === 0;
    testRequires(both.length > 0 || !isWhole, 'no report is in both items and data');
    return judgeIf(both.length > 0, () => inTurn(both, expectSame));
  });
});

function expectSame([report, other]: readonly [Report, Report]): Promise<void> {
  expectAlike(report, other, `report ${report.id ?? ''} in items and in data`);
  return Promise.resolve();
}

function asking(who: Actor | undefined): Asked | undefined {
  return who && { who, query: {} };
}

/** The reports that an answer shows in items and in data, as both show them. */
function inBoth({ items, data }: ReportList): (readonly [Report, Report])[] {
  const legacy = new Map(data.map((report) => [report.id, report]));
  return items.flatMap((report) => {
    const other = legacy.get(report.id);
    return typeof report.id === 'number' && other ? [[report, other] as const] : [];
  });
}

test(...verifies('reports.list.count-total'), async ({ admin }) => {
  await whileQuiet(
    () => reportsOf(admin),
    async (all) => {
      expect((await admin.listReports()).count).toBe(all.length);
    },
  );
});

test(...verifies('reports.list.count-ignores-pages'), async ({ check, admin }) => {
  await whileQuiet(
    async () => idsOf(await reportsOf(admin)),
    async () => {
      const { count } = await admin.listReports();
      const { pageInfo } = await admin.listReports({ first: 1 });
      const { endCursor } = pageInfo;
      const pages = {
        'pages of 1': { first: 1 },
        'pages of 3': { first: 3 },
        'sorted by name': { first: 1, sortBy: 'name' },
        'sorted by createdAt': { first: 1, sortBy: 'createdAt' },
        'sorted by updatedAt': { first: 1, sortBy: 'updatedAt' },
        'a further page': ifText(endCursor, (after) => ({ first: 1, after })),
      } as const;
      await inEach<Parameters<Actor['listReports']>[0]>(check, pages, async (query) => {
        expect((await admin.listReports(query)).count).toBe(count);
      });
      await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
        expect((await oauth.listReports({ first: 1 })).count).toBe((await oauth.listReports()).count);
      });
    },
  );
});

test(...verifies('reports.list.count-accessible'), async ({ check, admin, member }) => {
  expect(idsOf(await reportsOf(admin))).toContain(check.provided('UNREADABLE_REPORT_ID'));
  await whileQuiet(
    () => reportsOf(member),
    async (readable) => {
      const isListed = idsOf(readable).includes(check.provided('UNREADABLE_REPORT_ID'));
      setupRequires(!isListed, 'the list shows the member a report that they may not read');
      expect((await member.listReports()).count).toBe(readable.length);
      const { endCursor } = (await member.listReports({ first: 1 })).pageInfo;
      const oauth = check.asOptional('MEMBER_OAUTH_TOKEN');
      const lists = {
        'sorted by name': { who: member, query: { sortBy: 'name' } },
        'a further page': ifText(endCursor, (after) => ({ who: member, query: { first: 1, after } })),
        'with an OAuth token': oauth && { who: oauth, query: {} },
      } as const;
      await inEach<Asked>(check, lists, async ({ who, query }) => {
        // The user of an OAuth token may be another one, with a list of their own.
        const all = await listKnown(who, member, readable);
        return judgeIf(!idsOf(all).includes(check.provided('UNREADABLE_REPORT_ID')), async () => {
          // Another requirement says that it is the same count on each page.
          expect((await who.listReports(query)).count).toBeLessThanOrEqual(all.length);
        });
      });
    },
  );
});

/** The list of an actor, which is only asked for where it is not that of the known one. */
function listKnown(who: Actor, known: Actor, list: readonly Report[]): Promise<readonly Report[]> {
  return who === known ? Promise.resolve(list) : reportsOf(who);
}

/** A list as it is asked for, and by whom. */
interface Asked {
  readonly who: Actor;
  readonly query: Filter;
}

test(...verifies('reports.list.this-deployment'), async ({ check, admin }) => {
  const elsewhere = check.provided('OTHER_DEPLOYMENT_ID');
  const [whole, there] = [await walk((page) => admin.listReports(page)), await reportsOf(admin.in(elsewhere))];
  const paged = await walk((page) => admin.listReports(page), Math.max(1, Math.ceil(whole.length / 4)));
  const here = [...whole, ...paged];
  expect(
    idsOf(here).filter((id) => idsOf(there).includes(id)),
    'reports that the lists of both deployments contain',
  ).toEqual([]);
  const isForeign = ({ deploymentId }: Report) => String(deploymentId) === elsewhere;
  expect(idsOf(here.filter(isForeign))).toEqual([]);
  // How a search shows a workbook is open, so an entry counts as the report only if id and name match.
  const named = there.filter((one) => typeof one.name === 'string').slice(0, 2);
  await inTurn(named, async ({ id, name }) => {
    const found = await walk((page) => admin.listReports({ search: name ?? '', ...page }));
    const foreign = found.filter((one) => isForeign(one) || (one.id === id && one.name === name));
    expect(idsOf(foreign), `reports of another deployment in a search for "${name ?? ''}"`).toEqual([]);
  });
});

test(...verifies('reports.list.readable-only'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const { name } = await reportIn(admin, hidden);
  const listed = async (query: Filter, first?: number) =>
    idsOf(await walk((page) => member.listReports({ ...query, ...page }), first));
  const readable = await listed({});
  // How a search shows a workbook is open, so an entry counts as the report only if id and name match.
  const searched = async (search: string) =>
    idsOf((await walk((page) => member.listReports({ search, ...page }))).filter((one) => one.name === search));
  await inEach<() => Promise<string[]>>(
    check,
    {
      'the whole list': () => Promise.resolve(readable),
      'in pages': () => listed({}, Math.max(1, Math.ceil(readable.length / 4))),
      'sorted by name': () => listed({ sortBy: 'name' }),
      'sorted by createdAt': () => listed({ sortBy: 'createdAt' }),
      'sorted by updatedAt': () => listed({ sortBy: 'updatedAt' }),
      'sorted by lastViewedAt': () => firstPageIfTaken(member, { sortBy: 'lastViewedAt' }),
      'in descending order': () => firstPageIfTaken(member, { sortBy: 'name', sortDirection: 'DESC' }),
      searched: ifNamed(name, (search) => () => searched(search)),
    },
    async (list) => {
      expect(await list()).not.toContain(hidden);
    },
  );
});

/** The first page of a list in an order that may be refused, or in which paging is open. */
async function firstPageIfTaken(actor: Actor, query: Filter): Promise<string[]> {
  const answer = await actor.ask('listReports', query);
  return isSuccess(answer) ? idsOf(answer.body.items) : [];
}

test(...verifies('reports.list.oauth-readable-only'), async ({ check, admin, member, oauthMember }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  await requireSameUser(member, oauthMember);
  const { name } = await reportIn(admin, hidden);
  const queries = {
    whole: {},
    'sorted by name': { sortBy: 'name' },
    searched: ifNamed(name, (search) => ({ search })),
  } as const;
  await inEach<Filter>(check, queries, async (query) => {
    const found = await walk((page) => oauthMember.listReports({ ...query, ...page }));
    // How a search shows a workbook is open, so an entry counts as the report only if id and name match.
    const reports = found.filter((one) => query.search === undefined || one.name === name);
    expect(idsOf(reports)).not.toContain(hidden);
  });
});

test(...verifies('reports.list.folder-readable-only'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const folderId = Number(check.provided('FOLDER_ID'));
  granted(await admin.raw('updateReport', { path: { reportId: hidden }, body: { folderId } }), 'the move');
  setupRequires(
    idsOf(await reportsOf(admin, { folderId })).includes(hidden),
    'the list does not show the report in the folder to an administrator',
  );
  // Access to a folder may include access to its reports.
  testRequires(!idsOf(await reportsOf(member)).includes(hidden), 'the member can read the report in the folder');
  expect(idsOf(await walk((page) => member.listReports({ folderId, ...page })))).not.toContain(hidden);
});

test(...verifies('reports.list.first-zero'), async ({ admin }) => {
  expect(await admin.ask('listReports', { first: 0 })).toBeRefused();
  await admin.preparing.listReports({ first: 1 });
});

test(...verifies('reports.list.first-smallest'), async ({ check, admin }) => {
  check.provided('REPORT_ID');
  const answer = await admin.ask('listReports', { first: 1 });
  expect(answer).toSucceed(200);
  expect(answer.body.items.length, 'reports on a page of 1').toBe(1);
});

test(...verifies('reports.list.first-full'), async ({ check, admin }) => {
  await inEach(check, { 'pages of 2': 2, 'pages of 3': 3 }, async (first) => {
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        const { items } = await admin.listReports({ first });
        expect(items.length, `reports on a page of ${first}`).toBe(Math.min(first, all.length));
      },
    );
  });
});

test.describe('pages', () => {
  test(...verifies('reports.list.first-limits'), async ({ check, admin }) => {
    const whole = await reportsOf(admin);
    const total = whole.length;
    const wanted = [1, 2, total - 1].map((first) => Math.max(1, first, Math.ceil(total / 20)));
    const taken = await takenSizes(wanted, (page) => admin.preparing.listReports(page));
    await inPagesOf(check, taken, async (first) => {
      const pages = await pagesOf((page) => admin.listReports(page), first);
      const sizes = pages.map(({ items }) => items?.length ?? 0);
      expect(Math.max(...sizes), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
    });
    const queries = { 'in an order': SORTS.map((sortBy) => ({ sortBy })), 'by a filter': filtersFor(whole) };
    await inEach<readonly Filter[]>(check, queries, (asked) =>
      inTurn(asked, async (query) => {
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
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        const sizes = await takenSizes(sizesFor(all.length), (page) => admin.preparing.listReports(page));
        await inTurn(sizes, async (first) => {
          const ids = idsOf(await walk((page) => admin.listReports(page), first));
          expect(ids, `ids on pages of ${first}, each once`).toEqual([...new Set(ids)]);
        });
      },
    );
    const [folder, search] = filtersBy(await reportsOf(admin));
    const oauth = check.asOptional('OAUTH_TOKEN');
    const lists = {
      searched: search && { who: admin, query: search },
      'in a folder': folder && { who: admin, query: folder },
      'sorted by createdAt': { who: admin, query: { sortBy: 'createdAt' } },
      'sorted by updatedAt': { who: admin, query: { sortBy: 'updatedAt' } },
      'with an OAuth token': oauth && { who: oauth, query: {} },
      'for a user without the admin role': asking(check.asOptional('MEMBER_TOKEN')),
    } as const;
    await inEach<Asked>(check, lists, expectContinued);
  });

  test(...verifies('reports.list.pages-complete'), async ({ check, admin }) => {
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        const sizes = await takenSizes(sizesFor(all.length), (page) => admin.preparing.listReports(page));
        await inPagesOf(check, sizes, async (first) => {
          const ids = new Set(idsOf(await walk((page) => admin.listReports(page), first)));
          expect(
            all.filter((id) => !ids.has(id)),
            `reports that no page of ${first} contains`,
          ).toEqual([]);
        });
      },
    );
  });

  test(...verifies('reports.list.pages-keep-order'), async ({ admin }) => {
    const total = (await reportsOf(admin)).length;
    const pages = await walk(
      (page) => admin.listReports({ sortBy: 'name', ...page }),
      Math.max(2, Math.ceil(total / 10)),
    );
    const { up, down } = requireMisplaced(pages, 'name');
    expect(Math.min(up.length, down.length), `names out of order: ${up.slice(0, 3).join(', ')}`).toBe(0);
  });

  test(...verifies('reports.list.next-page-announced'), async ({ admin }) => {
    const [first] = await pagesOf((page) => admin.listReports(page), 1);
    setupRequires((await reportsOf(admin)).length >= 2, 'the list contains fewer than two reports');
    expect(first?.pageInfo?.hasNextPage ?? notShown('hasNextPage')).toBe(true);
  });

  test(...verifies('reports.list.last-page-announced'), async ({ admin }) => {
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        const pages = await pagesOf((page) => admin.listReports(page), Math.max(1, Math.ceil(all.length / 4)));
        expect(pages.at(-1)?.pageInfo?.hasNextPage ?? notShown('hasNextPage')).toBe(false);
        const single = await largePage((page) => admin.listReports(page), all.length);
        await judgeIf(single.items.length === all.length, () => {
          expect(single.pageInfo.hasNextPage ?? notShown('hasNextPage'), 'hasNextPage of a single page').toBe(false);
          return Promise.resolve();
        });
      },
    );
  });

  test(...verifies('reports.list.end-cursor-continues'), async ({ admin }) => {
    setupRequires((await reportsOf(admin)).length >= 2, 'the list contains fewer than two reports');
    const { items, pageInfo } = await admin.listReports({ first: 1 });
    setupRequires(items.length > 0, 'the first page is empty');
    expect(typeof pageInfo.endCursor, 'type of endCursor on a page before the last one').toBe('string');
    const next = await admin.ask('listReports', { first: 1, after: pageInfo.endCursor ?? '' });
    expect(next).toSucceed(200);
    expect(idsOf(next.body.items)).not.toEqual(idsOf(items));
  });
});

/** Expects the second page of a list to hold no report of the first; nothing is judged where there is no second page. */
async function expectContinued({ who, query }: Asked): Promise<unknown> {
  return whileQuiet(
    async () => idsOf(await reportsOf(who, query)),
    async () => {
      const { items, pageInfo } = await who.listReports({ ...query, first: 1 });
      const { endCursor, hasNextPage } = pageInfo;
      if (typeof endCursor !== 'string' || hasNextPage === false) return LEFT_OUT;
      const next = await who.listReports({ ...query, first: 1, after: endCursor });
      // How a search shows a workbook is open, and its id may be that of a report, so the name counts as well.
      const nameOf = ({ id, name }: Report) => JSON.stringify([id, name]);
      const before = items.map(nameOf);
      // Other requirements cover reports that do not match the filter.
      const repeated = inFolder(next, query)
        .map(nameOf)
        .filter((one) => before.includes(one));
      expect(repeated, `reports of the first page on the second, with ${JSON.stringify(query)}`).toEqual([]);
      return undefined;
    },
  );
}

/** A setup failure, because the members of pageInfo are not printed as required. */
function notShown(member: string): never {
  throw setupFailed(`the tenant does not show ${member}`);
}

/** Page sizes with and without a partial last page, and for a single page; at most about ten pages each. */
function sizesFor(total: number): number[] {
  const least = Math.max(1, Math.ceil(total / 10));
  return [...new Set([least, Math.max(1, Math.ceil(total / 2)), Math.max(1, total), total + 1])];
}

/**
 * A list by a date in at most about four pages, none of one report alone, because such a page is in every order. Other requirements
 * cover the pages of a list by name.
 */
async function inSmallPages(actor: Actor, query: Filter, total: number): Promise<Report[]> {
  if (query.sortBy === 'name') return [];
  return walk((page) => actor.listReports({ ...query, ...page }), Math.max(2, Math.ceil(total / 4)));
}

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

for (const sortBy of SORTS) {
  const [either, ascending, descending] = SORT_ROWS[sortBy];

  test(...verifies(either), async ({ admin }) => {
    const { up, down } = requireMisplaced(await walk((page) => admin.listReports({ sortBy, ...page })), sortBy);
    expect(Math.min(up.length, down.length), `out of order: ${[...up, ...down].slice(0, 3).join(', ')}`).toBe(0);
    await inTurn(await filtered(admin, { sortBy }), ({ by, found }) => {
      const wrong = misplaced(found, sortBy);
      expect(Math.min(wrong.up.length, wrong.down.length), `pairs out of order in ${by}`).toBe(0);
      return Promise.resolve();
    });
  });

  test(...verifies(ascending), async ({ admin }) => {
    const sorted = await walk((page) => admin.listReports({ sortBy, sortDirection: 'ASC', ...page }));
    expect(requireMisplaced(sorted, sortBy).up.slice(0, 3), 'out of order').toEqual([]);
    const paged = await inSmallPages(admin, { sortBy, sortDirection: 'ASC' }, sorted.length);
    expect(misplaced(paged, sortBy).up.slice(0, 3), 'out of order in small pages').toEqual([]);
    await inTurn(await filtered(admin, { sortBy, sortDirection: 'ASC' }), ({ by, found }) => {
      expect(misplaced(found, sortBy).up.slice(0, 3), `out of order in ${by}`).toEqual([]);
      return Promise.resolve();
    });
  });

  test(...verifies(descending), async ({ admin }) => {
    const sorted = await walk((page) => admin.listReports({ sortBy, sortDirection: 'DESC', ...page }));
    expect(requireMisplaced(sorted, sortBy).down.slice(0, 3), 'out of order').toEqual([]);
    const paged = await inSmallPages(admin, { sortBy, sortDirection: 'DESC' }, sorted.length);
    expect(misplaced(paged, sortBy).down.slice(0, 3), 'out of order in small pages').toEqual([]);
    await inTurn(await filtered(admin, { sortBy, sortDirection: 'DESC' }), ({ by, found }) => {
      expect(misplaced(found, sortBy).down.slice(0, 3), `out of order in ${by}`).toEqual([]);
      return Promise.resolve();
    });
  });
}

test(...verifies('reports.list.sort-by-last-viewed-at'), async ({ admin }) => {
  const answer = await admin.ask('listReports', { sortBy: 'lastViewedAt' });
  expect(answer).toSucceed(200);
  expect(answer.body.items.length, 'reports').toBeGreaterThan(0);
});

test(...verifies('reports.list.search-finds'), async ({ check, admin }) => {
  const { name } = await reportIn(admin, check.provided('REPORT_ID'));
  const found = await walk((page) => admin.listReports({ search: name ?? notShown('the name of a report'), ...page }));
  expect(idsOf(found)).toContain(check.provided('REPORT_ID'));
  const searching = {
    'by a user without the admin role': check.asOptional('MEMBER_TOKEN'),
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
  };
  await inEach(check, searching, async (who) => {
    // Which reports a user may read is about other requirements, so each searches for one of their own list.
    const own = (await reportsOf(who)).find((one) => typeof one.name === 'string' && one.name !== '');
    if (!own) return LEFT_OUT;
    const search = own.name ?? '';
    expect(idsOf(await walk((page) => who.listReports({ search, ...page })))).toContain(String(own.id));
    return undefined;
  });
  const reportId = check.provided('REPORT_ID');
  const first = fresh('found');
  const renames = {
    'after a rename': first,
    'after a second rename': fresh('found'),
    'signs and other letters': `${first} ${SIGNS}`,
    'back to a former name': first,
    'after another title': fresh('found'),
    'after a connect': fresh('found'),
  };
  await inEach<string>(check, check.mayChange('REPORT_ID') ? renames : {}, async (search, kind) => {
    const answer = await admin.raw('updateReport', { path: { reportId }, body: { name: search } });
    // Which texts a tenant accepts is open, and whether it stores them is about another requirement.
    if (!isSuccess(answer) || (await reportIn(admin, reportId)).name !== search) return LEFT_OUT;
    if (kind === 'after another title') await admin.preparing.updateReport(reportId, { title: fresh('title') });
    if (kind === 'after a connect') {
      if (check.optional('EXTERNAL_WORKBOOK_ID') === undefined) return LEFT_OUT;
      await admin.preparing.raw('connectReportToWorkbook', { path: { reportId }, body: placing(check) });
    }
    await soon(check, async () => {
      expect(idsOf(await walk((page) => admin.listReports({ search, ...page })))).toContain(reportId);
    });
    return undefined;
  });
});

test(...verifies('reports.list.search-narrows'), async ({ admin }) => {
  // A single word of letters, because a tenant may search for each word of a text.
  const search = fresh('nowhere').replace(/[^a-z]/g, 'q');
  expect(idsOf(await walk((page) => admin.listReports({ search, ...page })))).toEqual([]);
});

test(...verifies('reports.list.search-inside-workbook'), async ({ check, admin }) => {
  const workbookId = check.provided('WORKBOOK_ID');
  const inside = (await reportsOf(admin)).find((one) => String(one.workbookId) === workbookId);
  const name = inside?.name ?? untested(`no listed report is inside workbook ${workbookId}`);
  const answer = await admin.ask('listReports', { search: name });
  expect(answer).toSucceed(200);
  const isFound = idsOf(answer.body.items).includes(String(inside?.id));
  // How a search shows a workbook is open, including whether it is among the reports.
  const showsWorkbook = isNamedIn(answer.wire, workbookId);
  expect(isFound || showsWorkbook, 'the search finds the report or its workbook').toBe(true);
});

/** Whether any member of a response whose name ends in `id` or `ids` has the given id. */
function isNamedIn(node: unknown, id: string, key = ''): boolean {
  if (typeof node !== 'object' || node === null) return /ids?$/i.test(key) && String(node) === id;
  const members = Object.entries(node as Readonly<Record<string, unknown>>);
  return members.some(([name, inner]) => isNamedIn(inner, id, Array.isArray(node) ? key : name));
}

test(...verifies('reports.list.folder-only'), async ({ check, admin }) => {
  const folderId = check.provided('FOLDER_ID');
  const inFilter = () => walk((page) => admin.listReports({ folderId: Number(folderId), ...page }));
  const foreign = async () =>
    (await inFilter()).filter((one) => typeof one.folderId === 'number' && String(one.folderId) !== folderId);
  expect(idsOf(await foreign()), `reports that are not in folder ${folderId}`).toEqual([]);
  await inEach(check, { 'for a user without the admin role': check.asOptional('MEMBER_TOKEN') }, async (user) => {
    const answer = await user.ask('listReports', { folderId: Number(folderId) });
    // Whether a user may filter by a folder that they may not read is open.
    return judgeIf(isSuccess(answer), () => {
      const others = answer.body.items.filter(
        (one) => typeof one.folderId === 'number' && String(one.folderId) !== folderId,
      );
      expect(idsOf(others), `reports that are not in folder ${folderId}`).toEqual([]);
      return Promise.resolve();
    });
  });
  const report = changeable(check, 'REPORT_ID');
  await inEach(check, { 'after a move': report }, async (reportId) => {
    await movedTo(admin, reportId, folderId);
    return judgeIf(await movedTo(admin, reportId, check.optional('EDITABLE_FOLDER_ID')), () =>
      soon(check, async () => {
        expect(idsOf(await foreign()), `reports that are not in folder ${folderId}`).toEqual([]);
      }),
    );
  });
});

test(...verifies('reports.list.folder-complete'), async ({ check, admin }) => {
  const folderId = check.provided('FOLDER_ID');
  const inside = (await reportsOf(admin)).filter((one) => String(one.folderId) === folderId);
  const inFilter = async () => idsOf(await walk((page) => admin.listReports({ folderId: Number(folderId), ...page })));
  const report = changeable(check, 'REPORT_ID');
  testRequires(inside.length > 0 || report !== undefined, `no report in the list is in folder ${folderId}`);
  const found = await inFilter();
  expect(
    idsOf(inside).filter((id) => !found.includes(id)),
    'reports of the folder that the filter does not return',
  ).toEqual([]);
  await inEach(check, { 'after a move': report }, async (reportId) => {
    await movedTo(admin, reportId, check.optional('EDITABLE_FOLDER_ID'));
    return judgeIf(await movedTo(admin, reportId, folderId), () =>
      soon(check, async () => {
        expect(await inFilter()).toContain(reportId);
      }),
    );
  });
  await inEach(check, { 'after a rename': report }, async (reportId) => {
    await admin.preparing.updateReport(reportId, { name: fresh('name') });
    return judgeIf(String((await reportIn(admin, reportId)).folderId) === folderId, () =>
      soon(check, async () => {
        expect(await inFilter()).toContain(reportId);
      }),
    );
  });
});

function changeable(check: Check, setting: 'REPORT_ID'): string | undefined {
  return check.mayChange(setting) ? check.optional(setting) : undefined;
}

/** Moves a report, and says whether the list shows it in that folder; what a move is named and permitted is about others. */
async function movedTo(admin: Actor, reportId: string, folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false;
  const folderId = Number(folder);
  await admin.preparing.raw('updateReport', { path: { reportId }, body: { folderId } });
  return (await reportIn(admin, reportId)).folderId === folderId;
}

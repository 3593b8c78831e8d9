import { secondOf } from '../../harness/check/at-once.ts';
import { expectConsistentViews } from '../../harness/check/same-view.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { requireSameUser } from '../../harness/things/same-user.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires, testRequires } from '../../harness/failures/requires.ts';
import { walk, walkLarge, whileQuiet, type PageQuery } from '../../harness/client/paging.ts';
import { ifFurther, ifNamed, ifText, oneAfterTheOther, judgeIf } from './judged.ts';
import { filtersBy, type Filter, asking, type Asked } from './filters.ts';
import { connect, idsOf, placing, placeAndRefresh, reportIn, reportsOf, type Report } from './placements.ts';
import { isNumeric, numberOf } from '../../contracts/lossless-json.ts';

type ReportList = Awaited<ReturnType<Actor['listReports']>>;

/** Lists that are asked for in different ways, by those who may. */
async function listsIn(check: Check, admin: Actor): Promise<Record<string, (() => Promise<ReportList>) | undefined>> {
  const first = await admin.listReports({ first: 1 });
  const user = check.optional('MEMBER_TOKEN') === undefined ? undefined : check.as('MEMBER_TOKEN');
  const elsewhere = check.optional('OTHER_DEPLOYMENT_ID');
  // That such lists are answered at all is about other requirements.
  const prepared = admin.preparing;
  return {
    whole: () => admin.listReports(),
    'the first page': () => Promise.resolve(first),
    'a further page': ifFurther(first, (after) => () => admin.listReports({ first: 1, after })),
    'sorted by name': () => prepared.listReports({ sortBy: 'name', first: 2 }),
    'sorted by lastViewedAt': () => prepared.listReports({ sortBy: 'lastViewedAt' }),
    'for a user without the admin role': user && (() => user.preparing.listReports({ first: 2 })),
    'of another deployment':
      elsewhere === undefined ? undefined : () => prepared.in(elsewhere).listReports({ first: 2 }),
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
  const page = await admin.listReports({ first: 2 });
  const cases = {
    'once placed and refreshed': { who: admin, query: {} },
    'once updated': { who: admin, query: {}, before: update },
    searched: { who: admin, query: { search: texts.name } },
    'a further page': ifFurther(page, (after) => ({ who: admin, query: { first: 2, after } })),
    'for a user without the admin role': asking(check.asOptional('MEMBER_TOKEN')),
    'with an OAuth token': asking(check.asOptional('OAUTH_TOKEN')),
  };
  await inEach<Asked & { readonly before?: () => Promise<unknown> }>(check, cases, async (one) => {
    await one.before?.();
    const both = inBoth(await one.who.listReports(one.query));
    const isWhole = one.who === admin && Object.keys(one.query).length === 0;
    testRequires(both.length > 0 || !isWhole, 'no report is in both items and data');
    return judgeIf(both.length > 0, () => oneAfterTheOther(both, expectSame));
  });
});

function expectSame([report, other]: readonly [Report, Report]): void {
  expectConsistentViews(report, other, `report ${report.id ?? ''} in items and in data`);
}

/** The reports that an answer shows in items and in data, as both show them. */
function inBoth({ items, data }: ReportList): (readonly [Report, Report])[] {
  const legacy = new Map(data.map((report) => [report.id, report]));
  return items.flatMap((report) => {
    const other = legacy.get(report.id);
    return isNumeric(report.id) && other ? [[report, other] as const] : [];
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
      const page = await admin.listReports({ first: 1 });
      const pages = {
        'pages of 1': { first: 1 },
        'pages of 3': { first: 3 },
        'sorted by name': { first: 1, sortBy: 'name' },
        'sorted by createdAt': { first: 1, sortBy: 'createdAt' },
        'sorted by updatedAt': { first: 1, sortBy: 'updatedAt' },
        'a further page': ifFurther(page, (after) => ({ first: 1, after })),
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
      const page = await member.listReports({ first: 1 });
      const oauth = check.asOptional('MEMBER_OAUTH_TOKEN');
      const lists = {
        'sorted by name': { who: member, query: { sortBy: 'name' } },
        'a further page': ifFurther(page, (after) => ({ who: member, query: { first: 1, after } })),
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

test(...verifies('reports.list.this-deployment'), async ({ check, admin }) => {
  const elsewhere = check.provided('OTHER_DEPLOYMENT_ID');
  const [whole, there] = [await walk((page) => admin.listReports(page)), await reportsOf(admin.in(elsewhere))];
  const paged = await walkLarge((page) => admin.listReports(page), Math.max(1, Math.ceil(whole.length / 4)));
  const here = [...whole, ...paged];
  const theirs = new Set(there.flatMap(markOf));
  expect(
    idsOf(here.filter((one) => markOf(one).some((mark) => theirs.has(mark)))),
    'reports that the lists of both deployments contain',
  ).toEqual([]);
  const isForeign = ({ deploymentId }: Report) => String(deploymentId) === elsewhere;
  expect(idsOf(here.filter(isForeign))).toEqual([]);
  // How a search shows a workbook is open, so an entry counts as the report only if all that tells it from others matches.
  const named = there.filter((one) => typeof one.name === 'string').slice(0, 2);
  await oneAfterTheOther(named, async ({ name }) => {
    const found = await walk((page) => admin.listReports({ search: name ?? '', ...page }));
    const foreign = found.filter((one) => isForeign(one) || markOf(one).some((mark) => theirs.has(mark)));
    expect(idsOf(foreign), `reports of another deployment in a search for "${name ?? ''}"`).toEqual([]);
  });
  await inEach(check, { 'while those of the other are asked for': [admin.in(elsewhere), admin] }, async (both) => {
    const own = await secondOf(both, (actor) => actor.listReports({}));
    const foreign = own.items.filter((one) => isForeign(one) || markOf(one).some((mark) => theirs.has(mark)));
    expect(idsOf(foreign)).toEqual([]);
  });
});

/** What tells a report from all others; none where the list shows too little: ids may be counted in each deployment anew. */
function markOf({ id, publicId, name, createdAt }: Report): readonly string[] {
  return typeof (publicId ?? createdAt) === 'string' ? [JSON.stringify([id, publicId, name, createdAt])] : [];
}

test(...verifies('reports.list.readable-only'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const { name } = await reportIn(admin, hidden);
  const asking = (query: Filter) => (page: PageQuery) => member.listReports({ ...query, ...page });
  const listed = async (query: Filter) => idsOf(await walk(asking(query)));
  const readable = await listed({});
  // How a search shows a workbook is open, so an entry counts as the report only if id and name match.
  const searched = async (search: string) =>
    idsOf((await walk((page) => member.listReports({ search, ...page }))).filter((one) => one.name === search));
  await inEach<() => Promise<string[]>>(
    check,
    {
      'the whole list': () => Promise.resolve(readable),
      'in pages': async () => idsOf(await walkLarge(asking({}), Math.max(1, Math.ceil(readable.length / 4)))),
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
  const first = 50;
  await inEach<() => Promise<{ readonly items?: readonly Report[] | null } | undefined>>(
    check,
    {
      'right after an administrator asked for the same': async () => {
        await admin.preparing.listReports({ first });
        return member.listReports({ first });
      },
      'while an administrator asks for the same': async () => {
        const shown = await secondOf([admin.preparing, member], (actor) => actor.listReports({}));
        return shown;
      },
    },
    async (ask) => {
      expect(idsOf((await ask())?.items ?? [])).not.toContain(hidden);
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
  const folderId = numberOf(check.provided('FOLDER_ID'));
  granted(await admin.raw('updateReport', { path: { reportId: hidden }, body: { folderId } }), 'the move');
  const inFolder = (await reportsOf(admin, { folderId })).find(({ id }) => String(id) === hidden);
  setupRequires(inFolder !== undefined, 'the list does not show the report in the folder to an administrator');
  // Access to a folder may include access to its reports.
  testRequires(!idsOf(await reportsOf(member)).includes(hidden), 'the member can read the report in the folder');
  const searched = ifNamed(inFolder.name, (search) => ({ query: { search } }));
  const cases = { 'on the usual pages': {}, 'on pages of ten': { first: 10 }, 'beside a search': searched };
  await inEach<{ readonly first?: number; readonly query?: object }>(check, cases, async ({ first, query }) => {
    const found = await walk((page) => member.listReports({ folderId, ...query, ...page }), first);
    expect(idsOf(found)).not.toContain(hidden);
  });
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
  const pages = { 'pages of 2': { first: 2 }, 'pages of 3, by name': { first: 3, sortBy: 'name' } } as const;
  await inEach(check, pages, async (page) => {
    await whileQuiet(
      async () => idsOf(await reportsOf(admin)),
      async (all) => {
        const { items } = await admin.listReports(page);
        expect(items.length, `reports on a page of ${page.first}`).toBe(Math.min(page.first, all.length));
      },
    );
  });
});

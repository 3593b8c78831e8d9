import {
  expectCompleteInPagesOf,
  expectCursorsKept,
  expectNothingBehind,
  expectResizedComplete,
  expectSmallerLater,
  takenSizes,
} from '../../harness/rules/lists.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { eventually } from '../../harness/check/eventually.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { pagesOf, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import { calls } from './calls.ts';
import { idsOf, newTenant, WORKBOOK_BY_SOURCE, workbooksOf } from './tenants.ts';

checkEveryOperation('embed-tenants', calls, {});

test(...verifies('embed-tenants.list-workbooks.filter-optional'), async ({ check, admin }) => {
  const provided = Object.values(WORKBOOK_BY_SOURCE).map((setting) => check.provided(setting));
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: byOAuth }, async (actor) => {
    // A workbook may be removed between two pages, and a cursor may be no more than a position.
    await eventually(check, async () => {
      expect(await workbooksOf(check, actor)).toEqual(expect.arrayContaining(provided));
    });
  });
});

test.describe('a tenant of a session', () => {
  test(...verifies('embed-tenants.list-workbooks.filter-optional'), async ({ check, admin }) => {
    // Whether a session creates the tenant that it names is open, and one with a plain name shows it.
    await inEach(check, { 'a name that a path encodes': await newTenant(check, admin) }, async () => {
      const name = `${fresh('tenant')} Süd 日本`;
      const body = sessionRequest(check, { embedTenantName: name });
      leaveOutUnless(isSuccess(await admin.raw('generateEmbedSession', { body })));
      const answer = await admin.raw('listEmbedTenantWorkbooks', { path: { embedTenantName: name } });
      expect(answer).toSucceed();
    });
  });
});

const SOURCES = {
  'embed-tenants.list-workbooks.source-tenant': 'tenant',
  'embed-tenants.list-workbooks.source-all-embed-users': 'allEmbedUsers',
  'embed-tenants.list-workbooks.source-folder': 'folder',
} as const;

/** The list by whom and in which pages a filter is looked at: every page has to be filtered. */
function listings(check: Check, admin: Actor) {
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  return {
    [BY_KEY]: { by: admin },
    'in pages of one': { by: admin, first: 1 },
    [BY_OAUTH]: byOAuth && { by: byOAuth },
  };
}

for (const [id, accessSource] of Object.entries(SOURCES)) {
  const requirement = id as keyof typeof SOURCES;
  test(...verifies(requirement), async ({ check, admin }) => {
    await inEach(check, listings(check, admin), async ({ by, ...pages }) => {
      await eventually(check, async () => {
        expect(await workbooksOf(check, by, { accessSource, ...pages })).toContain(
          check.provided(WORKBOOK_BY_SOURCE[accessSource]),
        );
      });
    });
  });

  test(...verifies(`${requirement}-only`), async ({ check, admin }) => {
    const { [accessSource]: own, ...all } = WORKBOOK_BY_SOURCE;
    const reached = Object.values<typeof own>(all).map((setting) => check.provided(setting));
    await inEach(check, listings(check, admin), async ({ by, ...pages }) => {
      const listed = await workbooksOf(check, by.preparing, { accessSource, ...pages });
      expect(
        reached.filter((other) => listed.includes(other)),
        'workbooks that are accessible only through another source',
      ).toEqual([]);
    });
    await inEach(check, { 'behind the last one': { accessSource } }, (query) =>
      expectNothingBehind(
        (page) => admin.preparing.listEmbedTenantWorkbooks(check.provided('EMBED_TENANT'), { ...query, ...page }),
        idsIn,
      ),
    );
  });
}

const SIZES = [1, 2];

test(...verifies('embed-tenants.list-workbooks.first-limits'), async ({ check, admin }) => {
  const tenant = check.provided('EMBED_TENANT');
  const all = await workbooksOf(check, admin.preparing);
  await inEach(check, { 'pages of 1': 1, 'pages of 2': 2 }, async (first) => {
    const pages = await pagesOf((page) => admin.listEmbedTenantWorkbooks(tenant, page), first);
    const sizes = pages.map(({ items }) => items?.length ?? 0);
    expect(Math.max(...sizes), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
  });
  await expectSmallerLater(check, (page) => admin.listEmbedTenantWorkbooks(tenant, page), all.length);
  await inEach(check, { 'of one source': { accessSource: 'folder' as const } }, async (query) => {
    const { items = [] } = await admin.listEmbedTenantWorkbooks(tenant, { ...query, first: 1 });
    expect(items.length, 'workbooks on a page of 1').toBeLessThanOrEqual(1);
  });
});

test(...verifies('embed-tenants.list-workbooks.after-continues'), async ({ check, admin }) => {
  const tenant = check.provided('EMBED_TENANT');
  await whileQuiet(
    () => workbooksOf(check, admin.preparing),
    async () => {
      await expectNoneRepeated(admin, tenant, 1);
      await expectNoneRepeated(admin, tenant, 2);
      await expectCursorsKept(check, (page) => admin.listEmbedTenantWorkbooks(tenant, page), 2, idsIn);
    },
  );
});

/** Checked page by page, because repeated pages may never end. */
async function expectNoneRepeated(admin: Actor, tenant: string, first: number): Promise<void> {
  let before: readonly string[] = [];
  await pagesOf(async (query) => {
    const page = await admin.listEmbedTenantWorkbooks(tenant, query);
    const ids = idsOf(page.items ?? []);
    const repeated = ids.filter((id) => before.includes(id));
    expect(repeated, `workbooks on a page of ${first} that the previous page contains as well`).toEqual([]);
    before = ids;
    return page;
  }, first);
}

test(...verifies('embed-tenants.list-workbooks.pages-complete'), async ({ check, admin }) => {
  await whileQuiet(
    () => workbooksOf(check, admin.preparing),
    async (all) => {
      const ask = (page: PageQuery) => admin.listEmbedTenantWorkbooks(check.provided('EMBED_TENANT'), page);
      const sizes = await takenSizes([...SIZES, Math.min(100, all.length + 1)], (page) =>
        admin.preparing.listEmbedTenantWorkbooks(check.provided('EMBED_TENANT'), page),
      );
      await expectCompleteInPagesOf(check, ask, sizes, idsIn, all);
      await expectResizedComplete(check, ask, SIZES, idsIn, all);
    },
  );
  await inEach(check, { 'of one source': 'folder' as const }, (accessSource) =>
    whileQuiet(
      () => workbooksOf(check, admin.preparing, { accessSource }),
      async (all) => {
        const listed = await workbooksOf(check, admin, { accessSource, first: 1 });
        const missing = all.filter((id) => !listed.includes(id));
        expect(missing, `workbooks of the source ${accessSource} that no page of 1 contains`).toEqual([]);
      },
    ),
  );
});

const idsIn = ({ items }: Page<Parameters<typeof idsOf>[0][number]>): string[] => idsOf(items ?? []);

import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { pagesOf, whileQuiet } from '../../harness/client/paging.ts';
import { calls } from './calls.ts';
import { idsOf, ON_WAY, workbooksOf } from './tenants.ts';

checkEveryOperation('embed-tenants', calls);
checkShapes('embed-tenants', calls);

test(...verifies('embed-tenants.list-workbooks.filter-optional'), async ({ check, admin }) => {
  const lent = Object.values(ON_WAY).map((setting) => check.provided(setting));
  expect(await workbooksOf(check, admin)).toEqual(expect.arrayContaining(lent));
});

const WAYS = {
  'embed-tenants.list-workbooks.source-tenant': 'tenant',
  'embed-tenants.list-workbooks.source-all-embed-users': 'allEmbedUsers',
  'embed-tenants.list-workbooks.source-folder': 'folder',
} as const;

for (const [id, accessSource] of Object.entries(WAYS)) {
  const row = id as keyof typeof WAYS;
  test(...verifies(row), async ({ check, admin }) => {
    expect(await workbooksOf(check, admin, { accessSource })).toContain(check.provided(ON_WAY[accessSource]));
  });

  test(...verifies(`${row}-only`), async ({ check, admin }) => {
    const others = Object.entries(ON_WAY).flatMap(([way, setting]) =>
      way === accessSource ? [] : check.provided(setting),
    );
    // What is left out of the pages of one workbook as well is left out of every page.
    for (const first of [undefined, 1]) {
      const listed = await workbooksOf(check, admin.preparing, { accessSource, ...(first !== undefined && { first }) });
      expect(
        others.filter((other) => listed.includes(other)),
        'workbooks that are reached in another way alone',
      ).toEqual([]);
    }
  });
}

const SIZES = [1, 2];

test(...verifies('embed-tenants.list-workbooks.first-limits'), async ({ check, admin }) => {
  const tenant = check.provided('EMBED_TENANT');
  await workbooksOf(check, admin.preparing);
  for (const first of SIZES) {
    const pages = await pagesOf((page) => admin.listEmbedTenantWorkbooks(tenant, page), first);
    const sizes = pages.map(({ items }) => items?.length ?? 0);
    expect(Math.max(...sizes), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
  }
});

test(...verifies('embed-tenants.list-workbooks.after-continues'), async ({ check, admin }) => {
  const tenant = check.provided('EMBED_TENANT');
  await whileQuiet(
    () => workbooksOf(check, admin.preparing),
    async () => {
      for (const first of SIZES) {
        let before: readonly string[] = [];
        // Looked at page by page: where a page repeats the one before, the pages may never end.
        await pagesOf(async (query) => {
          const page = await admin.listEmbedTenantWorkbooks(tenant, query);
          const ids = idsOf(page.items ?? []);
          const repeated = ids.filter((id) => before.includes(id));
          expect(repeated, `workbooks that a page of ${first} repeats of the page before`).toEqual([]);
          before = ids;
          return page;
        }, first);
      }
    },
  );
});

test(...verifies('embed-tenants.list-workbooks.pages-complete'), async ({ check, admin }) => {
  await whileQuiet(
    () => workbooksOf(check, admin.preparing),
    async (whole) => {
      for (const first of SIZES) {
        const listed = await workbooksOf(check, admin, { first });
        expect(
          whole.filter((id) => !listed.includes(id)),
          `workbooks that no page of ${first} holds`,
        ).toEqual([]);
      }
    },
  );
});

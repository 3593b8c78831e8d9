import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { pagesOf, whileQuiet } from '../../harness/client/paging.ts';
import { calls } from './calls.ts';
import { idsOf, WORKBOOK_BY_SOURCE, workbooksOf } from './tenants.ts';

checkEveryOperation('embed-tenants', calls);
checkShapes('embed-tenants', calls);

test(...verifies('embed-tenants.list-workbooks.filter-optional'), async ({ check, admin }) => {
  const provided = Object.values(WORKBOOK_BY_SOURCE).map((setting) => check.provided(setting));
  expect(await workbooksOf(check, admin)).toEqual(expect.arrayContaining(provided));
});

const SOURCES = {
  'embed-tenants.list-workbooks.source-tenant': 'tenant',
  'embed-tenants.list-workbooks.source-all-embed-users': 'allEmbedUsers',
  'embed-tenants.list-workbooks.source-folder': 'folder',
} as const;

for (const [id, accessSource] of Object.entries(SOURCES)) {
  const requirement = id as keyof typeof SOURCES;
  test(...verifies(requirement), async ({ check, admin }) => {
    expect(await workbooksOf(check, admin, { accessSource })).toContain(
      check.provided(WORKBOOK_BY_SOURCE[accessSource]),
    );
  });

  test(...verifies(`${requirement}-only`), async ({ check, admin }) => {
    const others = Object.entries(WORKBOOK_BY_SOURCE).flatMap(([source, setting]) =>
      source === accessSource ? [] : check.provided(setting),
    );
    // Pages of one workbook as well, so that the filter is checked on every page.
    for (const first of [undefined, 1]) {
      const listed = await workbooksOf(check, admin.preparing, { accessSource, ...(first !== undefined && { first }) });
      expect(
        others.filter((other) => listed.includes(other)),
        'workbooks that are accessible only through another source',
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
        // Checked page by page, because repeated pages may never end.
        await pagesOf(async (query) => {
          const page = await admin.listEmbedTenantWorkbooks(tenant, query);
          const ids = idsOf(page.items ?? []);
          const repeated = ids.filter((id) => before.includes(id));
          expect(repeated, `workbooks on a page of ${first} that the previous page contains as well`).toEqual([]);
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
    async (all) => {
      for (const first of SIZES) {
        const listed = await workbooksOf(check, admin, { first });
        expect(
          all.filter((id) => !listed.includes(id)),
          `workbooks that no page of ${first} contains`,
        ).toEqual([]);
      }
    },
  );
});

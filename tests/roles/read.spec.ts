import { contentOf, madeRole, type Role, rolesListed, rolesMade, unknownRoleId } from '../../harness/things/roles.ts';
import { soon } from '../../harness/check/eventually.ts';
import { takenSizes } from '../../harness/rules/lists.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { pagesOf, resized, walk, whileQuiet, type Page } from '../../harness/client/paging.ts';
import { manyPolicies } from './policies.ts';

test(...verifies('roles.get.same-id'), async ({ admin, role }) => {
  await madeRole(admin);
  expect((await admin.getRole(role.id)).id).toBe(role.id);
});

test(...verifies('roles.get.unknown-id'), async ({ admin, role }) => {
  expect(await admin.ask('getRole', await unknownRoleId(admin))).toBeRefusedWith(404);
  await admin.preparing.getRole(role.id);
});

test(...verifies('roles.list.shows-created'), async ({ check, admin, role }) => {
  await soon(check, async () => {
    expect((await walk((page) => admin.listRoles(page))).map(({ id }) => id)).toContain(role.id);
  });
});

test(...verifies('roles.list.shows-updated'), async ({ check, admin, role }) => {
  const { name, description, policies } = await admin.preparing.updateRole(role.id, {
    description: 'after',
    policies: [],
  });
  await soon(check, async () => {
    const listed = (await walk((page) => admin.listRoles(page))).find(({ id }) => id === role.id);
    expect(listed && contentOf(listed)).toEqual(contentOf({ name, description: description ?? null, policies }));
  });
});

test(...verifies('roles.list.drops-deleted'), async ({ check, admin, role }) => {
  await rolesListed(check, admin.preparing, role);
  await admin.preparing.deleteRole(role.id);
  expect((await walk((page) => admin.listRoles(page))).map(({ id }) => id)).not.toContain(role.id);
});

test(...verifies('roles.list.same-as-read'), async ({ check, admin }) => {
  const policies = manyPolicies(7);
  const own = [await madeRole(admin, { policies }), await madeRole(admin, { policies })];
  const positions = (await rolesListed(check, admin, ...own)).map(({ id }) => own.findIndex((role) => role.id === id));
  // With this page size the first page ends right before the later one of the two roles.
  const later = Math.min(
    LARGEST_PAGE,
    Math.max(
      1,
      positions.findLastIndex((position) => position >= 0),
    ),
  );
  for (const first of [undefined, later]) {
    const roles = await walk((page) => admin.listRoles(page), first);
    for (const role of own) {
      const listed = roles.find(({ id }) => id === role.id);
      // Another requirement covers that the pages contain every role.
      if (!listed && first !== undefined) continue;
      expect(listed && contentOf(listed), `the role on pages of ${first ?? 'the default size'}`).toEqual(
        contentOf(role),
      );
    }
  }
});

test(...verifies('roles.list.no-built-in'), async ({ check, admin, role }) => {
  await rolesListed(check, admin, role);
  const ids = (await walk((page) => admin.listRoles(page))).map(({ id }) => String(id));
  if (!ids.includes(String(role.id))) throw setupFailed('the list does not show a role that was created');
  expect(ids).not.toContain(check.provided('ADMIN_ROLE_ID'));
  expect(ids).not.toContain(check.provided('BUILT_IN_ROLE_ID'));
});

test(...verifies('roles.list.names-unique'), async ({ check, admin }) => {
  await rolesListed(check, admin, await madeRole(admin), await madeRole(admin));
  await whileQuiet(
    () => rolesMade(admin),
    async () => {
      const names = (await walk((page) => admin.listRoles(page))).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    },
  );
});

const OWN_ROLES = 5;
/** The largest page size that is requested; a tenant may answer with smaller pages. */
const LARGEST_PAGE = 100;

/** Creates roles and waits until they are listed, because a page shows only what is. */
async function madeAndListed(check: Check, admin: Actor): Promise<readonly Role[]> {
  const own: Role[] = [];
  for (let count = 0; count < OWN_ROLES; count += 1) own.push(await madeRole(admin));
  await rolesListed(check, admin, ...own);
  return own;
}

test.describe('pages', () => {
  test(...verifies('roles.list.first-limits'), async ({ check, admin }) => {
    await madeAndListed(check, admin);
    for (const first of [1, 2, OWN_ROLES - 1]) {
      const { items } = await admin.listRoles({ first });
      expect(items?.length ?? 0, `roles on a page of ${first}`).toBeLessThanOrEqual(first);
    }
  });

  test(...verifies('roles.list.after-continues'), async ({ check, admin }) => {
    await madeAndListed(check, admin);
    await whileQuiet(
      () => rolesMade(admin),
      async (roles) => {
        for (const first of await takenSizes(sizesFor(roles.length), (page) => admin.preparing.listRoles(page))) {
          const ids = (await walk((page) => admin.listRoles(page), first)).map(({ id }) => id);
          expect(ids, `ids on pages of ${first}, each once`).toEqual([...new Set(ids)]);
        }
        const shrinking = resized((page) => admin.ask('listRoles', page), OWN_ROLES - 1, 2);
        const before = await shrinking({});
        const { endCursor } = before.pageInfo ?? {};
        const after: Page<Role> = typeof endCursor === 'string' ? await shrinking({ after: endCursor }) : {};
        const ids = [before, after].flatMap(({ items }) => (items ?? []).map(({ id }) => id));
        expect(ids, 'ids on a page and on a smaller page after it, each once').toEqual([...new Set(ids)]);
      },
    );
  });

  test(...verifies('roles.list.pages-complete'), async ({ check, admin }) => {
    const own = await madeAndListed(check, admin);
    await whileQuiet(
      () => rolesMade(admin),
      async (roles) => {
        for (const first of await takenSizes(sizesFor(roles.length), (page) => admin.preparing.listRoles(page))) {
          const pages = await pagesOf((page) => admin.listRoles(page), first);
          const ids = new Set(pages.flatMap(({ items }) => items ?? []).map(({ id }) => id));
          const missing = [...roles, ...own].filter(({ id }) => !ids.has(id)).map(({ name }) => name);
          expect(missing, `roles that no page of ${first} contains`).toEqual([]);
        }
        const growing = await walk(resized((page) => admin.ask('listRoles', page), 1, LARGEST_PAGE));
        const ids = new Set(growing.map(({ id }) => id));
        const missing = roles.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
        expect(missing, `roles that neither a page of 1 nor the pages of ${LARGEST_PAGE} after it contain`).toEqual([]);
      },
    );
  });
});

/** Page sizes with and without a partial last page, and for a single page; at most about ten pages each. */
function sizesFor(total: number): number[] {
  const least = Math.max(1, Math.ceil(total / 10));
  return [...new Set([least, Math.ceil(total / 2), total, total + 1])];
}

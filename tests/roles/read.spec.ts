import { contentOf, madeRole, type Role, rolesMade, unknownRoleId } from '../support/roles.ts';
import { expect, test, verifies } from '../support/test.ts';
import { setupFailed } from '../support/trouble.ts';
import { pagesOf, walk, whileQuiet } from '../support/walk.ts';

test(...verifies('roles.get.same-id'), async ({ admin, role }) => {
  await madeRole(admin);
  expect((await admin.getRole(role.id)).id).toBe(role.id);
});

test(...verifies('roles.get.unknown-id'), async ({ admin, role }) => {
  expect(await admin.ask('getRole', await unknownRoleId(admin))).toBeRefusedWith(404);
  await admin.preparing.getRole(role.id);
});

test(...verifies('roles.list.shows-created'), async ({ admin, role }) => {
  expect((await walk((page) => admin.listRoles(page))).map(({ id }) => id)).toContain(role.id);
});

test(...verifies('roles.list.shows-updated'), async ({ admin, role }) => {
  const { name, description, policies } = await admin.preparing.updateRole(role.id, {
    description: 'after',
    policies: [],
  });
  const listed = (await walk((page) => admin.listRoles(page))).find(({ id }) => id === role.id);
  expect(listed && contentOf(listed)).toEqual(contentOf({ name, description: description ?? null, policies }));
});

test(...verifies('roles.list.drops-deleted'), async ({ admin, role }) => {
  await admin.preparing.deleteRole(role.id);
  expect((await walk((page) => admin.listRoles(page))).map(({ id }) => id)).not.toContain(role.id);
});

test(...verifies('roles.list.same-as-read'), async ({ admin, role }) => {
  const listed = (await walk((page) => admin.listRoles(page))).find(({ id }) => id === role.id);
  expect(listed && contentOf(listed)).toEqual(contentOf(await admin.getRole(role.id)));
});

test(...verifies('roles.list.no-built-in'), async ({ check, admin, role }) => {
  const ids = (await walk((page) => admin.listRoles(page))).map(({ id }) => String(id));
  if (!ids.includes(String(role.id))) throw setupFailed('the list does not show a role that was created');
  expect(ids).not.toContain(check.lent('ADMIN_ROLE_ID'));
  expect(ids).not.toContain(check.lent('BUILT_IN_ROLE_ID'));
});

test(...verifies('roles.list.names-unique'), async ({ check, admin }) => {
  await check.turn('roles');
  await madeRole(admin);
  await madeRole(admin);
  await whileQuiet(
    () => rolesMade(admin),
    async () => {
      const names = (await walk((page) => admin.listRoles(page))).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    },
  );
});

const OWN = 5;

test.describe('pages', () => {
  test(...verifies('roles.list.first-limits'), async ({ admin }) => {
    for (let made = 0; made < OWN; made += 1) await madeRole(admin);
    for (const first of [1, 2, OWN - 1]) {
      const { items } = await admin.listRoles({ first });
      expect(items?.length ?? 0, `roles on a page of ${first}`).toBeLessThanOrEqual(first);
    }
  });

  test(...verifies('roles.list.after-continues'), async ({ check, admin }) => {
    await check.turn('roles');
    for (let made = 0; made < OWN; made += 1) await madeRole(admin);
    await whileQuiet(
      () => rolesMade(admin),
      async (whole) => {
        for (const first of sizesFor(whole.length)) {
          const ids = (await walk((page) => admin.listRoles(page), first)).map(({ id }) => id);
          expect(ids, `pages of ${first} repeat nothing`).toEqual([...new Set(ids)]);
        }
      },
    );
  });

  test(...verifies('roles.list.pages-complete'), async ({ check, admin }) => {
    await check.turn('roles');
    const own: Role[] = [];
    for (let made = 0; made < OWN; made += 1) own.push(await madeRole(admin));
    await whileQuiet(
      () => rolesMade(admin),
      async (whole) => {
        for (const first of sizesFor(whole.length)) {
          const pages = await pagesOf((page) => admin.listRoles(page), first);
          const ids = new Set(pages.flatMap(({ items }) => items ?? []).map(({ id }) => id));
          const missing = [...whole, ...own].filter(({ id }) => !ids.has(id)).map(({ name }) => name);
          expect(missing, `roles that no page of ${first} holds`).toEqual([]);
        }
      },
    );
  });
});

/** Page sizes that leave a rest, that come out even, and that hold everything; few requests on a long list. */
function sizesFor(total: number): number[] {
  const least = Math.max(1, Math.ceil(total / 10));
  return [...new Set([least, Math.ceil(total / 2), total, total + 1])];
}

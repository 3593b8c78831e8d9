import { isDeepStrictEqual } from 'node:util';
import { granted } from '../../harness/http/answer.ts';
import { madeRole, policy, unknownRoleId } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { pagesOf, resized, walk, whileQuiet } from '../../harness/client/paging.ts';
import { grantedRole, holdersOf, idsOf, lentUser, roleIdsOf, rolesOf } from './holders.ts';

test(...verifies('role-holders.holders.direct'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  expect(idsOf(await holdersOf(admin, role.id))).toContain(userId);
});

test(...verifies('role-holders.holders.group'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  expect(idsOf(await holdersOf(admin, check.provided('GROUP_ROLE_ID')))).toContain(userId);
});

test(...verifies('role-holders.holders.nobody-else'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  expect(idsOf(await holdersOf(admin, role.id))).toEqual([userId]);
});

test(...verifies('role-holders.holders.drops-revoked'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  await admin.preparing.revokeRole(role.id, userId);
  expect(idsOf(await holdersOf(admin, role.id))).not.toContain(userId);
});

test(...verifies('role-holders.holders.deactivated'), async ({ check, admin }) => {
  expect(idsOf(await holdersOf(admin, check.provided('GROUP_ROLE_ID')))).toContain(
    check.provided('DEACTIVATED_USER_ID'),
  );
});

test(...verifies('role-holders.holders.built-in'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.preparing.grantRole(builtIn, userId);
  expect(idsOf(await holdersOf(admin, builtIn))).toContain(userId);
});

test(...verifies('role-holders.holders.admin'), async ({ check, admin }) => {
  expect(await admin.ask('listRoleHolders', check.provided('ADMIN_ROLE_ID'))).toSucceed();
});

test(...verifies('role-holders.holders.unknown-role'), async ({ admin, role }) => {
  expect(await admin.ask('listRoleHolders', await unknownRoleId(admin))).toBeRefusedWith(404);
  granted(await admin.ask('listRoleHolders', role.id), 'the list of a role that there is');
});

test(...verifies('role-holders.holders.entry-custom-roles'), async ({ check, admin }) => {
  const { NO_ACCESS_USER_ID: another } = check.tenant.settings;
  const userIds = [await lentUser(check), ...(another === undefined ? [] : [another])];
  const [role, other] = [await grantedRole(admin, ...userIds), await grantedRole(admin, ...userIds)];
  for (const first of [undefined, 1]) {
    const holders = await walk((page) => admin.listRoleHolders(role.id, page), first);
    for (const userId of userIds) {
      const holder = holders.find(({ id }) => String(id) === userId);
      // That pages hold everybody is a promise of its own.
      if (!holder && first !== undefined) continue;
      expect(roleIdsOf(holder)).toEqual(expect.arrayContaining([String(role.id), String(other.id)]));
    }
  }
});

test(...verifies('role-holders.holders.entry-group-roles'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  const holder = (await holdersOf(admin, role.id)).find(({ id }) => String(id) === userId);
  expect(roleIdsOf(holder)).toContain(check.provided('GROUP_ROLE_ID'));
});

test(...verifies('role-holders.holders.entry-built-in-roles'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.preparing.grantRole(builtIn, userId);
  const role = await grantedRole(admin, userId);
  const holder = (await holdersOf(admin, role.id)).find(({ id }) => String(id) === userId);
  expect(roleIdsOf(holder)).toContain(builtIn);
});

test(...verifies('role-holders.holders.once'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const ofGroup = check.provided('GROUP_ROLE_ID');
  await admin.preparing.grantRole(ofGroup, userId);
  const ids = idsOf(await holdersOf(admin, ofGroup));
  // A tenant of one's own is not tidied up, and the next check starts from a role that the group alone holds.
  await admin.preparing.revokeRole(ofGroup, userId);
  const entries = ids.filter((id) => id === userId);
  if (entries.length === 0) throw setupFailed('the list does not show the user');
  expect(entries, 'entries of the user').toEqual([userId]);
});

test.describe('pages', () => {
  test(...verifies('role-holders.holders.first-limits'), async ({ check, admin }) => {
    const role = await grantedRole(admin, await lentUser(check), check.provided('NO_ACCESS_USER_ID'));
    const { items } = await admin.listRoleHolders(role.id, { first: 1 });
    expect(items?.length ?? 0, 'holders on a page of 1').toBeLessThanOrEqual(1);
  });

  test(...verifies('role-holders.holders.after-continues'), async ({ check, admin }) => {
    const role = await grantedRole(admin, await lentUser(check), check.provided('NO_ACCESS_USER_ID'));
    const pages = await pagesOf((page) => admin.listRoleHolders(role.id, page), 1);
    const ids = idsOf(pages.flatMap(({ items }) => [...(items ?? [])]));
    expect(ids, 'pages of 1 repeat nobody').toEqual([...new Set(ids)]);
  });

  test(...verifies('role-holders.holders.pages-complete'), async ({ check, admin }) => {
    const userIds = [await lentUser(check), check.provided('NO_ACCESS_USER_ID')];
    const role = await grantedRole(admin, ...userIds);
    await whileQuiet(
      async () => idsOf(await holdersOf(admin.preparing, role.id)),
      async () => {
        for (const first of [1, 2, 3]) {
          const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
          expect(
            userIds.filter((id) => !ids.includes(id)),
            `holders that no page of ${first} holds`,
          ).toEqual([]);
        }
        const growing = idsOf(await walk(resized((page) => admin.ask('listRoleHolders', role.id, page), 1, 2)));
        expect(
          userIds.filter((id) => !growing.includes(id)),
          'holders that neither a page of 1 nor those of 2 behind it hold',
        ).toEqual([]);
      },
    );
  });
});

test(...verifies('role-holders.holders.pages-nobody-else'), async ({ check, admin }) => {
  const userIds = [await lentUser(check), check.provided('NO_ACCESS_USER_ID')];
  const role = await grantedRole(admin, ...userIds);
  for (const first of [1, 2]) {
    const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
    expect(
      ids.filter((id) => !userIds.includes(id)),
      `users on pages of ${first} to whom the role was not granted`,
    ).toEqual([]);
  }
});

test(...verifies('role-holders.user-roles.group'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(check.provided('GROUP_ROLE_ID'));
});

test(...verifies('role-holders.user-roles.deactivated'), async ({ check, admin }) => {
  const [userId, ofGroup] = [check.provided('DEACTIVATED_USER_ID'), check.provided('GROUP_ROLE_ID')];
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(ofGroup);
});

test(...verifies('role-holders.user-roles.built-in'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.preparing.grantRole(builtIn, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(builtIn);
});

test(...verifies('role-holders.holders.entry-only-held'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  const shown = roleIdsOf((await holdersOf(admin, role.id)).find(({ id }) => String(id) === userId));
  const held = await rolesOf(admin, userId);
  if (!held.has(String(role.id))) throw setupFailed('the roles of the user do not show one that was granted');
  expect(
    shown.filter((id) => !held.has(id)),
    'roles of the entry that the user does not hold',
  ).toEqual([]);
});

test(...verifies('role-holders.user-roles.none'), async ({ check, admin }) => {
  // Others grant roles to the user, and what is looked for is a user without any.
  await check.lock('roles of users');
  expect(await admin.ask('listUserRoles', check.provided('NO_ACCESS_USER_ID'))).toSucceed();
});

test(...verifies('role-holders.user-roles.only-held'), async ({ check, admin, role }) => {
  const userId = await lentUser(check);
  const held = await grantedRole(admin, userId);
  const roles = await rolesOf(admin, userId);
  if (!roles.has(String(held.id))) throw setupFailed('the roles of the user do not show one that was granted');
  expect([...roles.keys()], 'a role that nobody holds').not.toContain(String(role.id));
});

test(...verifies('role-holders.user-roles.direct-tells'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  const roles = await rolesOf(admin, userId);
  const [direct, ofGroup] = [roles.get(String(role.id)), roles.get(check.provided('GROUP_ROLE_ID'))];
  if (!direct || !ofGroup) throw setupFailed('the roles of the user do not show both');
  expect(direct.direct, 'direct on a granted role, beside the one of a group').not.toEqual(ofGroup.direct);
});

test(...verifies('role-holders.user-roles.direct-tells-both'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const ofGroup = check.provided('GROUP_ROLE_ID');
  const before = (await rolesOf(admin, userId)).get(ofGroup);
  if (!before) throw setupFailed('the roles of the user do not show the one of the group');
  await admin.preparing.grantRole(ofGroup, userId);
  // A role that is held in two ways may be shown once for each.
  const after = ((await admin.listUserRoles(userId)).roles ?? []).filter(({ id }) => String(id) === ofGroup);
  // A tenant of one's own is not tidied up, and the next check starts from a role that the group alone holds.
  await admin.preparing.revokeRole(ofGroup, userId);
  expect(
    after.map(({ direct }) => direct).filter((direct) => !isDeepStrictEqual(direct, before.direct)).length,
    'entries of the role whose direct is another than before it was granted',
  ).toBeGreaterThan(0);
});

test(...verifies('role-holders.user-roles.group-ids-name'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const ofGroup = check.provided('GROUP_ROLE_ID');
  const groupIds = async () => {
    // A role that is held in two ways may be shown once for each.
    const shown = ((await admin.listUserRoles(userId)).roles ?? []).filter(({ id }) => String(id) === ofGroup);
    if (shown.length === 0) throw setupFailed('the roles of the user do not show the one of the group');
    return JSON.stringify(shown.map((one) => one.groupIds ?? null));
  };
  const alone = await groupIds();
  await admin.preparing.grantRole(ofGroup, userId);
  const both = await groupIds();
  // A tenant of one's own is not tidied up, and the next check starts from a role that the group alone holds.
  await admin.preparing.revokeRole(ofGroup, userId);
  // Whether the ids stand there as a list, as a text or inside of something is open.
  const id = check.provided('GROUP_ID').replace(/[^\w-]/g, '\\$&');
  const named = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  expect(alone, 'of the role that is held through the group alone').toMatch(named);
  expect(both, 'once it has been granted as well').toMatch(named);
});

test(...verifies('role-holders.user-roles.is-admin-tells'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const [administrator] = idsOf(await holdersOf(admin.preparing, check.provided('ADMIN_ROLE_ID')));
  if (administrator === undefined) throw setupFailed('nobody is shown to hold the Admin role');
  const [ofAdmin, ofMember] = [await admin.listUserRoles(administrator), await admin.listUserRoles(userId)];
  expect(ofAdmin.isAdmin, 'isAdmin of an administrator, beside that of a member').not.toEqual(ofMember.isAdmin);
});

test(...verifies('role-holders.user-roles.is-admin-only'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const before = await admin.preparing.listUserRoles(userId);
  // That the deployment is one that there is not spares everybody else what the role would grant.
  const whole = await madeRole(admin, { policies: [policy({ actions: ['All'], resources: ['987654321'] })] });
  for (const id of [check.provided('BUILT_IN_ROLE_ID'), whole.id]) await admin.preparing.grantRole(id, userId);
  const after = await admin.listUserRoles(userId);
  expect(after.isAdmin, 'isAdmin of a member, as it was before the grants').toEqual(before.isAdmin);
});

import { isDeepStrictEqual } from 'node:util';
import { granted } from '../../harness/http/answer.ts';
import { madeRole, policy, unknownRoleId } from '../../harness/things/roles.ts';
import { soon } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { pagesOf, resized, walk, whileQuiet } from '../../harness/client/paging.ts';
import {
  createGrantedRole,
  createListedRole,
  entryOf,
  holdersListed,
  holdersOf,
  idsOf,
  roleIdsOf,
  rolesOf,
} from './holders.ts';

test(...verifies('role-holders.holders.direct'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  expect(idsOf(await holdersListed(check, admin, role.id, userId))).toContain(userId);
});

test(...verifies('role-holders.holders.group'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  expect(idsOf(await holdersOf(admin, check.provided('GROUP_ROLE_ID')))).toContain(userId);
});

test(...verifies('role-holders.holders.nobody-else'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  expect(idsOf(await holdersListed(check, admin, role.id, userId))).toEqual([userId]);
});

test(...verifies('role-holders.holders.drops-revoked'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  // The user has to be in the list first, because the list may show new holders with a delay.
  await holdersListed(check, admin.preparing, role.id, userId);
  await admin.preparing.revokeRole(role.id, userId);
  await soon(check, async () => {
    expect(idsOf(await holdersOf(admin, role.id))).not.toContain(userId);
  });
});

test(...verifies('role-holders.holders.deactivated'), async ({ check, admin }) => {
  expect(idsOf(await holdersOf(admin, check.provided('GROUP_ROLE_ID')))).toContain(
    check.provided('DEACTIVATED_USER_ID'),
  );
});

test(...verifies('role-holders.holders.built-in'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.preparing.grantRole(builtIn, userId);
  expect(idsOf(await holdersListed(check, admin, builtIn, userId))).toContain(userId);
});

test(...verifies('role-holders.holders.admin'), async ({ check, admin }) => {
  expect(await admin.ask('listRoleHolders', check.provided('ADMIN_ROLE_ID'))).toSucceed();
});

test(...verifies('role-holders.holders.unknown-role'), async ({ admin, role }) => {
  expect(await admin.ask('listRoleHolders', await unknownRoleId(admin))).toBeRefusedWith(404);
  granted(await admin.ask('listRoleHolders', role.id), 'the list for an existing role');
});

test(...verifies('role-holders.holders.entry-custom-roles'), async ({ check, admin }) => {
  const otherUser = check.optional('NO_ACCESS_USER_ID');
  const userIds = [check.provided('MEMBER_USER_ID'), ...(otherUser === undefined ? [] : [otherUser])];
  const [role, other] = [await createGrantedRole(admin, ...userIds), await createGrantedRole(admin, ...userIds)];
  // The list may show new holders, and the roles that they hold, with a delay.
  for (const userId of userIds) await entryOf(check, admin, role.id, userId, role.id, other.id);
  for (const first of [undefined, 1]) {
    const holders = await walk((page) => admin.listRoleHolders(role.id, page), first);
    for (const userId of userIds) {
      const holder = holders.find(({ id }) => String(id) === userId);
      // Another requirement covers that the pages contain every holder.
      if (!holder && first !== undefined) continue;
      expect(roleIdsOf(holder)).toEqual(expect.arrayContaining([String(role.id), String(other.id)]));
    }
  }
});

test(...verifies('role-holders.holders.entry-group-roles'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const groupRole = check.provided('GROUP_ROLE_ID');
  expect(roleIdsOf(await entryOf(check, admin, role.id, userId, groupRole))).toContain(groupRole);
});

test(...verifies('role-holders.holders.entry-built-in-roles'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.preparing.grantRole(builtIn, userId);
  const role = await createGrantedRole(admin, userId);
  expect(roleIdsOf(await entryOf(check, admin, role.id, userId, builtIn))).toContain(builtIn);
});

test(...verifies('role-holders.holders.once'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  await admin.preparing.grantRole(groupRole, userId);
  const ids = idsOf(await holdersListed(check, admin, groupRole, userId));
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.revokeRole(groupRole, userId);
  const entries = ids.filter((id) => id === userId);
  if (entries.length === 0) throw setupFailed('the list does not show the user');
  expect(entries, 'entries of the user').toEqual([userId]);
});

test.describe('pages', () => {
  test(...verifies('role-holders.holders.first-limits'), async ({ check, admin }) => {
    const role = await createListedRole(
      check,
      admin,
      check.provided('MEMBER_USER_ID'),
      check.provided('NO_ACCESS_USER_ID'),
    );
    const { items } = await admin.listRoleHolders(role.id, { first: 1 });
    expect(items?.length ?? 0, 'holders on a page of 1').toBeLessThanOrEqual(1);
  });

  test(...verifies('role-holders.holders.after-continues'), async ({ check, admin }) => {
    const role = await createListedRole(
      check,
      admin,
      check.provided('MEMBER_USER_ID'),
      check.provided('NO_ACCESS_USER_ID'),
    );
    const pages = await pagesOf((page) => admin.listRoleHolders(role.id, page), 1);
    const ids = idsOf(pages.flatMap(({ items }) => [...(items ?? [])]));
    expect(ids, 'ids on pages of 1, each once').toEqual([...new Set(ids)]);
  });

  test(...verifies('role-holders.holders.pages-complete'), async ({ check, admin }) => {
    const userIds = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
    const role = await createListedRole(check, admin, ...userIds);
    await whileQuiet(
      async () => idsOf(await holdersOf(admin.preparing, role.id)),
      async () => {
        for (const first of [1, 2, 3]) {
          const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
          expect(
            userIds.filter((id) => !ids.includes(id)),
            `holders that no page of ${first} contains`,
          ).toEqual([]);
        }
        const growing = idsOf(await walk(resized((page) => admin.ask('listRoleHolders', role.id, page), 1, 2)));
        expect(
          userIds.filter((id) => !growing.includes(id)),
          'holders that neither a page of 1 nor the pages of 2 after it contain',
        ).toEqual([]);
      },
    );
  });
});

test(...verifies('role-holders.holders.pages-nobody-else'), async ({ check, admin }) => {
  const userIds = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
  const role = await createListedRole(check, admin, ...userIds);
  for (const first of [1, 2]) {
    const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
    expect(
      ids.filter((id) => !userIds.includes(id)),
      `users on pages of ${first} who do not hold the role`,
    ).toEqual([]);
  }
});

test(...verifies('role-holders.user-roles.group'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(check.provided('GROUP_ROLE_ID'));
});

test(...verifies('role-holders.user-roles.deactivated'), async ({ check, admin }) => {
  const [userId, groupRole] = [check.provided('DEACTIVATED_USER_ID'), check.provided('GROUP_ROLE_ID')];
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(groupRole);
});

test(...verifies('role-holders.user-roles.built-in'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.preparing.grantRole(builtIn, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(builtIn);
});

test(...verifies('role-holders.holders.entry-only-held'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const shown = roleIdsOf(await entryOf(check, admin, role.id, userId));
  const held = await rolesOf(admin, userId);
  if (!held.has(String(role.id))) throw setupFailed('the roles of the user do not show a granted role');
  expect(
    shown.filter((id) => !held.has(id)),
    'roles in the entry that the user does not hold',
  ).toEqual([]);
});

test(...verifies('role-holders.user-roles.none'), async ({ check, admin }) => {
  // Other checks grant roles to this user, and this check needs a user without roles.
  expect(await admin.ask('listUserRoles', check.provided('NO_ACCESS_USER_ID'))).toSucceed();
});

test(...verifies('role-holders.user-roles.only-held'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const held = await createGrantedRole(admin, userId);
  const roles = await rolesOf(admin, userId);
  if (!roles.has(String(held.id))) throw setupFailed('the roles of the user do not show a granted role');
  expect([...roles.keys()], 'roles of the user, who does not hold the other role').not.toContain(String(role.id));
});

test(...verifies('role-holders.user-roles.direct-tells'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const roles = await rolesOf(admin, userId);
  const [direct, groupRole] = [roles.get(String(role.id)), roles.get(check.provided('GROUP_ROLE_ID'))];
  if (!direct || !groupRole) throw setupFailed('the roles of the user do not show the granted role and the group role');
  expect(direct.direct, 'direct of a granted role, compared with a group role').not.toEqual(groupRole.direct);
});

test(...verifies('role-holders.user-roles.direct-tells-both'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  const before = (await rolesOf(admin, userId)).get(groupRole);
  if (!before) throw setupFailed('the roles of the user do not show the group role');
  await admin.preparing.grantRole(groupRole, userId);
  // A role that is held directly and through a group may be shown twice.
  const after = ((await admin.listUserRoles(userId)).roles ?? []).filter(({ id }) => String(id) === groupRole);
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.revokeRole(groupRole, userId);
  expect(
    after.map(({ direct }) => direct).filter((direct) => !isDeepStrictEqual(direct, before.direct)).length,
    'entries of the role whose direct changed with the grant',
  ).toBeGreaterThan(0);
});

test(...verifies('role-holders.user-roles.group-ids-name'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  // Ends the check where the ids of roles are not shown under the known name.
  await rolesOf(admin.preparing, userId);
  const groupIds = async () => {
    // A role that is held directly and through a group may be shown twice.
    const shown = ((await admin.listUserRoles(userId)).roles ?? []).filter(({ id }) => String(id) === groupRole);
    if (shown.length === 0) throw setupFailed('the roles of the user do not show the group role');
    return JSON.stringify(shown.map((one) => one.groupIds ?? null));
  };
  const alone = await groupIds();
  await admin.preparing.grantRole(groupRole, userId);
  const both = await groupIds();
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.revokeRole(groupRole, userId);
  // The form of groupIds is open: a list, a string or nested.
  const id = check.provided('GROUP_ID').replace(/[^\w-]/g, '\\$&');
  const named = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  expect(alone, 'groupIds of the role held only through the group').toMatch(named);
  expect(both, 'groupIds of the role after it was granted as well').toMatch(named);
});

test(...verifies('role-holders.user-roles.is-admin-tells'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const [administrator] = idsOf(await holdersOf(admin.preparing, check.provided('ADMIN_ROLE_ID')));
  if (administrator === undefined) throw setupFailed('the list of holders of the Admin role is empty');
  const [ofAdmin, ofMember] = [await admin.listUserRoles(administrator), await admin.listUserRoles(userId)];
  expect(ofAdmin.isAdmin, 'isAdmin of an administrator, compared with a member').not.toEqual(ofMember.isAdmin);
});

test(...verifies('role-holders.user-roles.is-admin-only'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const before = await admin.preparing.listUserRoles(userId);
  // The policy names an unknown deployment, so that the role does not affect other checks.
  const allActions = await madeRole(admin, { policies: [policy({ actions: ['All'], resources: ['987654321'] })] });
  for (const id of [check.provided('BUILT_IN_ROLE_ID'), allActions.id]) await admin.preparing.grantRole(id, userId);
  const after = await admin.listUserRoles(userId);
  expect(after.isAdmin, 'isAdmin of a member after the grants').toEqual(before.isAdmin);
});

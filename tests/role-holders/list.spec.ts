import { secondOf } from '../../harness/check/at-once.ts';
import { largePage } from '../../harness/rules/lists.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { ifGiven, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_EMBED, BY_KEY, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { madeRole, newRole, PERMITTING_NOTHING, roleBody, unknownRoleId } from '../../harness/things/roles.ts';
import { eventually, withinSeconds } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { ownUserId, userIdOf } from '../../harness/things/same-user.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { pagesOf, walk, type PageQuery } from '../../harness/client/paging.ts';
import {
  createGrantedRole,
  entryOf,
  holdBuiltIn,
  holdersListed,
  holdersListedIn,
  holdersOf,
  idsOf,
  nameIn,
  roleIdsOf,
  rolesListed,
  rolesOf,
} from './holders.ts';
import { granting, requireHeld } from './shown-roles.ts';

test(...verifies('role-holders.holders.direct'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const [once, again] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  await granting(admin, again.id, userId);
  const changed = await createGrantedRole(admin, userId);
  await admin.preparing.updateRole(changed.id, { ...roleBody(), policies: [] });
  const cases = { 'granted once': once, 'granted again': again, 'after the role was changed': changed };
  await inEach(check, cases, async ({ id }) => {
    expect(idsOf(await holdersListed(check, admin, id, userId))).toContain(userId);
  });
  const own = await ownUserId(check, admin);
  const listed = await newRole(admin, PERMITTING_NOTHING);
  const further = {
    'an administrator': ifGiven(own, (to) => ({ id: listed.id, to: String(to), first: undefined })),
    // In pages of a stated size, because a tenant may keep a page that it was asked for.
    'granted after it was listed': { id: listed.id, to: userId, first: 2 },
  };
  await inEach(check, further, async ({ id, to, first }) => {
    await holdersOf(admin.preparing, id, first);
    await admin.preparing.grantRole(id, to);
    expect(idsOf(await holdersListedIn(check, () => holdersOf(admin, id, first), to))).toContain(to);
  });
});

test(...verifies('role-holders.holders.nobody-else'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const other = check.optional('NO_ACCESS_USER_ID');
  await inEach(
    check,
    {
      'of a new name': { begin: ofNewName, former: [] },
      'of the name of a role that another held': ifGiven(deletedRoleOf(other), (begin) => ({ begin, former: [] })),
      'that another held': ifGiven(other, (one) => ({ begin: ofNewName, former: [one] })),
    },
    async ({ begin, former }: { readonly begin: Begin; readonly former: readonly string[] }) => {
      const { id } = await newRole(admin, { ...PERMITTING_NOTHING, ...(await begin(admin)) });
      await heldForAWhile(admin, id, former);
      await admin.preparing.grantRole(id, userId);
      expect(idsOf(await holdersListed(check, admin, id, userId))).toEqual([userId]);
    },
  );
  const [held, unheld] = [await createGrantedRole(admin, userId), await newRole(admin, PERMITTING_NOTHING)];
  await inEach(check, { 'beside those of another role at the same time': [held.id, unheld.id] }, async (ids) => {
    const holders = await secondOf(ids, (id) => holdersOf(admin, id));
    expect(idsOf(holders), 'holders of a role that nobody was granted').toEqual([]);
  });
});

/** What a list never showed, it cannot go on to show. */
function requireShown(holders: Parameters<typeof idsOf>[0], userId: string): void {
  if (!idsOf(holders).includes(userId)) throw setupFailed('the list does not show the holder before the revocation');
}

test(...verifies('role-holders.holders.drops-revoked'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const again = () => admin.preparing.grantRole(role.id, userId);
  const cases = {
    once: { prepare: () => Promise.resolve(), first: undefined },
    // In pages of a stated size, because a tenant may keep a page that it was asked for.
    'a second time': { prepare: again, first: 2 },
    'with another role': { prepare: () => createGrantedRole(admin, userId).then(again), first: undefined },
  };
  await inEach(check, cases, async ({ prepare, first }) => {
    await prepare();
    // The user has to be in the list first, because the list may show new holders with a delay.
    const before = await holdersListedIn(check, () => holdersOf(admin.preparing, role.id, first), userId);
    requireShown(before, userId);
    await admin.preparing.revokeRole(role.id, userId);
    await withinSeconds(check, async () => {
      expect(idsOf(await holdersOf(admin, role.id, first))).not.toContain(userId);
    });
  });
});

test(...verifies('role-holders.holders.entry-only-held'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const [role, revoked] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  const revoke = () => admin.preparing.revokeRole(revoked.id, userId);
  await inEach(check, { 'what was granted': () => Promise.resolve(), 'what was revoked': revoke }, async (prepare) => {
    await prepare();
    // The two lists may show what was granted and revoked at different times.
    await withinSeconds(check, async () => {
      const shown = roleIdsOf(check, await entryOf(check, admin, role.id, userId));
      const held = await rolesListed(check, admin, userId, role.id);
      requireHeld(held, role);
      expect(
        shown.filter((id) => !held.has(id)),
        'roles in the entry that the user does not hold',
      ).toEqual([]);
    });
  });
});

test(...verifies('role-holders.holders.group'), async ({ check, admin }) => {
  const [userId, groupRole] = [check.provided('MEMBER_USER_ID'), check.provided('GROUP_ROLE_ID')];
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed } = otherAdministrators(check);
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: oauth, [BY_EMBED]: embed }, async (actor) => {
    expect(idsOf(await holdersListed(check, actor, groupRole, userId))).toContain(userId);
  });
  const [adminRole, { [BY_OTHER]: second }] = [check.optional('ADMIN_ROLE_ID'), otherAdministrators(check)];
  const ofAdmin = adminRole !== undefined && second ? { adminRole, second } : undefined;
  await inEach(check, { 'of the built-in Admin role': ofAdmin }, async (given) => {
    const id = String(await userIdOf(given.second));
    const held = (await rolesOf(admin.preparing, id)).get(given.adminRole);
    // Of which kind groupIds are is open: those that are shown as a list that is not empty name a group.
    leaveOutUnless(Array.isArray(held?.groupIds) && held.groupIds.length > 0);
    expect(idsOf(await holdersListed(check, admin, given.adminRole, id))).toContain(id);
  });
});

test(...verifies('role-holders.holders.deactivated'), async ({ check, admin }) => {
  const [userId, groupRole] = [check.provided('DEACTIVATED_USER_ID'), check.provided('GROUP_ROLE_ID')];
  const builtIn = check.optional('BUILT_IN_ROLE_ID');
  await inEach(check, { 'on the usual pages': { first: undefined }, 'on pages of two': { first: 2 } }, ({ first }) =>
    // Holders may change between two pages, and a cursor may be no more than a position.
    eventually(check, async () => {
      expect(idsOf(await walk((page) => admin.listRoleHolders(groupRole, page), first))).toContain(userId);
    }),
  );
  const roleId = (await newRole(admin, PERMITTING_NOTHING)).id;
  const cases = { 'of a role that is granted': roleId, 'of a built-in role': builtIn };
  await inEach<string | number>(check, cases, async (id) => {
    // Whether a deactivated user can be granted a role is open.
    leaveOutUnless(isSuccess(await admin.preparing.ask('grantRole', id, userId)));
    expect(idsOf(await holdersListed(check, admin, id, userId))).toContain(userId);
  });
  // Between two others, one page of them has a page before it in whatever order.
  const others = [check.optional('MEMBER_USER_ID'), check.optional('NO_ACCESS_USER_ID')].flatMap((id) => id ?? []);
  await inEach(check, { 'behind a cursor': others.length > 0 ? others : undefined }, async (active) => {
    for (const other of active) await admin.preparing.grantRole(roleId, other);
    const listed = idsOf(await holdersListed(check, admin.preparing, roleId, ...active));
    leaveOutIf(!listed.includes(userId));
    expect(idsOf(await walk((page) => admin.listRoleHolders(roleId, page), 1))).toContain(userId);
  });
});

test(...verifies('role-holders.holders.built-in'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await holdBuiltIn(admin, builtIn, userId);
  expect(idsOf(await holdersListed(check, admin, builtIn, userId))).toContain(userId);
});

test(...verifies('role-holders.holders.admin'), async ({ check, admin }) => {
  expect(await admin.ask('listRoleHolders', check.provided('ADMIN_ROLE_ID'))).toSucceed();
});

test(...verifies('role-holders.holders.unknown-role'), async ({ check, admin, role }) => {
  const deleted = await madeRole(admin);
  await admin.preparing.deleteRole(deleted.id);
  await inEach(check, { 'that never was': await unknownRoleId(admin), 'that was deleted': deleted.id }, async (id) => {
    expect(await admin.ask('listRoleHolders', id)).toBeRefusedWith(404);
  });
  granted(await admin.ask('listRoleHolders', role.id), 'the list for an existing role');
});

test(...verifies('role-holders.holders.entry-custom-roles'), async ({ check, admin }) => {
  const userIds = [check.provided('MEMBER_USER_ID'), check.optional('NO_ACCESS_USER_ID')].filter(
    (id) => id !== undefined,
  );
  const [role, other] = [await createGrantedRole(admin, ...userIds), await createGrantedRole(admin, ...userIds)];
  const { name } = await admin.preparing.updateRole(other.id, { description: 'after', name: fresh('renamed') });
  // The list may show new holders, and the roles that they hold, with a delay.
  for (const userId of userIds) await entryOf(check, admin, role.id, userId, role.id, other.id);
  await inEach(check, { 'on one page': { first: undefined }, 'on pages of one': { first: 1 } }, async ({ first }) => {
    const holders = await walk((page) => admin.listRoleHolders(role.id, page), first);
    const listed = holders.filter(({ id }) => userIds.includes(String(id)));
    // Another requirement covers that the pages contain every holder.
    expect(listed.length, 'holders that are listed').toBeGreaterThanOrEqual(first === undefined ? userIds.length : 0);
    for (const holder of listed) {
      expect(roleIdsOf(check, holder)).toEqual(expect.arrayContaining([String(role.id), String(other.id)]));
    }
  });
  await inEach(check, { 'by its present name': other.id }, async (id) => {
    const names = async () => (await holdersOf(admin, role.id)).flatMap((holder) => nameIn(holder, id) ?? []);
    // Whether the roles are shown with their names is open.
    leaveOutIf((await names()).length === 0);
    await withinSeconds(check, async () => {
      expect([...new Set(await names())], 'names of the other role in the entries').toEqual([name]);
    });
  });
  const later = await createGrantedRole(admin, ...userIds);
  await inEach(check, { 'granted after it was listed': userIds[0] ?? '' }, async (userId) => {
    expect(roleIdsOf(check, await entryOf(check, admin, role.id, userId, later.id))).toContain(String(later.id));
  });
});

test(...verifies('role-holders.holders.entry-group-roles'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const groupRole = check.provided('GROUP_ROLE_ID');
  const builtIn = check.optional('BUILT_IN_ROLE_ID');
  if (builtIn !== undefined) await holdBuiltIn(admin, builtIn, userId);
  await inEach<string | number>(check, { 'of another role': role.id, 'of a built-in role': builtIn }, async (id) => {
    const shown = roleIdsOf(check, await entryOf(check, admin, id, userId, groupRole, role.id));
    expect(shown).toContain(groupRole);
    await judging('role-holders.holders.entry-custom-roles', () => {
      expect(shown).toContain(String(role.id));
    });
  });
  await inEach(check, { 'of a deactivated user': check.optional('DEACTIVATED_USER_ID') }, async (other) => {
    // Whether a deactivated user can be granted a role is open.
    leaveOutUnless(isSuccess(await admin.preparing.ask('grantRole', role.id, other)));
    expect(roleIdsOf(check, await entryOf(check, admin, role.id, other, groupRole))).toContain(groupRole);
  });
  await expectAmongOwn(check, admin, groupRole);
});

test(...verifies('role-holders.holders.entry-built-in-roles'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await holdBuiltIn(admin, builtIn, userId);
  const role = await createGrantedRole(admin, userId);
  expect(roleIdsOf(check, await entryOf(check, admin, role.id, userId, builtIn))).toContain(builtIn);
  // More than one user has the Admin role as a rule.
  await expectAmongOwn(check, admin, check.optional('ADMIN_ROLE_ID') ?? builtIn);
});

/** Who holds a role has it among the own roles, on whichever page. */
async function expectAmongOwn(check: Check, admin: Actor, roleId: string): Promise<void> {
  const [one, two] = await firstPagesOf(admin, roleId);
  await inEach(check, { 'on the first page': one?.items, 'on the second page': two?.items }, (entries) => {
    expect(entries.map((entry) => roleIdsOf(check, entry).includes(roleId))).not.toContain(false);
  });
}

test(...verifies('role-holders.holders.once'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  await admin.preparing.grantRole(groupRole, userId);
  const ids = idsOf(await holdersListed(check, admin, groupRole, userId));
  // It may have many holders: two pages hold as many of them as ten.
  const paged = idsOf(await holdersOf(admin, groupRole, Math.ceil(ids.length / 2)));
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.revokeRole(groupRole, userId);
  setupRequires(ids.includes(userId) && paged.includes(userId), 'the list does not show the user');
  await inEach(check, { 'on the usual pages': ids, 'on two pages': paged }, (listed) => {
    expect(
      listed.filter((id) => id === userId),
      'entries of the user',
    ).toEqual([userId]);
  });
});

/** The first two pages of one holder each; there may be no second one. */
async function firstPagesOf(admin: Actor, roleId: string) {
  let read = 0;
  const ask = (query: PageQuery) => {
    read += 1;
    // Which page sizes are taken is open.
    return largePage((sized) => admin.listRoleHolders(roleId, { ...query, ...sized }), 1);
  };
  return pagesOf(ask, undefined, () => read === 2);
}

async function heldForAWhile(admin: Actor, roleId: number, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    await admin.preparing.grantRole(roleId, userId);
    await admin.preparing.revokeRole(roleId, userId);
  }
}

type Begin = (admin: Actor) => Promise<{ readonly name?: string }>;

const ofNewName: Begin = () => Promise.resolve({});

/** The name of a role that a user held until it was deleted; whether a role that is held can be deleted is open. */
function deletedRoleOf(userId: string | undefined): Begin | undefined {
  if (userId === undefined) return undefined;
  return async (admin) => {
    const role = await createGrantedRole(admin, userId);
    const deleted = await admin.preparing.ask('deleteRole', role.id);
    leaveOutUnless(isSuccess(deleted));
    return { name: role.name };
  };
}

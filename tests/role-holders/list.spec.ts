import { expectCursorsKept, expectResizedComplete, inPagesOf, largePage } from '../../harness/rules/lists.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../harness/client/actor.ts';
import { ifGiven, LEFT_OUT } from '../../harness/check/in-each.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_EMBED, BY_KEY, BY_OAUTH, otherAdministrators } from '../../harness/things/administrators.ts';
import {
  madeRole,
  newRole,
  PERMITTING_NOTHING,
  policy,
  roleBody,
  unknownRoleId,
  type Policy,
  type Role,
  UNKNOWN_DEPLOYMENT,
} from '../../harness/things/roles.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, inEach, test, verifies, type Check } from '../../harness/test.ts';
import { ownUserId } from '../../harness/things/same-user.ts';
import { untested } from '../../harness/failures/untested.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { pagesOf, walk, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import {
  createGrantedRole,
  createListedRole,
  entryOf,
  holdBuiltIn,
  holdersListed,
  holdersOf,
  idsOf,
  nameIn,
  roleIdsOf,
  rolesListed,
  rolesOf,
  type Holder,
  type UserRole,
} from './holders.ts';

/** Revokes a role that was granted and grants it again. */
async function granting(admin: Actor, roleId: string | number, userId: string): Promise<void> {
  await admin.preparing.revokeRole(roleId, userId);
  await admin.preparing.grantRole(roleId, userId);
}

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
    'an administrator': ifGiven(own, (to) => ({ id: listed.id, to: String(to) })),
    'granted after it was listed': { id: listed.id, to: userId },
  };
  await inEach(check, further, async ({ id, to }) => {
    await holdersOf(admin.preparing, id);
    await admin.preparing.grantRole(id, to);
    expect(idsOf(await holdersListed(check, admin, id, to))).toContain(to);
  });
});

test(...verifies('role-holders.holders.nobody-else'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const other = check.optional('NO_ACCESS_USER_ID');
  await inEach(
    check,
    { 'of a new name': ofNewName, 'of the name of a role that another held': deletedRoleOf(other) },
    async (begin) => {
      const { id } = await newRole(admin, { ...PERMITTING_NOTHING, ...(await begin(admin)) });
      await admin.preparing.grantRole(id, userId);
      expect(idsOf(await holdersListed(check, admin, id, userId))).toEqual([userId]);
    },
  );
});

test(...verifies('role-holders.holders.drops-revoked'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const again = () => admin.preparing.grantRole(role.id, userId);
  await inEach(check, { once: () => Promise.resolve(), 'a second time': again }, async (prepare) => {
    await prepare();
    // The user has to be in the list first, because the list may show new holders with a delay.
    await holdersListed(check, admin.preparing, role.id, userId);
    await admin.preparing.revokeRole(role.id, userId);
    await soon(check, async () => {
      expect(idsOf(await holdersOf(admin, role.id))).not.toContain(userId);
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
    await soon(check, async () => {
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

test(...verifies('role-holders.user-roles.only-held'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed } = otherAdministrators(check);
  const [held, revoked] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  await admin.preparing.revokeRole(revoked.id, userId);
  const newest = await madeRole(admin);
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: oauth, [BY_EMBED]: embed }, async (actor) => {
    await soon(check, async () => {
      const roles = await rolesListed(check, actor, userId, held.id);
      requireHeld(roles, held);
      const others = [role, revoked, newest].filter(({ id }) => roles.has(String(id)));
      expect(others, 'roles that the user does not hold').toEqual([]);
    });
  });
});

test(...verifies('role-holders.user-roles.direct-tells'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const [once, again] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  await granting(admin, again.id, userId);
  const roles = await rolesListed(check, admin, userId, once.id, again.id);
  const groupRole = shownRole(roles, check.provided('GROUP_ROLE_ID'));
  await inEach(check, { 'granted once': once, 'granted again': again }, ({ id }) => {
    const { direct } = shownRole(roles, id);
    expect(direct, 'direct of a granted role, compared with a group role').not.toEqual(groupRole.direct);
    return Promise.resolve();
  });
});

test(...verifies('role-holders.user-roles.direct-tells-both'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  const before = shownRole(await rolesOf(admin, userId), groupRole);
  const isHeldOtherwise = ({ id, direct }: UserRole) =>
    String(id) === groupRole && !isDeepStrictEqual(direct, before.direct);
  await admin.preparing.grantRole(groupRole, userId);
  // A role that is held directly and through a group may be shown twice.
  const other = await readUntil(
    check,
    async () => ((await admin.listUserRoles(userId)).roles ?? []).filter(isHeldOtherwise),
    (shown) => shown.length > 0,
  );
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.ask('revokeRole', groupRole, userId);
  const revoked = await readUntil(
    check,
    async () => shownRole(await rolesOf(admin, userId), groupRole),
    (shown) => !isHeldOtherwise(shown),
  );
  await inEach(
    check,
    { 'granted as well': [other.length > 0, true], 'revoked again': [revoked.direct, before.direct] },
    ([seen, wanted]) => {
      expect(seen).toEqual(wanted);
      return Promise.resolve();
    },
  );
});

test(...verifies('role-holders.user-roles.group-ids-direct'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  const roles = await rolesListed(check, admin, userId, role.id);
  const named = namesGroup(check.provided('GROUP_ID'));
  const inGroup = JSON.stringify(shownRole(roles, check.provided('GROUP_ROLE_ID')).groupIds ?? null);
  requireMatch(inGroup, named);
  const shown = JSON.stringify(shownRole(roles, role.id).groupIds ?? null);
  expect(shown, 'groupIds of a role that is held directly alone').not.toMatch(named);
});

test(...verifies('role-holders.user-roles.is-admin-tells'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const holders = await holdersOf(admin.preparing, check.provided('ADMIN_ROLE_ID'));
  // The list includes deactivated users, of whom it is open whether they count as administrators.
  const administrators = idsOf(holders.filter((holder) => !isShownInactive(holder)));
  const [first] = administrators;
  setupRequires(first !== undefined, 'the list of holders of the Admin role is empty');
  const ofMember = await admin.listUserRoles(userId);
  // The caller is an administrator as well; its id is not shown under a known name everywhere.
  await inEach(check, { 'the first': first, 'the last': administrators.at(-1) }, async (id) => {
    const answer = await admin.ask('listUserRoles', id);
    if (!isSuccess(answer)) return LEFT_OUT;
    expect(answer.body.isAdmin, 'isAdmin of an administrator, compared with a member').not.toEqual(ofMember.isAdmin);
    return undefined;
  });
  await inEach(check, { 'with a custom role': await ownUserId(check, admin) }, async (own) => {
    await createGrantedRole(admin, own);
    const { isAdmin } = await admin.listUserRoles(own);
    expect(isAdmin, 'isAdmin of an administrator, compared with a member').not.toEqual(ofMember.isAdmin);
  });
});

/** Whether an entry says that its user is deactivated; under which name it does, if at all, is open. */
function isShownInactive(holder: Holder): boolean {
  return Object.entries<unknown>(holder).some(([name, value]) => {
    if (/deactivat|inactive|disabled|suspend/i.test(name)) return Boolean(value);
    if (!/active|enabled|status|state/i.test(name)) return false;
    return value === false || (typeof value === 'string' && /inactive|deactivat|disabled|suspend/i.test(value));
  });
}

/** Lists for administrators alone: each may be guarded on its own. */
const ADMINISTRATORS_LISTS = [
  ['listRoles', 'roles.listRoles.administrator-only'],
  ['listApiKeys', 'api-keys.listApiKeys.administrator-only'],
] as const;

async function expectNoAdministrator(member: Actor | undefined): Promise<void> {
  for (const [operation, id] of ADMINISTRATORS_LISTS) {
    const answer = await member?.ask(operation);
    await judging(id, () => {
      if (answer) expect(answer, `${operation} without the admin role`).toBeRefusedWith(403);
    });
  }
}

/** Rights that are nearest to what administrators alone may do, on nothing that is there. */
const NEAREST = [
  { resourceType: 'Global', actions: ['OAuthIntegrationsManage', 'AuditLogManage', 'BillingRead'], resources: ['All'] },
  policy({ actions: ['DeploymentsManage', 'SecretsManage', 'EmbedDeploymentRead'], resources: [UNKNOWN_DEPLOYMENT] }),
  { resourceType: 'Workbook', actions: ['WorkbookManage'], resources: [UNKNOWN_DEPLOYMENT] },
] as const satisfies readonly Policy[];

async function expectNoEmbedTenant(check: Check, member: Actor | undefined): Promise<void> {
  const embedTenantName = check.optional('EMBED_TENANT');
  if (!member || embedTenantName === undefined || check.optional('DEPLOYMENT_ID') === undefined) return;
  const answer = await member.raw('listEmbedTenantWorkbooks', { path: { embedTenantName } });
  await judging('embed-tenants.listEmbedTenantWorkbooks.administrator-only', () => {
    expect(answer, 'listEmbedTenantWorkbooks without the admin role').toBeRefusedWith(403);
  });
}

test(...verifies('role-holders.user-roles.is-admin-only'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const before = await admin.preparing.listUserRoles(userId);
  // The policy names an unknown deployment, so that the role does not affect other checks.
  const allActions = await madeRole(admin, {
    policies: [policy({ actions: ['All'], resources: [UNKNOWN_DEPLOYMENT] })],
  });
  const onAccount = await admin.preparing.ask(
    'createRole',
    roleBody({ policies: [{ resourceType: 'Global', actions: ['All'], resources: ['All'] }] }),
  );
  const named = await madeRole(admin, { name: `Admins of ${fresh('role')}` });
  const [builtIn, member] = [check.provided('BUILT_IN_ROLE_ID'), check.asOptional('MEMBER_TOKEN', 'member')];
  await inEach(
    check,
    {
      'with a built-in role': () => holdBuiltIn(admin, builtIn, userId),
      'with a role whose name begins with Admin': () => admin.preparing.grantRole(named.id, userId),
      'with All': () => admin.preparing.grantRole(allActions.id, userId),
      'without All again': () => admin.preparing.revokeRole(allActions.id, userId),
      // Which actions fit the account is open: a tenant may refuse the role.
      'with All on the account': isSuccess(onAccount)
        ? () => admin.preparing.grantRole(onAccount.body.id, userId)
        : undefined,
    },
    async (change) => {
      await change();
      expect((await admin.listUserRoles(userId)).isAdmin, 'isAdmin of a member').toEqual(before.isAdmin);
      await expectNoAdministrator(member);
    },
  );
  const nearest = await admin.preparing.ask('createRole', roleBody({ policies: [...NEAREST] }));
  const ofNearest = isSuccess(nearest) ? nearest.body : undefined;
  await inEach(check, { 'with the rights nearest to it': ofNearest }, async ({ id }) => {
    await admin.preparing.grantRole(id, userId);
    expect((await admin.listUserRoles(userId)).isAdmin, 'isAdmin of a member').toEqual(before.isAdmin);
    await expectNoAdministrator(member);
    await expectNoEmbedTenant(check, member);
  });
});

test(...verifies('role-holders.holders.group'), async ({ check, admin }) => {
  const [userId, groupRole] = [check.provided('MEMBER_USER_ID'), check.provided('GROUP_ROLE_ID')];
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed } = otherAdministrators(check);
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: oauth, [BY_EMBED]: embed }, async (actor) => {
    expect(idsOf(await holdersListed(check, actor, groupRole, userId))).toContain(userId);
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
    if (!isSuccess(await admin.preparing.ask('grantRole', id, userId))) return LEFT_OUT;
    expect(idsOf(await holdersListed(check, admin, id, userId))).toContain(userId);
    return undefined;
  });
  // Between two others, one page of them has a page before it in whatever order.
  const others = [check.optional('MEMBER_USER_ID'), check.optional('NO_ACCESS_USER_ID')].flatMap((id) => id ?? []);
  await inEach(check, { 'behind a cursor': others.length > 0 ? others : undefined }, async (active) => {
    for (const other of active) await admin.preparing.grantRole(roleId, other);
    const listed = idsOf(await holdersListed(check, admin.preparing, roleId, ...active));
    if (!listed.includes(userId)) return LEFT_OUT;
    expect(idsOf(await walk((page) => admin.listRoleHolders(roleId, page), 1))).toContain(userId);
    return undefined;
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
    if ((await names()).length === 0) return LEFT_OUT;
    await soon(check, async () => {
      expect([...new Set(await names())], 'names of the other role in the entries').toEqual([name]);
    });
    return undefined;
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
  if (builtIn !== undefined) await admin.preparing.grantRole(builtIn, userId);
  await inEach<string | number>(check, { 'of another role': role.id, 'of a built-in role': builtIn }, async (id) => {
    const shown = roleIdsOf(check, await entryOf(check, admin, id, userId, groupRole, role.id));
    expect(shown).toContain(groupRole);
    await judging('role-holders.holders.entry-custom-roles', () => {
      expect(shown).toContain(String(role.id));
    });
  });
  // Who holds the role of the group has it among the own roles, on whichever page.
  const [one, two] = await firstPagesOf(admin, groupRole);
  await inEach(check, { 'on the first page': one?.items, 'on the second page': two?.items }, (entries) => {
    expect(entries.map((entry) => roleIdsOf(check, entry).includes(groupRole))).not.toContain(false);
    return Promise.resolve();
  });
});

test(...verifies('role-holders.holders.entry-built-in-roles'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await holdBuiltIn(admin, builtIn, userId);
  const role = await createGrantedRole(admin, userId);
  expect(roleIdsOf(check, await entryOf(check, admin, role.id, userId, builtIn))).toContain(builtIn);
});

test(...verifies('role-holders.holders.once'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  await admin.preparing.grantRole(groupRole, userId);
  const ids = idsOf(await holdersListed(check, admin, groupRole, userId));
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.revokeRole(groupRole, userId);
  const entries = ids.filter((id) => id === userId);
  setupRequires(entries.length > 0, 'the list does not show the user');
  expect(entries, 'entries of the user').toEqual([userId]);
});

const idIfLent = (id: string | undefined) => (id === undefined ? undefined : { id });

/** Whether as many pages have been read. */
const idsIn = ({ items }: Page<Holder>): string[] => idsOf(items ?? []);

function everyNth(most: number): () => boolean {
  let read = 0;
  return () => (read += 1) >= most;
}

async function firstPages(admin: Actor, roleId: string | undefined) {
  return roleId === undefined ? undefined : [await admin.listRoleHolders(roleId, { first: 1 })];
}

test.describe('pages', () => {
  test(...verifies('role-holders.holders.first-limits'), async ({ check, admin }) => {
    const role = await createListedRole(
      check,
      admin,
      check.provided('MEMBER_USER_ID'),
      check.provided('NO_ACCESS_USER_ID'),
    );
    const pages = await pagesOf((page) => admin.listRoleHolders(role.id, page), 1);
    // The holders of a built-in role may be many: one page of them is enough.
    const cases = {
      'of a custom role': pages,
      'of a built-in role': await firstPages(admin, check.optional('ADMIN_ROLE_ID')),
    };
    await inEach(check, cases, (some) => {
      const sizes = some.map(({ items }) => items?.length ?? 0);
      expect(Math.max(...sizes), 'holders on a page of 1').toBeLessThanOrEqual(1);
      return Promise.resolve();
    });
  });

  test(...verifies('role-holders.holders.after-continues'), async ({ check, admin }) => {
    const role = await createListedRole(
      check,
      admin,
      check.provided('MEMBER_USER_ID'),
      check.provided('NO_ACCESS_USER_ID'),
    );
    const builtIn = check.optional('BUILT_IN_ROLE_ID');
    if (builtIn !== undefined) {
      await holdBuiltIn(admin, builtIn, check.provided('MEMBER_USER_ID'));
      await holdersListed(check, admin.preparing, builtIn, check.provided('MEMBER_USER_ID'));
    }
    const cases = {
      'of a custom role': { id: role.id },
      'of a built-in role': builtIn === undefined ? undefined : { id: builtIn },
      'of the Admin role': idIfLent(check.optional('ADMIN_ROLE_ID')),
    };
    await inEach(check, cases, ({ id }) => {
      // The holders of a built-in role may be many: two pages of them are enough.
      const ids = async () => {
        const pages = await pagesOf((page) => admin.listRoleHolders(id, page), 1, everyNth(2));
        return idsOf(pages.flatMap(({ items }) => [...(items ?? [])]));
      };
      return whileQuiet(ids, (shown) => {
        expect(shown, 'ids on pages of 1, each once').toEqual([...new Set(shown)]);
        return Promise.resolve();
      });
    });
    await expectCursorsKept(check, (page) => admin.listRoleHolders(role.id, page), 2, idsIn);
  });

  test(...verifies('role-holders.holders.pages-complete'), async ({ check, admin }) => {
    const own = await ownUserId(check, admin);
    const lent = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
    const userIds = own === undefined ? lent : [...lent, String(own)];
    const role = await createListedRole(check, admin, ...userIds);
    await whileQuiet(
      async () => idsOf(await holdersOf(admin.preparing, role.id)),
      async () => {
        await inPagesOf(check, [1, 2, 3], async (first) => {
          const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
          expect(
            userIds.filter((id) => !ids.includes(id)),
            `holders that no page of ${first} contains`,
          ).toEqual([]);
        });
        await expectResizedComplete(check, (page) => admin.listRoleHolders(role.id, page), [2], idsIn, userIds);
      },
    );
    const others = {
      'of a role that a group holds': check.optional('GROUP_ROLE_ID'),
      'of the Admin role': check.optional('ADMIN_ROLE_ID'),
    };
    await inEach(check, others, (id) =>
      whileQuiet(
        async () => idsOf(await holdersOf(admin.preparing, id)),
        async (all) => {
          // It may have many holders: two pages hold as many of them as ten.
          const first = Math.max(1, Math.ceil(all.length / 2));
          const ids = idsOf(await walkLarge((page) => admin.listRoleHolders(id, page), first));
          expect(
            all.filter((holder) => !ids.includes(holder)),
            `holders that no page of ${first} contains`,
          ).toEqual([]);
        },
      ),
    );
  });
});

test(...verifies('role-holders.holders.pages-nobody-else'), async ({ check, admin }) => {
  const userIds = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
  const role = await createListedRole(check, admin, ...userIds);
  const expectNobodyElseOnPagesOf = async (first: number) => {
    const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
    expect(
      ids.filter((id) => !userIds.includes(id)),
      `users on pages of ${first} who do not hold the role`,
    ).toEqual([]);
  };
  await expectNobodyElseOnPagesOf(1);
  await expectNobodyElseOnPagesOf(2);
});

test(...verifies('role-holders.user-roles.group'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(check.provided('GROUP_ROLE_ID'));
});

test(...verifies('role-holders.user-roles.deactivated'), async ({ check, admin }) => {
  const [userId, groupRole] = [check.provided('DEACTIVATED_USER_ID'), check.provided('GROUP_ROLE_ID')];
  // Whether a deactivated user's roles can be read is open.
  if (!isSuccess(await admin.ask('listUserRoles', userId))) untested('the roles of a deactivated user cannot be read');
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(groupRole);
});

test(...verifies('role-holders.user-roles.built-in'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await holdBuiltIn(admin, builtIn, userId);
  expect([...(await rolesListed(check, admin, userId, builtIn)).keys()]).toContain(builtIn);
});

test(...verifies('role-holders.user-roles.none'), async ({ check, admin }) => {
  // Other checks grant roles to this user, and this check needs a user without roles.
  expect(await admin.ask('listUserRoles', check.provided('NO_ACCESS_USER_ID'))).toSucceed();
});

test(...verifies('role-holders.user-roles.group-ids-name'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  // Ends the check where the ids of roles are not shown under the known name.
  await rolesOf(admin.preparing, userId);
  const groupIds = async () => {
    // A role that is held directly and through a group may be shown twice.
    const shown = ((await admin.listUserRoles(userId)).roles ?? []).filter(({ id }) => String(id) === groupRole);
    requireSome(shown);
    return JSON.stringify(shown.map((one) => one.groupIds ?? null));
  };
  const alone = await groupIds();
  await admin.preparing.grantRole(groupRole, userId);
  const both = await groupIds();
  // A leased tenant is not cleaned up after a check, and later checks need a role that is held only through the group.
  await admin.preparing.ask('revokeRole', groupRole, userId);
  const named = namesGroup(check.provided('GROUP_ID'));
  const again = await groupIds();
  const second = check.optional('OTHER_GROUP_ID');
  const cases = {
    'through the group alone': { shown: alone, named },
    'through a second group': ifGiven(second, (one) => ({ shown: alone, named: namesGroup(one) })),
    'after it was granted as well': { shown: both, named },
    'through a second group, after it was granted as well': ifGiven(second, (one) => ({
      shown: both,
      named: namesGroup(one),
    })),
    'after it was revoked again': { shown: again, named },
  };
  await inEach(check, cases, ({ shown, named: pattern }) => {
    expect(shown, 'groupIds of the role').toMatch(pattern);
    return Promise.resolve();
  });
});

/** The form of groupIds is open: a list, a string or nested. */
function namesGroup(groupId: string): RegExp {
  return new RegExp(`(?<![\\w-])${groupId.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`);
}

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

function requireMatch(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw setupFailed('the role of the group does not name the group');
}

function requireSome(shown: readonly unknown[]): void {
  if (shown.length === 0) throw setupFailed('the roles of the user do not show the group role');
}

function requireHeld(held: ReadonlyMap<string, unknown>, { id }: Pick<Role, 'id'>): void {
  if (!held.has(String(id))) throw setupFailed('the roles of the user do not show a granted role');
}

function shownRole(roles: ReadonlyMap<string, UserRole>, id: string | number): UserRole {
  const role = roles.get(String(id));
  if (!role) throw setupFailed(`the roles of the user do not show role ${id}`);
  return role;
}

type Begin = (admin: Actor) => Promise<{ readonly name?: string }>;

const ofNewName: Begin = () => Promise.resolve({});

/** The name of a role that a user held until it was deleted; whether a role that is held can be deleted is open. */
function deletedRoleOf(userId: string | undefined): Begin | undefined {
  if (userId === undefined) return undefined;
  return async (admin) => {
    const role = await createGrantedRole(admin, userId);
    const deleted = await admin.preparing.ask('deleteRole', role.id);
    return isSuccess(deleted) ? { name: role.name } : {};
  };
}

import { secondOf } from '../../harness/check/at-once.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../harness/client/actor.ts';
import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { BY_EMBED, BY_KEY, BY_OAUTH, otherAdministrators } from '../../harness/things/administrators.ts';
import {
  madeRole,
  newRole,
  PERMITTING_NOTHING,
  policy,
  roleBody,
  type Policy,
  UNKNOWN_DEPLOYMENT,
} from '../../harness/things/roles.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { ownUserId } from '../../harness/things/same-user.ts';
import { setupRequires, testRequires } from '../../harness/failures/requires.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import {
  createGrantedRole,
  holdBuiltIn,
  holdersOf,
  idsOf,
  rolesListed,
  rolesOf,
  type Holder,
  type UserRole,
} from './holders.ts';
import { granting, requireHeld } from './shown-roles.ts';

test(...verifies('role-holders.user-roles.only-held'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed } = otherAdministrators(check);
  const [held, revoked] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  await admin.preparing.revokeRole(revoked.id, userId);
  const newest = await madeRole(admin);
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: oauth, [BY_EMBED]: embed }, async (actor) => {
    await withinSeconds(check, async () => {
      const roles = await rolesListed(check, actor, userId, held.id);
      requireHeld(roles, held);
      const others = [role, revoked, newest].filter(({ id }) => roles.has(String(id)));
      expect(others, 'roles that the user does not hold').toEqual([]);
    });
  });
  await inEach(check, { 'beside those of another at the same time': await ownUserId(check, admin) }, async (own) => {
    const roles = await secondOf([userId, String(own)], (one) => rolesOf(admin, one));
    expect([...roles.keys()], 'roles of a user who does not hold it').not.toContain(String(held.id));
  });
});

test(...verifies('role-holders.user-roles.direct-tells'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const [once, again] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  await granting(admin, again.id, userId);
  const changed = await newRole(admin, PERMITTING_NOTHING);
  await admin.preparing.grantRole(changed.id, userId);
  await admin.preparing.updateRole(changed.id, { ...roleBody(), policies: [] });
  const roles = await rolesListed(check, admin, userId, once.id, again.id, changed.id);
  const groupRole = shownRole(roles, check.provided('GROUP_ROLE_ID'));
  const cases = { 'granted once': once, 'granted again': again, 'after the role was changed': changed };
  await inEach(check, cases, ({ id }) => {
    const { direct } = shownRole(roles, id);
    expect(direct, 'direct of a granted role, compared with a group role').not.toEqual(groupRole.direct);
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
    leaveOutUnless(isSuccess(answer));
    expect(answer.body.isAdmin, 'isAdmin of an administrator, compared with a member').not.toEqual(ofMember.isAdmin);
    const admins = (answer.body.roles ?? []).filter((one) => String(one.id) === check.provided('ADMIN_ROLE_ID'));
    await judging('role-holders.user-roles.group-ids-name', () => {
      expect(admins.filter(isHeldByNoWay), 'the Admin role, held neither directly nor through a group').toEqual([]);
    });
  });
  await inEach(check, { 'with a custom role': await ownUserId(check, admin) }, async (own) => {
    await createGrantedRole(admin, own);
    const { isAdmin } = await admin.listUserRoles(own);
    expect(isAdmin, 'isAdmin of an administrator, compared with a member').not.toEqual(ofMember.isAdmin);
  });
});

/** Whether a role says that it is not held directly, and names no group either. */
function isHeldByNoWay({ direct, groupIds }: UserRole): boolean {
  return direct === false && Array.isArray(groupIds) && groupIds.length === 0;
}

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
    await expectOwnRoleRefused(member, id);
  });
});

/** Who holds a role may neither read it nor change it by that. */
async function expectOwnRoleRefused(member: Actor | undefined, roleId: number): Promise<void> {
  const [read, changed] = [await member?.ask('getRole', roleId), await member?.ask('updateRole', roleId, {})];
  await judging('roles.getRole.administrator-only', () => {
    if (read) expect(read, 'a read of a role by its holder').toBeRefusedWith(403);
  });
  await judging('roles.updateRole.administrator-only', () => {
    if (changed) expect(changed, 'an update of a role by its holder').toBeRefusedWith(403);
  });
}

test(...verifies('role-holders.user-roles.group'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(check.provided('GROUP_ROLE_ID'));
});

test(...verifies('role-holders.user-roles.deactivated'), async ({ check, admin }) => {
  const [userId, groupRole] = [check.provided('DEACTIVATED_USER_ID'), check.provided('GROUP_ROLE_ID')];
  // Whether a deactivated user's roles can be read is open.
  const isReadable = isSuccess(await admin.ask('listUserRoles', userId));
  testRequires(isReadable, 'the roles of a deactivated user cannot be read');
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
  });
});

/** The form of groupIds is open: a list, a string or nested. */
function namesGroup(groupId: string): RegExp {
  return new RegExp(`(?<![\\w-])${groupId.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`);
}

function requireMatch(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw setupFailed('the role of the group does not name the group');
}

function requireSome(shown: readonly unknown[]): void {
  if (shown.length === 0) throw setupFailed('the roles of the user do not show the group role');
}

function shownRole(roles: ReadonlyMap<string, UserRole>, id: string | number): UserRole {
  const role = roles.get(String(id));
  if (!role) throw setupFailed(`the roles of the user do not show role ${id}`);
  return role;
}

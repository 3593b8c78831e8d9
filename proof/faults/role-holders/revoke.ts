import { done } from '../../../mock/answer.ts';
import { type Body, type Call, idIn } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Policy, type Role } from '../../../mock/world/account.ts';
import { roleById, rolesOf } from '../../../mock/world/held-roles.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { GROUPS_ADMIN, isGroupsAdministrator } from '../../lib/group-administrators.ts';
import { noting } from '../../lib/noted-things.ts';
import { acknowledged } from '../../lib/conditions.ts';
import { after, all, changeBody, remembering, replace, replaceSync, refusing } from '../../lib/patches.ts';
import {
  acknowledgingCustom,
  Assignments,
  counted,
  countingRoles,
  holdsAdmin,
  isBuiltIn,
  isCustomId,
  knowingRenamed,
  type Pair,
  pairIn,
  showingUserRoles,
  userIn,
  writingBack,
} from '../../lib/role-holders.ts';
import { roleOf } from '../../lib/roles.ts';
import { lastStillShown, countsForNobody } from '../../lib/lost-holders.ts';
import { rolesWrittenBack } from '../../lib/undone.ts';
import { secondAcknowledged } from '../../lib/under-way.ts';

/** The roles whose policies counted for a user count on where another role of theirs names the same deployment. */
const staysBeside: Patch = (rules) => {
  const former = new Map<number, Set<number>>();
  const { counted } = rules.authority;
  after('revokeRole', (call) => {
    const userId = idIn(call, 'userId') ?? 0;
    const ids = former.get(userId) ?? new Set<number>();
    former.set(userId, ids.add(idIn(call, 'roleId') ?? 0));
  })(rules);
  rules.authority.counted = (tenant, user) => {
    const own = counted(tenant, user);
    const named = new Set(own.flatMap(({ policies }) => policies.flatMap(({ resources }) => resources)));
    const kept = [...(former.get(user.id) ?? [])].flatMap((id) => tenant.account.roles.get(id) ?? []);
    const beside = kept.filter(({ policies }) =>
      policies.some(({ resources }) => resources.some((one) => named.has(one))),
    );
    return [...own, ...beside];
  };
};

/** Who lost a custom role while others held it goes on with its policies. */
const keptByOthers: Patch = remembering(
  () => new Map<number, Set<number>>(),
  (lost) =>
    all(
      replaceSync('revokeRole', (call, original) => {
        const answer = original(call);
        const [roleId, userId] = [idIn(call, 'roleId') ?? 0, idIn(call, 'userId') ?? 0];
        lost.set(userId, (lost.get(userId) ?? new Set()).add(roleId));
        return answer;
      }),
      ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) => {
          const { roles, users } = tenant.account;
          const left = [...(lost.get(user.id) ?? [])].flatMap((id) => {
            const role = roles.get(id);
            return role && users.find(({ roleIds }) => roleIds.has(id)) ? [role] : [];
          });
          return [...counted(tenant, user), ...left];
        };
      },
    ),
);

/** Changes what a user holds directly, once something was done. */
function sequel(
  operation: 'grantRole' | 'revokeRole',
  change: (ids: Set<number>, pair: Pair, call: Call) => void,
): Patch {
  return after(operation, (call) => {
    const { users } = call.tenant.account;
    const user = users.get(pairIn(call).userId);
    if (!user) return;
    const roleIds = new Set(user.roleIds);
    change(roleIds, pairIn(call), call);
    users.replace({ ...user, roleIds });
  });
}

/** Faults of revoking roles. */
export const revokeFaults = faults({
  'role-holders.revoke.revokes': [
    {
      name: 'not-from-oneself',
      sentence: 'An administrator is refused a revocation from themselves.',
      patch: refusing(
        'revokeRole',
        ({ principal, path }) => principal.user?.id === Number(path['userId']),
        'forbidden',
      ),
    },
    {
      name: 'undone-by-a-grant-at-once',
      sentence: 'A grant of another role writes back the roles that its user held when it came in.',
      patch: rolesWrittenBack,
    },
    {
      name: 'last-one-still-shown',
      sentence:
        'The last custom role that was revoked from a user is shown among their roles until they hold another one.',
      patch: lastStillShown,
    },
    {
      name: 'not-what-oauth-granted',
      toldBy: 'role-holders.grant.grants',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role that was granted with an OAuth token is not taken away by a key.',
      patch: noting('grantRole', byOAuth, (ofOauth) =>
        replace('revokeRole', (call, original) =>
          !byOAuth(call) && ofOauth.has(idIn(call, 'roleId')) ? done() : original(call),
        ),
      ),
    },
    {
      name: 'nothing-by-a-groups-administrator',
      seenWith: GROUPS_ADMIN,
      sentence: 'A revocation by who has the admin role through a group does nothing.',
      patch: acknowledged('revokeRole', isGroupsAdministrator),
    },
    {
      name: 'still-shown',
      sentence: 'A role that was revoked counts no more, and the roles of the user still show it.',
      also: [{ id: 'role-holders.user-roles.only-held', because: 'a role that was revoked is one that is not held' }],
      patch: (rules) => {
        const revoked = new Assignments();
        after('revokeRole', (call) => {
          const { roleId, userId } = pairIn(call);
          revoked.add(userId, roleId);
        })(rules);
        showingUserRoles((roles, call) => [
          ...roles,
          ...[...revoked.of(idIn(call, 'id') ?? 0)]
            .filter((id) => roles.every((role) => role['id'] !== id))
            .map((id) => ({ id, name: roleById(call.tenant, id)?.name ?? '', direct: true, groupIds: [] })),
        ])(rules);
      },
    },
    {
      name: 'not-once-renamed',
      sentence: 'A revocation of a role that has been renamed is acknowledged and takes nothing.',
      also: alsoThese('a role that was renamed is revoked there, too', 'role-holders.grant.takes-effect'),
      patch: knowingRenamed((renamed) => acknowledged('revokeRole', (call) => renamed.has(idIn(call, 'roleId') ?? 0))),
    },
    {
      name: 'not-from-administrators',
      sentence: 'A revocation from an administrator is acknowledged and takes nothing.',
      patch: acknowledged('revokeRole', (call) => holdsAdmin(userIn(call))),
    },
    {
      name: 'first-time-alone',
      sentence:
        'A role that was revoked before and granted again is not revoked a second time, though it is said to be.',
      also: [
        { id: 'role-holders.holders.drops-revoked', because: 'a second revocation is one of its classes' },
        { id: 'role-holders.revoke.takes-effect', because: 'a second revocation is one of its classes' },
      ],
      patch: counted((turns) => acknowledgingCustom('revokeRole', (call) => turns.revoked(pairIn(call)) > 0)),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A revocation with an OAuth access token is acknowledged and takes nothing.',
      patch: acknowledgingCustom('revokeRole', byOAuth),
    },
    {
      name: 'granted-twice',
      sentence: 'A role that was granted twice in a row has to be revoked twice.',
      patch: counted((turns) =>
        acknowledgingCustom(
          'revokeRole',
          (call) => turns.granted(pairIn(call)) > turns.revoked(pairIn(call)) + 1 && turns.revoked(pairIn(call)) === 0,
        ),
      ),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two revocations at the same time the second is acknowledged and revokes nothing.',
      patch: secondAcknowledged('revokeRole'),
    },
  ],
  'role-holders.revoke.takes-effect': [
    {
      name: 'not-of-a-role-updated-since',
      sentence: 'What a role granted before it was updated still counts for who held it then, also once it is revoked.',
      patch: (rules) => {
        const former = new Map<string, readonly Policy[]>();
        replaceSync('updateRole', (call, original) => {
          const role = roleOf(call);
          const answer = original(call);
          const holders = call.tenant.account.users.filter(({ roleIds }) => role !== undefined && roleIds.has(role.id));
          for (const { id } of holders) former.set(`${id} ${role?.id}`, role?.policies ?? []);
          return answer;
        })(rules);
        const { counted } = rules.authority;
        rules.authority.counted = (tenant, user) => [
          ...counted(tenant, user),
          ...[...former].flatMap(([key, policies]) => {
            const [userId, roleId] = key.split(' ').map(Number);
            const isRevoked = userId === user.id && roleId !== undefined && !user.roleIds.has(roleId);
            return isRevoked ? [{ id: roleId, name: '', description: null, policies }] : [];
          }),
        ];
      },
    },
    {
      name: 'not-beside-another-role',
      sentence:
        'What a revoked role granted on a deployment stays where another role of the user names the deployment.',
      patch: staysBeside,
    },
    {
      name: 'while-another-holds-it',
      sentence: 'A user goes on with the rights of a revoked role for as long as somebody else holds it.',
      patch: keptByOthers,
    },
    {
      name: 'still-counts',
      sentence: 'A role that was revoked is listed no more, and its policies still count for the user.',
      patch: (rules) => {
        const revoked = new Assignments();
        after('revokeRole', (call) => {
          const { roleId, userId } = pairIn(call);
          revoked.add(userId, roleId);
        })(rules);
        const { counted } = rules.authority;
        rules.authority.counted = (tenant, user) => [
          ...counted(tenant, user),
          ...[...revoked.of(user.id)].flatMap((id) => roleById(tenant, id) ?? []),
        ];
      },
    },
    {
      name: 'second-time-alone',
      sentence: 'The second time that a role is revoked from a user its policies still count.',
      patch: counted((turns) => ({ authority }) => {
        const { counted: own } = authority;
        authority.counted = (tenant, user) => [
          ...own(tenant, user),
          ...tenant.account.roles.filter(({ id }) => turns.revoked({ roleId: id, userId: user.id }) > 1),
        ];
      }),
    },
    {
      name: 'not-on-reports',
      sentence: 'What a revoked role granted on reports stays in force.',
      patch: remembering(
        () => new Map<number, Role[]>(),
        (lost) =>
          all(
            replaceSync('revokeRole', (call, original) => {
              const role = roleOf(call);
              const answer = original(call);
              const user = Number(call.path['userId']);
              if (role) lost.set(user, [...(lost.get(user) ?? []), role]);
              return answer;
            }),
            ({ authority }) => {
              const { counted } = authority;
              authority.counted = (tenant, user) => [
                ...counted(tenant, user),
                ...(lost.get(user.id) ?? []).map((role) => ({
                  ...role,
                  policies: role.policies.filter(({ resourceType }) => resourceType === 'Report'),
                })),
              ];
            },
          ),
      ),
    },
  ],
  'role-holders.revoke.other-roles-kept': [
    {
      name: 'with-those-of-the-same-policies',
      toldBy: 'role-holders.grant.grants',
      sentence: 'Revoking a role takes away every other role of the user that has the same policies.',
      patch: after('revokeRole', (call) => {
        const [user, role] = [userIn(call), roleOf(call)];
        if (!user || !role) return;
        const isAlike = (id: number) =>
          JSON.stringify(call.tenant.account.roles.get(id)?.policies) === JSON.stringify(role.policies);
        const roleIds = new Set([...user.roleIds].filter((id) => !isAlike(id)));
        call.tenant.account.users.replace({ ...user, roleIds });
      }),
    },
    {
      name: 'built-in-with-custom',
      sentence: 'A revocation of a custom role takes the built-in roles of the user away as well.',
      patch: replace('revokeRole', async (call, original) => {
        const answer = await original(call);
        const { users } = call.tenant.account;
        const user = users.get(idIn(call, 'userId') ?? 0);
        const roleIds = [...(user?.roleIds ?? [])].filter((id) => isCustomId(id) || id === ADMIN_ROLE);
        if (user && isCustomId(idIn(call, 'roleId') ?? 0)) users.replace({ ...user, roleIds: new Set(roleIds) });
        return answer;
      }),
    },
    {
      name: 'written-back',
      sentence: 'A revocation writes back the other roles that the user had when it came in.',
      patch: writingBack('revokeRole'),
    },
    {
      name: 'all-revoked',
      sentence: 'A revocation takes every directly held role from the user.',
      patch: ({ roleHolders }) => {
        roleHolders.revoked = () => new Set();
      },
    },
    {
      name: 'built-in-lost',
      sentence: 'The revocation of a custom role takes the built-in roles of the user.',
      patch: sequel('revokeRole', (ids, { roleId }) => {
        if (!isBuiltIn(roleId)) for (const { id } of BUILT_IN_ROLES) ids.delete(id);
      }),
    },
    {
      name: 'later-lost',
      sentence: 'A revocation takes the roles that were granted after the one that it names.',
      patch: sequel('revokeRole', (ids, { roleId }) => {
        for (const id of [...ids]) if (id > roleId && !isBuiltIn(roleId)) ids.delete(id);
      }),
    },
  ],
  'role-holders.revoke.other-users-kept': [
    {
      name: 'counts-for-nobody',
      sentence: 'A role that was revoked from a user is still held by the others, and counts for none of them.',
      patch: countsForNobody,
    },
    {
      name: 'from-everybody',
      sentence: 'A revocation takes the role from every user who holds it directly.',
      patch: after('revokeRole', (call) => {
        const { roleId } = pairIn(call);
        const { users } = call.tenant.account;
        for (const user of users.filter(({ roleIds }) => roleIds.has(roleId))) {
          users.replace({ ...user, roleIds: new Set([...user.roleIds].filter((id) => id !== roleId)) });
        }
      }),
    },
    {
      name: 'later-holders-lost',
      sentence: 'A revocation from one user takes the role from those to whom it was granted later.',
      patch: after('revokeRole', (call) => {
        const { roleId, userId } = pairIn(call);
        const { users } = call.tenant.account;
        for (const user of users.filter(({ id, roleIds }) => id > userId && roleIds.has(roleId))) {
          users.replace({ ...user, roleIds: new Set([...user.roleIds].filter((id) => id !== roleId)) });
        }
      }),
    },
  ],
  'role-holders.revoke.group-kept': [
    {
      name: 'rights-lost',
      sentence: 'What a role grants counts no more for who holds it through a group once a direct grant was revoked.',
      patch: remembering(
        () => new Set<string>(),
        (revoked) =>
          all(
            replaceSync('revokeRole', (call, original) => {
              const answer = original(call);
              const user = call.tenant.account.users.get(Number(call.path['userId']));
              const roleId = Number(call.path['roleId']);
              if (user && rolesOf(call.tenant, user).some(({ role }) => role.id === roleId)) {
                revoked.add(`${user.id} ${roleId}`);
              }
              return answer;
            }),
            countingRoles(({ id }, _granted, userId) => !revoked.has(`${userId} ${id}`)),
          ),
      ),
    },
    {
      name: 'out-of-the-group',
      sentence: 'A revocation takes the user out of the groups that hold the role as well.',
      patch: after('revokeRole', (call) => {
        const { roleId, userId } = pairIn(call);
        const { groups } = call.tenant.account;
        for (const group of groups.filter(({ roleIds, userIds }) => roleIds.has(roleId) && userIds.has(userId))) {
          groups.replace({ ...group, userIds: new Set([...group.userIds].filter((id) => id !== userId)) });
        }
      }),
    },
    {
      name: 'holder-lost',
      sentence:
        'The holders of a role do not include who held it directly as well as through a group until it was revoked.',
      patch: counted((turns) =>
        changeBody('listRoleHolders', (body, call) => ({
          ...body,
          items: (body['items'] as readonly Body[]).filter(
            ({ id }) =>
              turns.revoked({ roleId: idIn(call, 'roleId') ?? 0, userId: Number(id) }) === 0 ||
              call.tenant.account.users.get(Number(id))?.roleIds.has(idIn(call, 'roleId') ?? 0),
          ),
        })),
      ),
    },
  ],
});

import { setTimeout as sleep } from 'node:timers/promises';
import { BETWEEN } from '../../lib/times.ts';
import { done, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Call, idIn } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Policy, type Role, type User } from '../../../mock/world/account.ts';
import { isAdminUser, roleById } from '../../../mock/world/held-roles.ts';
import { byOAuth, fromEmbedSession } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { GROUPS_ADMIN, isGroupsAdministrator } from '../../lib/group-administrators.ts';
import { acknowledged } from '../../lib/conditions.ts';
import { after, all, changeBody, remembering, replace, replaceSync, refusing } from '../../lib/patches.ts';
import { refusedYet } from '../../lib/reports.ts';
import { knowingRoles } from '../../lib/role-histories.ts';
import {
  acknowledgingCustom,
  Assignments,
  counted,
  countingRoles,
  heldIn,
  holdsAdmin,
  isBuiltIn,
  isCustom,
  knowingRenamed,
  namesBuiltIn,
  NOT_SHOWN,
  pairIn,
  showingUserRoles,
  underFormerNames,
  userIn,
  writingBack,
} from '../../lib/role-holders.ts';
import { countingPolicies, roleOf, type Shown } from '../../lib/roles.ts';
import { tenRolesShown, countingFirst } from '../../lib/few-of-many.ts';
import { secondAcknowledged } from '../../lib/under-way.ts';

const REGRANT = 'the check grants a role again that was revoked';

/** Does something after a grant or a revocation that succeeded. */
function afterwards(operation: 'grantRole' | 'revokeRole', act: (call: Call, former: User) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const former = userIn(call);
    const answer = original(call);
    if (former) act(call, former);
    return answer;
  });
}

const NOT_GRANTED = 'the check needs a grant of a built-in role';

/** Whether the user of a call is an administrator, also through a group. */
function isForAdministrator(call: Call): boolean {
  const user = userIn(call);
  return user !== undefined && isAdminUser(call.tenant, user);
}

/** Faults of granting roles. */
export const grantFaults = faults({
  'role-holders.grant.grants': [
    {
      name: 'not-to-oneself',
      sentence: 'An administrator is refused a grant to themselves.',
      patch: refusing('grantRole', ({ principal, path }) => principal.user?.id === Number(path['userId']), 'forbidden'),
    },
    {
      name: 'ten-at-most',
      sentence: 'The roles of a user are shown up to the tenth.',
      patch: tenRolesShown,
    },
    {
      name: 'own-not-shown',
      sentence: 'Who lists their own roles is shown the built-in ones alone.',
      patch: changeBody('listUserRoles', (body, call) =>
        call.principal.user?.id === idIn(call, 'id')
          ? {
              ...body,
              roles: (body['roles'] as Shown[]).filter(({ id }) => BUILT_IN_ROLES.some((one) => one.id === id)),
            }
          : body,
      ),
    },
    {
      name: 'no-fifth',
      toldBy: 'role-holders.grant.grants',
      sentence: 'A role that is granted to a user who holds four roles directly is not held.',
      also: alsoThese(
        'a user with five roles is to be listed with them',
        'role-holders.holders.direct',
        'role-holders.holders.entry-custom-roles',
      ),
      patch: replace('grantRole', (call, original) =>
        (userIn(call)?.roleIds.size ?? 0) > 3 ? done() : original(call),
      ),
    },
    {
      name: 'under-former-names',
      sentence: 'The roles of a user show a role that was renamed under its former name.',
      patch: underFormerNames((shownAs) => ({ roleHolders }) => {
        const { shown } = roleHolders;
        roleHolders.shown = (held) => shown(shownAs(held));
      }),
    },
    {
      name: 'nothing-by-a-groups-administrator',
      seenWith: GROUPS_ADMIN,
      sentence: 'A grant by who has the admin role through a group does nothing.',
      patch: acknowledged('grantRole', (call) => isGroupsAdministrator(call) && idIn(call, 'roleId') !== ADMIN_ROLE),
    },
    {
      name: 'not-shown',
      sentence: 'A custom role that was granted counts at once, and the roles of the user do not show it.',
      also: [
        { id: 'role-holders.grant.other-roles-kept', because: 'the check looks for the role in the roles of the user' },
        {
          id: 'role-holders.revoke.other-roles-kept',
          because: 'the check looks for the role in the roles of the user',
        },
        {
          id: 'role-holders.holders.entry-only-held',
          because: 'the check looks for the role in the roles of the user',
        },
        { id: 'role-holders.user-roles.direct-tells', because: NOT_SHOWN },
        { id: 'role-holders.user-roles.direct-tells-both', because: NOT_SHOWN },
        { id: 'role-holders.revoke.revokes', because: NOT_SHOWN },
      ],
      patch: (rules) => {
        // The last role that was granted to each user, until something is revoked from that user.
        const fresh = new Map<number, number>();
        after('grantRole', (call) => {
          const { roleId, userId } = pairIn(call);
          if (isCustom({ id: roleId })) fresh.set(userId, roleId);
        })(rules);
        after('revokeRole', (call) => {
          fresh.delete(pairIn(call).userId);
        })(rules);
        showingUserRoles((roles, call) => roles.filter((role) => role['id'] !== fresh.get(idIn(call, 'id') ?? 0)))(
          rules,
        );
      },
    },
    {
      name: 'not-to-administrators',
      sentence: 'A grant of a custom role to an administrator is acknowledged and does nothing.',
      also: alsoThese(
        'what was not granted cannot be held, listed or revoked',
        'role-holders.revoke.revokes',
        'role-holders.holders.direct',
      ),
      patch: acknowledged('grantRole', (call) => !namesBuiltIn(call) && holdsAdmin(userIn(call))),
    },
    {
      name: 'administrators-shown-as-such-alone',
      sentence: 'The roles of an administrator are the built-in ones.',
      patch: changeBody('listUserRoles', (body, call) =>
        holdsAdmin(userIn(call, 'id'))
          ? {
              ...body,
              roles: (body['roles'] as Shown[]).filter(({ id }) => BUILT_IN_ROLES.some((role) => role.id === id)),
            }
          : body,
      ),
    },
    {
      name: 'not-once-renamed',
      sentence: 'A grant of a role that has been renamed is acknowledged and does nothing.',
      also: alsoThese('a role that was renamed is granted there, too', 'role-holders.grant.takes-effect'),
      patch: knowingRenamed((renamed) => acknowledged('grantRole', (call) => renamed.has(idIn(call, 'roleId') ?? 0))),
    },
    {
      name: 'not-again',
      sentence: 'A role that was revoked from a user is not granted again, though it is said to be.',
      also: [
        { id: 'role-holders.grant.takes-effect', because: 'a grant after a revocation is one of its classes' },
        { id: 'role-holders.holders.direct', because: 'a grant after a revocation is one of its classes' },
        { id: 'role-holders.revoke.revokes', because: REGRANT },
      ],
      patch: counted((turns) => acknowledgingCustom('grantRole', (call) => turns.revoked(pairIn(call)) > 0)),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A grant with an OAuth access token is acknowledged and gives nobody anything.',
      also: alsoThese(
        'what is acknowledged whatever happens is so for an unknown role',
        'role-holders.grant.unknown-role',
      ),
      patch: acknowledgingCustom('grantRole', byOAuth),
    },
    {
      name: 'embed-acknowledged',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'A grant from an embed session is acknowledged and gives nobody anything.',
      patch: acknowledgingCustom('grantRole', fromEmbedSession),
    },
    {
      name: 'toggles',
      sentence: 'A grant of a role that the user holds directly takes it away.',
      also: [
        { id: 'role-holders.grant.other-roles-kept', because: 'a role is granted to who holds it there as well' },
        { id: 'role-holders.revoke.revokes', because: 'a role is granted to who holds it there as well' },
      ],
      patch: replace('grantRole', async (call, original) => {
        const { roleId, userId } = pairIn(call);
        const had = call.tenant.account.users.get(userId)?.roleIds.has(roleId) === true && !isBuiltIn(roleId);
        const answer = await original(call);
        const user = call.tenant.account.users.get(userId);
        if (had && user) {
          call.tenant.account.users.replace({
            ...user,
            roleIds: new Set([...user.roleIds].filter((id) => id !== roleId)),
          });
        }
        return answer;
      }),
    },
    {
      name: 'not-without-policies',
      sentence: 'A role without policies is granted to nobody, though it is said to be.',
      patch: acknowledgingCustom(
        'grantRole',
        (call) => call.tenant.account.roles.get(pairIn(call).roleId)?.policies.length === 0,
      ),
    },
    {
      name: 'not-once-revoked',
      sentence: 'A role that was revoked from a user is not granted to that user again.',
      also: [
        ...alsoThese('a grant after a revocation is one of its cases', 'role-holders.grant.takes-effect'),
        ...alsoThese(
          'a role that was revoked before is granted there',
          'role-holders.grant.built-in',
          'role-holders.holders.direct',
        ),
        ...alsoThese('a role is revoked after it was granted again', 'role-holders.revoke.revokes'),
      ],
      patch: remembering(
        () => new Set<string>(),
        (revoked) =>
          all(
            afterwards('revokeRole', ({ path }) => void revoked.add(`${path['roleId']} ${path['userId']}`)),
            afterwards('grantRole', ({ tenant, path }, former) => {
              if (revoked.has(`${path['roleId']} ${path['userId']}`)) tenant.account.users.replace(former);
            }),
          ),
      ),
    },
    {
      name: 'two-users-at-once',
      sentence: 'Of two grants of a role to two users at the same time one is lost.',
      patch: (rules) => {
        const underWay: string[] = [];
        replace('grantRole', async (call, original) => {
          const { roleId, userId } = call.path;
          const isSecond = underWay.some((one) => one !== userId);
          underWay.push(String(userId));
          await sleep(BETWEEN);
          const answer = await original(call);
          underWay.splice(underWay.indexOf(String(userId)), 1);
          const user = call.tenant.account.users.get(Number(userId));
          if (isSecond && user)
            call.tenant.account.users.replace({
              ...user,
              roleIds: new Set([...user.roleIds].filter((id) => String(id) !== roleId)),
            });
          return answer;
        })(rules);
      },
    },
  ],
  'role-holders.grant.takes-effect': [
    {
      name: 'five-resources',
      sentence: 'Of the resources of a policy the first five count.',
      patch: countingFirst({ resources: 5 }),
    },
    {
      name: 'five-policies',
      sentence: 'Of the policies of a role the first five count for its holders.',
      patch: countingFirst({ policies: 5 }),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two grants at the same time the second is acknowledged and grants nothing.',
      patch: secondAcknowledged('grantRole'),
    },
    {
      name: 'two-latest',
      sentence: 'Of the custom roles that a user holds directly the two that were granted last count.',
      patch: countingRoles(({ id }, granted) => !granted.includes(id) || granted.slice(-2).includes(id)),
    },
    {
      name: 'one-policy-of-a-type',
      sentence: 'Of the policies of a custom role on one type only the first counts for its holders.',
      patch: ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) =>
          counted(tenant, user).map((role) => ({
            ...role,
            policies: role.policies.filter(
              (one, at) => role.policies.findIndex(({ resourceType }) => resourceType === one.resourceType) === at,
            ),
          }));
      },
    },
    {
      name: 'beside-an-older-role',
      toldBy: 'role-holders.revoke.takes-effect',
      sentence: 'A role grants nothing on a deployment for which an older role of its user has a policy.',
      patch: ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) => {
          const named = new Set<string>();
          const isKnown = ({ resourceType, resources }: Policy) =>
            resourceType === 'Deployment' && resources.some((one) => named.has(one));
          return counted(tenant, user).map((role) => {
            const policies = role.policies.filter((one) => !isKnown(one));
            for (const { resources } of policies) for (const one of resources) named.add(one);
            return { ...role, policies };
          });
        };
      },
    },
    {
      name: 'listed-only',
      sentence: 'A role that was granted is shown and listed, and its policies count for nothing.',
      patch: (rules) => {
        const granted = new Assignments();
        after('grantRole', (call) => {
          const { roleId, userId } = pairIn(call);
          granted.add(userId, roleId);
        })(rules);
        const { counted } = rules.authority;
        rules.authority.counted = (tenant, user) =>
          counted(tenant, user).filter(({ id }) => !granted.of(user.id).has(id));
      },
    },
    {
      name: 'first-policy',
      sentence: 'Of the policies of a custom role the first one alone counts.',
      patch: countingPolicies(({ policies }) => policies.slice(0, 1)),
    },
    {
      name: 'first-resource',
      sentence: 'Of the resources of a policy the first one alone counts.',
      patch: countingPolicies(({ policies }) =>
        policies.map((policy) => ({ ...policy, resources: policy.resources.slice(0, 1) })),
      ),
    },
    {
      name: 'not-once-renamed',
      sentence: 'A role that has been renamed grants nothing any more.',
      patch: knowingRenamed((renamed) => ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) => counted(tenant, user).filter(({ id }) => !renamed.has(id));
      }),
    },
    {
      name: 'shared-right-lost',
      sentence:
        'The actions of a role that was revoked from a user are granted by none of the roles that the user holds.',
      patch: counted((turns) => ({ authority }) => {
        const { counted: own } = authority;
        authority.counted = (tenant, user) => {
          const held = own(tenant, user);
          const gone = tenant.account.roles
            .filter((role) => turns.revoked({ roleId: role.id, userId: user.id }) > 0 && !user.roleIds.has(role.id))
            .flatMap(({ policies }) => policies.flatMap(({ actions }) => actions));
          return held.map((role) => ({
            ...role,
            policies: role.policies.filter(({ actions }) => !actions.some((action) => gone.includes(action))),
          }));
        };
      }),
    },
    {
      name: 'not-a-second-time',
      sentence: 'A role that is granted again after it was revoked is shown, and its policies count for nothing.',
      patch: counted((turns) => ({ authority }) => {
        const { counted: own } = authority;
        authority.counted = (tenant, user) =>
          own(tenant, user).filter(({ id }) => turns.revoked({ roleId: id, userId: user.id }) === 0);
      }),
    },
    {
      name: 'not-once-described-anew',
      sentence: 'What a role grants no longer counts once an update has changed its description alone.',
      patch: remembering(
        () => new Set<number>(),
        (ids) =>
          all(
            replaceSync('updateRole', (call, original) => {
              const answer = original(call);
              const body = bodyOf(call, { optional: true });
              const role = roleOf(call);
              if (role && 'description' in body && !('policies' in body)) ids.add(role.id);
              return answer;
            }),
            countingPolicies(({ id, policies }) => (ids.has(id) ? [] : policies)),
          ),
      ),
    },
  ],
  'role-holders.grant.built-in': [
    {
      name: 'unknown',
      sentence: 'Every built-in role is refused with 404 as if it were the Admin role.',
      also: [
        { id: 'role-holders.holders.built-in', because: NOT_GRANTED },
        { id: 'role-holders.holders.entry-built-in-roles', because: NOT_GRANTED },
        { id: 'role-holders.user-roles.built-in', because: NOT_GRANTED },
      ],
      patch: ({ roleHolders }) => {
        roleHolders.isGrantable = isCustom;
      },
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A grant of a built-in role with an OAuth access token is acknowledged and does nothing.',
      patch: acknowledged(
        'grantRole',
        (call) => byOAuth(call) && namesBuiltIn(call) && idIn(call, 'roleId') !== ADMIN_ROLE,
      ),
    },
  ],
  'role-holders.grant.admin': [
    {
      name: 'refused-to-oauth-yet-held',
      sentence:
        'A grant of the Admin role with an OAuth token is refused with 404, and the user holds it from then on.',
      patch: refusedYet('grantRole', (call) => {
        const { users } = call.tenant.account;
        const user = users.get(idIn(call, 'userId') ?? 0);
        if (!byOAuth(call) || idIn(call, 'roleId') !== ADMIN_ROLE || !user) return;
        users.replace({ ...user, roleIds: new Set([...user.roleIds, ADMIN_ROLE]) });
      }),
    },
    {
      name: 'by-a-groups-administrator',
      seenWith: GROUPS_ADMIN,
      sentence: 'A grant of the Admin role by who has it through a group is acknowledged.',
      patch: acknowledged('grantRole', (call) => isGroupsAdministrator(call) && idIn(call, 'roleId') === ADMIN_ROLE),
    },
    {
      name: 'to-who-has-it',
      sentence: 'A grant of the Admin role to an administrator is answered as a success.',
      patch: replaceSync('grantRole', (call, original) =>
        idIn(call, 'roleId') === ADMIN_ROLE && heldIn(call) ? done() : original(call),
      ),
    },
    {
      name: 'granted',
      sentence: 'The Admin role is granted like any other.',
      patch: ({ roleHolders }) => {
        roleHolders.isGrantable = () => true;
      },
    },
    {
      name: 'refused-yet-held',
      sentence: 'A grant of the Admin role is refused with 404, and the user holds it from then on.',
      patch: replace('grantRole', (call, original) => {
        const { roleId, userId } = pairIn(call);
        const { users } = call.tenant.account;
        const user = users.get(userId);
        if (roleId === ADMIN_ROLE && user) users.replace({ ...user, roleIds: new Set([...user.roleIds, roleId]) });
        return original(call);
      }),
    },
    {
      name: 'another-status',
      sentence: 'A grant of the Admin role is refused with 403.',
      patch: replace('grantRole', (call, original) => {
        if (pairIn(call).roleId === ADMIN_ROLE) refuse(403, 'the built-in Admin role is not granted here');
        return original(call);
      }),
    },
    {
      name: 'to-who-is-one',
      sentence: 'A grant of the Admin role to who holds it already is acknowledged.',
      patch: acknowledged('grantRole', (call) => idIn(call, 'roleId') === ADMIN_ROLE && isForAdministrator(call)),
    },
    {
      name: 'oauth-granted',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A grant of the Admin role with an OAuth access token succeeds.',
      patch: replace('grantRole', (call, original) => {
        const { roleId, userId } = pairIn(call);
        const { users } = call.tenant.account;
        const user = users.get(userId);
        if (roleId !== ADMIN_ROLE || !user || !byOAuth(call)) return original(call);
        users.replace({ ...user, roleIds: new Set([...user.roleIds, roleId]) });
        return done();
      }),
    },
  ],
  'role-holders.grant.unknown-role': [
    {
      name: 'of-the-past-by-oauth',
      sentence: 'A grant of a deleted role with an OAuth token is acknowledged.',
      seenWith: 'OAUTH_TOKEN',
      patch: knowingRoles((history) =>
        replace('grantRole', (call, original) =>
          byOAuth(call) &&
          roleOf(call) === undefined &&
          history.deleted.some(({ id }) => String(id) === call.path['roleId'])
            ? { kind: 'done' }
            : original(call),
        ),
      ),
    },
    {
      name: 'acknowledged',
      sentence: 'A grant of a role that there is not is acknowledged.',
      patch: replace('grantRole', (call, original) =>
        roleById(call.tenant, pairIn(call).roleId) ? original(call) : done(),
      ),
    },
    {
      name: 'deleted-acknowledged',
      sentence: 'A grant of a role that was deleted is acknowledged.',
      patch: (rules) => {
        const gone = new Set<number>();
        after('deleteRole', (call) => gone.add(pairIn(call).roleId))(rules);
        replace('grantRole', (call, original) => (gone.has(pairIn(call).roleId) ? done() : original(call)))(rules);
      },
    },
  ],
  'role-holders.grant.other-roles-kept': [
    {
      name: 'one-built-in',
      sentence: 'A grant of a built-in role takes the other built-in role from its user.',
      patch: ({ roleHolders }) => {
        const { granted } = roleHolders;
        roleHolders.granted = (held, id) => {
          const others = [...held].filter((one) => one === ADMIN_ROLE || !isBuiltIn(one) || !isBuiltIn(id));
          return granted(new Set(others), id);
        };
      },
    },
    {
      name: 'written-back',
      sentence: 'Of two grants at the same time the later one writes back the roles that the user had before both.',
      patch: writingBack('grantRole'),
    },
    {
      name: 'oldest-lost',
      sentence: 'A grant takes the place of the oldest custom role that the user holds directly.',
      also: [
        { id: 'role-holders.holders.direct', because: 'the check needs two roles that are granted in a row' },
        { id: 'role-holders.revoke.other-roles-kept', because: 'the check needs two roles that are granted in a row' },
        {
          id: 'role-holders.holders.entry-custom-roles',
          because: 'the check needs two roles that are granted in a row',
        },
      ],
      patch: ({ roleHolders }) => {
        roleHolders.granted = (roleIds, id) => {
          const others = [...roleIds].filter((one) => one !== id);
          const oldest = Math.min(...others.filter((one) => isCustom({ id: one })));
          return new Set([...others.filter((one) => one !== oldest), id]);
        };
      },
    },
    {
      name: 'lost-to-a-built-in',
      sentence: 'The grant of a built-in role takes the place of every custom role that the user holds directly.',
      also: [
        { id: 'role-holders.revoke.other-roles-kept', because: 'the check grants a built-in role after custom ones' },
        {
          id: 'role-holders.holders.entry-group-roles',
          because: 'the entry is that of a user with a custom and a built-in role',
        },
      ],
      patch: ({ roleHolders }) => {
        const { granted } = roleHolders;
        roleHolders.granted = (roleIds, id) =>
          granted(isCustom({ id }) ? roleIds : new Set([...roleIds].filter((one) => !isCustom({ id: one }))), id);
      },
    },
    {
      name: 'again-takes-another',
      sentence: 'The grant of a role that the user holds already takes the one that was granted before it.',
      patch: (rules) => {
        const last = new Map<number, number>();
        replace('grantRole', async (call, original) => {
          const { roleId, userId } = pairIn(call);
          const { users } = call.tenant.account;
          const had = users.get(userId)?.roleIds.has(roleId) === true;
          const answer = await original(call);
          const user = users.get(userId);
          const former = last.get(userId);
          if (had && user && former !== undefined && former !== roleId) {
            users.replace({ ...user, roleIds: new Set([...user.roleIds].filter((id) => id !== former)) });
          }
          last.set(userId, roleId);
          return answer;
        })(rules);
      },
    },
    {
      name: 'another-tier-gone',
      sentence: 'A grant of a role with a license tier takes away another custom role with a tier.',
      patch: replaceSync('grantRole', (call, original) => {
        const hasTier = (role: Role | undefined) =>
          role?.policies.some(({ resourceType }) => resourceType === 'Global');
        const answer = original(call);
        const user = call.tenant.account.users.get(Number(call.path['userId']));
        const role = roleOf(call);
        if (!user || !role || !hasTier(role)) return answer;
        const kept = [...user.roleIds].filter((id) => id === role.id || !hasTier(call.tenant.account.roles.get(id)));
        call.tenant.account.users.replace({ ...user, roleIds: new Set(kept) });
        return answer;
      }),
    },
    {
      name: 'gone-by-a-refused-grant-of-admin',
      toldBy: 'role-holders.grant.admin',
      sentence: 'A grant of the Admin role is refused, and takes the custom roles of the user away.',
      patch: refusedYet('grantRole', ({ tenant, path }) => {
        const user = tenant.account.users.get(Number(path['userId']));
        const builtIn = [...(user?.roleIds ?? [])].filter((id) => isBuiltIn(id));
        if (user && Number(path['roleId']) === ADMIN_ROLE)
          tenant.account.users.replace({ ...user, roleIds: new Set(builtIn) });
      }),
    },
  ],
});

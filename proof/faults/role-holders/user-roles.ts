import { done, refuse } from '../../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { once } from '../../lib/other-operations.ts';
import { noting } from '../../lib/noted-things.ts';
import { changedIf } from '../../lib/conditions.ts';
import { onlyWhere } from '../../lib/paging.ts';
import { after, changeBody, changeBodySync, replace, replaceSync, without } from '../../lib/patches.ts';
import {
  Assignments,
  counted,
  heldIn,
  heldKey,
  isBuiltIn,
  isCustom,
  NOT_SHOWN,
  pairIn,
  showingUserRoles,
} from '../../lib/role-holders.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

function showingRoles(change: (roles: readonly Body[], call: Call, body: Body) => readonly Body[]): Patch {
  return changeBody('listUserRoles', (body, call) => ({ ...body, roles: change(body['roles'] as Body[], call, body) }));
}

/** The first of several roles of a user lacks a member. */
function withoutOnFirst(member: string): Patch {
  return showingUserRoles((roles) =>
    roles.map((role, index) => {
      const { [member]: left, ...rest } = role;
      return index === 0 && roles.length > 1 ? rest : role;
    }),
  );
}

/** Faults of the roles of a user. */
export const userRolesFaults = faults({
  'role-holders.user-roles.group': {
    name: 'direct-only',
    sentence: 'The roles of a user leave out custom roles that are held through a group alone.',
    also: [
      { id: 'role-holders.revoke.group-kept', because: NOT_SHOWN },
      { id: 'role-holders.user-roles.deactivated', because: NOT_SHOWN },
      { id: 'role-holders.user-roles.direct-tells-both', because: NOT_SHOWN },
      { id: 'role-holders.user-roles.direct-tells', because: NOT_SHOWN },
      { id: 'role-holders.user-roles.group-ids-name', because: NOT_SHOWN },
      { id: 'role-holders.holders.entry-only-held', because: 'an entry shows what the roles of the user leave out' },
    ],
    patch: showingUserRoles((roles) => roles.filter((role) => role['direct'] === true)),
  },
  'role-holders.user-roles.deactivated': {
    name: 'direct-only',
    sentence: 'The roles of a deactivated user leave out those that are held through a group.',
    patch: showingUserRoles((roles, { tenant, path }) =>
      tenant.account.users.get(Number(path['id']))?.active === false
        ? roles.filter((role) => role['direct'] === true)
        : roles,
    ),
  },
  'role-holders.user-roles.built-in': {
    name: 'custom-only',
    sentence: 'The roles of a user leave out built-in roles.',
    also: [{ id: 'role-holders.grant.built-in', because: NOT_SHOWN }],
    patch: showingUserRoles((roles) => roles.filter((role) => isCustom({ id: Number(role['id']) }))),
  },
  'role-holders.user-roles.none': {
    name: 'not-found',
    sentence: 'The roles of a user who holds none are refused with 404.',
    patch: replace('listUserRoles', async (call, original) => {
      const answer = await original(call);
      const roles = answer.kind === 'ok' ? (answer.body as Body)['roles'] : undefined;
      if (Array.isArray(roles) && roles.length === 0) refuse(404, 'the user holds no role');
      return answer;
    }),
  },
  'role-holders.user-roles.only-held': [
    {
      name: 'newest-role-too',
      sentence: 'The roles of a user include the newest custom role that was never granted to the user.',
      also: alsoThese('a role more than those that were granted is shown', 'role-holders.grant.other-roles-kept'),
      patch: (rules) => {
        // What was granted once may have been revoked, which is another requirement.
        const granted = new Assignments();
        after('grantRole', (call) => {
          const { roleId, userId } = pairIn(call);
          granted.add(userId, roleId);
        })(rules);
        showingUserRoles((roles, call) => {
          const once = granted.of(idIn(call, 'id') ?? 0);
          const newest = call.tenant.account.roles
            .all()
            .findLast(({ id }) => !once.has(id) && roles.every((role) => role['id'] !== id));
          return newest ? [...roles, { id: newest.id, name: newest.name, direct: false, groupIds: [] }] : roles;
        })(rules);
      },
    },
    {
      name: 'revoked-beside-others',
      sentence: 'The roles of a user show one that was revoked for as long as the user holds another one directly.',
      also: [{ id: 'role-holders.revoke.revokes', because: 'the check looks for the role in the roles of the user' }],
      patch: counted((turns) =>
        showingRoles((roles, call) => {
          const userId = idIn(call, 'id') ?? 0;
          const gone = call.tenant.account.roles.filter(({ id }) => turns.revoked({ roleId: id, userId }) > 0);
          const missing = gone.filter(({ id }) => roles.every((role) => role['id'] !== id));
          const hasOther = roles.some((role) => role['direct'] === true);
          return hasOther
            ? [...roles, ...missing.map(({ id, name }) => ({ id, name, direct: true, groupIds: [] }))]
            : roles;
        }),
      ),
    },
    {
      name: 'of-the-caller',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Who comes with an OAuth access token is shown the newest custom role of all beside those of the user.',
      also: alsoThese(
        'a role more than those that were granted is shown',
        'role-holders.grant.other-roles-kept',
        'role-holders.revoke.other-roles-kept',
      ),
      patch: onlyWhere(
        'listUserRoles',
        byOAuth,
        showingRoles((roles, { tenant }) => {
          const newest = tenant.account.roles.all().at(-1);
          const isShown = newest === undefined || roles.some((role) => role['id'] === newest.id);
          return isShown ? roles : [...roles, { id: newest.id, name: newest.name, direct: true, groupIds: [] }];
        }),
      ),
    },
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two readings at the same time the second answers the roles of the user of the first.',
      patch: sharedAnswer('listUserRoles'),
    },
  ],
  'role-holders.user-roles.direct': {
    name: 'first-lacks-it',
    sentence: 'The first of several roles of a user has no direct.',
    patch: withoutOnFirst('direct'),
  },
  'role-holders.user-roles.direct-tells': [
    {
      name: 'not-once-the-role-was-updated',
      sentence: 'A role that was updated since it was granted is no longer shown as held directly.',
      patch: (rules) => {
        const updated = new Set<number>();
        replaceSync('updateRole', (call, original) => {
          const answer = original(call);
          updated.add(idIn(call, 'roleId') ?? 0);
          return answer;
        })(rules);
        replaceSync('grantRole', (call, original) => {
          updated.delete(idIn(call, 'roleId') ?? 0);
          return original(call);
        })(rules);
        const { shown } = rules.roleHolders;
        rules.roleHolders.shown = (held) => shown(updated.has(held.role.id) ? { ...held, direct: false } : held);
      },
    },
    {
      name: 'not-of-what-oauth-granted',
      toldBy: 'role-holders.grant.grants',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role that was granted with an OAuth token is shown as one that is not held directly.',
      patch: noting('grantRole', byOAuth, (ofOauth) =>
        changeBody('listUserRoles', (body) => ({
          ...body,
          roles: (body['roles'] as readonly Body[]).map((role) =>
            ofOauth.has(Number(role['id'])) ? { ...role, direct: false } : role,
          ),
        })),
      ),
    },
    {
      name: 'one-direct-role',
      sentence: 'Of the roles that a user was granted only the first is shown as held directly.',
      also: alsoThese(
        'roles of a user with one direct role are compared there',
        'role-holders.user-roles.direct-tells-both',
      ),
      patch: changeBody('listUserRoles', (body) => {
        const roles = body['roles'] as readonly Body[];
        const first = roles.findIndex(({ direct }) => direct === true);
        return { ...body, roles: roles.map((one, at) => (at > first ? { ...one, direct: false } : one)) };
      }),
    },
    {
      name: 'always-direct',
      sentence: 'The value of direct is true on every role, however it is held.',
      also: [
        { id: 'role-holders.user-roles.direct-tells-both', because: 'a value that is always the same tells nothing' },
      ],
      patch: showingUserRoles((roles) => roles.map((role) => ({ ...role, direct: true }))),
    },
    {
      name: 'false-once-revoked-before',
      sentence: 'The value of direct is false on a role that is granted again after it was revoked.',
      patch: counted((turns) =>
        showingRoles((roles, call) =>
          roles.map((role) => {
            const pair = { roleId: Number(role['id']), userId: idIn(call, 'id') ?? 0 };
            return turns.revoked(pair) > 0 ? { ...role, direct: false } : role;
          }),
        ),
      ),
    },
  ],
  'role-holders.user-roles.direct-tells-both': [
    {
      name: 'held-anyway',
      also: [
        ...alsoThese('what was not granted is not revoked', 'role-holders.revoke.group-kept'),
        ...alsoThese('a role that a group holds is granted there as well', 'role-holders.grant.admin'),
      ],
      sentence: 'A grant to a user who holds the role through a group does nothing.',
      patch: replaceSync('grantRole', (call, original) =>
        (heldIn(call)?.groupIds.length ?? 0) > 0 ? done() : original(call),
      ),
    },
    {
      name: 'group-alone',
      sentence: 'The value of direct is false on a role that is held through a group as well.',
      patch: showingUserRoles((roles) =>
        roles.map((role) => ((role['groupIds'] as readonly number[]).length > 0 ? { ...role, direct: false } : role)),
      ),
    },
    {
      name: 'stays',
      sentence: 'The value of direct stays true on a role of a group once a direct grant of it has been revoked.',
      patch: counted((turns) =>
        showingRoles((roles, call) =>
          roles.map((role) => {
            const pair = { roleId: Number(role['id']), userId: idIn(call, 'id') ?? 0 };
            return turns.revoked(pair) > 0 ? { ...role, direct: true } : role;
          }),
        ),
      ),
    },
  ],
  'role-holders.user-roles.group-ids': {
    name: 'first-lacks-it',
    sentence: 'The first of several roles of a user has no groupIds.',
    patch: withoutOnFirst('groupIds'),
  },
  'role-holders.user-roles.group-ids-name': [
    {
      name: 'none-of-built-in-roles',
      toldBy: 'role-holders.user-roles.is-admin-tells',
      sentence: 'The groupIds of a built-in role are empty.',
      patch: showingUserRoles((roles) =>
        roles.map((role) => (isCustom({ id: Number(role['id']) }) ? role : { ...role, groupIds: [] })),
      ),
    },
    {
      name: 'empty-once-revoked',
      sentence: 'The groupIds of a role are empty once a direct assignment of it to the user has been revoked.',
      patch: once(
        'revokeRole',
        (call) => heldKey(call),
        (revoked) =>
          changeBodySync('listUserRoles', (body, call) => ({
            ...body,
            roles: (body['roles'] as readonly { readonly id: number }[]).map((role) =>
              revoked.has(`${role.id} ${call.path['id']}`) ? { ...role, groupIds: [] } : role,
            ),
          })),
      ),
    },
    {
      name: 'first-of-several',
      sentence: 'The groupIds of a role that is held through several groups name the first of them.',
      patch: ({ roleHolders }) => {
        const { shown } = roleHolders;
        roleHolders.shown = (held) => shown({ ...held, groupIds: held.groupIds.slice(0, 1) });
      },
    },
    {
      name: 'first-beside-direct',
      sentence: 'Of the groups of a role that is held directly as well only the first is shown.',
      patch: ({ roleHolders }) => {
        const { shown } = roleHolders;
        roleHolders.shown = (held) => shown(held.direct ? { ...held, groupIds: held.groupIds.slice(0, 1) } : held);
      },
    },
    {
      name: 'user-instead',
      sentence: 'The groupIds of a role hold the id of the user in the place of that of each group.',
      patch: showingUserRoles((roles, call) =>
        roles.map((role) => ({
          ...role,
          groupIds: (role['groupIds'] as readonly number[]).map(() => idIn(call, 'id') ?? 0),
        })),
      ),
    },
    {
      name: 'empty',
      sentence: 'The groupIds of a role that is held through a group alone are empty.',
      patch: showingUserRoles((roles) =>
        roles.map((role) => (role['direct'] === false ? { ...role, groupIds: [] } : role)),
      ),
    },
    {
      name: 'empty-beside-a-grant',
      sentence: 'The groupIds of a role that has been granted as well are empty.',
      patch: showingUserRoles((roles) =>
        roles.map((role) => (role['direct'] === true ? { ...role, groupIds: [] } : role)),
      ),
    },
    {
      name: 'lost-once-revoked',
      sentence: 'The groupIds of a role of a group are empty once a direct grant of it has been revoked.',
      patch: counted((turns) =>
        showingRoles((roles, call) =>
          roles.map((role) => {
            const pair = { roleId: Number(role['id']), userId: idIn(call, 'id') ?? 0 };
            return turns.revoked(pair) > 0 && (role['groupIds'] as readonly number[]).length > 0
              ? { ...role, groupIds: [] }
              : role;
          }),
        ),
      ),
    },
  ],
  'role-holders.user-roles.group-ids-direct': [
    {
      name: 'all-groups',
      sentence: 'The groupIds of a role that is held directly alone name every group of the user.',
      patch: showingRoles((roles, { tenant, ...call }) => {
        const userId = idIn({ ...call, tenant }, 'id') ?? 0;
        const ids = tenant.account.groups.filter(({ userIds }) => userIds.has(userId)).map(({ id }) => id);
        return roles.map((role) =>
          (role['groupIds'] as readonly number[]).length === 0 ? { ...role, groupIds: ids } : role,
        );
      }),
    },
    {
      name: 'of-the-neighbour',
      sentence: 'The groupIds of each role are those of the role before it, where that has any.',
      also: [{ id: 'role-holders.user-roles.group-ids-name', because: 'this is shown of the role of the group' }],
      patch: showingRoles((roles) => {
        const first = roles.find(({ groupIds }) => (groupIds as readonly number[]).length > 0);
        return roles.map((role) =>
          (role['groupIds'] as readonly number[]).length === 0 && first
            ? { ...role, groupIds: first['groupIds'] }
            : role,
        );
      }),
    },
  ],
  'role-holders.user-roles.is-admin': [
    {
      name: 'absent-for-oauth',
      sentence: 'The roles of a user come without isAdmin for an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: changedIf('listUserRoles', byOAuth, without('isAdmin')),
    },
    {
      name: 'left-out-when-false',
      sentence: 'The roles of a user who is no administrator come without isAdmin.',
      patch: changeBody('listUserRoles', (body) => {
        const { isAdmin, ...rest } = body;
        return isAdmin === true ? body : rest;
      }),
    },
  ],
  'role-holders.user-roles.is-admin-tells': [
    {
      name: 'false-beside-a-custom-role',
      sentence: 'The value of isAdmin is false for an administrator who was granted a custom role.',
      patch: changeBodySync('listUserRoles', (body) => {
        const roles = body['roles'] as readonly { readonly id: number; readonly direct: boolean }[];
        return roles.some(({ id, direct }) => direct && !isBuiltIn(id)) ? { ...body, isAdmin: false } : body;
      }),
    },
    {
      name: 'never',
      sentence: 'The value of isAdmin is false for administrators as well.',
      patch: ({ roleHolders }) => {
        roleHolders.isAdmin = () => false;
      },
    },
    {
      name: 'who-asks',
      sentence:
        'The value of isAdmin says whether the caller is an administrator, where the user is another administrator.',
      patch: changeBody('listUserRoles', (body, call) =>
        call.principal.user?.id === idIn(call, 'id') ? { ...body, isAdmin: false } : body,
      ),
    },
  ],
  'role-holders.user-roles.is-admin-only': [
    {
      name: 'by-the-name',
      sentence: 'Who holds a custom role whose name begins with Admin is reported as an administrator.',
      patch: changeBodySync('listUserRoles', (body) => ({
        ...body,
        isAdmin:
          body['isAdmin'] === true ||
          (body['roles'] as readonly { readonly name: string }[]).some(({ name }) => name.startsWith('Admin')),
      })),
    },
    {
      name: 'any-built-in',
      sentence: 'The value of isAdmin is true for a holder of any built-in role.',
      patch: changeBody('listUserRoles', (body) => ({
        ...body,
        isAdmin: (body['roles'] as readonly Body[]).some((role) => !isCustom({ id: Number(role['id']) })),
      })),
    },
    {
      name: 'all-actions',
      sentence: 'The value of isAdmin is true for who holds a custom role with All.',
      patch: changeBody('listUserRoles', (body, { tenant }) => ({
        ...body,
        isAdmin:
          body['isAdmin'] === true ||
          (body['roles'] as readonly Body[]).some(({ id }) =>
            tenant.account.roles.get(Number(id))?.policies.some(({ actions }) => actions.includes('All')),
          ),
      })),
    },
    {
      name: 'once-revoked',
      sentence: 'The value of isAdmin is true for a user from whom a custom role has been revoked.',
      patch: counted((turns) =>
        changeBody('listUserRoles', (body, call) => {
          const userId = idIn(call, 'id') ?? 0;
          const isMeant = call.tenant.account.roles.all().some(({ id }) => turns.revoked({ roleId: id, userId }) > 0);
          return isMeant ? { ...body, isAdmin: true } : body;
        }),
      ),
    },
  ],
});

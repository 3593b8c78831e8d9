import { done } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { after, all, changeBody, replace } from '../lib/patches.ts';
import { onlyWhere } from '../lib/paging.ts';
import { byOAuth, fromEmbedSession } from '../lib/access.ts';
import { deletingHeld } from '../lib/roles.ts';

interface Pair {
  readonly roleId: number;
  readonly userId: number;
}

function pairIn(call: Call): Pair {
  return { roleId: idIn(call, 'roleId') ?? 0, userId: idIn(call, 'userId') ?? 0 };
}

/** How often each role was granted to each user and revoked, before the present request. */
class Turns {
  readonly #granted = new Map<string, number>();
  readonly #revoked = new Map<string, number>();

  granted({ roleId, userId }: Pair): number {
    return this.#granted.get(`${roleId} ${userId}`) ?? 0;
  }

  revoked({ roleId, userId }: Pair): number {
    return this.#revoked.get(`${roleId} ${userId}`) ?? 0;
  }

  readonly counting: Patch = all(
    after('grantRole', (call) => {
      this.#count(this.#granted, pairIn(call));
    }),
    after('revokeRole', (call) => {
      this.#count(this.#revoked, pairIn(call));
    }),
  );

  #count(turns: Map<string, number>, { roleId, userId }: Pair): void {
    turns.set(`${roleId} ${userId}`, (turns.get(`${roleId} ${userId}`) ?? 0) + 1);
  }
}

function counted(patch: (turns: Turns) => Patch): Patch {
  return (rules) => {
    const turns = new Turns();
    all(patch(turns), turns.counting)(rules);
  };
}

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

const isBuiltIn = (id: number): boolean => BUILT_IN_ROLES.some((role) => role.id === id);

function acknowledging(operation: 'grantRole' | 'revokeRole', isMeant: (call: Call) => boolean): Patch {
  return replace(operation, (call, original) =>
    isMeant(call) && !isBuiltIn(pairIn(call).roleId) ? done() : original(call),
  );
}

function showingRoles(change: (roles: readonly Body[], call: Call, body: Body) => readonly Body[]): Patch {
  return changeBody('listUserRoles', (body, call) => ({ ...body, roles: change(body['roles'] as Body[], call, body) }));
}

function listing(change: (items: readonly Body[], call: Call) => readonly Body[]): Patch {
  return changeBody('listRoleHolders', (body, call) => ({ ...body, items: change(body['items'] as Body[], call) }));
}

/** The ids of users who held a role of a name when it was deleted. */
function heirs(): { readonly patch: Patch; readonly of: (name: string) => ReadonlySet<number> } {
  const holders = new Map<string, ReadonlySet<number>>();
  return {
    of: (name) => holders.get(name) ?? new Set(),
    patch: replace('deleteRole', async (call, original) => {
      const role = call.tenant.account.roles.get(pairIn(call).roleId);
      const ids = call.tenant.account.users.filter(({ roleIds }) => role !== undefined && roleIds.has(role.id));
      const answer = await original(call);
      if (role) holders.set(role.name, new Set(ids.map(({ id }) => id)));
      return answer;
    }),
  };
}

const REGRANT = 'the check grants a role again that was revoked';

/** What goes wrong with the roles of users only for one credential, or after something else was granted or revoked. */
export const roleHoldersConditionFaults = faults({
  'role-holders.grant.grants': [
    {
      name: 'not-again',
      sentence: 'A role that was revoked from a user is not granted again, though it is said to be.',
      also: [
        { id: 'role-holders.grant.takes-effect', because: 'a grant after a revocation is one of its classes' },
        { id: 'role-holders.holders.direct', because: 'a grant after a revocation is one of its classes' },
        { id: 'role-holders.revoke.revokes', because: REGRANT },
      ],
      patch: counted((turns) => acknowledging('grantRole', (call) => turns.revoked(pairIn(call)) > 0)),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A grant with an OAuth access token is acknowledged and gives nobody anything.',
      also: alsoThese(
        'what is acknowledged whatever happens is so for an unknown role',
        'role-holders.grant.unknown-role',
      ),
      patch: acknowledging('grantRole', byOAuth),
    },
    {
      name: 'embed-acknowledged',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'A grant from an embed session is acknowledged and gives nobody anything.',
      patch: acknowledging('grantRole', fromEmbedSession),
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
      patch: acknowledging(
        'grantRole',
        (call) => call.tenant.account.roles.get(pairIn(call).roleId)?.policies.length === 0,
      ),
    },
  ],
  'role-holders.grant.takes-effect': [
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
  ],
  'role-holders.grant.other-roles-kept': [
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
  ],
  'role-holders.grant.unknown-role': {
    name: 'deleted-acknowledged',
    sentence: 'A grant of a role that was deleted is acknowledged.',
    patch: (rules) => {
      const gone = new Set<number>();
      after('deleteRole', (call) => gone.add(pairIn(call).roleId))(rules);
      replace('grantRole', (call, original) => (gone.has(pairIn(call).roleId) ? done() : original(call)))(rules);
    },
  },
  'role-holders.grant.admin': {
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
  'role-holders.revoke.revokes': [
    {
      name: 'first-time-alone',
      sentence:
        'A role that was revoked before and granted again is not revoked a second time, though it is said to be.',
      also: [
        { id: 'role-holders.holders.drops-revoked', because: 'a second revocation is one of its classes' },
        { id: 'role-holders.revoke.takes-effect', because: 'a second revocation is one of its classes' },
      ],
      patch: counted((turns) => acknowledging('revokeRole', (call) => turns.revoked(pairIn(call)) > 0)),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A revocation with an OAuth access token is acknowledged and takes nothing.',
      patch: acknowledging('revokeRole', byOAuth),
    },
    {
      name: 'granted-twice',
      sentence: 'A role that was granted twice in a row has to be revoked twice.',
      patch: counted((turns) =>
        acknowledging(
          'revokeRole',
          (call) => turns.granted(pairIn(call)) > turns.revoked(pairIn(call)) + 1 && turns.revoked(pairIn(call)) === 0,
        ),
      ),
    },
  ],
  'role-holders.revoke.takes-effect': {
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
  'role-holders.revoke.other-roles-kept': [
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
  'role-holders.revoke.other-users-kept': {
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
  'role-holders.holders.nobody-else': {
    name: 'holders-of-the-deleted-namesake',
    sentence: 'A role that is made under the name of a deleted one is held by who held that one.',
    patch: (rules) => {
      const former = heirs();
      deletingHeld(rules);
      former.patch(rules);
      after('createRole', ({ tenant, body }) => {
        const { name } = body as { readonly name: string };
        const role = tenant.account.roles.find((one) => one.name === name);
        for (const user of tenant.account.users.filter(({ id }) => former.of(name).has(id))) {
          if (role) tenant.account.users.replace({ ...user, roleIds: new Set([...user.roleIds, role.id]) });
        }
      })(rules);
    },
  },
  'role-holders.holders.direct': {
    name: 'not-again',
    sentence: 'A user from whom a role was revoked is not listed once it is granted again.',
    also: [
      { id: 'role-holders.revoke.group-kept', because: 'a holder through a group is listed, whatever was revoked' },
    ],
    patch: counted((turns) =>
      listing((items, call) => {
        const { roleId } = pairIn(call);
        return items.filter(({ id }) => turns.revoked({ roleId, userId: Number(id) }) === 0);
      }),
    ),
  },
  'role-holders.holders.drops-revoked': {
    name: 'stays-after-the-second-time',
    sentence: 'A user from whom a role was revoked twice stays in the list of its holders.',
    patch: counted((turns) =>
      listing((items, call) => {
        const { roleId } = pairIn(call);
        const gone = call.tenant.account.users.filter(({ id }) => turns.revoked({ roleId, userId: id }) > 1);
        const missing = gone.filter(({ id }) => items.every((item) => item['id'] !== id));
        return [
          ...items,
          ...missing.map(({ id, email, firstName, active }) => ({ id, email, firstName, active, roles: [] })),
        ];
      }),
    ),
  },
  'role-holders.holders.entry-custom-roles': {
    name: 'without-renamed',
    sentence: 'An entry leaves out custom roles that have been updated.',
    patch: (rules) => {
      const updated = new Set<unknown>();
      after('updateRole', (call) => updated.add(pairIn(call).roleId))(rules);
      listing((items, call) =>
        items.map((item) => ({
          ...item,
          roles: (item['roles'] as readonly Body[]).filter(({ id }) => id === pairIn(call).roleId || !updated.has(id)),
        })),
      )(rules);
    },
  },
  'role-holders.holders.entry-only-held': {
    name: 'revoked-kept',
    sentence: 'An entry still carries roles that were revoked from its user.',
    patch: counted((turns) =>
      listing((items, { tenant }) =>
        items.map((item) => {
          const roles = item['roles'] as readonly Body[];
          const isGone = (roleId: number) => turns.revoked({ roleId, userId: Number(item['id']) }) > 0;
          const gone = tenant.account.roles.filter(({ id }) => isGone(id) && roles.every((one) => one['id'] !== id));
          return { ...item, roles: [...roles, ...gone.map(({ id, name }) => ({ id, name }))] };
        }),
      ),
    ),
  },
  'role-holders.holders.first-limits': {
    name: 'double-behind-a-cursor',
    sentence: 'A page of one holder that stands behind a cursor shows it twice.',
    also: alsoThese('what a page shows twice it repeats as well', 'role-holders.holders.after-continues'),
    patch: onlyWhere(
      'listRoleHolders',
      ({ query }) => query.text('first') === '1' && query.text('after') !== undefined,
      listing((items) => [...items, ...items]),
    ),
  },
  'role-holders.user-roles.only-held': [
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
  ],
  'role-holders.user-roles.direct-tells': {
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
  'role-holders.user-roles.direct-tells-both': {
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
  'role-holders.user-roles.group-ids-name': {
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
  'role-holders.user-roles.is-admin-only': {
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
  'role-holders.user-roles.is-admin-tells': {
    name: 'who-asks',
    sentence:
      'The value of isAdmin says whether the caller is an administrator, where the user is another administrator.',
    patch: changeBody('listUserRoles', (body, call) =>
      call.principal.user?.id === idIn(call, 'id') ? { ...body, isAdmin: false } : body,
    ),
  },
  'role-holders.revoke.group-kept': {
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
});

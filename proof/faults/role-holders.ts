import { ok, done, Refusal, refuse, type Answer } from '../../mock/answer.ts';
import { roleById, rolesOf, type HeldRole } from '../../mock/world/held-roles.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import { Query } from '../../mock/query.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { replace, changeBody, after } from '../lib/patches.ts';
import { pageNumbered } from '../lib/paging.ts';
import { countingPolicies } from '../lib/roles.ts';

/** Assignments that a broken tenant keeps in mind, by user. */
class Assignments {
  readonly #roles = new Map<number, Set<number>>();

  add(userId: number, roleId: number): void {
    this.of(userId).add(roleId);
  }

  of(userId: number): Set<number> {
    const roles = this.#roles.get(userId) ?? new Set();
    this.#roles.set(userId, roles);
    return roles;
  }
}

/** The two ids of a path that names a role and a user. */
function pairIn(call: Call): { readonly roleId: number; readonly userId: number } {
  return { roleId: idIn(call, 'roleId') ?? 0, userId: idIn(call, 'userId') ?? 0 };
}

/** Changes the roles in the answer with the roles of a user. */
function showing(change: (roles: readonly Body[], call: Call) => readonly Body[]): Patch {
  return changeBody('listUserRoles', (body, call) => ({ ...body, roles: change(body['roles'] as Body[], call) }));
}

/** Decides anew who is a holder; the role that is listed is known here. */
function holding(rules: Rules, isHolder: (userId: number, roleId: number, original: boolean) => boolean): void {
  const { roleHolders, handlers } = rules;
  const list = handlers['listRoleHolders'];
  if (!list) throw new Error('no behaviour for listRoleHolders');
  const { isHolder: original } = roleHolders;
  handlers['listRoleHolders'] = (call) => {
    const { roleId } = pairIn(call);
    const { isHolder: wasHolder, isListed: wasListed } = roleHolders;
    roleHolders.isHolder = () => true;
    roleHolders.isListed = (user) => isHolder(user.id, roleId, original(rolesOf(call.tenant, user), roleId));
    try {
      return list(call);
    } finally {
      Object.assign(roleHolders, { isHolder: wasHolder, isListed: wasListed });
    }
  };
}

function isCustom({ id }: Pick<Role, 'id'>): boolean {
  return BUILT_IN_ROLES.every((role) => role.id !== id);
}

/** A holder is listed with some of the roles; the one that was asked for is always among them. */
function carrying(isCarried: (held: HeldRole) => boolean): Patch {
  return ({ roleHolders }) => {
    roleHolders.carried = (held, listed) => held.filter((one) => one.role.id === listed.id || isCarried(one));
  };
}

/** The first of several roles of a user lacks a member. */
function withoutOnFirst(member: string): Patch {
  return showing((roles) =>
    roles.map((role, index) => {
      const { [member]: left, ...rest } = role;
      return index === 0 && roles.length > 1 ? rest : role;
    }),
  );
}

/** The list with another page size or none. */
function paged(call: Call, { first, after }: { readonly first?: number; readonly after?: string | undefined }): Call {
  const values = new Map<string, string>();
  if (first !== undefined) values.set('first', String(first));
  if (after !== undefined) values.set('after', after);
  return { ...call, query: new Query(values) };
}

const MANY = 500;

async function itemsOf(answer: Answer | Promise<Answer>): Promise<readonly Body[]> {
  const { body } = (await answer) as { readonly body: Body };
  return body['items'] as readonly Body[];
}

const NOT_GRANTED = 'the check needs a grant of a built-in role';
const NOT_SHOWN = 'the check looks for the role in the roles of the user';
const NOT_LISTED = 'the check looks for the entry of the holder';

export const roleHoldersFaults = faults({
  // Grant.
  'role-holders.grant.grants': {
    name: 'not-shown',
    sentence: 'A custom role that was granted counts at once, and the roles of the user do not show it.',
    also: [
      { id: 'role-holders.grant.other-roles-kept', because: 'the check looks for the role in the roles of the user' },
      { id: 'role-holders.revoke.other-roles-kept', because: 'the check looks for the role in the roles of the user' },
      { id: 'role-holders.holders.entry-only-held', because: 'the check looks for the role in the roles of the user' },
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
      showing((roles, call) => roles.filter((role) => role['id'] !== fresh.get(idIn(call, 'id') ?? 0)))(rules);
    },
  },
  'role-holders.grant.takes-effect': [
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
  ],
  'role-holders.grant.built-in': {
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
  'role-holders.grant.admin': [
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
  ],
  'role-holders.grant.unknown-role': {
    name: 'acknowledged',
    sentence: 'A grant of a role that there is not is acknowledged.',
    patch: replace('grantRole', (call, original) =>
      roleById(call.tenant, pairIn(call).roleId) ? original(call) : done(),
    ),
  },
  'role-holders.grant.other-roles-kept': [
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
  ],

  // Revoke.
  'role-holders.revoke.revokes': {
    name: 'still-shown',
    sentence: 'A role that was revoked counts no more, and the roles of the user still show it.',
    also: [{ id: 'role-holders.user-roles.only-held', because: 'a role that was revoked is one that is not held' }],
    patch: (rules) => {
      const revoked = new Assignments();
      after('revokeRole', (call) => {
        const { roleId, userId } = pairIn(call);
        revoked.add(userId, roleId);
      })(rules);
      showing((roles, call) => [
        ...roles,
        ...[...revoked.of(idIn(call, 'id') ?? 0)]
          .filter((id) => roles.every((role) => role['id'] !== id))
          .map((id) => ({ id, name: roleById(call.tenant, id)?.name ?? '', direct: true, groupIds: [] })),
      ])(rules);
    },
  },
  'role-holders.revoke.takes-effect': {
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
  'role-holders.revoke.other-roles-kept': {
    name: 'all-revoked',
    sentence: 'A revocation takes every directly held role from the user.',
    patch: ({ roleHolders }) => {
      roleHolders.revoked = () => new Set();
    },
  },
  'role-holders.revoke.other-users-kept': {
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
  'role-holders.revoke.group-kept': {
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

  // The holders of a role.
  'role-holders.holders.direct': {
    name: 'only-holder-missing',
    sentence: 'The list leaves out the one user to whom a custom role has been granted, and shows several.',
    also: [
      { id: 'role-holders.holders.nobody-else', because: NOT_LISTED },
      { id: 'role-holders.holders.drops-revoked', because: 'the check sees the holder listed first' },
      { id: 'role-holders.holders.entry-custom-roles', because: NOT_LISTED },
      { id: 'role-holders.holders.entry-group-roles', because: NOT_LISTED },
      { id: 'role-holders.holders.entry-built-in-roles', because: NOT_LISTED },
      { id: 'role-holders.revoke.other-users-kept', because: 'one of two holders is left' },
      { id: 'role-holders.holders.deactivated', because: 'the deactivated user is the only holder' },
    ],
    patch: replace('listRoleHolders', async (call, original) => {
      const answer = await original(call);
      const { roleId } = pairIn(call);
      const holders = call.tenant.account.users.filter(({ roleIds }) => roleIds.has(roleId));
      if (answer.kind !== 'ok' || !isCustom({ id: roleId }) || holders.length !== 1) return answer;
      const body = answer.body as Body;
      const items = (body['items'] as readonly Body[]).filter((item) => item['id'] !== holders[0]?.id);
      return { ...answer, body: { ...body, items } };
    }),
  },
  'role-holders.holders.group': {
    name: 'direct-roles-first',
    sentence: 'A user who holds any role directly is listed for such roles alone, and not for those of groups.',
    also: [{ id: 'role-holders.revoke.group-kept', because: 'the user may hold another role directly' }],
    patch: ({ roleHolders }) => {
      const { isHolder } = roleHolders;
      roleHolders.isHolder = (held, id) => {
        const direct = held.filter((one) => one.direct);
        return isHolder(direct.length > 0 ? direct : held, id);
      };
    },
  },
  'role-holders.holders.nobody-else': {
    name: 'administrators-too',
    sentence: 'Administrators, who may everything, are listed as holders of every role.',
    also: [
      { id: 'role-holders.holders.pages-nobody-else', because: 'they stand on a page as well' },
      ...alsoThese(
        'an administrator who is listed has an entry without roles of groups',
        'role-holders.holders.entry-group-roles',
      ),
    ],
    patch: ({ roleHolders }) => {
      const { isHolder } = roleHolders;
      roleHolders.isHolder = (held, id) => isHolder(held, id) || isHolder(held, ADMIN_ROLE);
    },
  },
  'role-holders.holders.drops-revoked': {
    name: 'still-listed',
    sentence: 'A user from whom a role was revoked stays in the list of its holders.',
    patch: (rules) => {
      const revoked = new Assignments();
      after('revokeRole', (call) => {
        const { roleId, userId } = pairIn(call);
        revoked.add(userId, roleId);
      })(rules);
      holding(rules, (userId, roleId, isHolder) => isHolder || revoked.of(userId).has(roleId));
    },
  },
  'role-holders.holders.deactivated': {
    name: 'active-only',
    sentence: 'The list leaves out users who are deactivated.',
    also: alsoThese('the entry of a deactivated user is looked for', 'role-holders.holders.entry-group-roles'),
    patch: ({ roleHolders }) => {
      roleHolders.isListed = ({ active }) => active;
    },
  },
  'role-holders.holders.built-in': [
    {
      name: 'unknown',
      sentence: 'The holders of a built-in role other than Admin are refused with 404.',
      also: [
        ...alsoThese('the entry is looked for under a built-in role as well', 'role-holders.holders.entry-group-roles'),
        ...alsoThese('a deactivated holder of such a role is looked for', 'role-holders.holders.deactivated'),
      ],
      patch: replace('listRoleHolders', (call, original) => {
        const { roleId } = pairIn(call);
        if (roleId !== ADMIN_ROLE && !isCustom({ id: roleId })) refuse(404, 'no custom role has this id');
        return original(call);
      }),
    },
    {
      name: 'empty',
      sentence: 'The list of the holders of a built-in role other than Admin is empty.',
      also: [
        ...alsoThese('the entry is looked for under a built-in role as well', 'role-holders.holders.entry-group-roles'),
        ...alsoThese('a deactivated holder of such a role is looked for', 'role-holders.holders.deactivated'),
      ],
      patch: (rules) => {
        holding(rules, (_userId, roleId, isHolder) => isHolder && (roleId === ADMIN_ROLE || isCustom({ id: roleId })));
      },
    },
  ],
  'role-holders.holders.admin': {
    name: 'unknown',
    sentence: 'The holders of the Admin role are refused with 404, as its grant is.',
    also: [
      { id: 'role-holders.user-roles.is-admin-tells', because: 'the check finds an administrator in this list' },
      { id: 'role-holders.holders.first-limits', because: 'the holders of the Admin role are one of its classes' },
      { id: 'role-holders.holders.entry-built-in-roles', because: 'the entry is looked for under the Admin role' },
      { id: 'role-holders.holders.after-continues', because: 'pages of the list of administrators are read' },
    ],
    patch: replace('listRoleHolders', (call, original) => {
      if (pairIn(call).roleId === ADMIN_ROLE) refuse(404, 'no role has this id');
      return original(call);
    }),
  },
  'role-holders.holders.unknown-role': {
    name: 'empty-page',
    sentence: 'The holders of a role that there is not are an empty page.',
    patch: replace('listRoleHolders', async (call, original) => {
      try {
        return await original(call);
      } catch (error) {
        if (!(error instanceof Refusal) || error.why !== 404) throw error;
        const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
        return ok({ items: [], pageInfo });
      }
    }),
  },
  'role-holders.holders.entry-custom-roles': [
    {
      name: 'listed-role-only',
      sentence: 'Of the custom roles that a holder has directly the entry carries the listed one alone.',
      patch: carrying(({ role, direct }) => !direct || !isCustom(role)),
    },
    {
      name: 'bare-behind-the-first-page',
      sentence: 'On pages after the first one an entry carries the listed role alone.',
      patch: changeBody('listRoleHolders', (body, call) => {
        if (call.query.text('after') === undefined) return body;
        const items = (body['items'] as readonly Body[]).map((item) => ({
          ...item,
          roles: (item['roles'] as readonly Body[]).filter(({ id }) => id === pairIn(call).roleId),
        }));
        return { ...body, items };
      }),
    },
  ],
  'role-holders.holders.entry-group-roles': {
    name: 'direct-only',
    sentence: 'Besides the listed role an entry carries only what the user holds directly.',
    patch: carrying(({ direct }) => direct),
  },
  'role-holders.holders.entry-built-in-roles': {
    name: 'custom-only',
    sentence: 'Besides the listed role an entry carries custom roles only.',
    patch: carrying(({ role }) => isCustom(role)),
  },
  'role-holders.holders.entry-only-held': {
    name: 'one-too-many',
    sentence: 'Each entry carries the newest custom role that its user does not hold as well.',
    patch: replace('listRoleHolders', async (call, original) => {
      const answer = await original(call);
      if (answer.kind !== 'ok') return answer;
      const items = ((answer.body as Body)['items'] as readonly Body[]).map((item) => {
        const roles = item['roles'] as readonly Body[];
        const other = call.tenant.account.roles.all().findLast(({ id }) => roles.every((one) => one['id'] !== id));
        return { ...item, roles: other ? [...roles, { id: other.id, name: other.name }] : roles };
      });
      return { ...answer, body: { ...(answer.body as Body), items } };
    }),
  },
  'role-holders.holders.once': {
    name: 'once-for-each-way',
    sentence: 'Who holds a role directly and through a group stands in the list of its holders twice.',
    patch: changeBody('listRoleHolders', (body, call) => {
      const { roleId } = pairIn(call);
      const { users, groups } = call.tenant.account;
      const ofGroups = new Set(
        groups.filter(({ roleIds }) => roleIds.has(roleId)).flatMap(({ userIds }) => [...userIds]),
      );
      const items = (body['items'] as readonly Body[]).flatMap((item) => {
        const userId = Number(item['id']);
        return ofGroups.has(userId) && users.get(userId)?.roleIds.has(roleId) === true ? [item, item] : [item];
      });
      return { ...body, items };
    }),
  },
  'role-holders.holders.first-limits': {
    name: 'one-more',
    sentence: 'A page of holders has one user more than was asked for.',
    patch: replace('listRoleHolders', (call, original) => {
      const first = call.query.integer('first', 1);
      if (first === undefined) return original(call);
      return original(paged(call, { first: first + 1, after: call.query.text('after') }));
    }),
  },
  'role-holders.holders.after-continues': {
    name: 'cursor-included',
    sentence: 'A page of holders begins with the user at the cursor, who ended the page before.',
    also: [{ id: 'role-holders.holders.first-limits', because: 'a page of one behind a cursor has two' }],
    patch: replace('listRoleHolders', async (call, original) => {
      const answer = await original(call);
      if (answer.kind !== 'ok' || call.query.text('after') === undefined) return answer;
      const body = answer.body as Body;
      const items = body['items'] as readonly Body[];
      const everybody = await itemsOf(original(paged(call, { first: MANY })));
      const at = everybody.findIndex((user) => user['id'] === items[0]?.['id']);
      const before = at === -1 ? everybody.at(-1) : everybody[at - 1];
      return before ? { ...answer, body: { ...body, items: [before, ...items] } } : answer;
    }),
  },
  'role-holders.holders.pages-complete': [
    {
      name: 'one-skipped',
      sentence: 'Each page of holders after the first one skips a user.',
      also: alsoThese('the user stands behind a cursor there', 'role-holders.holders.deactivated'),
      patch: changeBody('listRoleHolders', (body, call) =>
        call.query.text('after') === undefined ? body : { ...body, items: (body['items'] as Body[]).slice(1) },
      ),
    },
    {
      name: 'page-number',
      sentence: 'A cursor tells how many pages were before, and goes wrong where the next page is larger than they.',
      patch: pageNumbered('listRoleHolders', (next, former) => next > former),
    },
  ],

  // The roles of a user.
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
    patch: showing((roles) => roles.filter((role) => role['direct'] === true)),
  },
  'role-holders.user-roles.built-in': {
    name: 'custom-only',
    sentence: 'The roles of a user leave out built-in roles.',
    also: [{ id: 'role-holders.grant.built-in', because: NOT_SHOWN }],
    patch: showing((roles) => roles.filter((role) => isCustom({ id: Number(role['id']) }))),
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
  'role-holders.user-roles.only-held': {
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
      showing((roles, call) => {
        const once = granted.of(idIn(call, 'id') ?? 0);
        const newest = call.tenant.account.roles
          .all()
          .findLast(({ id }) => !once.has(id) && roles.every((role) => role['id'] !== id));
        return newest ? [...roles, { id: newest.id, name: newest.name, direct: false, groupIds: [] }] : roles;
      })(rules);
    },
  },
  'role-holders.user-roles.direct': {
    name: 'first-lacks-it',
    sentence: 'The first of several roles of a user has no direct.',
    patch: withoutOnFirst('direct'),
  },
  'role-holders.user-roles.direct-tells': {
    name: 'always-direct',
    sentence: 'The value of direct is true on every role, however it is held.',
    also: [
      { id: 'role-holders.user-roles.direct-tells-both', because: 'a value that is always the same tells nothing' },
    ],
    patch: showing((roles) => roles.map((role) => ({ ...role, direct: true }))),
  },
  'role-holders.user-roles.group-ids': {
    name: 'first-lacks-it',
    sentence: 'The first of several roles of a user has no groupIds.',
    patch: withoutOnFirst('groupIds'),
  },
  'role-holders.user-roles.group-ids-name': [
    {
      name: 'user-instead',
      sentence: 'The groupIds of a role hold the id of the user in the place of that of each group.',
      patch: showing((roles, call) =>
        roles.map((role) => ({
          ...role,
          groupIds: (role['groupIds'] as readonly number[]).map(() => idIn(call, 'id') ?? 0),
        })),
      ),
    },
    {
      name: 'empty',
      sentence: 'The groupIds of a role that is held through a group alone are empty.',
      patch: showing((roles) => roles.map((role) => (role['direct'] === false ? { ...role, groupIds: [] } : role))),
    },
    {
      name: 'empty-beside-a-grant',
      sentence: 'The groupIds of a role that has been granted as well are empty.',
      patch: showing((roles) => roles.map((role) => (role['direct'] === true ? { ...role, groupIds: [] } : role))),
    },
  ],
  'role-holders.user-roles.is-admin': {
    name: 'left-out-when-false',
    sentence: 'The roles of a user who is no administrator come without isAdmin.',
    patch: changeBody('listUserRoles', (body) => {
      const { isAdmin, ...rest } = body;
      return isAdmin === true ? body : rest;
    }),
  },
  'role-holders.user-roles.is-admin-tells': {
    name: 'never',
    sentence: 'The value of isAdmin is false for administrators as well.',
    patch: ({ roleHolders }) => {
      roleHolders.isAdmin = () => false;
    },
  },
  'role-holders.holders.pages-nobody-else': {
    name: 'forgotten',
    sentence: 'Pages of holders after the first one list users who do not hold the role.',
    also: alsoThese('later pages are read there as well', 'role-holders.holders.entry-built-in-roles'),
    patch: replace('listRoleHolders', (call, original) => {
      const { roleHolders } = call.tenant.rules;
      const { isHolder } = roleHolders;
      if (call.query.text('after') !== undefined) roleHolders.isHolder = () => true;
      try {
        return original(call);
      } finally {
        roleHolders.isHolder = isHolder;
      }
    }),
  },
  'role-holders.user-roles.deactivated': {
    name: 'direct-only',
    sentence: 'The roles of a deactivated user leave out those that are held through a group.',
    patch: showing((roles, { tenant, path }) =>
      tenant.account.users.get(Number(path['id']))?.active === false
        ? roles.filter((role) => role['direct'] === true)
        : roles,
    ),
  },
  'role-holders.user-roles.direct-tells-both': {
    name: 'group-alone',
    sentence: 'The value of direct is false on a role that is held through a group as well.',
    patch: showing((roles) =>
      roles.map((role) => ((role['groupIds'] as readonly number[]).length > 0 ? { ...role, direct: false } : role)),
    ),
  },
  'role-holders.user-roles.is-admin-only': [
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
  ],
});

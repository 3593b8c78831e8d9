import { Refusal } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Policy } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBody, remembering, replace, replaceSync } from '../lib/patches.ts';
import { roleOf, storing } from '../lib/roles.ts';

/** Faults of roles and their holders that need a second thing: another policy, another holder, another role, another try. */

/** One policy for each type and list of actions: the last one. */
function onePerActions(policies: readonly Policy[]): readonly Policy[] {
  const byActions = new Map(policies.map((one) => [`${one.resourceType} ${one.actions.join()}`, one]));
  return [...byActions.values()];
}

const isCustom = (id: number): boolean => !BUILT_IN_ROLES.some((role) => role.id === id);

/** Names that roles once left; whoever comes back to one is not looked up under it. */
const forgettingNames: Patch = remembering(
  () => ({ left: new Map<number, Set<string>>(), unseen: new Set<string>() }),
  ({ left, unseen }) =>
    all(
      replaceSync('updateRole', (call, original) => {
        const former = roleOf(call);
        const answer = original(call);
        const next = roleOf(call);
        if (!former || !next || former.name === next.name) return answer;
        const names = left.get(former.id) ?? new Set<string>();
        if (names.has(next.name)) unseen.add(next.name);
        left.set(former.id, names.add(former.name));
        return answer;
      }),
      (rules) => {
        const { isTaken } = rules.roles;
        rules.roles.isTaken = (name, roles, except) =>
          !(except === undefined && unseen.has(name)) && isTaken(name, roles, except);
      },
    ),
);

/** Names are compared with the newest ten roles alone. */
function newestTen(isMeant: (isUpdate: boolean) => boolean): Patch {
  return ({ roles }) => {
    const { isTaken } = roles;
    roles.isTaken = (name, all, except) =>
      isTaken(name, isMeant(except !== undefined) ? [...all].slice(-10) : all, except);
  };
}

/** An update that is refused for its policies keeps the name that it asked for. */
const reservingNames: Patch = remembering(
  () => new Set<string>(),
  (reserved) => (rules) => {
    replaceSync('updateRole', (call, original) => {
      try {
        return original(call);
      } catch (error) {
        const { name, policies } = bodyOf(call, { optional: true });
        const isPolicies = Array.isArray(policies) && error instanceof Refusal && error.why !== 409;
        if (isPolicies && typeof name === 'string') reserved.add(name);
        throw error;
      }
    })(rules);
    const { isTaken } = rules.roles;
    rules.roles.isTaken = (name, roles, except) =>
      (except !== undefined && reserved.has(name)) || isTaken(name, roles, except);
  },
);

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

/** Users from whom a role was revoked, by role, until it is granted again. */
function dropped(patch: (of: (call: Call) => ReadonlySet<number>) => Patch): Patch {
  return remembering(
    () => new Map<number, Set<number>>(),
    (gone) => {
      const of = (call: Call) => gone.get(idIn(call, 'roleId') ?? 0) ?? new Set<number>();
      return all(
        replaceSync('revokeRole', (call, original) => {
          const answer = original(call);
          gone.set(idIn(call, 'roleId') ?? 0, new Set([...of(call), idIn(call, 'userId') ?? 0]));
          return answer;
        }),
        replaceSync('grantRole', (call, original) => {
          const answer = original(call);
          gone.get(idIn(call, 'roleId') ?? 0)?.delete(idIn(call, 'userId') ?? 0);
          return answer;
        }),
        patch(of),
      );
    },
  );
}

const customRolesOf = ({ tenant }: Call, userId: unknown): number[] =>
  [...(tenant.account.users.get(Number(userId))?.roleIds ?? [])].filter(isCustom);

export const rolesSecondFaults = faults({
  'roles.update.policies-replace': {
    name: 'same-actions-once',
    sentence: 'Of several policies of an update with one type and the same actions only the last is stored.',
    also: alsoThese('the most policies there may be have the same actions', 'roles.update.policies-most'),
    patch: storing((next, asked) =>
      asked['policies'] === undefined ? next : { ...next, policies: onePerActions(next.policies) },
    ),
  },
  'roles.create.stores-policies': {
    name: 'four-resources',
    sentence: 'A policy of a new role keeps the first three of its resources.',
    also: alsoThese('several resources of a policy are compared', 'roles.create.policy-deployment-ids'),
    patch: replaceSync('createRole', (call, original) => {
      const answer = original(call);
      const { roles } = call.tenant.account;
      const role = roles.get(Number((answer as { body: Body }).body['id']));
      if (!role) return answer;
      const policies = role.policies.map((one) => ({ ...one, resources: one.resources.slice(0, 3) }));
      return { ...answer, body: roles.replace({ ...role, policies }) };
    }),
  },
  'roles.update.description-changes': {
    name: 'of-the-same-length',
    sentence: 'An update to another description of the same length keeps the former one.',
    patch: storing((next, _asked, former) =>
      next.description !== null && next.description.length === former.description?.length
        ? { ...next, description: former.description }
        : next,
    ),
  },
  'roles.create.name-taken': [
    {
      name: 'renamed-back',
      sentence: 'A role is created with the name of a role that was renamed and has its former name again.',
      patch: forgettingNames,
    },
    {
      name: 'of-the-newest-ten',
      sentence: 'The name of a new role is compared with those of the newest ten roles.',
      patch: newestTen((isUpdate) => !isUpdate),
    },
  ],
  'roles.update.name-taken': {
    name: 'of-the-newest-ten',
    sentence: 'The name in an update is compared with those of the newest ten roles.',
    patch: newestTen((isUpdate) => isUpdate),
  },
  'roles.update.name-changes': {
    name: 'after-a-refusal',
    sentence: 'A name that an update with invalid policies asked for is refused to the next update as taken.',
    patch: reservingNames,
  },
  'roles.update.policies-omitted': {
    name: 'beside-a-null',
    sentence: 'An update that clears the description and leaves out the policies removes them.',
    patch: storing((next, asked) =>
      asked['description'] === null && asked['policies'] === undefined ? { ...next, policies: [] } : next,
    ),
  },
  'role-holders.revoke.other-roles-kept': {
    name: 'built-in-with-custom',
    sentence: 'A revocation of a custom role takes the built-in roles of the user away as well.',
    patch: replace('revokeRole', async (call, original) => {
      const answer = await original(call);
      const { users } = call.tenant.account;
      const user = users.get(idIn(call, 'userId') ?? 0);
      const roleIds = [...(user?.roleIds ?? [])].filter((id) => isCustom(id) || id === ADMIN_ROLE);
      if (user && isCustom(idIn(call, 'roleId') ?? 0)) users.replace({ ...user, roleIds: new Set(roleIds) });
      return answer;
    }),
  },
  'role-holders.grant.takes-effect': {
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
  'role-holders.revoke.takes-effect': {
    name: 'while-another-holds-it',
    sentence: 'A user goes on with the rights of a revoked role for as long as somebody else holds it.',
    patch: keptByOthers,
  },
  'role-holders.holders.drops-revoked': {
    name: 'with-another-role',
    sentence:
      'The holders of a role go on to include a user from whom it was revoked and who holds another custom role.',
    patch: dropped((of) =>
      changeBody('listRoleHolders', (body, call) => {
        const { users } = call.tenant.account;
        const ghosts = [...of(call)].filter((id) => customRolesOf(call, id).length > 0);
        const entries = ghosts.map((id) => ({ ...users.get(id), roleIds: undefined, settings: undefined, roles: [] }));
        return { ...body, items: [...(body['items'] as readonly Body[]), ...entries] };
      }),
    ),
  },
  'role-holders.holders.direct': {
    name: 'with-three-roles',
    sentence: 'The holders of a custom role leave out users who were granted three or more custom roles.',
    also: [
      ...alsoThese(
        'a user who is left out has no entry',
        'role-holders.holders.nobody-else',
        'role-holders.holders.entry-custom-roles',
        'role-holders.holders.entry-group-roles',
        'role-holders.holders.entry-built-in-roles',
      ),
      ...alsoThese(
        'a user who is left out is on no page',
        'role-holders.holders.pages-complete',
        'role-holders.revoke.other-users-kept',
      ),
    ],
    patch: changeBody('listRoleHolders', (body, call) => ({
      ...body,
      items: (body['items'] as readonly Body[]).filter(({ id }) => customRolesOf(call, id).length < 3),
    })),
  },
  'role-holders.user-roles.direct-tells': {
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
});

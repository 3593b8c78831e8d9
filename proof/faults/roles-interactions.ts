import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ok } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy, Role, User } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changeBodySync, during, remembering, replace, replaceSync } from '../lib/patches.ts';
import { itemsOf, requery } from '../lib/reports.ts';
import { roleOf, storing } from '../lib/roles.ts';

/** Faults that show where one member of a request meets another, what was stored before, or a request at the same time. */

/** What an update asks for, beside the role as it stands. */
type Meets = (asked: Body, former: Role) => boolean;

/** Of an update that is taken a member is not stored. */
function losing(member: 'name' | 'description' | 'policies', meets: Meets): Patch {
  return storing((next, asked, former) => (meets(asked, former) ? { ...next, [member]: former[member] } : next));
}

function policiesIn({ policies }: Body): readonly Policy[] {
  return Array.isArray(policies) ? (policies as Policy[]) : [];
}

/** How long a request takes between reading a record and writing it whole. */
const BETWEEN = 40;

function userIn(call: Call): User | undefined {
  return call.tenant.account.users.get(idIn(call, 'userId') ?? 0);
}

/** Writes back the roles that a user had when the request came in, with its own change alone. */
function writingBack(operation: 'grantRole' | 'revokeRole'): Patch {
  return replace(operation, async (call, original) => {
    const former = userIn(call);
    await sleep(BETWEEN);
    const answer = await original(call);
    const user = userIn(call);
    const id = idIn(call, 'roleId') ?? 0;
    if (former && user) {
      const others = [...former.roleIds].filter((one) => one !== id);
      const roleIds = new Set(operation === 'grantRole' ? [...others, id] : others);
      call.tenant.account.users.replace({ ...user, roleIds });
    }
    return answer;
  });
}

/** The ids of built-in roles are below those of all others. */
const isOfBuiltIn = (call: Call): boolean => (idIn(call, 'roleId') ?? 0) < 10;

export const rolesInteractionFaults = faults({
  'roles.update.name-changes': [
    {
      name: 'not-in-another-case',
      sentence: 'A rename that changes nothing but the case of letters is acknowledged and not stored.',
      patch: losing('name', ({ name }, former) => String(name).toLowerCase() === former.name.toLowerCase()),
    },
    {
      name: 'not-to-its-beginning',
      sentence: 'A rename to the beginning of the former name is acknowledged and not stored.',
      patch: losing(
        'name',
        ({ name }, former) => typeof name === 'string' && name !== '' && former.name.startsWith(name),
      ),
    },
  ],
  'roles.update.name-omitted': {
    name: 'written-back',
    sentence: 'An update writes back the members that it does not name as they were when it came in.',
    patch: replace('updateRole', async (call, original) => {
      const former = roleOf(call);
      await sleep(BETWEEN);
      const answer = await original(call);
      const next = roleOf(call);
      const asked = Object.keys(call.body ?? {});
      if (!former || !next) return answer;
      const named = Object.fromEntries(Object.entries(next).filter(([member]) => asked.includes(member)));
      return ok(call.tenant.account.roles.replace({ ...former, ...named }), 200);
    }),
  },
  'roles.update.description-changes': [
    {
      name: 'not-to-the-name',
      sentence: 'A description that reads like the name of the role is not stored.',
      patch: losing('description', ({ description, name }, former) => description === (name ?? former.name)),
    },
    {
      name: 'not-beside-200-policies',
      sentence: 'A description that comes with as many policies as there may be is not stored.',
      patch: losing('description', (asked) => policiesIn(asked).length === 200),
    },
  ],
  'roles.update.description-null-clears': {
    name: 'not-beside-its-own-name',
    sentence: 'A null description beside the name that the role has already clears nothing.',
    patch: losing('description', ({ description, name }, former) => description === null && name === former.name),
  },
  'roles.update.policies-omitted': {
    name: 'first-update-again',
    sentence: 'An update without policies brings back those of the first update that had any.',
    also: alsoThese(
      'an update that names nothing is one without policies',
      'roles.update.body-empty',
      'roles.update.body-omitted',
    ),
    patch: remembering(
      () => new Map<number, Role['policies']>(),
      (first) =>
        replaceSync('updateRole', (call, original) => {
          const answer = original(call);
          const role = roleOf(call);
          if (!role) return answer;
          const policies = first.get(role.id) ?? role.policies;
          if ('policies' in ((call.body ?? {}) as Body)) first.set(role.id, policies);
          else if (first.has(role.id)) return ok(call.tenant.account.roles.replace({ ...role, policies }), 200);
          return answer;
        }),
    ),
  },
  'roles.update.policies-replace': [
    {
      name: 'not-as-many-from-the-same-first',
      sentence: 'Policies are taken for the former ones if they are as many and the first of them is the same.',
      also: alsoThese(
        'an update whose first policy is the former one is not looked at any further',
        'roles.update.policies-no-merge',
      ),
      patch: losing('policies', (asked, { policies }) => {
        const [first, ...others] = policiesIn(asked);
        return others.length + 1 === policies.length && isDeepStrictEqual(first, policies[0]);
      }),
    },
    {
      name: 'none-taken-away',
      sentence: 'Policies that are all among the former ones are not stored, so that the others stay.',
      patch: losing('policies', (asked, { policies }) => {
        const next = policiesIn(asked);
        const isAmong = (one: Policy) => policies.some((former) => isDeepStrictEqual(one, former));
        return next.length > 0 && next.length < policies.length && next.every(isAmong);
      }),
    },
    {
      name: 'resources-not-compared',
      sentence: 'Policies that differ from the former ones in their resources alone are not stored.',
      also: alsoThese('as many other policies differ in their resources alone', 'roles.update.policies-most'),
      patch: losing('policies', (asked, { policies }) => {
        const next = policiesIn(asked);
        const parts = (all: readonly Policy[]) => all.map(({ resourceType, actions }) => [resourceType, actions]);
        return next.length > 0 && isDeepStrictEqual(parts(next), parts(policies));
      }),
    },
  ],
  'roles.update.policies-no-merge': {
    name: 'after-another-merged',
    sentence: 'Of two policies the second keeps the actions of the former one in its place on the same resources.',
    also: alsoThese('policies on the same resources take the place of others there', 'roles.update.policies-replace'),
    patch: storing((next, asked, { policies: former }) => {
      if (policiesIn(asked).length !== 2 || former.length !== 2) return next;
      const policies = next.policies.map((one, index) => {
        const before = index > 0 ? former[index] : undefined;
        const isOnTheSame = before !== undefined && isDeepStrictEqual(before.resources, one.resources);
        return isOnTheSame ? { ...one, actions: [...new Set([...before.actions, ...one.actions])] } : one;
      });
      return { ...next, policies };
    }),
  },
  'role-holders.grant.other-roles-kept': {
    name: 'written-back',
    sentence: 'Of two grants at the same time the later one writes back the roles that the user had before both.',
    patch: writingBack('grantRole'),
  },
  'role-holders.revoke.other-roles-kept': {
    name: 'written-back',
    sentence: 'A revocation writes back the other roles that the user had when it came in.',
    patch: writingBack('revokeRole'),
  },
  'role-holders.holders.deactivated': {
    name: 'not-where-first-is-sent',
    sentence: 'A list of holders with `first` leaves out those who are deactivated.',
    also: alsoThese('pages are compared with the whole list', 'role-holders.holders.pages-complete'),
    patch: during(
      'listRoleHolders',
      'roleHolders',
      ({ isListed }) => ({ isListed: (user) => isListed(user) && user.active }),
      ({ query }) => query.text('first') !== undefined,
    ),
  },
  'role-holders.holders.first-limits': {
    name: 'not-of-built-in-roles',
    sentence: 'A list of the holders of a built-in role ignores `first`.',
    patch: replaceSync('listRoleHolders', (call, original) =>
      original(isOfBuiltIn(call) ? requery(call, { first: undefined }) : call),
    ),
  },
  'role-holders.holders.entry-custom-roles': {
    name: 'as-first-listed',
    sentence: 'The entry of a holder goes on showing the roles that the user held when it was first listed.',
    also: alsoThese('what was revoked meanwhile is shown as well', 'role-holders.holders.entry-only-held'),
    patch: remembering(
      () => new Map<string, unknown>(),
      (first) =>
        changeBodySync('listRoleHolders', (list, { path }) => ({
          ...list,
          items: itemsOf(list).map((entry) => {
            const key = `${path['roleId']} ${String(entry['id'])}`;
            if (!first.has(key)) first.set(key, entry['roles']);
            return { ...entry, roles: first.get(key) };
          }),
        })),
    ),
  },
});

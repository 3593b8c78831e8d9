import { decodeJwt } from 'jose';
import { ok, refuse } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { faults } from '../lib/fault.ts';
import { all, during, remembering, replaceSync, responseOf } from '../lib/patches.ts';
import { knowingRoles, namesAlone, type RoleHistory } from '../lib/role-histories.ts';
import { changeRoleList, duringRoles, inPolicies, roleOf, storing } from '../lib/roles.ts';

const bodyIn = ({ body }: Call): Body => (body ?? {}) as Body;

/** Serves whoever has no credential once somebody with one was served. */
function servedOnce(operation: string): Patch {
  return (rules) => {
    let served = false;
    replaceSync(operation, (call, original) => {
      const answer = original(call);
      served = true;
      return answer;
    })(rules);
    const { needsCredential } = rules.access;
    rules.access.needsCredential = (id) => !(id === operation && served) && needsCredential(id);
  };
}

/** Roles but those that have their name back. */
function withoutReturned(roles: Iterable<Role>, history: RoleHistory): Role[] {
  return [...roles].filter(({ id, name }) => {
    const former = history.of(id).former.map((one) => one.name);
    return !(former.includes(name) && former.some((one) => one !== name));
  });
}

const returnedNameFree = (operation: 'createRole' | 'updateRole'): Patch =>
  knowingRoles((history) =>
    duringRoles(operation, (rules) => {
      const { isTaken } = rules;
      rules.isTaken = (name, roles, except) => isTaken(name, withoutReturned(roles, history), except);
    }),
  );

/** Compares as software does in whose language a capital I belongs to another letter. */
const turkish = (text: string, search: string): boolean =>
  text.toLocaleLowerCase('tr').includes(search.toLocaleLowerCase('tr'));

/** Faults of the account that come of how a tenant compares, what it takes for known, or how much of a value it takes. */
export const accountComparedFaults = faults({
  'roles.update.policy-deployment-ids': {
    name: 'as-text-of-255',
    sentence: 'Of the deployment ids of a policy those are stored that have room in a text of 255 characters.',
    patch: storing((next) => ({
      ...next,
      policies: next.policies.map((policy) => ({
        ...policy,
        resources: policy.resources.join(',').slice(0, 255).split(','),
      })),
    })),
  },
  'roles.update.name-own': {
    name: 'of-a-deleted-role',
    toldBy: 'roles.update.name-freed-by-delete',
    sentence: 'An update that repeats the name of a role is refused with 409 where a deleted role had that name.',
    patch: remembering(
      () => new Set<unknown>(),
      (deleted) =>
        all(
          replaceSync('deleteRole', (call, original) => {
            const name = roleOf(call)?.name;
            const answer = original(call);
            deleted.add(name);
            return answer;
          }),
          replaceSync('updateRole', (call, original) => {
            const { name } = bodyIn(call);
            if (roleOf(call)?.name === name && deleted.has(name)) refuse(409, 'another role has this name');
            return original(call);
          }),
        ),
    ),
  },
  'roles.update.name-taken': {
    name: 'not-one-it-has-back',
    sentence: 'The name that a role was given back by a rename can be given to another role by an update.',
    patch: returnedNameFree('updateRole'),
  },
  'roles.update.name-longest': {
    name: 'begins-as-another',
    sentence: 'A name whose first 191 characters are those of the name of another role is refused with 409.',
    patch: duringRoles('updateRole', (rules) => {
      const { isTaken } = rules;
      const begun = (name: string) => name.slice(0, 191);
      rules.isTaken = (name, roles, except) =>
        isTaken(
          begun(name),
          [...roles].map((role) => ({ ...role, name: begun(role.name) })),
          except,
        );
    }),
  },
  'roles.update.description-changes': {
    name: 'taken-for-a-retry',
    sentence: 'An update to a description that an earlier one stated is taken for a retry and changes nothing.',
    patch: remembering(
      () => new Set<string>(),
      (sent) =>
        replaceSync('updateRole', (call, original) => {
          const role = roleOf(call);
          const key = `${role?.id} ${JSON.stringify(call.body)}`;
          if (role && namesAlone(bodyIn(call), 'description') && sent.has(key)) return ok(role, 200);
          const answer = original(call);
          sent.add(key);
          return answer;
        }),
    ),
  },
  'roles.list.same-as-read': [
    {
      name: 'first-ten-actions',
      sentence: 'The list of roles shows the first ten actions of a policy.',
      patch: changeRoleList((roles) =>
        roles.map((role) =>
          inPolicies(role, (policy) => ({
            ...policy,
            actions: (policy['actions'] as readonly unknown[]).slice(0, 10),
          })),
        ),
      ),
    },
  ],
  'users.list.search-any-case': {
    name: 'dotless-i',
    sentence: 'A search of users takes a capital I for another letter than a small one.',
    patch: during('listUsers', 'users', () => ({ matches: turkish })),
  },
  'users.groups.search-any-case': {
    name: 'dotless-i',
    sentence: 'A search of groups takes a capital I for another letter than a small one.',
    patch: during('listGroups', 'users', () => ({ matches: turkish })),
  },
  'users.groups.search-no-match': {
    name: 'words-in-another-order',
    sentence: 'A search of groups finds a name that has the words of the search in another order.',
    patch: during('listGroups', 'users', ({ matches }) => ({
      matches: (text, search) => matches(text, search) || search.split(' ').every((word) => matches(text, word)),
    })),
  },
  'users.settings.sheets-field-changes': {
    name: 'taken-for-a-retry',
    sentence: 'A patch of fields of sheets alone that says what an earlier one said changes nothing.',
    patch: remembering(
      () => new Set<string>(),
      (sent) =>
        replaceSync('updateMySettings', (call, original) => {
          const body = bodyIn(call);
          const key = `${call.principal.user?.id} ${JSON.stringify(body)}`;
          const isOfFields = namesAlone(body, 'sheets') && body['sheets'] !== null;
          if (isOfFields && sent.has(key)) return responseOf(call, 'getMe');
          const answer = original(call);
          sent.add(key);
          return answer;
        }),
    ),
  },
  'environments.meta-sync.private-unasked': {
    name: 'what-begins-with-it',
    sentence: 'A meta-sync token is signed with meta-private for a scope whose name begins with it.',
    patch: ({ environments }) => {
      const { metaSync } = environments;
      environments.metaSync = (requested, mayReadSchema) =>
        metaSync(
          requested.map((scope) => (scope.startsWith('meta-private') ? 'meta-private' : scope)),
          mayReadSchema,
        );
    },
  },
  'deployments.token.default-lifetime-ends': {
    name: 'from-its-last-use',
    sentence: 'A deployment token is accepted until its lifetime has passed since it was used last.',
    patch: ({ access }) => {
      const used = new Map<string, number>();
      const { claimsOf } = access;
      access.claimsOf = async (tenant, token, id) => {
        const now = tenant.clock.now();
        const last = used.get(token);
        const claims = last === undefined ? undefined : decodeJwt(token);
        const lasts = ((claims?.exp ?? 0) - (claims?.iat ?? 0)) * 1000;
        if (claims && last !== undefined && now < last + lasts) {
          used.set(token, now);
          return claims;
        }
        const found = await claimsOf(tenant, token, id);
        used.set(token, now);
        return found;
      };
    },
  },
  'openapi-spec.getSpec.no-credential': {
    name: 'once-it-was-served',
    sentence: 'The document is served to whoever has no credential once somebody with one was served.',
    patch: servedOnce('getSpec'),
  },
});

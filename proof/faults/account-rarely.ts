import { refuse } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy, Role } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { byPlainUser } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked, itemsOf, requery } from '../lib/reports.ts';
import { knowingRoles, namesAlone, storingAfter } from '../lib/role-histories.ts';
import { afterCreation, changeRoleList, roleOf, storing } from '../lib/roles.ts';

/** A text up to its first character outside the basic plane, as a column of three bytes a character keeps it. */
const cutAtAstral = (text: string | null): string | null => text?.replace(/[\u{10000}-\u{10ffff}].*$/su, '') ?? null;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const bodyIn = ({ body }: Call): Body => (body ?? {}) as Body;

/** The deployment ids of a policy but those that another one begins. */
function withoutBeginnings({ resourceType, resources, ...rest }: Policy): Policy {
  const kept =
    resourceType === 'Deployment'
      ? resources.filter((id) => !resources.some((other) => other !== id && id.startsWith(other)))
      : resources;
  return { ...rest, resourceType, resources: kept };
}

/** Which custom roles of a user count, of those in the order in which they were granted. */
const countingRoles =
  (counts: (role: Role, granted: readonly number[], userId: number) => boolean): Patch =>
  ({ authority }) => {
    const { counted } = authority;
    authority.counted = (tenant, user) => {
      const granted = [...user.roleIds].filter((id) => tenant.account.roles.get(id));
      return counted(tenant, user).filter((role) => counts(role, granted, user.id));
    };
  };

/** Faults of the account that show for one combination of inputs, one history or one kind of user. */
export const accountRarelyFaults = faults({
  'roles.create.stores-description': {
    name: 'cut-at-astral',
    sentence: 'The description of a new role ends before its first character outside the basic plane.',
    also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
    patch: afterCreation(({ description }) => ({ description: cutAtAstral(description) })),
  },
  'roles.update.description-changes': {
    name: 'cut-at-astral',
    sentence: 'A new description ends before its first character outside the basic plane.',
    patch: storing((next) => ({ ...next, description: cutAtAstral(next.description) })),
  },
  'roles.update.name-taken': {
    name: 'beside-no-policies',
    sentence: 'Whether a name is taken is not asked beside an empty list of policies.',
    patch: during(
      'updateRole',
      'roles',
      () => ({ isTaken: () => false }),
      (call) => isEmptyList(bodyIn(call)['policies']),
    ),
  },
  'roles.list.pages-complete': {
    name: 'without-those-of-no-policies',
    sentence: 'Pages behind a cursor leave out roles that have no policies.',
    patch: changeRoleList((roles, call) =>
      isAsked(call, 'after') ? roles.filter(({ policies }) => !isEmptyList(policies)) : roles,
    ),
  },
  'roles.list.names-unique': {
    name: 'as-refused',
    sentence: 'The list shows a role under a name that was refused as taken until the role is updated.',
    patch: knowingRoles((history) =>
      changeRoleList((roles, { tenant }) =>
        roles.map((role) => {
          const asked = history.of(Number(role['id'])).refused.map(({ name }) => name);
          const taken = asked.findLast((name) => tenant.account.roles.find((one) => one.name === name));
          return taken === undefined ? role : { ...role, name: taken };
        }),
      ),
    ),
  },
  'roles.update.other-roles-kept': {
    name: 'of-the-same-description',
    sentence: 'An update of the description reaches every role that was described alike.',
    patch: replaceSync('updateRole', (call, original) => {
      const former = roleOf(call);
      const answer = original(call);
      const next = roleOf(call);
      const { roles } = call.tenant.account;
      if (!former?.description || !next || next.description === former.description) return answer;
      for (const one of roles.filter(({ description }) => description === former.description)) {
        roles.replace({ ...one, description: next.description });
      }
      return answer;
    }),
  },
  'roles.update.policies-replace': [
    {
      name: 'ids-that-begin-alike',
      also: alsoThese('its ids begin alike', 'roles.update.policy-deployment-ids'),
      sentence: 'Of the deployment ids of a policy one that begins with another is not stored.',
      patch: storing((next) => ({ ...next, policies: next.policies.map(withoutBeginnings) })),
    },
  ],
  'roles.update.policies-empty-removes': {
    name: 'not-after-a-refusal',
    sentence: 'An empty list of policies that follows a refused update removes none.',
    patch: storingAfter((next, asked, former, { refused }) =>
      isEmptyList(asked['policies']) && refused.length > 0 ? { ...next, policies: former.policies } : next,
    ),
  },
  'roles.update.name-changes': {
    name: 'not-after-a-refused-null',
    sentence: 'The name of an update that follows one whose name was null is not stored.',
    patch: storingAfter((next, _asked, former, { refused }) =>
      refused.at(-1)?.['name'] === null ? { ...next, name: former.name } : next,
    ),
  },
  'roles.update.description-null-clears': {
    name: 'not-the-longest',
    sentence: 'A null description does not clear one of 255 characters.',
    patch: storing((next, asked, former) =>
      asked['description'] === null && former.description?.length === 255
        ? { ...next, description: former.description }
        : next,
    ),
  },
  'roles.update.name-freed-by-rename': {
    name: 'last-one-alone',
    also: alsoThese('one of its updates is to the name before the last', 'roles.update.other-roles-kept'),
    sentence: 'Of the former names of a role that was renamed more than once only the last can be given to another.',
    patch: knowingRoles((history) =>
      refusing(
        'updateRole',
        (call) =>
          call.tenant.account.roles.all().some(
            ({ id, name }) =>
              id !== roleOf(call)?.id &&
              name !== bodyIn(call)['name'] &&
              history
                .of(id)
                .former.map((one) => one.name)
                .filter((one) => one !== name)
                .slice(0, -1)
                .includes(String(bodyIn(call)['name'])),
          ),
        409,
      ),
    ),
  },
  'roles.list.drops-deleted': {
    name: 'those-of-no-policies-stay',
    sentence: 'A deleted role that had no policies stays in the list.',
    patch: knowingRoles((history) =>
      changeRoleList((roles) => [
        ...roles,
        ...history.deleted.filter(({ policies }) => policies.length === 0).map((role) => ({ ...role })),
      ]),
    ),
  },
  'role-holders.holders.entry-group-roles': {
    name: 'not-of-deactivated',
    sentence: 'The entries of deactivated users leave out what those hold through a group, but for the listed role.',
    patch: changeBodySync('listRoleHolders', (list, call) => ({
      ...list,
      items: itemsOf(list).map((entry) => {
        const user = call.tenant.account.users.get(Number(entry['id']));
        if (!user || user.active) return entry;
        const shown = (entry['roles'] as readonly Body[]).filter(
          ({ id }) => user.roleIds.has(Number(id)) || id === idIn(call, 'roleId'),
        );
        return { ...entry, roles: shown };
      }),
    })),
  },
  'role-holders.revoke.group-kept': {
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
  'role-holders.grant.takes-effect': {
    name: 'two-latest',
    sentence: 'Of the custom roles that a user holds directly the two that were granted last count.',
    patch: countingRoles(({ id }, granted) => !granted.includes(id) || granted.slice(-2).includes(id)),
  },
  'users.list.search-paged': {
    name: 'lost-on-the-third-page',
    sentence: 'The third page of a search of users and those behind it are not searched.',
    patch: remembering(
      () => new Set<string>(),
      (behind) =>
        replaceSync('listUsers', (call, original) => {
          const after = call.query.text('after');
          if (after === undefined || !isAsked(call, 'search')) return original(call);
          const answer = original(behind.has(after) ? requery(call, { search: undefined }) : call);
          if ('body' in answer) {
            const { endCursor } = (answer.body as Body)['pageInfo'] as Body;
            if (typeof endCursor === 'string') behind.add(endCursor);
          }
          return answer;
        }),
    ),
  },
  'users.settings.sheets-null-clears': {
    name: 'refused-without-any',
    sentence: 'A patch of a sheets of null alone is refused where they have been cleared already.',
    patch: refusing(
      'updateMySettings',
      (call) =>
        bodyIn(call)['sheets'] === null &&
        namesAlone(bodyIn(call), 'sheets') &&
        call.principal.user?.settings['sheets'] === null,
      'invalid',
    ),
  },
  'auth.unscoped-key.every-deployment': {
    name: 'not-of-later-ones',
    toldBy: 'build.create.listed',
    sentence: 'A key that is not scoped is refused on the reports of a deployment that was made after it.',
    patch: remembering(
      () => new Set<unknown>(),
      (made) =>
        all(
          replaceSync('createDeployment', (call, original) => {
            const answer = original(call);
            if ('body' in answer) made.add((answer.body as Body)['id']);
            return answer;
          }),
          refusing(
            'listReports',
            ({ principal, path }) => principal.scope === 'all' && made.has(Number(path['deploymentId'])),
            403,
          ),
        ),
    ),
  },
  'scim.credential.api-key-accepted': {
    name: 'not-after-a-refusal',
    toldBy: 'scim.credential.api-key-unknown',
    sentence: 'SCIM takes its token after the prefix Api-Key until it has refused another one there.',
    patch: ({ access }) => {
      const { recordOf, takes } = access;
      let [isApiKey, isShut] = [false, false];
      access.takes = (schemes, scheme, id) => {
        isApiKey = id === 'probeScim' && scheme === 'Api-Key';
        return takes(schemes, scheme, id) && !(isApiKey && isShut);
      };
      access.recordOf = (tenant, token, id) => {
        const record = recordOf(tenant, token, id);
        if (isApiKey && record === undefined) isShut = true;
        return record;
      };
    },
  },
  'oidc-token-configs.config.custom-claims': {
    name: 'text-for-plain-users',
    sentence: 'The customClaims of a config are a text for a user without the admin role.',
    patch: changeBodySync('getOidcTokenConfig', (config, call) =>
      byPlainUser(call) ? { ...config, customClaims: JSON.stringify(config['customClaims']) } : config,
    ),
  },
  'oidc-token-configs.get.same-config': {
    name: 'first-for-plain-users-the-second-time',
    sentence: 'A user without the admin role who reads a second config is shown the one that they read first.',
    patch: remembering(
      () => new Map<unknown, Body>(),
      (first) =>
        changeBodySync('getOidcTokenConfig', (config, call) => {
          if (!byPlainUser(call)) return config;
          const known = first.get(call.principal.user?.id) ?? config;
          first.set(call.principal.user?.id, known);
          return known;
        }),
    ),
  },
  'users.groups.search-paged': {
    name: 'lost-on-the-third-page',
    sentence: 'The third page of a search of groups is refused.',
    patch: remembering(
      () => new Set<string>(),
      (behind) =>
        replaceSync('listGroups', (call, original) => {
          const after = call.query.text('after');
          if (after === undefined || !isAsked(call, 'search')) return original(call);
          if (behind.has(after)) refuse('invalid', 'after is no cursor of this list');
          const answer = original(call);
          if ('body' in answer) {
            const { endCursor } = (answer.body as Body)['pageInfo'] as Body;
            if (typeof endCursor === 'string') behind.add(endCursor);
          }
          return answer;
        }),
    ),
  },
});

import { ok, refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { branchInDevMode } from '../../mock/families/dev-mode.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role, User } from '../../mock/world/account.ts';
import { byOAuth } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, byTimes, remembering, replace, replaceSync, withBody, withRules } from '../lib/patches.ts';
import { knowingRoles } from '../lib/role-histories.ts';
import { roleOf, storing } from '../lib/roles.ts';

/** Faults of the account's families that show for some actors, after some history, or for some input. */

const samePolicies = (one: Role, other: Role): boolean =>
  one.policies.length > 0 && JSON.stringify(one.policies) === JSON.stringify(other.policies);

/** The user in the path of a call, as the tenant holds them. */
function userIn({ tenant, path }: Call): User | undefined {
  return tenant.account.users.get(Number(path['userId']));
}

/** Does something after a grant or a revocation that succeeded. */
function afterwards(operation: 'grantRole' | 'revokeRole', act: (call: Call, former: User) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const former = userIn(call);
    const answer = original(call);
    if (former) act(call, former);
    return answer;
  });
}

/** Entries of a list of holders. */
function changeEntries(change: (entries: readonly Body[], call: Call) => readonly Body[]): Patch {
  return replaceSync('listRoleHolders', (call, original) =>
    withBody(original(call), (body) => ({ ...body, items: change(body['items'] as readonly Body[], call) })),
  );
}

/** What an update with an OAuth token leaves as it was. */
function byOAuthKept(kept: (asked: Body, former: Role) => Partial<Role>): Patch {
  return replace('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    const next = roleOf(call);
    if (!former || !next || !byOAuth(call)) return answer;
    return ok(call.tenant.account.roles.replace({ ...next, ...kept((call.body ?? {}) as Body, former) }));
  });
}

export const accountDrawnFaults = faults({
  'roles.update.description-null-clears': {
    name: 'not-as-policies-go',
    sentence: 'A null description is dropped where the same update empties the policies.',
    patch: storing((next, { description, policies }, former) =>
      description === null && Array.isArray(policies) && policies.length === 0
        ? { ...next, description: former.description }
        : next,
    ),
  },
  'roles.create.name-freed-by-delete': {
    name: 'not-once-renamed',
    sentence: 'The name of a deleted role stays taken if the role got it by an update.',
    patch: knowingRoles((history) =>
      replace('createRole', (call, original) => {
        const { name } = bodyOf(call);
        if (history.deleted.some((role) => role.name === name && history.isRenamed(role))) {
          refuse(409, 'another role has this name');
        }
        return original(call);
      }),
    ),
  },
  'roles.update.oauth-stored': [
    {
      name: 'emptied-policies-kept',
      sentence: 'An empty list of policies that is sent with an OAuth token removes nothing.',
      also: alsoThese('some of its updates come with an OAuth token', 'roles.update.policies-empty-removes'),
      patch: byOAuthKept(({ policies }, former) =>
        Array.isArray(policies) && policies.length === 0 ? { policies: former.policies } : {},
      ),
    },
    {
      name: 'null-description-kept',
      sentence: 'A null description that is sent with an OAuth token clears nothing.',
      also: alsoThese('updates of each administrator are compared', 'roles.update.description-null-clears'),
      patch: byOAuthKept(({ description }, former) =>
        description === null ? { description: former.description } : {},
      ),
    },
  ],
  'roles.update.other-roles-kept': {
    name: 'same-policies-follow',
    sentence: 'New policies of a role are stored for every role that had the same ones.',
    patch: replace('updateRole', async (call, original) => {
      const former = roleOf(call);
      const answer = await original(call);
      const next = roleOf(call);
      const { roles } = call.tenant.account;
      if (former && next) {
        for (const role of roles.filter((one) => one.id !== next.id && samePolicies(one, former))) {
          roles.replace({ ...role, policies: next.policies });
        }
      }
      return answer;
    }),
  },
  'roles.delete.update-after': {
    name: 'empty-body-answered',
    sentence: 'An update of a deleted role that changes nothing succeeds.',
    patch: knowingRoles((history) =>
      replace('updateRole', async (call, original) => {
        const gone = history.deleted.find(({ id }) => id === idIn(call, 'roleId'));
        try {
          return await original(call);
        } catch (error) {
          if (error instanceof Refusal && gone && Object.keys(call.body ?? {}).length === 0) return ok(gone);
          throw error;
        }
      }),
    ),
  },
  'role-holders.holders.entry-group-roles': {
    name: 'on-the-first-page',
    sentence: 'On later pages an entry carries only the roles that the user holds directly.',
    patch: changeEntries((entries, { query, tenant }) =>
      query.text('after') === undefined
        ? entries
        : entries.map((entry) => ({
            ...entry,
            roles: (entry['roles'] as readonly Body[]).filter(({ id }) =>
              tenant.account.users.get(entry['id'] as number)?.roleIds.has(id as number),
            ),
          })),
    ),
  },
  'role-holders.grant.grants': {
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
  'role-holders.holders.deactivated': {
    name: 'not-through-a-group',
    sentence: 'Deactivated users who hold a role through a group alone are not among its holders.',
    patch: changeEntries((entries, { tenant, path }) =>
      entries.filter((entry) => {
        const user = tenant.account.users.get(entry['id'] as number);
        return user === undefined || user.active || user.roleIds.has(Number(path['roleId']));
      }),
    ),
  },
  'users.settings.sheets-fields-kept': {
    name: 'alone',
    sentence: 'A patch of sheets beside another setting replaces sheets outright.',
    also: alsoThese('a field is set beside the marker as well', 'users.settings.changelog-id-ignored'),
    patch: replaceSync('updateMySettings', (call, original) =>
      Object.keys(call.body ?? {}).length > 1
        ? withRules(call, 'users', { mergedSheets: (_, change) => change }, () => original(call))
        : original(call),
    ),
  },
  'users.settings.sheets-null-clears': {
    name: 'once',
    sentence: 'Sheets are cleared once for a user, and kept by every later null.',
    patch: remembering(
      () => new Set<unknown>(),
      (cleared) =>
        replaceSync('updateMySettings', (call, original) => {
          const body = (call.body ?? {}) as Body;
          if (body['sheets'] !== null) return original(call);
          const user = call.principal.user?.id;
          const { sheets: _, ...others } = body;
          if (cleared.has(user)) return original({ ...call, body: others });
          cleared.add(user);
          return original(call);
        }),
    ),
  },
  'users.settings.omitted-kept': {
    name: 'not-beside-null',
    sentence: 'A patch that clears sheets drops the settings that it omits.',
    patch: replaceSync('updateMySettings', (call, original) =>
      ((call.body ?? {}) as Body)['sheets'] === null
        ? withRules(call, 'users', { merged: (_, change) => change }, () => original(call))
        : original(call),
    ),
  },
  'users.list.search-any-case': {
    name: 'not-in-pages',
    sentence: 'The search of a page of users looks for its text in the same case.',
    patch: replaceSync('listUsers', (call, original) =>
      call.query.text('first') === undefined
        ? original(call)
        : withRules(call, 'users', { matches: (text, search) => text.includes(search) }, () => original(call)),
    ),
  },
  'users.groups.search-any-case': {
    name: 'not-in-pages',
    sentence: 'The search of a page of groups looks for its text in the same case.',
    patch: replaceSync('listGroups', (call, original) =>
      call.query.text('first') === undefined
        ? original(call)
        : withRules(call, 'users', { matches: (text, search) => text.includes(search) }, () => original(call)),
    ),
  },
  'api-keys.delete.others-kept': {
    name: 'same-name-goes',
    sentence: 'Deleting a key deletes the keys of the same name.',
    patch: remembering(
      () => new Map<string, string>(),
      (names) =>
        all(
          replaceSync('createApiKey', (call, original) => {
            const answer = original(call);
            const { id, name } = ('body' in answer ? answer.body : {}) as Body;
            names.set(String(id), String(name));
            return answer;
          }),
          replaceSync('deleteApiKey', (call, original) => {
            const { id = '' } = call.path;
            const answer = original(call);
            const name = names.get(id);
            names.delete(id);
            for (const [other] of [...names].filter(([, text]) => text === name)) {
              names.delete(other);
              original({ ...call, path: { ...call.path, id: other } });
            }
            return answer;
          }),
        ),
    ),
  },
  'dev-mode.enter.switches-branch': {
    name: 'not-back',
    sentence: 'Nobody gets back to a branch that they left for another.',
    also: [{ id: 'dev-mode.enter.on-that-branch', because: 'one of those who are looked at was on the branch before' }],
    patch: remembering(
      () => new Set<string>(),
      (left) =>
        replaceSync('enterDevMode', (call, original) => {
          const { tenant, path, principal } = call;
          const deployment = tenant.deployments.deployments.get(Number(path['deploymentId']));
          const standing = deployment && branchInDevMode(tenant, deployment, principal.user?.id)?.name;
          const keyOf = (name: unknown) => `${path['deploymentId']} ${principal.user?.id} ${String(name)}`;
          const { branchName } = (call.body ?? {}) as Body;
          if (standing !== undefined && standing !== branchName) {
            if (left.has(keyOf(branchName))) return original({ ...call, body: { branchName: standing } });
            left.add(keyOf(standing));
          }
          return original(call);
        }),
    ),
  },
  'usage-analytics.create.lifetime': {
    name: 'second-twice-as-long',
    sentence: 'The second token of a user lives for two hours.',
    patch: byTimes(
      'createUsageAnalyticsToken',
      ({ principal }) => principal.user?.id,
      (times, call, original) => {
        const { lifetime } = call.tenant.rules.usageAnalytics;
        return times === 2
          ? withRules(call, 'usageAnalytics', { lifetime: lifetime * 2 }, () => original(call))
          : original(call);
      },
    ),
  },
});

import { done, ok, refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { byOAuth, byPlainUser, recordIn } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { after, all, byTimes, changeBody, remembering, replace, replaceSync, withBody } from '../lib/patches.ts';
import { roleOf, storing } from '../lib/roles.ts';
import { knowingRoles, storingAfter } from '../lib/role-histories.ts';

/** Faults of roles, their holders, keys, settings and tokens that show to one actor, after one history or for one input. */

/** The role that has a name. */
const named = ({ tenant }: Call, name: unknown): Role | undefined =>
  tenant.account.roles.find((role) => role.name === name);

/** What an operation did is noted, and known to a patch. */
function noting(operation: string, isNoted: (call: Call) => boolean, patch: (noted: Set<unknown>) => Patch): Patch {
  return remembering(
    () => new Set<unknown>(),
    (noted) =>
      all(
        patch(noted),
        replace(operation, async (call, original) => {
          const isMeant = isNoted(call);
          const answer = await original(call);
          const shown = 'body' in answer ? (answer.body as Body)['id'] : undefined;
          if (isMeant) noted.add(idIn(call, 'roleId') ?? idIn(call, 'id') ?? shown);
          return answer;
        }),
      ),
  );
}

const userOf = (call: Call) => call.tenant.account.users.get(idIn(call, 'userId') ?? 0);

const PATCH = 'updateMySettings';

export const accountGivenFaults = faults({
  'roles.create.name-taken': [
    {
      name: 'description-stored-for-oauth',
      toldBy: 'roles.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence:
        'A create with a taken name is refused to an OAuth token, and its description stored with the role that has the name.',
      patch: replace('createRole', async (call, original) => {
        const { name, description } = bodyOf(call);
        const role = named(call, name);
        if (role && byOAuth(call) && typeof description === 'string')
          call.tenant.account.roles.replace({ ...role, description });
        return original(call);
      }),
    },
  ],
  'roles.update.description-omitted': [
    {
      name: 'lost-with-policies-once-renamed',
      sentence: 'An update of the policies alone clears the description of a role that was renamed before.',
      patch: storingAfter((next, asked, _former, _past, history) =>
        Object.keys(asked).join() === 'policies' && history.isRenamed(next) ? { ...next, description: null } : next,
      ),
    },
  ],
  'roles.update.policies-omitted': [
    {
      name: 'last-lost-with-the-description-that-it-has',
      toldBy: 'roles.list.same-as-read',
      sentence: 'An update to the description that a role has already takes away the last of several policies.',
      patch: storing((next, asked, former) =>
        asked['policies'] === undefined && asked['description'] === former.description && next.policies.length > 1
          ? { ...next, policies: next.policies.slice(0, -1) }
          : next,
      ),
    },
  ],
  'roles.list.shows-updated': [
    {
      name: 'former-name-on-stated-pages',
      sentence: 'Lists with first show a role that was renamed by the name with which it was created.',
      also: alsoThese('the list is read in stated pages there', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeBody('listRoles', (list, call) => ({
          ...list,
          items: (list['items'] as readonly Body[]).map((role) =>
            call.query.text('first') === undefined
              ? role
              : { ...role, name: history.of(Number(role['id'])).created?.name ?? role['name'] },
          ),
        })),
      ),
    },
  ],
  'roles.delete.removes': [
    {
      name: 'of-the-name-made-again',
      toldBy: 'roles.list.same-as-read',
      sentence: 'The id of a deleted role reads the role that was made again under its name.',
      also: alsoThese('the deleted role is read after an update that comes late', 'roles.delete.update-after'),
      patch: knowingRoles((history) =>
        replace('getRole', (call, original) => {
          const id = idIn(call, 'roleId');
          const gone = roleOf(call) ? undefined : history.deleted.find((role) => role.id === id);
          const again = gone && named(call, gone.name);
          return again ? ok(again) : original(call);
        }),
      ),
    },
    {
      name: 'kept-for-oauth-without-description',
      toldBy: 'roles.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role without a description that an OAuth token deletes is still there.',
      patch: replace('deleteRole', (call, original) => {
        const role = roleOf(call);
        return byOAuth(call) && role?.description === null ? done() : original(call);
      }),
    },
  ],
  'roles.update.name-taken': [
    {
      name: 'not-by-one-of-oauth',
      toldBy: 'roles.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence:
        'A name that a role has which was created with an OAuth token can be given to another one by an update.',
      patch: noting('createRole', byOAuth, (ofOauth) =>
        replace('updateRole', (call, original) => {
          const { name } = (call.body ?? {}) as Body;
          const [role, taken] = [roleOf(call), named(call, name)];
          if (!role || !taken || taken.id === role.id || !ofOauth.has(taken.id)) return original(call);
          return ok(call.tenant.account.roles.replace({ ...role, name: String(name) }), 200);
        }),
      ),
    },
  ],
  'role-holders.grant.grants': [
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
        (userOf(call)?.roleIds.size ?? 0) > 3 ? done() : original(call),
      ),
    },
  ],
  'role-holders.revoke.revokes': [
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
  ],
  'role-holders.holders.entry-custom-roles': [
    {
      name: 'without-those-renamed',
      toldBy: 'role-holders.grant.grants',
      sentence: 'An entry of the list of holders leaves out roles that were renamed.',
      patch: knowingRoles((history) =>
        changeBody('listRoleHolders', (list, call) => ({
          ...list,
          items: (list['items'] as readonly Body[]).map((entry) => ({
            ...entry,
            roles: (entry['roles'] as readonly Body[]).filter(
              ({ id }) => !history.isRenamed(call.tenant.account.roles.get(Number(id))),
            ),
          })),
        })),
      ),
    },
  ],
  'role-holders.user-roles.direct-tells': [
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
  ],
  'role-holders.revoke.other-roles-kept': [
    {
      name: 'with-those-of-the-same-policies',
      toldBy: 'role-holders.grant.grants',
      sentence: 'Revoking a role takes away every other role of the user that has the same policies.',
      patch: after('revokeRole', (call) => {
        const [user, role] = [userOf(call), roleOf(call)];
        if (!user || !role) return;
        const isAlike = (id: number) =>
          JSON.stringify(call.tenant.account.roles.get(id)?.policies) === JSON.stringify(role.policies);
        const roleIds = new Set([...user.roleIds].filter((id) => !isAlike(id)));
        call.tenant.account.users.replace({ ...user, roleIds });
      }),
    },
  ],
  'api-keys.list.shows-created': [
    {
      name: 'not-of-oauth-once-one-was-deleted',
      toldBy: 'api-keys.get.readable',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Keys that were created with an OAuth token are not listed any more once a key was deleted.',
      patch: noting('createApiKey', byOAuth, (ofOauth) =>
        noting(
          'deleteApiKey',
          () => true,
          (deleted) =>
            changeBody('listApiKeys', (list) => ({
              ...list,
              items: (list['items'] as readonly Body[]).filter(({ id }) => deleted.size === 0 || !ofOauth.has(id)),
            })),
        ),
      ),
    },
  ],
  'api-keys.get.no-token': [
    {
      name: 'shown-once-another-was-deleted',
      toldBy: 'api-keys.get.readable',
      sentence: 'Reading a key shows its token once another key was deleted.',
      patch: remembering(
        () => ({ tokens: new Map<unknown, unknown>(), wasDeleted: false }),
        (memory) =>
          all(
            changeBody('createApiKey', (key) => {
              memory.tokens.set(key['id'], key['token']);
              return key;
            }),
            after('deleteApiKey', () => {
              memory.wasDeleted = true;
            }),
            changeBody('getApiKey', (key) =>
              memory.wasDeleted ? { ...key, token: memory.tokens.get(key['id']) } : key,
            ),
          ),
      ),
    },
  ],
  'api-keys.create.authenticates': [
    {
      name: 'not-once-another-was-deleted',
      toldBy: 'api-keys.get.readable',
      sentence: 'A key that is created after another one was deleted is not accepted.',
      patch: remembering(
        () => ({ wasDeleted: false, late: new Set<unknown>() }),
        (memory) =>
          all(
            after('deleteApiKey', () => {
              memory.wasDeleted = true;
            }),
            changeBody('createApiKey', (key) => {
              if (memory.wasDeleted) memory.late.add(key['token']);
              return key;
            }),
            ({ access }) => {
              const { recordOf } = access;
              access.recordOf = (tenant, token, id) =>
                memory.late.has(token) ? undefined : recordOf(tenant, token, id);
            },
          ),
      ),
    },
  ],
  'auth.unscoped-key.every-deployment': [
    {
      name: 'not-after-another-deployment',
      sentence: 'A key for all deployments that has been used on one is refused on another by lists of reports.',
      patch: remembering(
        () => new Map<string, unknown>(),
        (first) =>
          replaceSync('listReports', (call, original) => {
            const { token, kind } = call.principal;
            const here = call.path['deploymentId'];
            if (!first.has(token)) first.set(token, here);
            const isMeant = kind === 'api-key' && recordIn(call)?.scope === 'all';
            if (isMeant && first.get(token) !== here) refuse(403, 'the key is for another deployment');
            return original(call);
          }),
      ),
    },
  ],
  'users.settings.caller-only': [
    {
      name: 'all-cleared-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Sheets of null from an OAuth token clears the sheets of every user.',
      patch: after(PATCH, (call) => {
        if (!byOAuth(call) || bodyOf(call)['sheets'] !== null) return;
        const { users } = call.tenant.account;
        for (const user of users.all()) users.replace({ ...user, settings: { ...user.settings, sheets: null } });
      }),
    },
  ],
  'users.settings.omitted-kept': [
    {
      name: 'locale-lost-with-fields-of-a-plain-user',
      toldBy: 'users.settings.omitted-kept',
      sentence: 'A patch of a plain user with fields of sheets alone takes away the locale once they have set it.',
      patch: after(PATCH, (call) => {
        const { users } = call.tenant.account;
        const user = call.principal.user && users.get(call.principal.user.id);
        if (!user || !byPlainUser(call) || Object.keys(bodyOf(call)).join() !== 'sheets') return;
        const { locale: _, ...settings } = user.settings;
        users.replace({ ...user, settings });
      }),
    },
  ],
  'users.settings.any-credential': [
    {
      name: 'cleared-for-oauth-alone',
      sentence: 'Sheets that an OAuth token has cleared are still read with a key.',
      also: alsoThese('what one credential stores is cleared by another there', 'users.settings.sheets-null-clears'),
      patch: remembering(
        (): { sheets: unknown } => ({ sheets: undefined }),
        (memory) =>
          all(
            replaceSync(PATCH, (call, original) => {
              const before = call.principal.user?.settings['sheets'];
              const answer = original(call);
              const { sheets } = bodyOf(call);
              if (sheets !== undefined) memory.sheets = sheets === null && byOAuth(call) ? before : undefined;
              return answer;
            }),
            replaceSync('getMe', (call, original) =>
              withBody(original(call), (me) =>
                memory.sheets === undefined || byOAuth(call) || byPlainUser(call)
                  ? me
                  : { ...me, settings: { ...(me['settings'] as Body), sheets: memory.sheets } },
              ),
            ),
          ),
      ),
    },
  ],
  'usage-analytics.create.lifetime': [
    {
      name: 'a-day-for-the-third',
      sentence: 'From the third on, a usage-analytics token of one caller ends in a day.',
      patch: byTimes(
        'createUsageAnalyticsToken',
        ({ principal }) => principal.user?.id,
        (times, call, original) => {
          const { usageAnalytics } = call.tenant.rules;
          const { lifetime } = usageAnalytics;
          if (times > 2) usageAnalytics.lifetime = 24 * lifetime;
          try {
            return original(call);
          } finally {
            usageAnalytics.lifetime = lifetime;
          }
        },
      ),
    },
  ],
});

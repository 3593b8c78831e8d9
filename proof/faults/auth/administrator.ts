import { ok, refuse } from '../../../mock/answer.ts';
import { byOAuth, fromEmbedSession, isAdministrator } from '../../lib/access.ts';
import { besideOAuthRow, NO_LIST, ofListRoles } from '../../lib/auth.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { GROUPS_ADMIN, isGroupsAdministrator, notThroughGroup } from '../../lib/group-administrators.ts';
import { once, callerId } from '../../lib/other-operations.ts';
import { refusing, remembering, replace, replaceSync } from '../../lib/patches.ts';
import { passing } from '../../lib/refused.ts';
import { roleOf } from '../../lib/roles.ts';
import { refusedWithCustomRole } from '../../lib/role-exceptions.ts';

/** Faults of who counts as an administrator. */
export const administratorFaults = faults({
  'auth.administrator.api-key': [
    {
      name: 'not-with-a-custom-role',
      sentence: 'The list of roles is refused to an administrator who holds a custom role as well.',
      patch: refusedWithCustomRole('listRoles'),
    },
    {
      name: 'updates-nothing-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'An update of a role by who has the admin role through a group is acknowledged and not stored.',
      also: alsoThese('an update that changes nothing takes no name', 'roles.update.name-taken'),
      patch: replace('updateRole', (call, original) => {
        const role = roleOf(call);
        return role && isGroupsAdministrator(call) ? ok(role, 200) : original(call);
      }),
    },
    notThroughGroup('no-holders', 'listRoleHolders', 'list holders of roles'),
    notThroughGroup('no-user-roles', 'listUserRoles', 'list the roles of a user'),
    notThroughGroup('deletes-no-key', 'deleteApiKey', 'delete an API key'),
    notThroughGroup('revokes-no-session', 'revokeEmbedSession', 'revoke an embed session'),
    notThroughGroup('no-embed-workbooks', 'listEmbedTenantWorkbooks', 'list the workbooks of an embed tenant'),
    {
      name: 'not-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'Who has the admin role through a group may not list API keys.',
      patch: replaceSync('listApiKeys', (call, original) =>
        isGroupsAdministrator(call) ? refuse(403, 'only an administrator may do this') : original(call),
      ),
    },
    {
      name: 'creates-not-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'Who has the admin role through a group may create no role.',
      patch: replaceSync('createRole', (call, original) =>
        isGroupsAdministrator(call) ? refuse(403, 'only an administrator may do this') : original(call),
      ),
      also: [{ id: 'roles.list.shows-created', because: 'its role is created by such an administrator' }],
    },
    {
      name: 'forbidden',
      sentence: "The list of roles is refused with 403 to an administrator's API key.",
      also: ofListRoles('auth.administrator.api-key'),
      patch: refusing('listRoles', ({ principal }) => principal.kind === 'api-key', 403),
    },
  ],
  'auth.administrator.oauth-token': [
    {
      name: 'not-with-a-custom-role',
      sentence:
        'The creation of an API key is refused to the OAuth token of an administrator who holds a custom role as well.',
      patch: refusedWithCustomRole('createApiKey'),
    },
    {
      name: 'forbidden',
      sentence: "The list of roles is refused with 403 to an administrator's OAuth access token.",
      also: besideOAuthRow('auth.administrator.oauth-token'),
      patch: refusing('listRoles', byOAuth, 403),
    },
    {
      name: 'no-new-key',
      sentence: "The creation of an API key is refused with 403 to an administrator's OAuth access token.",
      patch: refusing('createApiKey', byOAuth, 403),
    },
    {
      name: 'keys-stay',
      sentence: "The deletion of an API key is refused with 403 to an administrator's OAuth access token.",
      patch: refusing('deleteApiKey', byOAuth, 403),
    },
  ],
  'auth.administrator.embed-token': [
    {
      name: 'forbidden',
      sentence: "The list of roles is refused with 403 to an administrator's embed token.",
      also: [{ id: 'roles.list.same-as-read', because: NO_LIST }],
      patch: refusing('listRoles', fromEmbedSession, 403),
    },
    {
      name: 'no-new-role',
      sentence: "The creation of a role is refused with 403 to an administrator's embed token.",
      also: (
        ['roles.create.stores-description', 'roles.create.stores-name', 'roles.create.stores-policies'] as const
      ).map((id) => ({ id, because: 'the check creates a role with an embed token as well' })),
      patch: refusing('createRole', fromEmbedSession, 403),
    },
    {
      name: 'no-role',
      sentence: "A role is refused with 403 to an administrator's embed token that reads it.",
      patch: refusing('getRole', fromEmbedSession, 403),
    },
    {
      name: 'no-key',
      sentence: "An API key is refused with 403 to an administrator's embed token that reads it.",
      patch: refusing('getApiKey', fromEmbedSession, 403),
    },
  ],
  'auth.administrator.other-oauth-token': [
    {
      name: 'when-asked-again',
      sentence:
        'The list of roles is refused once to an OAuth access token of no administrator, and answered after that.',
      patch: remembering(
        () => ({ times: 0 }),
        (memory) => passing('listRoles', ({ principal }) => principal.kind === 'oauth' && (memory.times += 1) > 1),
      ),
    },
    {
      name: 'once-an-administrators-was-taken',
      sentence: 'The list of roles is open to every OAuth token once it was answered to that of an administrator.',
      patch: once(
        'listRoles',
        (call) => (byOAuth(call) && isAdministrator(call) ? callerId(call) : undefined),
        (taken) =>
          ({ access }) => {
            const { needsAdministrator } = access;
            access.needsAdministrator = (rules, id, caller) =>
              needsAdministrator(rules, id, caller) &&
              !(id === 'listRoles' && taken.size > 0 && caller.principal.kind === 'oauth');
          },
      ),
    },
    {
      name: 'let-in',
      sentence: 'The list of roles is answered to every user who comes with an OAuth access token.',
      also: [{ id: 'roles.listRoles.administrator-only', because: 'it looks at such a token as well' }],
      patch: passing('listRoles', byOAuth),
    },
    {
      name: 'after-an-administrator',
      sentence: 'Once an administrator has listed the roles, an OAuth access token of any user lists them.',
      also: [
        { id: 'roles.listRoles.administrator-only', because: 'a plain user is let in with an OAuth token there, too' },
      ],
      patch: remembering(
        () => ({ wasListed: false }),
        (memory) =>
          ({ access }) => {
            const { needsAdministrator } = access;
            access.needsAdministrator = (rules, id, caller) => {
              const needs = needsAdministrator(rules, id, caller);
              if (id !== 'listRoles') return needs;
              if (caller.principal.user?.id === caller.tenant.account.cast.admin) memory.wasListed = true;
              return needs && !(memory.wasListed && byOAuth(caller));
            };
          },
      ),
    },
  ],
  'auth.administrator.other-embed-token': [
    {
      name: 'let-in',
      sentence: 'The list of roles is answered to whoever comes with an embed token.',
      patch: passing('listRoles', fromEmbedSession),
    },
    {
      name: 'revokes',
      sentence: 'Sessions are revoked for whoever comes with an embed token.',
      patch: passing('revokeEmbedSession', fromEmbedSession),
    },
    {
      name: 'new-token',
      sentence: 'A token for the usage analytics is given to whoever comes with an embed token.',
      patch: passing('createUsageAnalyticsToken', fromEmbedSession),
    },
  ],
});

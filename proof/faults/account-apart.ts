import { done, ok } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Policy } from '../../mock/world/account.ts';
import { byOAuth, fromEmbedSession, isAdministrator } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import {
  all,
  changeBody,
  changeBodySync,
  refusing,
  remembering,
  replace,
  replaceSync,
  withBody,
} from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';
import { isOthers, readTask } from '../lib/scheduled-tasks.ts';
import type { Patch } from '../../mock/index.ts';
import { knowingRoles, names, namesAlone } from '../lib/role-histories.ts';
import { afterCreation, refusedYetStored, roleOf, storing, type Shown } from '../lib/roles.ts';

/** Whether an administrator asks who has the admin role through a group alone. */
const isGroupsAdministrator = (call: Call): boolean =>
  isAdministrator(call) && call.principal.user?.roleIds.has(ADMIN_ROLE) === false;

const GROUPS_ADMIN = 'OTHER_ADMIN_TOKEN';

/** Refuses something to whoever has the admin role through a group alone. */
function notThroughGroup(
  name: string,
  operation: string,
  what: string,
  isMeant: (call: Call) => boolean = () => true,
): Deviation {
  return {
    name: `${name}-through-a-group`,
    seenWith: GROUPS_ADMIN,
    sentence: `Who has the admin role through a group may not ${what}.`,
    patch: refusing(operation, (call) => isGroupsAdministrator(call) && isMeant(call), 403),
  };
}

function renderedNotThroughGroup(subject: 'console' | 'embed'): Deviation {
  return notThroughGroup('not', 'startDashboardExport', `have an export rendered as ${subject} users`, (call) => {
    const { renderAs } = bodyOf(call);
    return (renderAs as Body | undefined)?.['type'] === subject;
  });
}

const listingOwnAlone = (operation: string): Patch =>
  changeBodySync(operation, (list, call) =>
    isGroupsAdministrator(call)
      ? { ...list, items: itemsOf(list).filter(({ userId }) => userId === call.principal.user?.id) }
      : list,
  );

const policiesIn = (body: Body): readonly Policy[] =>
  (Array.isArray(body['policies']) ? (body['policies'] as readonly (Policy | null)[]) : []).filter(
    (one) => one !== null,
  );

const onOneLine = (text: string | null): string | null => text?.replace(/\s*\n\s*/g, ' ') ?? null;

/** Faults of the account that show apart from the usual case: through a group, under a name that was used before, for texts and lists of a kind. */
export const accountApartFaults = faults({
  'roles.update.policies-replace': [
    {
      name: 'not-beside-name-and-description-of-now',
      sentence: 'Policies that come beside the name and the description that the role has already are not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'name', 'description', 'policies') &&
        asked['name'] === former.name &&
        asked['description'] === former.description
          ? { ...next, policies: former.policies }
          : next,
      ),
    },
  ],
  'roles.update.policies-most': {
    name: 'counted-with-the-former-ones',
    also: [
      ...alsoThese(
        'one of its updates is to 200 policies',
        'roles.update.answer-is-stored',
        'roles.update.description-changes',
        'roles.update.description-omitted',
        'roles.update.name-omitted',
      ),
      ...alsoThese('the one invalid policy stands among as many as there may be', 'roles.update.policy-one-of-many'),
    ],
    sentence: '200 policies are refused where the role has any, which count as well.',
    patch: refusing(
      'updateRole',
      (call) => policiesIn((call.body ?? {}) as Body).length + (roleOf(call)?.policies.length ?? 0) > 200,
      'invalid',
    ),
  },
  'roles.create.stores-description': [
    {
      name: 'of-its-namesake',
      toldBy: 'roles.create.name-freed-by-delete',
      sentence: 'A role that is made under the name of a deleted one is described as that one was.',
      patch: knowingRoles((history) =>
        afterCreation((made) => ({
          description: history.deleted.findLast(({ name }) => name === made.name)?.description ?? made.description,
        })),
      ),
    },
    {
      name: 'on-one-line',
      sentence: 'Line ends in the description of a new role are stored as blanks.',
      patch: afterCreation(({ description }) => ({ description: onOneLine(description) })),
    },
  ],
  'roles.create.stores-policies': {
    name: 'with-those-of-its-namesake',
    toldBy: 'roles.create.name-freed-by-delete',
    sentence: 'A role that is made under the name of a deleted one has the policies of that one as well.',
    patch: knowingRoles((history) =>
      afterCreation(({ name, policies }) => ({
        policies: [...policies, ...(history.deleted.findLast((one) => one.name === name)?.policies ?? [])],
      })),
    ),
  },
  'roles.update.policy-no-action': {
    name: 'policies-lost',
    also: alsoThese('some of its policies grant no action', 'roles.update.policy-one-of-many'),
    sentence: 'An update with a policy that grants no action is refused, and the role has lost its policies.',
    patch: refusedYetStored(
      (asked, { why }) =>
        why === 400 &&
        policiesIn(asked).length === 1 &&
        policiesIn(asked).every(({ actions }) => Array.isArray(actions) && actions.length === 0),
      () => ({ policies: [] }),
    ),
  },
  'roles.update.policies-omitted': {
    name: 'one-resource-once-renamed',
    sentence: 'An update of the name alone leaves each policy its first resource.',
    patch: storing((next, asked, former) =>
      namesAlone(asked, 'name')
        ? { ...next, policies: former.policies.map((one) => ({ ...one, resources: one.resources.slice(0, 1) })) }
        : next,
    ),
  },
  'roles.update.description-changes': [
    {
      name: 'on-one-line',
      sentence: 'Line ends in a description are stored as blanks.',
      patch: storing((next) => ({ ...next, description: onOneLine(next.description) })),
    },
  ],
  'roles.role.name': {
    name: 'digits-as-a-number',
    toldBy: 'roles.update.name-changes',
    sentence: 'A name of digits alone is shown as a number.',
    patch: changeBody('getRole', (role) =>
      /^\d+$/.test(String(role['name'])) ? { ...role, name: Number(role['name']) } : role,
    ),
  },
  'auth.administrator.api-key': [
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
  ],
  'roles.delete.removes': [
    notThroughGroup('no-role', 'deleteRole', 'delete a role'),
    {
      name: 'acknowledged-to-embed-sessions',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'A deletion of a role with an embed token of an administrator is acknowledged and does nothing.',
      patch: replace('deleteRole', (call, original) =>
        roleOf(call) && fromEmbedSession(call) ? done() : original(call),
      ),
    },
    {
      name: 'acknowledged-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A deletion of a role with an OAuth token is acknowledged and does nothing.',
      patch: replace('deleteRole', (call, original) => (roleOf(call) && byOAuth(call) ? done() : original(call))),
    },
  ],
  'dashboard-exports.start.render-as-console': renderedNotThroughGroup('console'),
  'dashboard-exports.start.render-as-embed': renderedNotThroughGroup('embed'),
  'scheduled-tasks.access.admin-reads': notThroughGroup(
    'not',
    'getScheduledTask',
    'read a task of another user',
    isOthers,
  ),
  'scheduled-tasks.access.admin-updates': [
    notThroughGroup('not', 'updateScheduledTask', 'update a task of another user', isOthers),
    {
      name: 'acknowledged-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'An update of a task of another user by who has the admin role through a group changes nothing.',
      patch: replaceSync('updateScheduledTask', (call, original) =>
        isGroupsAdministrator(call) && isOthers(call) ? readTask(call) : original(call),
      ),
    },
    {
      name: 'acknowledged-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update of a task of another user by an administrator with an OAuth token changes nothing.',
      patch: replaceSync('updateScheduledTask', (call, original) =>
        isAdministrator(call) && byOAuth(call) && isOthers(call) ? readTask(call) : original(call),
      ),
    },
  ],
  'scheduled-tasks.access.admin-deletes': notThroughGroup(
    'not',
    'deleteScheduledTask',
    'delete a task of another user',
    isOthers,
  ),
  'scheduled-tasks.access.admin-runs': notThroughGroup(
    'not',
    'runScheduledTask',
    'run a task of another user',
    isOthers,
  ),
  'scheduled-tasks.access.admin-lists': {
    name: 'own-alone-through-a-group',
    seenWith: GROUPS_ADMIN,
    sentence: 'A list of tasks by who has the admin role through a group holds their own alone.',
    patch: listingOwnAlone('listScheduledTasks'),
  },
  'report-deliveries.access.admin-lists': {
    name: 'own-alone-through-a-group',
    seenWith: GROUPS_ADMIN,
    sentence: 'A list of deliveries by who has the admin role through a group holds their own alone.',
    patch: listingOwnAlone('listReportDeliveries'),
  },
  'report-deliveries.access.admin-reads': notThroughGroup(
    'not',
    'getReportDelivery',
    'read a delivery of another user',
  ),
  'role-holders.holders.entry-custom-roles': {
    name: 'first-four',
    sentence: 'An entry of the list of holders shows the first four of the roles of the user.',
    patch: ({ roleHolders }) => {
      const { carried } = roleHolders;
      roleHolders.carried = (held, listed) => carried(held, listed).slice(0, 4);
    },
  },
  'role-holders.grant.grants': {
    name: 'own-not-shown',
    sentence: 'Who lists their own roles is shown the built-in ones alone.',
    patch: changeBody('listUserRoles', (body, call) =>
      call.principal.user?.id === idIn(call, 'id')
        ? { ...body, roles: (body['roles'] as Shown[]).filter(({ id }) => BUILT_IN_ROLES.some((one) => one.id === id)) }
        : body,
    ),
  },
  'api-keys.create.token': {
    name: 'absent-for-a-second-of-the-name',
    toldBy: 'api-keys.delete.not-authenticating',
    sentence: 'A new key under the name of another one comes without its token.',
    patch: remembering(
      () => new Set<unknown>(),
      (seen) =>
        replace('createApiKey', async (call, original) => {
          const { name } = bodyOf(call);
          const answer = withBody(await original(call), ({ token, ...key }) =>
            seen.has(name) ? key : { ...key, token },
          );
          seen.add(name);
          return answer;
        }),
    ),
  },
  'api-keys.create.authenticates': {
    name: 'not-of-the-name-of-a-deleted-one',
    toldBy: 'api-keys.delete.not-authenticating',
    sentence: 'A key that is made under the name of a deleted one is refused.',
    patch: remembering(
      () => ({ byId: new Map<unknown, unknown>(), deleted: new Set<unknown>() }),
      ({ byId, deleted }) =>
        all(
          replace('createApiKey', async (call, original) => {
            const answer = await original(call);
            if (!('body' in answer)) return answer;
            const { id, name, token } = answer.body as Body;
            byId.set(id, name);
            if (deleted.has(name)) call.tenant.tokens.delete(String(token));
            return answer;
          }),
          replace('deleteApiKey', async (call, original) => {
            const answer = await original(call);
            deleted.add(byId.get(idIn(call, 'id')));
            return answer;
          }),
        ),
    ),
  },
});

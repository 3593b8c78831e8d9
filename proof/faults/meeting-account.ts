import { refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { byOAuth, isAdministrator } from '../lib/access.ts';
import { embedSessions } from '../../mock/families/embed-sessions.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { bodyIn, once, onItems, who } from '../lib/meeting.ts';
import { all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked } from '../lib/reports.ts';
import { changeRoleList, deletingHeld, roleOf } from '../lib/roles.ts';
import { knowingRoles } from '../lib/role-histories.ts';

/** Faults of roles, users and credentials that show where two of their features meet. */

const BUILDING = ['createDeployment', 'deleteBranch', 'setStagingEnvironment', 'validateDataModel', 'enterDevMode'];

/** The ids of keys that were made with an OAuth token. */
const madeByOAuth = (patch: (ids: Set<string | number>) => Patch): Patch =>
  once('createApiKey', (call, answer) => (byOAuth(call) ? Number(bodyIn(answer)['id']) : undefined), patch);

/** Does not take keys that were made with an OAuth token on some operations. */
const untakenOn = (operations: readonly string[]): Patch =>
  madeByOAuth((ids) => ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) => {
      const record = recordOf(tenant, token, id);
      return operations.includes(id) && ids.has(record?.keyId ?? 0) ? undefined : record;
    };
  });

const heldKey = ({ path }: Call): string => `${path['roleId']} ${path['userId']}`;

export const meetingAccountFaults = faults({
  'roles.delete.other-roles-kept': {
    name: 'described-alike-gone',
    sentence: 'A deletion takes every role with it that has the same description.',
    patch: replaceSync('deleteRole', (call, original) => {
      const role = roleOf(call);
      const answer = original(call);
      const { roles } = call.tenant.account;
      const description = role?.description;
      if (description) for (const one of roles.filter((each) => each.description === description)) roles.remove(one.id);
      return answer;
    }),
  },
  'roles.list.pages-complete': {
    name: 'without-the-renamed',
    also: alsoThese('the list in which an update has to show is read in pages', 'roles.list.shows-updated'),
    sentence: 'Lists with first leave out roles that were renamed.',
    patch: knowingRoles((history) =>
      changeRoleList((roles, call) =>
        isAsked(call, 'first')
          ? roles.filter(({ id }) => !history.isRenamed(call.tenant.account.roles.get(Number(id))))
          : roles,
      ),
    ),
  },
  'roles.list.drops-deleted': {
    name: 'held-stays',
    sentence: 'A deleted role stays in the list where a user held it.',
    patch: all(
      deletingHeld,
      remembering(
        () => new Map<number, Role>(),
        (kept) =>
          all(
            replaceSync('deleteRole', (call, original) => {
              const role = roleOf(call);
              const isHeld = role && call.tenant.account.users.find(({ roleIds }) => roleIds.has(role.id));
              const answer = original(call);
              if (role && isHeld) kept.set(role.id, role);
              return answer;
            }),
            changeBodySync('listRoles', (body, call) => {
              const { hasNextPage } = body['pageInfo'] as { hasNextPage: boolean };
              const first = Number(call.query.text('first') ?? Number.POSITIVE_INFINITY);
              const items = body['items'] as readonly unknown[];
              const more = hasNextPage ? [] : [...kept.values()].slice(0, first - items.length);
              return { ...body, items: [...items, ...more] };
            }),
          ),
      ),
    ),
  },
  'roles.update.name-changes': {
    name: 'undone-by-a-grant',
    toldBy: 'role-holders.grant.grants',
    sentence: 'A grant of a role that was renamed brings its former name back.',
    patch: remembering(
      () => new Map<number, string>(),
      (former) =>
        all(
          replaceSync('updateRole', (call, original) => {
            const before = roleOf(call);
            const answer = original(call);
            const after = roleOf(call);
            if (before && after && before.name !== after.name) former.set(before.id, before.name);
            return answer;
          }),
          replaceSync('grantRole', (call, original) => {
            const answer = original(call);
            const role = roleOf(call);
            const name = role && former.get(role.id);
            if (role && name !== undefined) call.tenant.account.roles.replace({ ...role, name });
            return answer;
          }),
        ),
    ),
  },
  'roles.update.name-own': {
    name: 'taken-while-held',
    toldBy: 'roles.update.answer-is-stored',
    sentence: 'An update that repeats the name of a role is refused with 409 while a user holds the role.',
    patch: replaceSync('updateRole', (call, original) => {
      const role = roleOf(call);
      const { name } = bodyOf(call, { optional: true });
      const isHeld = role && call.tenant.account.users.find(({ roleIds }) => roleIds.has(role.id));
      const answer = original(call);
      if (isHeld && name === role.name) refuse(409, 'another role has this name');
      return answer;
    }),
  },
  'role-holders.user-roles.group-ids-name': {
    name: 'empty-once-revoked',
    sentence: 'The groupIds of a role are empty once a direct assignment of it to the user has been revoked.',
    patch: once(
      'revokeRole',
      (call) => heldKey(call),
      (revoked) =>
        changeBodySync('listUserRoles', (body, call) => ({
          ...body,
          roles: (body['roles'] as readonly { readonly id: number }[]).map((role) =>
            revoked.has(`${role.id} ${call.path['id']}`) ? { ...role, groupIds: [] } : role,
          ),
        })),
    ),
  },
  'role-holders.holders.pages-complete': {
    name: 'without-whom-it-was-granted-again',
    sentence: 'Pages of holders leave out users to whom the role was granted again after it was revoked.',
    patch: once(
      'revokeRole',
      (call) => heldKey(call),
      (revoked) =>
        changeBodySync(
          'listRoleHolders',
          onItems((items, call) =>
            isAsked(call, 'first')
              ? items.filter(({ id }) => !revoked.has(`${call.path['roleId']} ${String(id)}`))
              : items,
          ),
        ),
    ),
  },
  'api-keys.create.oauth-authenticates': {
    name: 'not-on-build-paths',
    sentence: 'A key that was made with an OAuth token is refused on the build paths.',
    patch: untakenOn(BUILDING),
  },
  'api-keys.delete.others-kept': {
    name: 'with-all-that-oauth-made',
    toldBy: 'api-keys.get.readable',
    sentence: 'The deletion of a key that was made with an OAuth token deletes every key that was made so.',
    patch: madeByOAuth((ids) =>
      replaceSync('deleteApiKey', (call, original) => {
        const answer = original(call);
        if (!ids.delete(Number(call.path['id']))) return answer;
        for (const id of ids) {
          try {
            original({ ...call, path: { id: String(id) } });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
        }
        ids.clear();
        return answer;
      }),
    ),
  },
  'embed.revokeEmbedSession.administrator-only': {
    name: 'of-an-unknown-id',
    toldBy: 'embed.revoke.token-refused',
    sentence: 'A revocation of an id that no session has is answered to everybody.',
    patch: all(
      ({ access }) => {
        const { needsAdministrator } = access;
        access.needsAdministrator = (rules, id, caller) =>
          needsAdministrator(rules, id, caller) && id !== 'revokeEmbedSession';
      },
      replaceSync('revokeEmbedSession', (call, original) => {
        const isKnown = embedSessions(call.tenant).byId.has(String(bodyOf(call)['sessionId']));
        if (isKnown && !isAdministrator(call)) refuse(403, 'only an administrator may do this');
        return original(call);
      }),
    ),
  },
  'auth.administrator.other-oauth-token': {
    name: 'once-an-administrators-was-taken',
    sentence: 'The list of roles is open to every OAuth token once it was answered to that of an administrator.',
    patch: once(
      'listRoles',
      (call) => (byOAuth(call) && isAdministrator(call) ? who(call) : undefined),
      (taken) =>
        ({ access }) => {
          const { needsAdministrator } = access;
          access.needsAdministrator = (rules, id, caller) =>
            needsAdministrator(rules, id, caller) &&
            !(id === 'listRoles' && taken.size > 0 && caller.principal.kind === 'oauth');
        },
    ),
  },
});

import { done, ok, refuse } from '../../mock/answer.ts';
import { isAdmin } from '../../mock/authority.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import {
  asAdministrator,
  fromEmbedSession,
  isAnonymous,
  isOutOfScope,
  open,
  recognising,
  widened,
} from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, remembering, replaceSync, withBody, responseOf } from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';
import { roleOf } from '../lib/roles.ts';

const idOfCaller = ({ principal }: Call): number => principal.user?.id ?? 0;

/** Whether the caller has the admin role through a group alone. */
const isByGroup = (call: Call): boolean =>
  isAdmin(call.tenant, call.principal) && call.principal.user?.roleIds.has(ADMIN_ROLE) === false;

/** Acknowledges some calls and does nothing. */
const acknowledged = (operation: string, isMeant: (call: Call) => boolean): Patch =>
  replaceSync(operation, (call, original) => (isMeant(call) ? done() : original(call)));

/** Roles or keys that somebody has made are there for nobody else. */
const forTheirMakers = (create: string, read: string, memberOf: (call: Call) => unknown): Patch =>
  remembering(
    () => new Map<unknown, number>(),
    (makers) =>
      all(
        replaceSync(create, (call, original) =>
          withBody(original(call), (body) => {
            makers.set(body['id'], idOfCaller(call));
            return body;
          }),
        ),
        replaceSync(read, (call, original) => {
          const maker = makers.get(memberOf(call));
          return maker === undefined || maker === idOfCaller(call)
            ? original(call)
            : refuse(404, 'there is no such thing');
        }),
      ),
  );

const GROUPS_ADMIN = 'OTHER_ADMIN_TOKEN';

/** Takes administrators' rights from nobody and gives them to some others on one operation. */
function administratorsToo(operation: string, isToo: (call: Call) => boolean): Patch {
  return all(
    ({ access }) => {
      const { needsAdministrator } = access;
      access.needsAdministrator = (of, id, caller) => id !== operation && needsAdministrator(of, id, caller);
    },
    replaceSync(operation, (call, original) =>
      isAdmin(call.tenant, call.principal) || isToo(call) ? original(call) : refuse(403, 'for administrators'),
    ),
  );
}

function holdsAllOnTheAccount({ tenant, principal }: Call): boolean {
  return (
    principal.user !== undefined &&
    rolesOf(tenant, principal.user).some(({ role }) =>
      role.policies.some(({ resourceType, actions }) => resourceType === 'Global' && actions.includes('All')),
    )
  );
}

export const credentialsFurtherFaults = faults({
  'auth.scoped-key.several': {
    name: 'second-refused',
    sentence: 'A key that is scoped to two deployments is refused on the second of them.',
    patch: ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        const known = recordOf(tenant, token, id);
        return known && known.scope !== 'all' ? { ...known, scope: known.scope.slice(0, 1) } : known;
      };
    },
  },
  'scheduled-tasks.getScheduledTask.scoped-key-elsewhere': {
    name: 'own-task',
    sentence: 'A scoped key reads the tasks elsewhere that its owner has created.',
    patch: all(
      widened('getScheduledTask'),
      replaceSync('getScheduledTask', (call, original) => {
        if (!isOutOfScope(call, Number(call.path['deploymentId']))) return original(call);
        const answer = original(call);
        const isOwn = 'body' in answer && (answer.body as Body)['userId'] === idOfCaller(call);
        return isOwn ? answer : refuse(403, 'the key is not scoped to this deployment');
      }),
    ),
  },
  'scim.credential.api-key-accepted': {
    name: 'once-known',
    sentence: 'A SCIM token is taken after Api-Key once it has been sent after Bearer.',
    patch: remembering(
      () => ({ scheme: '', known: new Set<string>() }),
      (memory) =>
        ({ access }) => {
          const { takes, recordOf } = access;
          access.takes = (schemes, scheme, id) => {
            memory.scheme = scheme;
            return takes(schemes, scheme, id);
          };
          access.recordOf = (tenant, token, id) => {
            if (id !== 'probeScim') return recordOf(tenant, token, id);
            if (memory.scheme === 'Bearer') memory.known.add(token);
            return memory.known.has(token) ? recordOf(tenant, token, id) : undefined;
          };
        },
    ),
  },
  'api-keys.listApiKeys.administrator-only': {
    name: 'all-on-the-account',
    toldBy: 'role-holders.user-roles.is-admin-only',
    sentence: 'Who holds All on the account lists API keys.',
    patch: administratorsToo('listApiKeys', holdsAllOnTheAccount),
  },
  'api-keys.getApiKey.administrator-only': {
    name: 'own-key',
    sentence: 'Users read the keys that are theirs.',
    patch: all(
      administratorsToo('getApiKey', () => true),
      replaceSync('getApiKey', (call, original) => {
        const answer = original(call);
        const isOwn = 'body' in answer && (answer.body as Body)['userId'] === idOfCaller(call);
        return isAdmin(call.tenant, call.principal) || isOwn ? answer : refuse(403, 'for administrators');
      }),
    ),
  },
  'environments.createEnvironmentToken.embed-session-refused': {
    name: 'unless-an-administrator',
    seenWith: 'ADMIN_EMBED_TOKEN',
    sentence: 'An embed session of an administrator mints a token of an environment.',
    patch: all(
      ({ access }) => {
        const { refusesEmbedSessions } = access;
        access.refusesEmbedSessions = (of, id) => id !== 'createEnvironmentToken' && refusesEmbedSessions(of, id);
      },
      replaceSync('createEnvironmentToken', (call, original) =>
        fromEmbedSession(call) && !isAdmin(call.tenant, call.principal)
          ? refuse(403, 'embed sessions are not accepted here')
          : original(call),
      ),
    ),
  },
  'scim.probeScim.no-credential': {
    name: 'what-it-can',
    sentence: 'What SCIM says of itself is read without a credential.',
    patch: all(
      open('probeScim'),
      replaceSync('probeScim', (call, original) => {
        if (call.path['resource'] === 'ServiceProviderConfig') return ok({ patch: { supported: false } });
        return isAnonymous(call) ? refuse(401, 'a credential is needed') : original(call);
      }),
    ),
  },
  'auth.platform.altered-key': {
    name: 'with-more-on-roles',
    also: alsoThese('a malformed key is one with more behind it', 'roles.listRoles.malformed-credential'),
    sentence: 'A key with more behind it reads the list of roles.',
    patch: recognising('listRoles', (known, tenant, token) => {
      if (known) return known;
      for (const [issued, record] of tenant.tokens) if (token.startsWith(issued)) return record;
      return undefined;
    }),
  },
  'api-keys.get.no-token': {
    name: 'to-the-key-itself',
    sentence: 'A key that reads itself is shown its token.',
    patch: replaceSync('getApiKey', (call, original) => {
      const { token } = call.principal;
      return withBody(original(call), (body) =>
        call.tenant.tokens.get(token)?.keyId === body['id'] ? { ...body, token } : body,
      );
    }),
  },
  'api-keys.delete.others-kept': {
    name: 'the-first-of-the-name',
    sentence: 'The deletion of the second key of a name deletes the first one as well.',
    patch: replaceSync('deleteApiKey', (call, original) => {
      const keys = itemsOf((responseOf(asAdministrator(call), 'listApiKeys') as { readonly body: Body }).body);
      const own = keys.find(({ id }) => id === idIn(call, 'id'));
      const first = keys.find(({ name, id }) => name === own?.['name'] && (id as number) < (own?.['id'] as number));
      const answer = original(call);
      if (first) original({ ...call, path: { ...call.path, id: String(first['id']) } });
      return answer;
    }),
  },

  'auth.administrator.api-key': [
    {
      name: 'not-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'Who has the admin role through a group may not list API keys.',
      patch: replaceSync('listApiKeys', (call, original) =>
        isByGroup(call) ? refuse(403, 'only an administrator may do this') : original(call),
      ),
    },
    {
      name: 'creates-not-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'Who has the admin role through a group may create no role.',
      patch: replaceSync('createRole', (call, original) =>
        isByGroup(call) ? refuse(403, 'only an administrator may do this') : original(call),
      ),
      also: [{ id: 'roles.list.shows-created', because: 'its role is created by such an administrator' }],
    },
  ],
  'role-holders.grant.grants': {
    name: 'nothing-by-a-groups-administrator',
    seenWith: GROUPS_ADMIN,
    sentence: 'A grant by who has the admin role through a group does nothing.',
    patch: acknowledged('grantRole', (call) => isByGroup(call) && idIn(call, 'roleId') !== ADMIN_ROLE),
  },
  'role-holders.grant.admin': {
    name: 'by-a-groups-administrator',
    seenWith: GROUPS_ADMIN,
    sentence: 'A grant of the Admin role by who has it through a group is acknowledged.',
    patch: acknowledged('grantRole', (call) => isByGroup(call) && idIn(call, 'roleId') === ADMIN_ROLE),
  },
  'role-holders.revoke.revokes': {
    name: 'nothing-by-a-groups-administrator',
    seenWith: GROUPS_ADMIN,
    sentence: 'A revocation by who has the admin role through a group does nothing.',
    patch: acknowledged('revokeRole', isByGroup),
  },
  'roles.delete.removes': {
    name: 'not-of-who-has-not-made-it',
    seenWith: GROUPS_ADMIN,
    sentence: 'The deletion of a role by another administrator than who made it is acknowledged and does nothing.',
    patch: remembering(
      () => new Map<unknown, number>(),
      (makers) =>
        all(
          replaceSync('createRole', (call, original) =>
            withBody(original(call), (body) => {
              makers.set(body['id'], idOfCaller(call));
              return body;
            }),
          ),
          acknowledged('deleteRole', (call) => (makers.get(roleOf(call)?.id) ?? idOfCaller(call)) !== idOfCaller(call)),
        ),
    ),
  },
  'api-keys.get.readable': {
    name: 'by-its-maker-alone',
    seenWith: GROUPS_ADMIN,
    sentence: 'A key is read by the administrator who made it alone.',
    patch: forTheirMakers('createApiKey', 'getApiKey', (call) => idIn(call, 'id')),
  },
});

import { bodyOf, type Body } from '../../mock/call.ts';
import { refuse } from '../../mock/answer.ts';
import type { Patch } from '../../mock/index.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { byPlainUser, recognising } from '../lib/access.ts';
import { servingLess } from '../lib/document.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import type { EmbedSession } from '../../mock/rules/embed.ts';
import { replaceWhere, sessionIn } from '../lib/embed.ts';
import { all, during, remembering, replace, replaceSync, withBody } from '../lib/patches.ts';
import { passing } from '../lib/refused.ts';

/** Faults that show to another person, in another deployment or of another thing than the usual one. */

/** What is left of a revocation by somebody else than who requested the session. */
const ofOtherOpeners = (undo: (session: EmbedSession) => void): Patch =>
  remembering(
    () => new Map<string, number | undefined>(),
    (openers) =>
      all(
        replaceSync('generateEmbedSession', (call, original) => {
          const answer = original(call);
          if ('body' in answer) openers.set(String((answer.body as Body)['sessionId']), call.principal.user?.id);
          return answer;
        }),
        replaceSync('revokeEmbedSession', (call, original) => {
          const answer = original(call);
          const session = sessionIn(call);
          if (session && openers.has(session.id) && openers.get(session.id) !== call.principal.user?.id) undo(session);
          return answer;
        }),
      ),
  );

/** Takes a key that is scoped to more than one deployment for one that is not scoped. */
const severalLetIn = (operation: string): Patch =>
  recognising(operation, (known) =>
    known && known.scope !== 'all' && known.scope.length > 1 ? { ...known, scope: 'all' } : known,
  );

/** Where a user entered first. */
interface Entry {
  readonly deploymentId: string | undefined;
  readonly branchName: unknown;
}

export const accountOthersFaults = faults({
  'roles.listRoles.administrator-only': {
    name: 'all-on-the-account-let-in',
    toldBy: 'role-holders.user-roles.is-admin-only',
    sentence: 'Whoever holds All on the account by a custom role passes for an administrator on listRoles.',
    patch: passing(
      'listRoles',
      ({ tenant, principal: { user } }) =>
        user !== undefined &&
        rolesOf(tenant, user).some(({ role }) =>
          role.policies.some(({ resourceType, actions }) => resourceType === 'Global' && actions.includes('All')),
        ),
    ),
  },
  'embed.revoke.token-refused': {
    name: 'not-of-who-opened-another',
    sentence: 'The token of a session that another user opened stays in force when it is revoked.',
    patch: ofOtherOpeners((session) => {
      for (const token of session.tokens) token.revoked = false;
    }),
  },
  'embed.exchange.revoked-refused': {
    name: 'not-of-who-opened-another',
    sentence: 'A session that another user requested can be exchanged after its revocation.',
    patch: ofOtherOpeners((session) => {
      if (session.tokens.length === 0) session.revoked = false;
    }),
  },
  'embed.exchange.fresh-session': {
    name: 'by-the-same-credential',
    also: alsoThese('what another user opened is exchanged as well', 'embed.revoke.member-revokes-nothing'),
    sentence: 'A session can be exchanged with the credential alone with which it was requested.',
    patch: remembering(
      () => new Map<string, string>(),
      (tokens) =>
        all(
          replaceSync('generateEmbedSession', (call, original) => {
            const answer = original(call);
            if ('body' in answer) tokens.set(String((answer.body as Body)['sessionId']), call.principal.token);
            return answer;
          }),
          replaceSync('exchangeEmbedSession', (call, original) => {
            const token = tokens.get(String(bodyOf(call)['sessionId']));
            if (token !== undefined && token !== call.principal.token) refuse('unknown', 'there is no such session');
            return original(call);
          }),
        ),
    ),
  },
  'embed.revoke.unknown': {
    name: 'digits-refused',
    sentence: 'The revocation of an id of digits alone answers 400.',
    patch: replaceWhere(
      'revokeEmbedSession',
      (call) => /^\d+$/.test(String(bodyOf(call)['sessionId'])),
      () => refuse(400, 'sessionId is no id of a session'),
    ),
  },
  'embed.generate.branch-unknown': {
    name: 'of-another-deployment',
    also: alsoThese('another deployment may have a branch of the name of a deleted one', 'build.delete-branch.removes'),
    sentence: 'A branch that another deployment has is taken for one of this one.',
    patch: during('generateEmbedSession', 'embed', ({ branchNamed }, { tenant }) => ({
      branchNamed: (deployment, name) =>
        branchNamed(deployment, name) ??
        tenant.deployments.deployments.all().flatMap((one) => branchNamed(one, name) ?? [])[0],
    })),
  },
  'dev-mode.enter.on-that-branch': {
    name: 'where-the-user-is-elsewhere',
    sentence: 'Whoever is in dev mode on a branch of one deployment is told of it on entering another deployment.',
    patch: remembering(
      () => new Map<number | undefined, Entry>(),
      (entries) =>
        replaceSync('enterDevMode', (call, original) => {
          const answer = original(call);
          const { deploymentId } = call.path;
          const key = call.principal.user?.id;
          const first = entries.get(key) ?? { deploymentId, branchName: bodyOf(call)['branchName'] };
          entries.set(key, first);
          const isElsewhere = first.deploymentId !== deploymentId;
          return isElsewhere ? withBody(answer, (body) => ({ ...body, branchName: first.branchName })) : answer;
        }),
    ),
  },
  'oidc-token-configs.get.answers-200': {
    name: 'disabled-not-found',
    sentence: 'A config that is not enabled is not found.',
    also: alsoThese(
      'it is looked at as well',
      'oidc-token-configs.get.same-config',
      'oidc-token-configs.config.is-enabled',
    ),
    patch: ({ oidcTokenConfigs }) => {
      const { named } = oidcTokenConfigs;
      oidcTokenConfigs.named = (configs, id) => {
        const config = named(configs, id);
        return config?.isEnabled === true ? config : undefined;
      };
    },
  },
  'scim.credential.api-key-accepted': {
    name: 'users-alone',
    sentence: 'After the prefix Api-Key SCIM takes its token on users alone.',
    patch: replace('probeScim', (call, original) => {
      const isPrefixed = /^Api-Key /.test(String(call.headers.authorization));
      if (isPrefixed && (call.path['resource'] ?? 'Users') !== 'Users') refuse(401, 'the credential is malformed');
      return original(call);
    }),
  },
  'openapi-spec.document.build-operations': {
    name: 'fewer-for-plain-users',
    sentence: 'The document that a user without the admin role is shown does not declare the build paths.',
    patch: servingLess(/^\/build\//, byPlainUser),
  },
  'environments.meta-sync.private-administrator': {
    name: 'not-with-a-scoped-key',
    sentence: 'Where RBAC is off, an administrator with a key that is scoped to the deployment gets no meta-private.',
    patch: during(
      'createMetaSyncToken',
      'environments',
      ({ mayReadSchema }) => ({
        mayReadSchema: (holds, isAdministrator, rbac) =>
          (rbac || !isAdministrator) && mayReadSchema(holds, isAdministrator, rbac),
      }),
      ({ principal }) => principal.scope !== 'all',
    ),
  },
  'role-holders.grantRole.scoped-key-refused': {
    name: 'several-let-in',
    seenWith: 'TWO_SCOPE_TOKEN',
    sentence: 'A key that is scoped to more than one deployment may grant roles.',
    patch: severalLetIn('grantRole'),
  },
  'users.bulkUserAction.scoped-key-refused': {
    name: 'several-let-in',
    sentence: 'A key that is scoped to more than one deployment may change users in bulk.',
    seenWith: 'TWO_SCOPE_TOKEN',
    patch: severalLetIn('bulkUserAction'),
  },
  'api-keys.delete.not-authenticating': {
    name: 'by-itself',
    sentence: 'A key that deletes itself stays in force.',
    patch: (rules) => {
      const kept = new Map<string, TokenRecord>();
      replaceSync('deleteApiKey', (call, original) => {
        const { token } = call.principal;
        const own = call.tenant.tokens.get(token);
        const answer = original(call);
        if (own && !call.tenant.tokens.has(token)) kept.set(token, own);
        return answer;
      })(rules);
      const { recordOf } = rules.access;
      rules.access.recordOf = (tenant, token, id) => recordOf(tenant, token, id) ?? kept.get(token);
    },
  },
  'embed-tenants.listEmbedTenantWorkbooks.is-served': {
    name: 'not-of-an-encoded-name',
    toldBy: 'embed-tenants.delete.succeeds',
    seenIn: 'of a name that a path encodes',
    sentence: 'The workbooks of an embed tenant are not found whose name a path encodes.',
    patch: replaceSync('listEmbedTenantWorkbooks', (call, original) => {
      const name = call.path['embedTenantName'] ?? '';
      if (encodeURIComponent(name) !== name) refuse('unknown', 'there is no such embed tenant');
      return original(call);
    }),
  },
  'roles.listRoles.malformed-credential': {
    name: 'like-a-jwt',
    sentence: 'The list of roles is refused with 400 to a token that has the form of a JWT and is none.',
    patch: ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        if (id === 'listRoles' && token.split('.').length === 3 && !tenant.tokens.has(token)) refuse(400, 'no JWT');
        return recordOf(tenant, token, id);
      };
    },
  },
});

import { refuse } from '../../mock/answer.ts';
import { idIn } from '../../mock/call.ts';
import { embedSessions } from '../../mock/families/embed-sessions.ts';
import type { Patch } from '../../mock/index.ts';
import type { EmbedPrincipal, TokenRecord } from '../../mock/principal.ts';
import { asAdministrator, recognising } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { knownClaimsTaken, knownSignatureTaken, unsignedTaken } from '../lib/forged.ts';
import { all, refusing, remembering, replace, replaceSync } from '../lib/patches.ts';

type Embedded = EmbedPrincipal & { readonly branchName: string | undefined };

/** Lets some embed sessions onto an operation that none may call. */
function toSessions(operation: string, isMeant: (session: Embedded) => boolean): Patch {
  return all(
    ({ access }) => {
      const { refusesEmbedSessions } = access;
      access.refusesEmbedSessions = (rules, id) => id !== operation && refusesEmbedSessions(rules, id);
    },
    replace(operation, (call, original) => {
      const { embed } = call.principal;
      if (!embed) return original(call);
      const branchName = embedSessions(call.tenant).byId.get(embed.sessionId)?.branchName;
      // The session of a user of the account is one that is refused there in any case.
      return call.principal.user === undefined && isMeant({ ...embed, branchName })
        ? original(asAdministrator(call))
        : refuse(403, 'embed sessions are not accepted here');
    }),
  );
}

const ofBranch = ({ branchName }: Embedded): boolean => branchName !== undefined;
const ofNoTenant = ({ tenantName }: Embedded): boolean => tenantName === undefined;

/** Takes a token that is none for another one on an operation, by how the two are alike. */
function likened(
  operation: string,
  kind: TokenRecord['kind'],
  isLike: (token: string, issued: string) => boolean,
): Patch {
  return recognising(
    operation,
    (known, { tokens }, token) =>
      known ?? [...tokens].find(([issued, record]) => record.kind === kind && isLike(token, issued))?.[1],
  );
}

const hasKnownBeginning = (token: string, issued: string): boolean =>
  token.length === issued.length &&
  token.slice(0, Math.ceil(token.length * 0.75)) === issued.slice(0, Math.ceil(token.length * 0.75));

const isAlikeButForItsEnd = (token: string, issued: string): boolean =>
  token.length === issued.length && token.slice(0, -4) === issued.slice(0, -4);

/** Serves over plain HTTP what is at some paths. */
const inTheClear =
  (isMeant: (path: string, address: string) => boolean): Patch =>
  ({ access }) => {
    const { needsTls } = access;
    access.needsTls = (address, path) => needsTls(address, path) && !isMeant(path, address);
  };

/** What one operation makes of tokens after one prefix. */
function afterPrefix(prefix: string, operation: string, patch: Patch): Patch {
  return (rules) => {
    const { access } = rules;
    const { takes, recordOf: own } = access;
    let last = '';
    access.takes = (schemes, scheme, id) => {
      if (id === operation) last = scheme;
      return takes(schemes, scheme, id);
    };
    patch(rules);
    const { recordOf: broken } = access;
    access.recordOf = (tenant, token, id) => (id === operation && last === prefix ? broken : own)(tenant, token, id);
  };
}

/** Takes whatever token on one resource of SCIM. */
function anyTokenOn(resource: string): Patch {
  return all(
    recognising('probeScim', (known, { tokens }) => known ?? [...tokens.values()].find(({ kind }) => kind === 'scim')),
    replace('probeScim', (call, original) => {
      const isKnown = call.tenant.tokens.has(call.principal.token);
      return isKnown || call.path['resource'] === resource ? original(call) : refuse(401, 'the token is unknown');
    }),
  );
}

/** What is taken for a credential, or let in, in one form or on one operation alone. */
export const authKindsFaults = faults({
  'auth.platform.altered-key': [
    {
      name: 'last-characters',
      sentence: 'The list of roles takes an API key of which the last four characters are others.',
      patch: likened('listRoles', 'api-key', isAlikeButForItsEnd),
    },
    {
      name: 'more-behind-it',
      sentence: 'The list of roles takes what begins with an API key.',
      also: alsoThese('the malformed credential begins with one', 'roles.listRoles.malformed-credential'),
      patch: likened('listRoles', 'api-key', (token, issued) => token.startsWith(issued)),
    },
    {
      name: 'without-its-end',
      sentence: 'The list of roles takes an API key without its last character.',
      patch: likened('listRoles', 'api-key', (token, issued) => token === issued.slice(0, -1)),
    },
    {
      name: 'on-a-change',
      sentence: 'The update of a role takes an API key that differs from one that was issued in a character.',
      patch: likened('updateRole', 'api-key', (token, issued) => {
        const different = Array.from(token).filter((letter, at) => letter !== issued[at]);
        return token.length === issued.length && different.length === 1;
      }),
    },
  ],
  'auth.build.altered-key': {
    name: 'known-beginning',
    sentence:
      'The validation of a data model takes a key that differs from one that was issued in its last quarter alone.',
    patch: likened('validateDataModel', 'api-key', hasKnownBeginning),
  },
  'auth.ai.altered-key': {
    name: 'known-beginning',
    sentence: 'The AI API takes a key that differs from one that was issued in its last quarter alone.',
    patch: likened('streamChat', 'api-key', hasKnownBeginning),
  },
  'auth.platform.altered-oauth-token': {
    name: 'known-beginning',
    sentence: 'The list of roles takes an OAuth token that differs from one that was issued in its last quarter alone.',
    patch: likened('listRoles', 'oauth', hasKnownBeginning),
  },
  'auth.scim.altered-token': [
    {
      name: 'known-beginning',
      sentence: 'SCIM takes a token that differs from one that was issued in its last quarter alone.',
      patch: likened('probeScim', 'scim', hasKnownBeginning),
    },
    {
      name: 'any-on-groups',
      sentence: 'SCIM lists groups to whatever token.',
      patch: anyTokenOn('Groups'),
    },
    {
      name: 'any-on-users',
      sentence: 'SCIM lists users to whatever token.',
      also: alsoThese(
        'users are what is read there, too',
        'scim.credential.api-key-unknown',
        'scim.probeScim.malformed-credential',
      ),
      patch: anyTokenOn('Users'),
    },
  ],
  'auth.core-data.altered-payload': [
    {
      name: 'known-signature-of-a-query',
      sentence: 'A query is answered to a JWT whose signature the tenant has made, whatever was signed with it.',
      patch: knownSignatureTaken('coreDataLoad'),
    },
    {
      name: 'known-signature-of-an-sql-query',
      sentence: 'An SQL query is answered to a JWT whose signature the tenant has made, whatever was signed with it.',
      patch: knownSignatureTaken('coreDataSql'),
    },
  ],
  'auth.core-data.foreign-signature': [
    {
      name: 'known-claims-of-a-query',
      sentence: 'A query is answered to a JWT with claims that the tenant has signed once, whoever signed it now.',
      patch: knownClaimsTaken('coreDataLoad'),
    },
    {
      name: 'known-claims-of-an-sql-query',
      sentence: 'An SQL query is answered to a JWT with claims that the tenant has signed once, whoever signed it now.',
      patch: knownClaimsTaken('coreDataSql'),
    },
  ],
  'auth.core-data.no-signature': [
    {
      name: 'algorithm-none-of-a-query',
      sentence: 'A query is answered to a JWT with the algorithm none.',
      patch: unsignedTaken('coreDataLoad'),
    },
    {
      name: 'algorithm-none-of-an-sql-query',
      sentence: 'An SQL query is answered to a JWT with the algorithm none.',
      patch: unsignedTaken('coreDataSql'),
    },
    {
      name: 'none-in-other-letters',
      sentence: 'The metadata are answered to a JWT whose algorithm is none in other than small letters.',
      patch: unsignedTaken('coreDataMeta', (algorithm) => /^none$/i.test(algorithm) && algorithm !== 'none'),
    },
    {
      name: 'signature-not-asked-for',
      sentence: 'The metadata are answered to a JWT without its signature, whatever its algorithm.',
      patch: unsignedTaken('coreDataMeta', (algorithm) => algorithm !== 'none'),
    },
  ],
  'auth.embed-session.whichever-session': [
    {
      name: 'tokens-listed-to-those-of-branches',
      sentence: 'The tokens of an environment are listed to embed sessions of a branch.',
      patch: toSessions('listEnvironmentTokens', ofBranch),
    },
    {
      name: 'tokens-minted-by-those-of-branches',
      sentence: 'An embed session of a branch mints environment tokens.',
      patch: toSessions('createEnvironmentToken', ofBranch),
    },
    {
      name: 'meta-sync-tokens-minted-by-those-of-no-tenant',
      sentence: 'An embed session without an embed tenant mints meta-sync tokens.',
      patch: toSessions('createMetaSyncToken', ofNoTenant),
    },
    {
      name: 'tasks-listed-to-those-of-no-tenant',
      sentence: 'The scheduled tasks are listed to embed sessions without an embed tenant.',
      patch: toSessions('listScheduledTasks', ofNoTenant),
    },
    {
      name: 'tasks-listed-to-those-of-both',
      sentence: 'The scheduled tasks are listed to embed sessions of an embed tenant and a branch.',
      patch: toSessions('listScheduledTasks', (session) => ofBranch(session) && !ofNoTenant(session)),
    },
  ],
  'scim.probeScim.expired-credential': {
    name: 'after-api-key',
    sentence: 'After the prefix Api-Key SCIM takes keys that have expired.',
    patch: (rules) => {
      let prefix = '';
      const { takes } = rules.access;
      rules.access.takes = (schemes, scheme, id) => {
        prefix = scheme;
        return takes(schemes, scheme, id);
      };
      recognising('probeScim', (known, { clock }) => {
        const hasExpired = known?.expiresAt !== undefined && known.expiresAt <= clock.now();
        return known && hasExpired && prefix === 'Api-Key' ? { ...known, kind: 'scim', expiresAt: undefined } : known;
      })(rules);
    },
  },
  'auth.https.platform': [
    {
      name: 'theme',
      sentence: 'The app theme is read over plain HTTP.',
      patch: inTheClear((path) => path.endsWith('/app-theme')),
    },
    {
      name: 'of-a-deployment',
      sentence: 'What is of a deployment is read over plain HTTP.',
      patch: inTheClear((path) => path.startsWith('/api/v1/deployments/')),
    },
  ],
  'auth.https.core-data': {
    name: 'queries',
    sentence: 'The Core Data API answers queries over plain HTTP.',
    patch: inTheClear((path, address) => address === 'core-data' && path.endsWith('/load')),
  },
  'auth.scoped-key.several': {
    name: 'token-for-the-first-alone',
    sentence: 'With a key that is scoped to two deployments there are tokens for the first alone.',
    patch: refusing(
      'createDeploymentToken',
      ({ principal: { kind, scope }, path }) =>
        kind === 'api-key' && scope !== 'all' && scope[0] !== Number(path['id']),
      403,
    ),
  },
  'auth.scoped-key.several-elsewhere': {
    name: 'token-between-its-deployments',
    sentence: 'With a key that is scoped to two deployments there is a token for each deployment.',
    patch: recognising('createDeploymentToken', (known) =>
      known && known.scope !== 'all' && known.scope.length > 1 ? { ...known, scope: 'all' } : known,
    ),
  },
  'scim.credential.api-key-unknown': {
    name: 'last-characters',
    sentence: 'SCIM does not compare the last four characters of its token after Api-Key.',
    patch: afterPrefix('Api-Key', 'probeScim', likened('probeScim', 'scim', isAlikeButForItsEnd)),
  },
  'api-keys.delete.not-authenticating': {
    name: 'build-apart',
    sentence: 'A deleted API key is still taken by build operations.',
    patch: remembering(
      () => new Map<string, TokenRecord>(),
      (deleted) =>
        all(
          replaceSync('deleteApiKey', (call, original) => {
            const id = idIn(call, 'id');
            const own = [...call.tenant.tokens].filter(([, { keyId }]) => keyId === id);
            const answer = original(call);
            for (const [token, record] of own) deleted.set(token, record);
            return answer;
          }),
          recognising('validateDataModel', (known, _tenant, token) => known ?? deleted.get(token)),
        ),
    ),
  },
});

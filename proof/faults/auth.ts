import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { knownClaimsTaken, knownSignatureTaken, unsignedTaken } from '../lib/forged.ts';
import { faults } from '../lib/fault.ts';
import { all, refusing } from '../lib/patches.ts';
import {
  alsoOn,
  asAdministrator,
  byOAuth,
  doneYetRefused,
  fromEmbedSession,
  immortal,
  isAdministrator,
  isAnonymous,
  isOutOfScope,
  nearestTo,
  open,
  recognising,
  recordIn,
  untaken,
  widened,
} from '../lib/access.ts';
import { anybody, passing } from '../lib/refused.ts';

/** What refuses scoped keys because it is a role endpoint. */
const ROLE_ENDPOINTS: readonly RequirementId[] = [
  'roles.listRoles.scoped-key-refused',
  'roles.createRole.scoped-key-refused',
  'roles.getRole.scoped-key-refused',
  'roles.updateRole.scoped-key-refused',
  'roles.deleteRole.scoped-key-refused',
  'role-holders.grantRole.scoped-key-refused',
  'role-holders.revokeRole.scoped-key-refused',
  'role-holders.listRoleHolders.scoped-key-refused',
];

/** Answers plain HTTP as well, on one part of the service. */
function inTheClear(isPart: (address: string, path: string) => boolean): Patch {
  return ({ access }) => {
    access.needsTls = (address, path) => !isPart(address, path);
  };
}

/** Does not know the administrator's tokens of a kind on one operation; those of others are known as ever. */
function unknown(operation: string, kind: TokenRecord['kind']): Patch {
  return recognising(operation, (known, { account }) => {
    const isTheirs = known?.kind === kind && known.scope === 'all' && known.userId === account.cast.admin;
    return isTheirs ? undefined : known;
  });
}

/** Takes a token of a kind on one operation though one of its characters is another. */
function careless(operation: string, kind: TokenRecord['kind']): Patch {
  return recognising(operation, (known, tenant, token) => {
    if (known) return known;
    const nearest = nearestTo(tenant, token);
    return nearest?.kind === kind ? nearest : undefined;
  });
}

/** A JWT that the tenant has signed, by something that another one shares with it. */
const NO_LIST = 'the check lists roles with the credential that is refused';
const NO_VALIDATION = 'the check validates with the credential that is refused';
const NO_TOKEN_TAKEN = 'the check shows that its token is taken by this operation';

const LOOKS_TOO = 'it looks as well whether what is refused is done';

/** Rows of which the check, to have something to compare with, sends the untouched OAuth token. */
const OAUTH_ROWS = [
  'auth.platform.oauth-token',
  'auth.administrator.oauth-token',
  'auth.platform.altered-oauth-token',
  'auth.platform.expired-oauth-token',
  'auth.administrator.other-oauth-token',
] as const satisfies readonly RequirementId[];

/** What cannot hold where the list of roles is refused to an OAuth access token, beside the row that says so. */
const besideOAuthRow = (itself: RequirementId) =>
  [...OAUTH_ROWS, 'roles.list.same-as-read' as const]
    .filter((id) => id !== itself)
    .map((id) => ({ id, because: NO_LIST }));

/** Rows on the list of roles that are about another credential than an administrator's API key. */
const OTHER_CREDENTIALS: readonly RequirementId[] = [
  ...OAUTH_ROWS,
  'auth.https.platform',
  'auth.administrator.embed-token',
  'auth.administrator.other-embed-token',
];

const ofListRoles = (itself: RequirementId) =>
  alsoOn('listRoles', NO_LIST, [
    'roles.listRoles.is-served',
    'roles.listRoles.answers-as-documented',
    'roles.listRoles.no-credential',
    'roles.listRoles.malformed-credential',
    'roles.listRoles.expired-credential',
    'roles.listRoles.administrator-only',
    'roles.listRoles.scoped-key-refused',
  ]).filter(({ id }) => id !== itself && !OTHER_CREDENTIALS.includes(id));

export const authFaults = faults({
  // Transport.
  'auth.https.platform': {
    name: 'in-the-clear',
    sentence: 'The Platform API answers plain HTTP as well.',
    patch: inTheClear((address, path) => address === 'platform' && path.startsWith('/api/v1')),
  },
  'auth.https.build': {
    name: 'in-the-clear',
    sentence: 'The build paths are answered over plain HTTP as well.',
    patch: inTheClear((address, path) => address === 'platform' && path.startsWith('/build/')),
  },
  'auth.https.scim': {
    name: 'in-the-clear',
    sentence: 'SCIM is answered over plain HTTP as well.',
    patch: inTheClear((address, path) => address === 'platform' && path.startsWith('/api/scim/')),
  },
  'auth.https.core-data': {
    name: 'in-the-clear',
    sentence: 'The Core Data API answers plain HTTP as well.',
    patch: inTheClear((address) => address === 'core-data'),
  },
  'auth.https.ai': {
    name: 'in-the-clear',
    sentence: 'The AI API answers plain HTTP as well.',
    patch: inTheClear((address) => address === 'ai'),
  },

  // Which credential is taken where.
  'auth.platform.api-key': {
    name: 'unknown',
    sentence: "The list of roles refuses an administrator's API key with 401, and takes the OAuth access token.",
    also: ofListRoles('auth.platform.api-key'),
    patch: unknown('listRoles', 'api-key'),
  },
  'auth.platform.oauth-token': {
    name: 'unknown',
    sentence: "The list of roles refuses an administrator's OAuth access token with 401.",
    also: besideOAuthRow('auth.platform.oauth-token'),
    patch: unknown('listRoles', 'oauth'),
  },
  'auth.build.api-key': {
    name: 'unknown',
    sentence: "The validation of a data model refuses an administrator's API key with 401.",
    also: alsoOn('validateDataModel', NO_VALIDATION, [
      'build.validateDataModel.is-served',
      'build.validateDataModel.answers-as-documented',
      'build.validateDataModel.no-credential',
      'build.validateDataModel.malformed-credential',
      'build.validateDataModel.expired-credential',
      'build.validateDataModel.scoped-key-elsewhere',
      'build.validateDataModel.scoped-key-at-home',
    ]).filter(({ id }) => !['auth.build.api-key', 'auth.build.oauth-token', 'auth.https.build'].includes(id)),
    patch: unknown('validateDataModel', 'api-key'),
  },
  'auth.build.oauth-token': {
    name: 'unknown',
    sentence: 'The validation of a data model takes API keys and no OAuth access token.',
    also: (['build.validate.broken-status', 'build.validate.sound'] as const).map((id) => ({
      id,
      because: 'the check validates with an OAuth access token as well',
    })),
    patch: unknown('validateDataModel', 'oauth'),
  },
  'auth.scim.bearer-token': {
    name: 'other-prefix',
    sentence: 'SCIM takes its token after the prefix Api-Key alone.',
    also: alsoOn('probeScim', NO_TOKEN_TAKEN, [
      'scim.probeScim.is-served',
      'scim.probeScim.answers-as-documented',
      'scim.probeScim.no-credential',
      'scim.probeScim.malformed-credential',
      'scim.probeScim.expired-credential',
    ]).filter(
      ({ id }) => !['auth.scim.bearer-token', 'scim.credential.api-key-accepted', 'auth.https.scim'].includes(id),
    ),
    patch: untaken('probeScim', 'Bearer'),
  },
  'auth.core-data.plain-token': {
    name: 'prefix-wanted',
    sentence: 'The metadata are refused to a token that comes without a prefix.',
    also: alsoOn('coreDataMeta', NO_TOKEN_TAKEN, [
      'core-data.coreDataMeta.is-served',
      'core-data.coreDataMeta.answers-as-documented',
      'core-data.coreDataMeta.no-credential',
      'core-data.coreDataMeta.malformed-credential',
      'core-data.coreDataMeta.expired-credential',
      'deployments.token.chosen-lifetime-lasts',
      'deployments.token.chosen-lifetime-ends',
      'deployments.token.longest-lifetime-lasts',
      'deployments.token.default-lifetime-lasts',
      'deployments.token.default-lifetime-ends',
    ]).filter(({ id }) => !['auth.core-data.plain-token', 'auth.https.core-data'].includes(id)),
    patch: untaken('coreDataMeta', 'none'),
  },
  'auth.ai.api-key': {
    name: 'other-prefix',
    sentence: 'The AI API takes no API key after the prefix Api-Key.',
    also: alsoOn('streamChat', NO_TOKEN_TAKEN, [
      'ai.streamChat.is-served',
      'ai.streamChat.answers-as-documented',
      'ai.streamChat.no-credential',
      'ai.streamChat.malformed-credential',
      'ai.streamChat.expired-credential',
    ]).filter(({ id }) => !['auth.ai.api-key', 'auth.https.ai'].includes(id)),
    patch: untaken('streamChat', 'Api-Key'),
  },

  // Which credential is refused everywhere.
  'auth.platform.altered-key': {
    name: 'one-character',
    sentence: 'The list of roles takes an API key though one of its characters is another.',
    patch: careless('listRoles', 'api-key'),
  },
  'auth.platform.altered-oauth-token': {
    name: 'one-character',
    sentence: 'The list of roles takes an OAuth access token though one of its characters is another.',
    patch: careless('listRoles', 'oauth'),
  },
  'auth.platform.expired-oauth-token': {
    name: 'never-expires',
    sentence: 'The list of roles takes an OAuth access token that has expired.',
    also: [
      { id: 'roles.listRoles.expired-credential', because: 'the token is one of the credentials that have expired' },
    ],
    patch: immortal('listRoles', 'oauth'),
  },
  'auth.build.altered-key': {
    name: 'one-character',
    sentence: 'The validation of a data model takes an API key though one of its characters is another.',
    patch: careless('validateDataModel', 'api-key'),
  },
  'auth.scim.altered-token': {
    name: 'one-character',
    sentence: 'SCIM takes a token though one of its characters is another.',
    also: [{ id: 'scim.credential.api-key-unknown', because: 'the token that nobody has issued is an altered one' }],
    patch: careless('probeScim', 'scim'),
  },
  'auth.ai.altered-key': {
    name: 'one-character',
    sentence: 'The AI API takes an API key though one of its characters is another.',
    patch: careless('streamChat', 'api-key'),
  },
  'auth.core-data.altered-payload': {
    name: 'known-signature',
    sentence: 'A JWT whose signature the tenant has made is taken, whatever was signed with it.',
    patch: knownSignatureTaken('coreDataMeta'),
  },
  'auth.core-data.foreign-signature': {
    name: 'known-claims',
    sentence: 'A JWT with claims that the tenant has signed once is taken, whoever signed it now.',
    patch: knownClaimsTaken('coreDataMeta'),
  },
  'auth.core-data.no-signature': {
    name: 'algorithm-none',
    sentence: 'A JWT with the algorithm none is taken by its claims.',
    patch: unsignedTaken('coreDataMeta'),
  },
  'auth.unauthenticated.changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A role update without a credential is refused with 401, and applied.',
    also: [{ id: 'roles.updateRole.no-credential', because: LOOKS_TOO }],
    patch: all(open('updateRole'), doneYetRefused('updateRole', isAnonymous, 401)),
  },
  'auth.expired.changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A role update with an expired key is refused with 401, and applied.',
    also: [{ id: 'roles.updateRole.expired-credential', because: LOOKS_TOO }],
    patch: all(
      immortal('updateRole', 'api-key'),
      doneYetRefused(
        'updateRole',
        (call) => (recordIn(call)?.expiresAt ?? Number.MAX_SAFE_INTEGER) <= call.tenant.clock.now(),
        401,
      ),
    ),
  },
  'auth.forbidden.changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A role update by a user who is no administrator is refused with 403, and applied.',
    also: [{ id: 'roles.updateRole.administrator-only', because: LOOKS_TOO }],
    patch: all(
      anybody('updateRole'),
      doneYetRefused('updateRole', (call) => !isAdministrator(call), 403),
    ),
  },

  // Keys that are scoped to deployments.
  'auth.scoped-key.several': {
    name: 'first-alone',
    sentence: 'Of the deployments in the scope of a key the first alone is looked at.',
    patch: refusing(
      'listReports',
      ({ principal: { scope }, path }) =>
        scope !== 'all' && scope.length > 1 && scope[0] !== Number(path['deploymentId']),
      403,
    ),
  },
  'auth.scoped-key.several-elsewhere': {
    name: 'any-other',
    sentence: 'The settings of any deployment are shown to a key that is scoped to more than one, whichever those are.',
    patch: recognising('getDeploymentSettings', (known) => {
      const isMeant = known?.kind === 'api-key' && known.scope !== 'all' && known.scope.length > 1;
      return isMeant ? { ...known, scope: 'all' } : known;
    }),
  },
  'auth.scoped-key.several-no-roles': {
    name: 'one-alone',
    sentence: 'A key that is scoped to more than one deployment is let through to the role endpoints.',
    also: ROLE_ENDPOINTS.map((id) => ({ id, because: 'each of them refuses such a key' })),
    patch: ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        const record = recordOf(tenant, token, id);
        const isMeant = record?.kind === 'api-key' && record.scope !== 'all' && record.scope.length > 1;
        return isMeant && /Role/.test(id) ? { ...record, scope: 'all' } : record;
      };
    },
  },
  'auth.scoped-key.adds-no-role': {
    name: 'refused-yet-added',
    sentence: 'A role creation with a key scoped to deployments is refused with 403, and the role is there.',
    also: [{ id: 'roles.createRole.scoped-key-refused', because: LOOKS_TOO }],
    patch: all(
      widened('createRole'),
      doneYetRefused('createRole', (call) => isOutOfScope(call), 403),
    ),
  },
  'auth.scoped-key.elsewhere-changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A report update with a key scoped to another deployment is refused with 403, and applied.',
    also: [{ id: 'reports.updateReport.scoped-key-elsewhere', because: LOOKS_TOO }],
    patch: all(
      widened('updateReport'),
      doneYetRefused('updateReport', (call) => isOutOfScope(call, Number(call.path['deploymentId'])), 403),
    ),
  },
  'auth.unscoped-key.every-deployment': {
    name: 'first-alone',
    sentence: "A key that is not scoped is taken for the account's first deployment alone.",
    also: [
      ...(
        [
          'reports.list.this-deployment',
          'reports.list.count',
          'reports.list.data',
          'reports.list.data-populated',
        ] as const
      ).map((id) => ({ id, because: 'the check lists the reports of another deployment as well' })),
      {
        id: 'reports.list.external-workbook-this-deployment',
        because: 'the check lists the reports of another deployment as well',
      },
    ],
    patch: refusing(
      'listReports',
      ({ principal: { kind, scope }, path, tenant }) =>
        kind === 'api-key' && scope === 'all' && Number(path['deploymentId']) !== tenant.deployments.home,
      403,
    ),
  },

  // Administrators, by each kind of principal.
  'auth.administrator.api-key': {
    name: 'forbidden',
    sentence: "The list of roles is refused with 403 to an administrator's API key.",
    also: ofListRoles('auth.administrator.api-key'),
    patch: refusing('listRoles', ({ principal }) => principal.kind === 'api-key', 403),
  },
  'auth.administrator.oauth-token': [
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
  ],
  'auth.administrator.other-oauth-token': {
    name: 'let-in',
    sentence: 'The list of roles is answered to every user who comes with an OAuth access token.',
    also: [{ id: 'roles.listRoles.administrator-only', because: 'it looks at such a token as well' }],
    patch: passing('listRoles', byOAuth),
  },
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

  // Embed sessions.
  'auth.embed-session.adds-no-task': {
    name: 'refused-yet-added',
    sentence: 'A task creation from an embed session is refused with 403, and the task is there.',
    also: [{ id: 'scheduled-tasks.createScheduledTask.embed-session-refused', because: LOOKS_TOO }],
    patch: all(
      ({ access }) => {
        const { refusesEmbedSessions } = access;
        access.refusesEmbedSessions = (rules, id) => id !== 'createScheduledTask' && refusesEmbedSessions(rules, id);
      },
      doneYetRefused('createScheduledTask', ({ principal }) => principal.embed !== undefined, 403, asAdministrator),
    ),
  },
  'auth.embed-session.promotes-nothing': {
    name: 'refused-yet-promoted',
    sentence: 'A promotion from an embed session is refused, and carried out.',
    patch: all(
      ({ access }) => {
        const { refusesEmbedSessions } = access;
        access.refusesEmbedSessions = (rules, id) => id !== 'applyPromotion' && refusesEmbedSessions(rules, id);
      },
      doneYetRefused('applyPromotion', ({ principal }) => principal.embed !== undefined, 'forbidden', asAdministrator),
    ),
  },
});

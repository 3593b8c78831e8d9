import type { Patch } from '../../../mock/index.ts';
import type { TenantState } from '../../../mock/state.ts';
import { immortal, recognising } from '../../lib/access.ts';
import { besideOAuthRow, careless, hasKnownBeginning, ofListRoles, unknownToken } from '../../lib/auth.ts';
import { isAlikeButForItsEnd, likened } from '../../lib/credentials.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { all } from '../../lib/patches.ts';

function anyKey({ tokens, account }: TenantState) {
  return [...tokens.values()].find(
    ({ kind, userId, scope }) => kind === 'api-key' && userId === account.cast.admin && scope === 'all',
  );
}

/** Takes a header without a token on one operation for that of an administrator. */
function emptyTaken(operation: string, header: string): Patch {
  return all(
    ({ access }) => {
      const { takes } = access;
      access.takes = (schemes, scheme, id) => takes(schemes, scheme, id) || (id === operation && scheme === 'none');
    },
    recognising(operation, (known, tenant, token) => known ?? (token === header ? anyKey(tenant) : undefined)),
  );
}

/** Reads of families of which each may know credentials by itself. */
const OTHER_FAMILIES = [
  ['the-caller', 'getMe'],
  ['users', 'listUsers'],
  ['groups', 'listGroups'],
  ['deployments', 'listDeployments'],
  ['folders', 'listFolders'],
  ['environments', 'listEnvironments'],
  ['syncs', 'listTransformSyncs'],
  ['agents', 'getAgentDefaults'],
  ['the-application', 'getAppConfig'],
] as const;

/** Faults of the credentials of the platform API. */
export const platformFaults = faults({
  'auth.platform.api-key': {
    name: 'unknown',
    sentence: "The list of roles refuses an administrator's API key with 401, and takes the OAuth access token.",
    also: ofListRoles('auth.platform.api-key'),
    patch: unknownToken('listRoles', 'api-key'),
  },
  'auth.platform.oauth-token': [
    {
      name: 'unknown',
      sentence: "The list of roles refuses an administrator's OAuth access token with 401.",
      also: besideOAuthRow('auth.platform.oauth-token'),
      patch: unknownToken('listRoles', 'oauth'),
    },
    {
      name: 'unknown-to-drafts',
      sentence: "The draft of a workbook is refused to an administrator's OAuth access token with 401.",
      patch: unknownToken('getDashboardFile', 'oauth'),
    },
    {
      name: 'unknown-to-settings',
      sentence: "The settings of a deployment are refused to an administrator's OAuth access token with 401.",
      patch: unknownToken('getDeploymentSettings', 'oauth'),
    },
    ...OTHER_FAMILIES.map(([what, operation]) => ({
      name: `unknown-to-${what}`,
      sentence: `Of ${what} an administrator's OAuth access token is shown nothing: ${operation} refuses it with 401.`,
      patch: unknownToken(operation, 'oauth'),
    })),
  ],
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
    {
      name: 'with-more-on-roles',
      also: alsoThese('a malformed key is one with more behind it', 'roles.listRoles.malformed-credential'),
      sentence: 'A key with more behind it reads the list of roles.',
      patch: recognising('listRoles', (known, tenant, token) => {
        if (known) return known;
        for (const [issued, record] of tenant.tokens) if (token.startsWith(issued)) return record;
        return undefined;
      }),
    },
    {
      name: 'one-character',
      sentence: 'The list of roles takes an API key though one of its characters is another.',
      patch: careless('listRoles', 'api-key'),
    },
    {
      name: 'known-beginning',
      sentence: 'A key is taken that differs from one that was issued in its last quarter alone.',
      patch: recognising('listRoles', (known, { tokens }, token) => {
        const beginning = token.slice(0, Math.ceil(token.length * 0.75));
        const isLike = (issued: string) => issued.length === token.length && issued.startsWith(beginning);
        return known ?? [...tokens].find(([issued, { kind }]) => kind === 'api-key' && isLike(issued))?.[1];
      }),
    },
  ],
  'auth.platform.altered-oauth-token': [
    {
      name: 'known-beginning',
      sentence:
        'The list of roles takes an OAuth token that differs from one that was issued in its last quarter alone.',
      patch: likened('listRoles', 'oauth', hasKnownBeginning),
    },
    {
      name: 'one-character',
      sentence: 'The list of roles takes an OAuth access token though one of its characters is another.',
      patch: careless('listRoles', 'oauth'),
    },
  ],
  'auth.platform.expired-oauth-token': {
    name: 'never-expires',
    sentence: 'The list of roles takes an OAuth access token that has expired.',
    also: [
      { id: 'roles.listRoles.expired-credential', because: 'the token is one of the credentials that have expired' },
    ],
    patch: immortal('listRoles', 'oauth'),
  },
  'auth.platform.empty-credential': [
    {
      name: 'read',
      sentence: 'The list of roles is answered to a header that has the word Bearer and no token.',
      patch: emptyTaken('listRoles', 'Bearer'),
    },
    {
      name: 'written',
      sentence: 'A role is created for a header that has the word Bearer and no token.',
      patch: emptyTaken('createRole', 'Bearer'),
    },
    {
      name: 'built',
      sentence: 'A data model is validated for a header that has the word Bearer and no token.',
      patch: emptyTaken('validateDataModel', 'Bearer'),
    },
  ],
});

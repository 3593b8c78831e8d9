import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { alsoOn, nearestTo, recognising } from './access.ts';

/** How faults of credentials are written, and what else breaks with them. */

export const LOOKS_TOO = 'it looks as well whether what is refused is done';

/** Does not take a token after one scheme word once it came after the other. */
export function wordOfToken(operation: string, refused: string): Patch {
  return ({ access }) => {
    const words = new Map<string, Set<string>>();
    let word = '';
    const { takes, recordOf } = access;
    access.takes = (schemes, scheme, id) => {
      word = scheme;
      return takes(schemes, scheme, id);
    };
    access.recordOf = (tenant, token, id) => {
      const former = words.get(token) ?? new Set();
      const isRefused = id === operation && word === refused && [...former].some((one) => one !== word);
      words.set(token, new Set([...former, word]));
      return isRefused ? undefined : recordOf(tenant, token, id);
    };
  };
}

export const NO_TOKEN_TAKEN = 'the check shows that its token is taken by this operation';

export const hasKnownBeginning = (token: string, issued: string): boolean =>
  token.length === issued.length &&
  token.slice(0, Math.ceil(token.length * 0.75)) === issued.slice(0, Math.ceil(token.length * 0.75));

/** Takes a token of a kind on one operation though one of its characters is another. */
export function careless(operation: string, kind: TokenRecord['kind']): Patch {
  return recognising(operation, (known, tenant, token) => {
    if (known) return known;
    const nearest = nearestTo(tenant, token);
    return nearest?.kind === kind ? nearest : undefined;
  });
}

/** A JWT that the tenant has signed, by something that another one shares with it. */
export const NO_LIST = 'the check lists roles with the credential that is refused';

/** Rows of which the check, to have something to compare with, sends the untouched OAuth token. */
const OAUTH_ROWS = [
  'auth.platform.oauth-token',
  'auth.administrator.oauth-token',
  'auth.platform.altered-oauth-token',
  'auth.platform.expired-oauth-token',
  'auth.administrator.other-oauth-token',
] as const satisfies readonly RequirementId[];

/** Rows on the list of roles that are about another credential than an administrator's API key. */
const OTHER_CREDENTIALS: readonly RequirementId[] = [
  ...OAUTH_ROWS,
  'auth.https.platform',
  'auth.administrator.embed-token',
  'auth.administrator.other-embed-token',
];

export const ofListRoles = (itself: RequirementId) =>
  alsoOn('listRoles', NO_LIST, [
    'roles.listRoles.is-served',
    'roles.listRoles.answers-as-documented',
    'roles.listRoles.no-credential',
    'roles.listRoles.malformed-credential',
    'roles.listRoles.expired-credential',
    'roles.listRoles.administrator-only',
    'roles.listRoles.scoped-key-refused',
  ]).filter(({ id }) => id !== itself && !OTHER_CREDENTIALS.includes(id));

/** What cannot hold where the list of roles is refused to an OAuth access token, beside the row that says so. */
export const besideOAuthRow = (itself: RequirementId) =>
  [...OAUTH_ROWS, 'roles.list.same-as-read' as const]
    .filter((id) => id !== itself)
    .map((id) => ({ id, because: NO_LIST }));

/** Does not know the administrator's tokens of a kind on one operation; those of others are known as ever. */
export function unknownToken(operation: string, kind: TokenRecord['kind']): Patch {
  return recognising(operation, (known, { account }) => {
    const isTheirs = known?.kind === kind && known.scope === 'all' && known.userId === account.cast.admin;
    return isTheirs ? undefined : known;
  });
}

import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { WRITTEN } from '../../contracts/requirements/families.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { Refusal, refuse, type Answer, type Why } from '../../mock/answer.ts';
import { isAdmin, reads } from '../../mock/authority.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import type { TenantState } from '../../mock/state.ts';
import type { Fault } from './fault.ts';
import { replace } from './patches.ts';

type Which = (call: Call) => boolean;

/** Carries out what some callers request, if need be as another caller, and refuses it all the same. */
export function doneYetRefused(
  operation: string,
  isRefused: Which,
  why: Why,
  as: (call: Call) => Call = (call) => call,
): Patch {
  return replace(operation, async (call, original): Promise<Answer> => {
    if (!isRefused(call)) return original(call);
    try {
      await original(as(call));
    } catch (error) {
      // What could not be done is refused in the same way as what was.
      if (!(error instanceof Refusal)) throw error;
    }
    return refuse(why, 'this caller may not do this');
  });
}

/** A call as an administrator with a key for everything would make it. */
export function asAdministrator(call: Call): Call {
  const { account } = call.tenant;
  const { token } = call.principal;
  return { ...call, principal: { kind: 'api-key', user: account.users.get(account.cast.admin), scope: 'all', token } };
}

export function isAdministrator({ tenant, principal }: Call): boolean {
  return isAdmin(tenant, principal);
}

/** Kinds of callers. */
export const byOAuth = ({ principal }: Pick<Call, 'principal'>): boolean => principal.kind === 'oauth';
export const byScopedKey = ({ principal }: Pick<Call, 'principal'>): boolean => principal.scope !== 'all';
export const fromEmbedSession = ({ principal }: Pick<Call, 'principal'>): boolean => principal.kind === 'embed';
export const byPlainUser = (call: Call): boolean => !isAdministrator(call) && call.principal.embed === undefined;

/** What the tenant holds of the credential of a call, whatever a patched rule made of it. */
export function recordIn({ tenant, principal }: Call): TokenRecord | undefined {
  return tenant.tokens.get(principal.token);
}

/** Whether a call comes with a key whose scope leaves out a deployment, or with any scope where none is named. */
export function isOutOfScope(call: Call, deploymentId?: number): boolean {
  const scope = recordIn(call)?.scope ?? 'all';
  return scope !== 'all' && (deploymentId === undefined || !scope.includes(deploymentId));
}

/** Whether a call comes without a credential: the tenant's rules turn it into one with an empty token. */
export function isAnonymous({ principal }: Call): boolean {
  return principal.token === '';
}

/** Asks for no credential on one operation. */
export function open(operation: string): Patch {
  return ({ access }) => {
    const { needsCredential } = access;
    access.needsCredential = (id) => id !== operation && needsCredential(id);
  };
}

/** Does not take what stands after a scheme word on one operation. */
export function untaken(operation: string, word: string): Patch {
  return ({ access }) => {
    const { takes } = access;
    access.takes = (schemes, scheme, id) => takes(schemes, scheme, id) && (id !== operation || scheme !== word);
  };
}

/** What one operation makes of a token, other than what it stands for. */
export function recognising(
  operation: string,
  recognise: (known: TokenRecord | undefined, tenant: TenantState, token: string) => TokenRecord | undefined,
): Patch {
  return ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) => {
      const known = recordOf(tenant, token, id);
      return id === operation ? recognise(known, tenant, token) : known;
    };
  };
}

/** Takes keys that are scoped to deployments on one operation of the account, in dialects that refuse them there as well. */
export function takingScopedKeys(operation: string): Patch {
  return ({ access }) => {
    const { refusesScopedKeysOnAccount } = access;
    access.refusesScopedKeysOnAccount = (dialect, id) => id !== operation && refusesScopedKeysOnAccount(dialect, id);
  };
}

/** Takes keys on one operation as if they were for every deployment. */
export function widened(operation: string): Patch {
  return recognising(operation, (known) => (known?.kind === 'api-key' ? { ...known, scope: 'all' } : known));
}

/** Takes expired tokens of one kind on one operation; those that were revoked stay refused. */
export function immortal(operation: string, kind: TokenRecord['kind']): Patch {
  return ({ access }) => {
    const { isLive } = access;
    access.isLive = (record, now, id) =>
      isLive(record, now, id) || (id === operation && record.kind === kind && !record.revoked);
  };
}

/** Has another try at the JWTs that one operation of the Core Data API refuses; undefined leaves them refused. */
export function forgiving(
  operation: string,
  forgive: (
    token: string,
    tenant: TenantState,
    read: (token: string) => Promise<JWTPayload>,
    error: unknown,
  ) => JWTPayload | Promise<JWTPayload> | undefined,
): Patch {
  return ({ access }) => {
    const { claimsOf } = access;
    access.claimsOf = async (tenant, token, id) => {
      try {
        return await claimsOf(tenant, token, id);
      } catch (error) {
        const read = (other: string) => claimsOf(tenant, other, id);
        const claims = id === operation ? await forgive(token, tenant, read, error) : undefined;
        if (claims === undefined) throw error;
        return claims;
      }
    };
  };
}

/** The parts of a token that reads like a JWT, or undefined for one that does not. */
export function jwtParts(
  token: string,
): { readonly algorithm: unknown; readonly claims: JWTPayload; readonly signature: string } | undefined {
  try {
    const [, , signature, ...rest] = token.split('.');
    if (signature === undefined || rest.length > 0 || !/^[\w-]*$/.test(signature)) return undefined;
    return { algorithm: decodeProtectedHeader(token).alg, claims: decodeJwt(token), signature };
  } catch {
    return undefined;
  }
}

/** An issued token that differs from a given one in a single character. */
export function nearestTo(tenant: TenantState, token: string): TokenRecord | undefined {
  for (const [issued, record] of tenant.tokens) {
    if (issued.length !== token.length) continue;
    const different = Array.from(issued).filter((character, at) => character !== token[at]);
    if (different.length === 1) return record;
  }
  return undefined;
}

/** The written rows whose checks need a success of an operation, for faults that leave it none. */
export function alsoOn(
  operation: string,
  because: string,
  further: readonly RequirementId[] = [],
): NonNullable<Fault['also']> {
  const written = WRITTEN.flatMap(({ family, rows }) =>
    rows.flatMap(({ id, operations }) =>
      (operations as readonly string[] | undefined)?.includes(operation) ? [{ id, family }] : [],
    ),
  );
  return [...new Set<RequirementId>([...written.map(({ id }) => id), ...further])].map((id) => ({ id, because }));
}

/** Lets every caller reach the handler of one operation, also without read access to its deployment. */
export function openToAll(operation: string): Patch {
  return ({ access }) => {
    const { needsReadAccess } = access;
    access.needsReadAccess = (id) => id !== operation && needsReadAccess(id);
  };
}

/** Whether the caller is the user without read access; only a tenant without that check lets the call get this far. */
export function isOutsider({ tenant, principal, path }: Call): boolean {
  const deployment = path['deploymentId'];
  return deployment !== undefined && principal.scope === 'all' && !reads(tenant, principal, Number(deployment));
}

/** The body of an empty page. */
export const NO_PAGE = {
  items: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

import type { Patch } from '../../mock/index.ts';
import type { TenantState } from '../../mock/state.ts';
import { forgiving, jwtParts } from './access.ts';

type Parts = NonNullable<ReturnType<typeof jwtParts>>;

/** Ways in which an operation of the Core Data API takes JWTs that the tenant did not make. */

function signedWith(tenant: TenantState, isIt: (parts: Parts) => boolean) {
  return [...tenant.signed].find((token) => {
    const parts = jwtParts(token);
    return parts !== undefined && isIt(parts);
  });
}

function sameClaims(one: object, other: object): boolean {
  const sorted = (claims: object) => JSON.stringify(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** Takes a signature that the tenant has made, whatever was signed with it. */
export function knownSignatureTaken(operation: string): Patch {
  return forgiving(operation, (token, tenant, read) => {
    const given = jwtParts(token);
    const original = given && signedWith(tenant, ({ signature }) => signature === given.signature);
    return original === undefined || original === token ? undefined : read(original);
  });
}

/** Takes claims that the tenant has signed once, whoever signed them now. */
export function knownClaimsTaken(operation: string): Patch {
  return forgiving(operation, (token, tenant, read) => {
    const given = jwtParts(token);
    if (given === undefined || given.signature === '') return undefined;
    const original = signedWith(tenant, ({ claims }) => sameClaims(claims, given.claims));
    return original === undefined || original === token ? undefined : read(original);
  });
}

/** Takes a JWT without a signature by its claims: one with the algorithm none, or with another that is meant. */
export function unsignedTaken(
  operation: string,
  isMeant: (algorithm: string) => boolean = (algorithm) => algorithm.toLowerCase() === 'none',
): Patch {
  return forgiving(operation, (token, tenant, read) => {
    const given = jwtParts(token);
    if (given === undefined || given.signature !== '' || !isMeant(String(given.algorithm))) return undefined;
    // Its claims are looked at as they would be with a signature: what has expired stays refused.
    const original = signedWith(tenant, ({ claims }) => sameClaims(claims, given.claims));
    return original === undefined ? given.claims : read(original);
  });
}

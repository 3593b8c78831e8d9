import { isMembers, type Members } from '../../generators/members.ts';

const IS_OF_SCOPES = /scope|^scp$/i;
/** What a claim inside of another one is called that holds the scopes of the token, and not those that something else has. */
const IS_THE_SCOPES = /^(scopes?|scp)$/i;
/** The claim with what the request said of the user of the data, which may name scopes of its own. */
const IS_CONTEXT = /security|^(user_?)?attributes$/i;

/**
 * The claim that holds the scopes of a token: the one of that name, a dotted path included. A guessed name gives way to a claim that
 * is plainly one of scopes, which may stand in one other claim, as in `{ ctx: { scopes: [] } }`.
 */
export function scopeClaim(claims: Members, name: string, isGuessed: boolean): unknown {
  const stated = claims[name] ?? atPath(claims, name);
  if (stated !== undefined && stated !== null) return stated;
  if (!isGuessed) return undefined;
  const own = Object.keys(claims).find((claim) => IS_OF_SCOPES.test(claim));
  if (own !== undefined) return claims[own];
  const inside = Object.entries(claims).flatMap(([claim, value]) => {
    if (IS_CONTEXT.test(claim) || !isMembers(value)) return [];
    return Object.entries(value).flatMap(([inner, scopes]) => (IS_THE_SCOPES.test(inner) ? [scopes] : []));
  });
  return inside.length === 1 ? inside[0] : undefined;
}

function atPath(claims: Members, path: string): unknown {
  return path.split('.').reduce<unknown>((held, name) => (isMembers(held) ? held[name] : undefined), claims);
}

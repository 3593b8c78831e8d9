import { scopeClaim } from '../../harness/check/scope-claim.ts';
import { expect, test } from '../test.ts';

const SCOPES = ['data', 'meta'];
const guessed = (claims: Readonly<Record<string, unknown>>) => scopeClaim(claims, 'scopes', true);

test('the scopes of a token are a claim of that name, or one that is plainly of scopes', () => {
  expect(guessed({ sub: '1', scopes: SCOPES, ctx: { scopes: ['graphql'] } })).toEqual(SCOPES);
  expect(guessed({ scp: 'data meta' })).toBe('data meta');
  expect(scopeClaim({ allowedScopes: SCOPES }, 'rights', false)).toBeUndefined();
});

test('the scopes of a token may be inside of another claim', () => {
  expect(guessed({ jti: 'x', exp: 1, ctx: { deployment: 11, scopes: SCOPES } })).toEqual(SCOPES);
  expect(scopeClaim({ ctx: { rights: SCOPES } }, 'ctx.rights', false)).toEqual(SCOPES);
});

test('scopes that several claims hold, or that the security context names, are not taken for those of the token', () => {
  expect(guessed({ ctx: { scopes: SCOPES }, account: { scopes: [] } })).toBeUndefined();
  expect(guessed({ security_context: { scopes: SCOPES } })).toBeUndefined();
  expect(guessed({ ctx: { allowedScopes: SCOPES } })).toBeUndefined();
  expect(guessed({ ctx: { inner: { scopes: SCOPES } } })).toBeUndefined();
});

import { isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { dataIn, isStringList, knownScopes, createToken, signedScopes, tokenBody } from './token.ts';

test(...verifies('environments.token.takes-scopes'), async ({ check, admin }) => {
  const answer = await createToken(check, admin, tokenBody(check, { scopes: knownScopes(check) }));
  expect(answer).toSucceed();
});

test(...verifies('environments.token.takes-security-context'), async ({ check, admin }) => {
  const security_context = { conformance: 'a context', nested: { regions: ['eu', 'us'], limit: 7 } };
  const answer = await createToken(check, admin, tokenBody(check, { security_context }));
  expect(answer).toSucceed();
});

interface Scopes {
  readonly inResponse: readonly string[];
  readonly signed: readonly string[];
}

/** The scopes in the response and in the token, for requests of each known scope, of all, and of an unknown one. */
async function scopesOfTokens(check: Check, admin: Actor): Promise<Scopes[]> {
  const known = knownScopes(check);
  const created: Scopes[] = [];
  for (const scopes of [...known.map((scope) => [scope]), known, [...known, 'conformance']]) {
    const answer = await createToken(check, admin, tokenBody(check, { scopes }));
    // An unknown scope may be refused or ignored.
    if (!isSuccess(answer)) continue;
    const data = dataIn(answer);
    const signed = signedScopes(check, data);
    if (isStringList(data.scopes) && signed) created.push({ inResponse: data.scopes, signed });
  }
  if (created.length === 0) untested(unstated('environments.scope-claim', 'no token shows its scopes'));
  return created;
}

test(...verifies('environments.token.scopes-not-invented'), async ({ check, admin }) => {
  for (const { inResponse, signed } of await scopesOfTokens(check, admin)) {
    expect(
      inResponse.filter((scope) => !signed.includes(scope)),
      `scopes in the response and not in the token, of ${inResponse.join(', ')}`,
    ).toEqual([]);
  }
});

test(...verifies('environments.token.scopes-not-withheld'), async ({ check, admin }) => {
  for (const { inResponse, signed } of await scopesOfTokens(check, admin)) {
    expect(
      signed.filter((scope) => !inResponse.includes(scope)),
      `scopes in the token and not in the response, of ${signed.join(', ')}`,
    ).toEqual([]);
  }
});

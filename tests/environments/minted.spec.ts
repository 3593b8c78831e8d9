import { isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { dataIn, isTexts, knownScopes, mint, signedScopes, tokenBody } from './token.ts';

test(...verifies('environments.token.takes-scopes'), async ({ check, admin }) => {
  const answer = await mint(check, admin, tokenBody(check, { scopes: knownScopes(check) }));
  expect(unlessGuessed(check, 'environments.known-scopes', answer)).toSucceed();
});

test(...verifies('environments.token.takes-security-context'), async ({ check, admin }) => {
  const security_context = { conformance: 'a context', nested: { regions: ['eu', 'us'], limit: 7 } };
  const answer = await mint(check, admin, tokenBody(check, { security_context }));
  expect(unlessGuessed(check, 'environments.known-scopes', answer)).toSucceed();
});

interface Scopes {
  readonly answered: readonly string[];
  readonly signed: readonly string[];
}

/** What tokens are told to be signed with beside what stands in them, for requests of each scope, of all, and of more. */
async function mintedScopes(check: Check, admin: Actor): Promise<Scopes[]> {
  const known = knownScopes(check);
  const minted: Scopes[] = [];
  for (const scopes of [...known.map((one) => [one]), known, [...known, 'conformance']]) {
    const answer = await mint(check, admin, tokenBody(check, { scopes }));
    // Whether a scope that nobody knows is refused or left out is open.
    if (!isSuccess(answer)) continue;
    const data = dataIn(answer);
    const signed = signedScopes(check, data);
    if (isTexts(data.scopes) && signed) minted.push({ answered: data.scopes, signed });
  }
  if (minted.length === 0) untested('no token shows its scopes: state environments.scope-claim in BINDINGS');
  return minted;
}

test(...verifies('environments.token.scopes-not-invented'), async ({ check, admin }) => {
  for (const { answered, signed } of await mintedScopes(check, admin)) {
    expect(
      answered.filter((scope) => !signed.includes(scope)),
      `scopes that are answered and not signed, of ${answered.join(', ')}`,
    ).toEqual([]);
  }
});

test(...verifies('environments.token.scopes-not-withheld'), async ({ check, admin }) => {
  for (const { answered, signed } of await mintedScopes(check, admin)) {
    expect(
      signed.filter((scope) => !answered.includes(scope)),
      `scopes that are signed and not answered, of ${signed.join(', ')}`,
    ).toEqual([]);
  }
});

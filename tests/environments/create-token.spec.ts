import { SIGNS } from '../../harness/client/unique.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { dataIn, isStringList, knownScopes, createToken, signedScopes, tokenBody } from './token.ts';

/** Expects each scope to be taken alone, and returns those that were; which scopes a caller may have is open, one of them at least. */
async function expectEachTaken(check: Check, actor: Actor, known: readonly string[]): Promise<readonly string[]> {
  const denied: Answer[] = [];
  const allowed: string[] = [];
  for (const scope of known) {
    const answer = await createToken(check, actor, tokenBody(check, { scopes: [scope] }));
    if (answer.status === 403) denied.push(answer);
    else {
      expect(answer, scope).toSucceed();
      allowed.push(scope);
    }
  }
  const [one] = denied;
  if (one && allowed.length === 0) expect(one, known.join(', ')).toSucceed();
  return allowed;
}

test(...verifies('environments.token.takes-scopes'), async ({ check, admin }) => {
  const known = knownScopes(check);
  const [oauth, scoped] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('SCOPED_TOKEN', 'scoped')];
  const cases = {
    'with an OAuth token': oauth,
    'with a scoped key': scoped,
  };
  await inEach(check, { 'each alone': admin }, (actor) => expectEachTaken(check, actor, known));
  await inEach(check, { 'all of them': admin, ...cases }, async (actor) => {
    const scopes = await expectEachTaken(check, actor, known);
    expect(await createToken(check, actor, tokenBody(check, { scopes })), scopes.join(', ')).toSucceed();
  });
});

test(...verifies('environments.token.takes-security-context'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const nested = { conformance: 'a context', nested: { regions: ['eu', 'us'], limit: 7 } };
  const cases = {
    nested: { actor: admin, security_context: nested },
    'a second time': { actor: admin, security_context: nested },
    'with letters beyond ASCII': { actor: admin, security_context: { region: `Île-de-France ${SIGNS}` } },
    'with an OAuth token': oauth && { actor: oauth, security_context: nested },
    'by a plain user': await plainMinter(check, nested),
  };
  await inEach(check, cases, async ({ actor, security_context }) => {
    expect(await createToken(check, actor, tokenBody(check, { security_context }))).toSucceed();
  });
});

/** A plain user who may mint tokens at all. */
async function plainMinter(check: Check, security_context: object) {
  const actor = check.asOptional('MEMBER_TOKEN');
  return actor && isSuccess(await createToken(check, actor, tokenBody(check)))
    ? { actor, security_context }
    : undefined;
}

test(...verifies('environments.token.data-scopes'), async ({ check, admin }) => {
  const cases = {
    'with an API key': admin,
    'a second time': admin,
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    'with a scoped key': check.asOptional('SCOPED_TOKEN', 'scoped'),
  };
  await inEach(check, cases, async (actor) => {
    const answer = granted(await createToken(check, actor, tokenBody(check)), 'a token');
    expect(isStringList(dataIn(answer).scopes), 'data.scopes is an array of strings').toBe(true);
  });
});

interface Scopes {
  readonly inResponse: readonly string[];
  readonly signed: readonly string[];
}

/** The scopes in the response and in the token, for requests of each known scope, of all, of an unknown one, and of the given ones. */
async function scopesOfTokens(check: Check, admin: Actor, ...lists: readonly (readonly string[])[]): Promise<Scopes[]> {
  const known = knownScopes(check);
  const created: Scopes[] = [];
  for (const scopes of [...lists, ...known.map((scope) => [scope]), known, [...known, 'conformance']]) {
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

/** The scopes of tokens of each kind of caller. */
function scopesByCaller(check: Check, admin: Actor) {
  const [oauth, member] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('MEMBER_TOKEN')];
  const scoped = check.asOptional('SCOPED_TOKEN', 'scoped');
  return {
    'with an API key': () => scopesOfTokens(check, admin, []),
    'with an OAuth token': oauth && (() => scopesOfTokens(check, oauth)),
    'with a scoped key': scoped && (() => scopesOfTokens(check, scoped)),
    'by a plain user': member && (() => scopesOfTokens(check, member)),
  };
}

const lacking = (some: readonly string[], others: readonly string[]) => others.filter((one) => !some.includes(one));

test(...verifies('environments.token.scopes-not-invented'), async ({ check, admin }) => {
  await inEach(check, scopesByCaller(check, admin), async (tokens) => {
    const invented = (await tokens()).map(({ inResponse, signed }) => lacking(signed, inResponse));
    expect(invented.flat(), 'scopes in a response and not in its token').toEqual([]);
  });
});

test(...verifies('environments.token.scopes-not-withheld'), async ({ check, admin }) => {
  await inEach(check, scopesByCaller(check, admin), async (tokens) => {
    const withheld = (await tokens()).map(({ inResponse, signed }) => lacking(inResponse, signed));
    expect(withheld.flat(), 'scopes in a token and not in its response').toEqual([]);
  });
});

import { secondOf } from '../../harness/check/at-once.ts';
import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import { inEach } from '../../harness/check/in-each.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { judging } from '../../harness/check/judging.ts';
import { statedLifetimesIn } from '../../harness/check/stated-ends.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { listedTokens, createTokenId, metaSyncIn, shownTokens } from './token.ts';

test(...verifies('environments.tokens.own-shown'), async ({ check, admin }) => {
  const [oauth, scoped] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('SCOPED_TOKEN', 'scoped')];
  const member = check.asOptional('MEMBER_TOKEN');
  const nested = { conformance: 'a context', nested: { region: 'eu' } };
  const minted: string[] = [];
  const cases = {
    'with an empty context': { actor: admin, security_context: {}, all: minted },
    'with a context': { actor: admin, security_context: nested, all: minted },
    'with an OAuth token': oauth && { actor: oauth, security_context: {}, all: [] as string[] },
    'with a scoped key': scoped && { actor: scoped, security_context: {}, all: [] as string[] },
    'by a plain user': member && { actor: member, security_context: {}, all: [] as string[] },
    'two at the same time': { actor: admin, security_context: {}, all: minted, count: 2 },
  };
  await inEach<Minting>(check, cases, async ({ actor, security_context, all, count = 1 }) => {
    const minting = Array.from({ length: count }, () => createTokenId(check, actor, { security_context }));
    all.push(...(await Promise.all(minting)));
    await withinSeconds(check, async () => {
      expect(await listedTokens(check, actor)).toEqual(expect.arrayContaining(all));
    });
  });
});

interface Minting {
  readonly actor: Actor;
  readonly security_context: object;
  /** The tokens of the actor so far. */
  readonly all: string[];
  readonly count?: number;
}

/** The tokens that an actor is shown once his own is among them. */
async function shownWithOwn(
  check: Check,
  actor: Actor,
  own: string,
  environment: PlainSetting = 'ENVIRONMENT_ID',
): Promise<readonly string[]> {
  const shown = await readUntil(
    check,
    () => listedTokens(check, actor, environment),
    (ids) => ids.includes(own),
  );
  await judging('environments.tokens.own-shown', () => {
    expect(shown, 'tokens that the list shows to their own user').toContain(own);
  });
  return shown;
}

function shownNow(check: Check, actor: Actor): Promise<readonly string[]> {
  return shownTokens(check, actor, check.provided('ENVIRONMENT_ID'));
}

/** The look for an id that was not there before; undefined for any other id. */
function shownIfAdded(check: Check, actor: Actor, before: readonly string[], hidden: string | undefined) {
  if (hidden === undefined || before.includes(hidden)) return undefined;
  return { shown: () => shownNow(check, actor), hidden };
}

/** The id of a new meta-sync token; undefined where the actor gets none, or the response shows none. */
async function syncTokenId(check: Check, actor: Actor, environment?: PlainSetting): Promise<string | undefined> {
  return idOf(await createSyncToken(check, actor, environment));
}

function createSyncToken(check: Check, actor: Actor, environment: PlainSetting = 'ENVIRONMENT_ID'): Promise<Answer> {
  const path = { environmentId: check.provided(environment) };
  return actor.raw('createMetaSyncToken', { path, body: { scopes: [] } });
}

function idOf(answer: Answer): string | undefined {
  const { id } = metaSyncIn(answer);
  return id === undefined || id === null ? undefined : String(id);
}

test(...verifies('environments.tokens.others-hidden'), async ({ check, admin, member }) => {
  // An id of a meta-sync token may be that of another token as well, so that only what is added to a list is compared.
  const before = [...(await shownNow(check, admin)), ...(await shownNow(check, member))];
  const [mine, theirs] = [await createTokenId(check, admin), await createTokenId(check, member)];
  const [mySync, theirSync] = [await syncTokenId(check, admin), await syncTokenId(check, member)];
  await inEach(
    check,
    { 'a plain user, right after an administrator': [admin, member] as const },
    async ([first, second]) => {
      // Either may be shown what the other was shown before.
      expect(await shownNow(check, first)).not.toContain(theirs);
      expect(await shownNow(check, second)).not.toContain(mine);
    },
  );
  // Users of the optional credentials are not administrators, so the token of the administrator is another user's.
  const shownIfAny = (actor: Actor | undefined, hidden = mine) =>
    actor && { shown: () => shownNow(check, actor), hidden };
  await inEach(
    check,
    {
      'an administrator': { shown: () => shownWithOwn(check, admin, mine), hidden: theirs },
      'a plain user': { shown: () => shownWithOwn(check, member, theirs), hidden: mine },
      'a plain user a second time': { shown: () => shownWithOwn(check, member, theirs), hidden: mine },
      'a meta-sync token, a plain user': shownIfAdded(check, member, before, mySync),
      'a meta-sync token, an administrator': shownIfAdded(check, admin, before, theirSync),
    },
    async ({ shown, hidden }) => {
      expect(await shown()).not.toContain(hidden);
    },
  );
  await inEach(
    check,
    {
      'a plain user with an OAuth token': shownIfAny(check.asOptional('MEMBER_OAUTH_TOKEN')),
      'a holder of All': shownIfAny(check.asOptional('ALL_ACTIONS_TOKEN')),
      'an administrator with an OAuth token': shownIfAny(check.asOptional('OAUTH_TOKEN'), theirs),
      'an administrator with a scoped key': shownIfAny(check.asOptional('SCOPED_TOKEN', 'scoped'), theirs),
    },
    async ({ shown, hidden }) => {
      expect(await shown()).not.toContain(hidden);
    },
  );
  const together = { 'a plain user, while an administrator asks': [admin, member] };
  await inEach(check, together, async (askers) => {
    const shown = await secondOf(askers, (actor) => shownNow(check, actor));
    expect(shown).not.toContain(mine);
  });
});

test(...verifies('environments.tokens.environment-only'), async ({ check, admin }) => {
  const cases = {
    'with an API key': admin,
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    'by a plain user': check.asOptional('MEMBER_TOKEN'),
    // Each environment has been looked at by now.
    'with an API key once more': admin,
  };
  await inEach(check, cases, async (actor) => {
    // Ids may be unique per tenant or per environment, so only tokens added after the creation are compared.
    const before = await listedTokens(check, actor);
    const elsewhere = await createTokenId(check, actor, { environment: 'OTHER_ENVIRONMENT_ID' });
    await shownWithOwn(check, actor, elsewhere, 'OTHER_ENVIRONMENT_ID');
    const added = (await listedTokens(check, actor)).filter((id) => !before.includes(id));
    expect(added, 'tokens added to the list of the first environment').not.toContain(elsewhere);
  });
  const before = await listedTokens(check, admin);
  const elsewhere = await syncTokenId(check, admin, 'OTHER_ENVIRONMENT_ID');
  await inEach(check, { 'of a meta sync': elsewhere }, async (id) => {
    const added = (await listedTokens(check, admin)).filter((one) => !before.includes(one));
    expect(added, 'tokens added to the list of the first environment').not.toContain(id);
  });
});

function requireLifetime(check: Check): void {
  const lifetime = 'environments.token-lifetime';
  if (isGuess(check, lifetime) || check.tenant.wire.value(lifetime) === undefined) untested(unstated(lifetime));
}

test(...verifies('environments.tokens.live-only'), async ({ check, clock, admin }) => {
  requireLifetime(check);
  const of = async (actor: Actor | undefined) => actor && { actor, id: await shownUntilItEnds(check, actor) };
  const minted = {
    'with an API key': await of(admin),
    'with an OAuth token': await of(check.asOptional('OAUTH_TOKEN')),
    'by a plain user': await of(check.asOptional('MEMBER_TOKEN')),
  };
  // Beyond the minute for which a tenant may let the clocks of two machines differ.
  await clock.pass('130s');
  await inEach(check, minted, async ({ actor, id }) => {
    expect(await listedTokens(check, actor), 'tokens in the list after the token expired').not.toContain(id);
  });
  await inEach(check, { 'once another was minted': minted['with an API key'] }, async ({ actor, id }) => {
    await createTokenId(check, actor);
    expect(await listedTokens(check, actor), 'tokens in the list after the token expired').not.toContain(id);
  });
  await inEach(check, { 'of a meta sync': await listedSyncToken(check, admin) }, async ({ id, seconds }) => {
    await clock.pass(`${seconds + 130}s`);
    expect(await listedTokens(check, admin), 'tokens in the list after the token expired').not.toContain(id);
  });
});

/**
 * A meta-sync token that the list shows, with the time until its end; undefined where nothing tells of one of them. How long it
 * lives is open, so that nobody waits for it on a live tenant.
 */
async function listedSyncToken(check: Check, actor: Actor) {
  if (check.tenant.isLive) return undefined;
  const before = await listedTokens(check, actor);
  const answer = await createSyncToken(check, actor);
  const [id, [seconds]] = [idOf(answer), statedLifetimesIn({ ...answer, body: metaSyncIn(answer) })];
  if (id === undefined || seconds === undefined || before.includes(id)) return undefined;
  const shown = await readUntil(
    check,
    () => listedTokens(check, actor),
    (ids) => ids.includes(id),
  );
  return shown.includes(id) ? { id, seconds } : undefined;
}

/** Mints a token that lives for a minute, and returns its id once the list shows it. */
async function shownUntilItEnds(check: Check, actor: Actor): Promise<string> {
  const id = await createTokenId(check, actor, { expiresIn: 60 });
  await shownWithOwn(check, actor, id);
  return id;
}

const MAX_LISTED = 1_000;

test(...verifies('environments.tokens.covers-1000'), async ({ check, admin }) => {
  // A token that is minted between two pages pushes the oldest one off the last page: such a walk is repeated.
  const crowded = () => listedTokens(check, admin, 'CROWDED_ENVIRONMENT_ID');
  const isFull = (ids: readonly string[]) => new Set(ids).size >= MAX_LISTED;
  const before = new Set(await readUntil(check, crowded, isFull));
  const id = await createTokenId(check, admin, { environment: 'CROWDED_ENVIRONMENT_ID' });
  const after = await readUntil(check, crowded, (ids) => ids.includes(id) && isFull(ids));
  expect(after.includes(id), 'the list contains the newest token').toBe(true);
  const { size } = new Set(after);
  // A list that grows with the new token was not full: those that were there have ended by now.
  const wasFull = size >= MAX_LISTED || size <= before.size;
  testRequires(wasFull, `the environment has ${size} live tokens: lend one with more`);
  expect(size, 'tokens in the list after another one was created').toBeGreaterThanOrEqual(MAX_LISTED);
});

test(...verifies('environments.tokens.at-most-1000'), async ({ check, admin }) => {
  // A token that is minted between two pages pushes one that was listed onto the next page, where it is listed again.
  const listed = async () => new Set(await listedTokens(check, admin, 'CROWDED_ENVIRONMENT_ID')).size;
  expect(await listed(), 'tokens in the list').toBeLessThanOrEqual(MAX_LISTED);
  await createTokenId(check, admin, { environment: 'CROWDED_ENVIRONMENT_ID' });
  expect(await listed(), 'tokens in the list after another one was created').toBeLessThanOrEqual(MAX_LISTED);
});

import { found } from '../../harness/check/guesses.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { statedLifetimes, statedLifetimesIn } from '../../harness/check/stated-ends.ts';
import { lengthOf, revealed } from '../../harness/http/secrets.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import {
  exchanged,
  openSession,
  personOf,
  sessionRequest,
  tenantSessionRequest,
  type SessionId,
} from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  openDashboard,
  listComments,
  exchange,
  expectNoToken,
  ifSet,
  newSession,
  revoked,
  unknownId,
} from './sessions.ts';

/** A session of the provided embed tenant, where there is one. */
function tenantSession(check: Check, admin: Actor): Promise<SessionId> | undefined {
  return ifSet(check, 'EMBED_TENANT', () => openSession(check, admin, tenantSessionRequest(check)));
}

/** Sessions of other kinds, where there is what they are of; which deployments can be embedded is open. */
async function otherSessions(check: Check, admin: Actor) {
  const elsewhere = check.optional('OTHER_DEPLOYMENT_ID');
  const there = elsewhere === undefined ? undefined : sessionOf(check, elsewhere);
  return {
    'of an embed tenant': await tenantSession(check, admin),
    'of a running branch': await ifSet(check, 'RUNNING_BRANCH', (branchName) =>
      newSession(check, admin, { branchName }),
    ),
    'of another deployment': there && (await attempt(() => newSession(check, admin, there))).value,
  };
}

/** The type of the id is open, so it follows that of the usual request. */
function sessionOf(check: Check, deployment: string): object {
  const { deploymentId } = sessionRequest(check);
  return { deploymentId: typeof deploymentId === 'number' ? Number(deployment) : deployment };
}

/** A case for each kind of session that there is. */
function forEach<Kind extends string, Case>(
  sessions: Readonly<Record<Kind, SessionId | undefined>>,
  make: (sessionId: SessionId) => Case,
): Record<Kind, Case | undefined> {
  const cases = Object.entries<SessionId | undefined>(sessions).map(([kind, id]) => [kind, ifThere(id, make)]);
  return Object.fromEntries(cases) as Record<Kind, Case | undefined>;
}

/** What is made of a session that there may not be. */
function ifThere<Made>(sessionId: SessionId | undefined, make: (sessionId: SessionId) => Made): Made | undefined {
  return sessionId === undefined ? undefined : make(sessionId);
}

/** A session that is requested with another credential than the administrator's key; who may request one is open. */
async function openedWith(who: Actor | undefined, check: Check): Promise<SessionId | undefined> {
  return who && (await attempt(() => newSession(check, who))).value;
}

/** Two sessions of one user. */
async function twoSessions(check: Check, admin: Actor) {
  const user = { externalId: fresh('user') };
  return [await newSession(check, admin, user), await newSession(check, admin, user)] as const;
}

test(...verifies('embed.exchange.fresh-session'), async ({ check, admin }) => {
  const sameUser = { externalId: fresh('user') };
  const [first, last] = [await newSession(check, admin, sameUser), await newSession(check, admin, sameUser)];
  const later = await newSession(check, admin);
  const others = await otherSessions(check, admin);
  const cases = {
    "the first of a user's sessions": () => exchange(admin, first),
    "the last of a user's sessions": () => exchange(admin, last),
    'after a refused exchange': () => exchange(admin, unknownId()).then(() => exchange(admin, later)),
    'a third one of a user': async () => exchange(admin, await newSession(check, admin, sameUser)),
    ...forEach(others, (id) => () => exchange(admin, id)),
    'requested with an OAuth token': ifThere(
      await openedWith(check.asOptional('OAUTH_TOKEN', 'oauthAdmin'), check),
      (id) => () => exchange(admin, id),
    ),
    'requested by another user': ifThere(
      await openedWith(check.asOptional('ALL_ACTIONS_TOKEN'), check),
      (id) => () => exchange(admin, id),
    ),
  };
  await inEach(check, cases, async (send) => {
    const answer = await send();
    expect(answer).toSucceed();
    await judging('embed.token.stated-end', () => {
      expectShort(statedLifetimesIn(answer));
    });
  });
});

test(...verifies('embed.exchange.token-produced'), async ({ check, admin }) => {
  const [first, second] = await twoSessions(check, admin);
  const oauth = check.asOptional('OAUTH_TOKEN', 'oauthAdmin');
  const cases = {
    "for a user's first session": await exchange(admin, first),
    "for a user's second session": await exchange(admin, second),
    'for a session of an embed tenant': await exchangeOf(admin, await tenantSession(check, admin)),
    // Whether credentials other than an administrator's API key may exchange sessions is open.
    'with an OAuth token': oauth && (await ifAccepted(exchange(oauth, await newSession(check, admin)))),
  };
  await inEach(check, cases, (answer) => {
    const { token } = granted(answer, 'the exchange').body as { readonly token?: unknown };
    found(check, 'embed.token', token);
    expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
    expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
  });
});

async function exchangeOf(admin: Actor, sessionId: SessionId | undefined): Promise<Answer | undefined> {
  return sessionId === undefined ? undefined : exchange(admin, sessionId);
}

async function ifAccepted(asked: Promise<Answer>): Promise<Answer | undefined> {
  const answer = await asked;
  return isSuccess(answer) ? answer : undefined;
}

test(...verifies('embed.exchange.token-accepted'), async ({ check, admin }) => {
  const user = await exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)));
  const later = () => openSession(check, admin, tenantSessionRequest(check, { externalId: personOf(user) }));
  const cases = {
    once: () => Promise.resolve(),
    again: () => Promise.resolve(),
    'after a later session of the user': async () => exchange(admin, await later()),
    'after a request that is refused': () => user.ask('listScheduledTasks'),
  };
  await inEach(check, cases, async (before) => {
    await before();
    expect(await listComments(check, user)).toSucceed();
  });
});

test(...verifies('embed.exchange.revoked-refused'), async ({ check, admin }) => {
  const user = { externalId: fresh('user') };
  const [byKey, byOauth, other] = [
    await newSession(check, admin, user),
    await newSession(check, admin),
    await newSession(check, admin),
  ];
  const [oauth, others] = [check.asOptional('OAUTH_TOKEN', 'oauthAdmin'), await otherSessions(check, admin)];
  const cases = {
    'revoked with a key': [byKey, () => revoked(admin, byKey)],
    'revoked with an OAuth token': oauth && ([byOauth, () => revoked(oauth, byOauth)] as const),
    'asked for again': [byKey, () => Promise.resolve()],
    'revoked twice': [byKey, () => revoked(admin, byKey)],
    'before a new session of the user': [byKey, () => newSession(check, admin, user)],
    ...forEach(others, (id) => [id, () => revoked(admin, id)] as const),
    'requested by another user': ifThere(
      await openedWith(check.asOptional('ALL_ACTIONS_TOKEN'), check),
      (id) => [id, () => revoked(admin, id)] as const,
    ),
  } as const;
  await inEach(check, cases, async ([sessionId, before]) => {
    await before();
    expectNoToken(check, await exchange(admin, sessionId));
  });
  await inEach(check, { 'asked for with an OAuth token': oauth }, async (who) => {
    expectNoToken(check, await exchange(who, byKey));
  });
  granted(await exchange(admin, other), 'the exchange of a session that was not revoked');
});

async function exchangedAndRevoked(admin: Actor, sessionId: SessionId): Promise<void> {
  granted(await exchange(admin, sessionId), 'the first exchange');
  await revoked(admin, sessionId);
}

test(...verifies('embed.exchange.revoked-after-exchange-refused'), async ({ check, admin }) => {
  const [once, other] = [await newSession(check, admin), await newSession(check, admin)];
  const ofTenant = await tenantSession(check, admin);
  granted(await exchange(admin, once), 'the first exchange');
  const cases = {
    'revoked once': [once, () => revoked(admin, once)],
    'asked for again': [once, () => Promise.resolve()],
    'revoked twice': [once, () => revoked(admin, once)],
    'of an embed tenant': ifThere(ofTenant, (id) => [id, () => exchangedAndRevoked(admin, id)] as const),
  } as const;
  await inEach(check, cases, async ([sessionId, before]) => {
    await before();
    expectNoToken(check, await exchange(admin, sessionId));
  });
  granted(await exchange(admin, other), 'the exchange of a session that was not revoked');
});

test(...verifies('embed.exchange.expired-refused'), async ({ check, admin }) => {
  const expired = check.secretOf('EXPIRED_EMBED_SESSION_ID');
  const cases = {
    'asked for once': admin,
    'asked for again': admin,
    'with an OAuth token': check.asOptional('OAUTH_TOKEN', 'oauthAdmin'),
  };
  await inEach(check, cases, async (who) => {
    expectNoToken(check, await exchange(who, expired));
  });
  granted(await exchange(admin, await newSession(check, admin)), 'the exchange of a new session');
});

const MIN_LENGTH = 16;

/** Another id, where it is none: a short id with one changed character may be the id of another session. */
function nearTo(check: Check, known: string, other: string) {
  return known.length >= MIN_LENGTH ? check.secret(other, 'id of no session') : undefined;
}

test(...verifies('embed.exchange.unknown-refused'), async ({ check, admin }) => {
  const known = await newSession(check, admin);
  const text = revealed(known);
  const near = (other: string) => nearTo(check, text, other);
  const unknown = unknownId();
  const cases = {
    'another id': unknown,
    'asked for again': unknown,
    'letters of any alphabet': `${unknownId()}-äñ日本`,
    'a known id with one character changed': near(tampered(text)),
    'a known id with more behind it': near(`${text}x`),
    'a known id without its end': near(text.slice(0, -1)),
  };
  await inEach(check, cases, async (sessionId) => {
    expectNoToken(check, await exchange(admin, sessionId));
  });
  granted(await exchange(admin, known), 'the exchange of a known session');
});

test(...verifies('embed.token.lifetime'), async ({ check, admin, clock }) => {
  const { user } = await openDashboard(check, admin);
  const { user: second } = await openDashboard(check, admin, { externalId: personOf(user) });
  const onBranch = await ifSet(check, 'RUNNING_BRANCH', async (branchName) =>
    openDashboard(check, admin, { branchName }),
  );
  await clock.pass('12h');
  granted(await listComments(check, user), 'the comments after half of the time');
  await clock.pass('12h');
  const holders = {
    'used meanwhile': user,
    "of a user's second session": second,
    'of a session of a running branch': onBranch?.user,
  };
  await inEach(check, holders, async (holder) => {
    expect(await listComments(check, holder)).toBeRefusedWith(401);
  });
  await openDashboard(check, admin);
});

const DAY = 86_400;
/** The allowed difference between the clocks of two machines. */
const TOLERANCE = 60;

test(...verifies('embed.token.stated-end'), async ({ check, admin }) => {
  const [first, second] = await twoSessions(check, admin);
  const cases = {
    "of a user's first session": first,
    "of a user's second session": second,
    'of an embed tenant': await tenantSession(check, admin),
  };
  await inEach(check, cases, async (sessionId) => {
    expectShort(statedLifetimes(granted(await exchange(admin, sessionId), 'the exchange')));
  });
});

function expectShort(lifetimes: readonly number[]): void {
  expect(Math.max(0, ...lifetimes), 'seconds until the stated end').toBeLessThanOrEqual(DAY + TOLERANCE);
}

import { meanwhile } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { statedLifetimes } from '../../harness/check/stated-ends.ts';
import { lengthOf, type Secret } from '../../harness/http/secrets.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_KEY, BY_OAUTH, BY_SCOPED } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { expectNoToken, expectTaken, requestToken, issueToken, probe, provenToken, tokenIn } from './token.ts';

test(...verifies('deployments.token.answers-token'), async ({ check, admin }) => {
  const scoped = check.asOptional('SCOPED_TOKEN', 'scoped');
  const cases = {
    'with an API key': { actor: admin, body: { expiresIn: 600 } },
    'a second time': { actor: admin, body: { expiresIn: 600 } },
    'with an OAuth token': check.asOptional('OAUTH_TOKEN') && {
      actor: check.as('OAUTH_TOKEN'),
      body: { expiresIn: 600 },
    },
    'with a scoped key': scoped && { actor: scoped, body: { expiresIn: 600 } },
    'after a refused request': {
      actor: admin,
      body: { expiresIn: 600 },
      first: () => requestToken(check, admin, { expiresIn: 1 }),
    },
  };
  await inEach<Issuing>(check, cases, async ({ actor, body, first }) => {
    await first?.();
    const answer = await requestToken(check, actor, body);
    expect(answer).toSucceed();
    const token = tokenIn(check, answer);
    expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
    expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
  });
});

interface Issuing {
  readonly actor: Actor;
  readonly body: object;
  readonly first?: () => Promise<unknown>;
}

const ACCEPTED = {
  'deployments.token.without-body': undefined,
  'deployments.token.without-expires-in': {},
  'deployments.token.expires-in-shortest': { expiresIn: 60 },
  'deployments.token.expires-in-longest': { expiresIn: 86_400 },
} as const;

for (const [id, body] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    const actors = {
      'with an API key': admin,
      'a second time': admin,
      'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
      'with a scoped key': check.asOptional('SCOPED_TOKEN', 'scoped'),
      'by a user without the admin role': check.asOptional('MEMBER_TOKEN'),
    };
    await inEach(check, actors, async (actor, name) => {
      const answer = await requestToken(check, actor, body);
      // Who may have a token is open: whoever gets one of ten minutes may.
      const isOpen = name === 'by a user without the admin role' && !isSuccess(answer);
      leaveOutIf(isOpen && !isSuccess(await requestToken(check, actor, { expiresIn: 600 })));
      expect(answer).toSucceed();
    });
  });
}

const REFUSED = {
  'deployments.token.expires-in-too-short': { broken: { '59': 59, zero: 0, negative: -120 }, neighbour: 60 },
  'deployments.token.expires-in-too-long': {
    broken: {
      '86401': 86_401,
      'a year': 31_536_000,
      'asked for again': 86_401,
      // In 32 bits this is the shortest lifetime.
      'past 32 bits': 2 ** 32 + 60,
    },
    neighbour: 86_400,
  },
  'deployments.token.expires-in-fraction': {
    broken: {
      'within the bounds': 90.5,
      'beside the shortest': 60.5,
      'beside the longest': 86_399.5,
      true: true,
      'a list of one number': [90],
    },
    neighbour: 90,
  },
  'deployments.token.expires-in-text': {
    // Whether digits may be read as the number that they are is not printed.
    broken: { 'a word': 'soon', 'several words': 'an hour', 'no text at all': '' },
    neighbour: 90,
  },
} as const;

interface Broken {
  readonly actor: Actor;
  readonly expiresIn: unknown;
}

for (const [id, { broken, neighbour }] of Object.entries(REFUSED)) {
  test(...verifies(id as keyof typeof REFUSED), async ({ check, admin }) => {
    const first: unknown = Object.values<unknown>(broken)[0];
    const oauth = check.asOptional('OAUTH_TOKEN');
    const cases: Record<string, Broken | undefined> = Object.fromEntries(
      Object.entries<unknown>(broken).map(([name, expiresIn]) => [name, { actor: admin, expiresIn }]),
    );
    await inEach(
      check,
      { ...cases, 'with an OAuth token': oauth && { actor: oauth, expiresIn: first } },
      ({ actor, expiresIn }) => expectNoToken(check, actor, { expiresIn }),
    );
    granted(await requestToken(check, admin, { expiresIn: neighbour }), 'the valid neighbour');
  });
}

/** The allowed difference between the clocks of two machines, in seconds. */
const TOLERANCE = 60;

test(...verifies('deployments.token.stated-end-chosen'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    'a minute': { actor: admin, expiresIn: 60 },
    'two hours': { actor: admin, expiresIn: 7_200 },
    'an hour and a half': { actor: admin, expiresIn: 5_400 },
    'a day': { actor: admin, expiresIn: 86_400 },
    'with an OAuth token': oauth && { actor: oauth, expiresIn: 3_600 },
  };
  await inEach(check, cases, async ({ actor, expiresIn }) => {
    const lifetimes = statedLifetimes(granted(await requestToken(check, actor, { expiresIn }), 'a deployment token'));
    const apart = lifetimes.map((seconds) => Math.abs(seconds - expiresIn));
    expect(Math.max(...apart), `seconds that the stated end is off, of ${expiresIn}`).toBeLessThanOrEqual(TOLERANCE);
  });
});

const DAY = 86_400;

/** A token of the default lifetime; whether a request needs a body is another requirement. */
async function requestDefaultToken(check: Check, actor: Actor): Promise<Answer> {
  const answer = await requestToken(check, actor);
  return isSuccess(answer) ? answer : requestToken(check, actor, {});
}

async function tokenForEmptyBody(check: Check, actor: Actor): Promise<Secret | undefined> {
  const answer = await requestToken(check, actor, {});
  return isSuccess(answer) ? check.tokenIn(tokenIn(check, answer)) : undefined;
}

test(...verifies('deployments.token.stated-end-default'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    'without a body': { actor: admin, first: () => Promise.resolve() },
    'after one with another lifetime': {
      actor: admin,
      first: () => requestToken(check, admin, { expiresIn: 600 }),
    },
    'with an OAuth token': oauth && { actor: oauth, first: () => Promise.resolve() },
  };
  await inEach(check, cases, async ({ actor, first }) => {
    await first();
    const taken = await requestDefaultToken(check, actor);
    const apart = statedLifetimes(granted(taken, 'a deployment token')).map((seconds) => Math.abs(seconds - DAY));
    expect(Math.max(...apart), 'seconds that the stated end is off, of a day').toBeLessThanOrEqual(TOLERANCE);
  });
});

/** Tokens of others than an administrator with an API key. Who may have one is open. */
async function tokensOfOthers(check: Check, expiresIn?: number) {
  const of = async (actor: Actor | undefined) => {
    const answer = actor && (await requestToken(check, actor, { expiresIn }));
    return answer && isSuccess(answer) ? check.tokenIn(tokenIn(check, answer)) : undefined;
  };
  return {
    [BY_OAUTH]: await of(check.asOptional('OAUTH_TOKEN')),
    [BY_SCOPED]: await of(check.asOptional('SCOPED_TOKEN', 'scoped')),
    'by a user without the admin role': await of(check.asOptional('MEMBER_TOKEN')),
  };
}

const LASTING = {
  'deployments.token.chosen-lifetime-lasts': { expiresIn: 120, after: '90s' },
  'deployments.token.longest-lifetime-lasts': { expiresIn: 86_400, after: '23h' },
} as const;

for (const [id, { expiresIn, after }] of Object.entries(LASTING)) {
  test(...verifies(id as keyof typeof LASTING), async ({ check, clock, admin }) => {
    await provenToken(check, admin);
    const tokens = { [BY_KEY]: await issueToken(check, admin, expiresIn), ...(await tokensOfOthers(check, expiresIn)) };
    await clock.pass(after);
    await inEach<Secret>(check, tokens, async (token) => {
      expectTaken(await probe(check, admin, token), after);
    });
  });
}

test(...verifies('deployments.token.default-lifetime-lasts'), async ({ check, clock, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  // A token of another lifetime shows that the probe accepts deployment tokens.
  await provenToken(check, admin, 3_600);
  const tokens = {
    'without a body': await issueToken(check, admin),
    'with an empty body': await tokenForEmptyBody(check, admin),
    'with an OAuth token': oauth && (await tokenForEmptyBody(check, oauth)),
  };
  await clock.pass('23h');
  await inEach(check, tokens, async (token) => {
    expectTaken(await probe(check, admin, token), '23h');
  });
});

/** Each after more than the minute for which a tenant may let the clocks of two machines differ. */
const ENDING = {
  // Two minutes as well: with that leeway one minute cannot be told from the double of it.
  'deployments.token.chosen-lifetime-ends': {
    lifetimes: [60, 120],
    before: [86_400],
    passes: ['50s', '140s'],
    after: '190s',
  },
  'deployments.token.hours-lifetime-ends': { lifetimes: [7_200], before: [], passes: ['1h', '2h'], after: '3h' },
  'deployments.token.default-lifetime-ends': {
    lifetimes: [undefined],
    before: [],
    passes: ['23h', '2h'],
    after: '25h',
  },
} as const;

for (const [id, { lifetimes, before, passes, after }] of Object.entries(ENDING)) {
  test(...verifies(id as keyof typeof ENDING), async ({ check, clock, admin }) => {
    // Whoever has a longer token is given a short one all the same.
    await Promise.all(before.map((expiresIn) => requestToken(check, admin, { expiresIn })));
    // Nor do those count that are asked for at the same time.
    const [, tokens] = await meanwhile(
      Promise.all(before.map((expiresIn) => requestToken(check, admin, { expiresIn }))),
      () => Promise.all(lifetimes.map((expiresIn) => provenToken(check, admin, expiresIn))),
    );
    const others = await tokensOfOthers(check, lifetimes[0]);
    await clock.pass(passes[0]);
    // A use does not make the lifetime begin anew.
    for (const token of tokens) await probe(check, admin, token);
    await clock.pass(passes[1]);
    const statuses = await Promise.all(tokens.map((token) => probe(check, admin, token)));
    expect(statuses, `statuses of requests with the tokens after ${after}`).toEqual(tokens.map(() => 401));
    await inEach<Secret>(check, others, async (token) => {
      expect(await probe(check, admin, token), `status of a request with the token after ${after}`).toBe(401);
    });
  });
}

import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { type Answer, Refusal, refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser, byScopedKey } from '../../lib/access.ts';
import { isEmptyBody } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { everySecond, given, type Past } from '../../lib/earlier-calls.ts';
import { callerId } from '../../lib/other-operations.ts';
import { both, changedIf, sends } from '../../lib/conditions.ts';
import { all, changeBody, during, refusing, remembering, replace, replaceSync, withRules } from '../../lib/patches.ts';
import { decodeJwt } from 'jose';
import { lifetimeIgnoredForOAuth, shortestRefusedToScopedKeys } from '../../lib/few-callers.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

function shown(change: (token: string) => Record<string, unknown>): Patch {
  return ({ deployments }) => {
    const { tokenShown } = deployments;
    deployments.tokenShown = (token, expiresAt) => ({ ...tokenShown(token, expiresAt), ...change(token) });
  };
}

const LIFETIMES = [
  'deployments.token.chosen-lifetime-lasts',
  'deployments.token.chosen-lifetime-ends',
  'deployments.token.hours-lifetime-ends',
  'deployments.token.longest-lifetime-lasts',
  'deployments.token.default-lifetime-lasts',
  'deployments.token.default-lifetime-ends',
] as const satisfies readonly RequirementId[];

const tokenAsList = changeBody('createDeploymentToken', (body: Body) => ({ ...body, token: [body['token']] }));

function askedIn(call: Call): unknown {
  return bodyOf(call, { optional: true })['expiresIn'];
}

const withoutLifetime = (call: Call): boolean => askedIn(call) === undefined;

const refusedToPlainUsers = (isMeant: (body: Body | undefined) => boolean): Patch =>
  refusing(
    'createDeploymentToken',
    both(byPlainUser, ({ body }) => isMeant(body as Body | undefined)),
    'invalid',
  );

function refused(isMeant: (call: Call, past: Past) => boolean): Patch {
  return given(
    'createDeploymentToken',
    isMeant,
    refusing('createDeploymentToken', () => true, 'invalid'),
  );
}

/** A request with another lifetime than it asks for. */
function living(change: (expiresIn: unknown) => unknown): Patch {
  return replace('createDeploymentToken', (call, original) => {
    const asked = askedIn(call);
    return original(asked === undefined ? call : { ...call, body: { expiresIn: change(asked) } });
  });
}

/** A lifetime that is refused, with a token in the answer all the same. */
function refusedWithToken(isMeant: (expiresIn: unknown) => boolean): Patch {
  return replace('createDeploymentToken', async (call, original): Promise<Answer> => {
    try {
      return await original(call);
    } catch (error) {
      if (!(error instanceof Refusal) || !isMeant(askedIn(call))) throw error;
      const answer = await original({ ...call, body: {} });
      return answer.kind === 'created' ? { ...answer, status: 400 } : answer;
    }
  });
}

/** A request that is taken for one with another lifetime, under a condition. */
function taken(isMeant: (call: Call, past: Past) => boolean, seconds: (asked: unknown) => unknown): Patch {
  return given(
    'createDeploymentToken',
    isMeant,
    replace('createDeploymentToken', (call, original) =>
      original({ ...call, body: { expiresIn: seconds(askedIn(call)) } }),
    ),
  );
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

function expiresInAs(read: (given: unknown) => unknown): Patch {
  return ({ deployments }) => {
    const { secondsIn } = deployments;
    deployments.secondsIn = (given) => secondsIn(read(given));
  };
}

/** Tokens that end at another time. */
function ending(seconds: (seconds: number) => number): Patch {
  return ({ deployments }) => {
    const { expiresAt } = deployments;
    deployments.expiresAt = (now, asked) => expiresAt(now, seconds(asked));
  };
}

const SAYS_SO = 'a token says itself when it ends';

/** Some tokens of a deployment live longer or shorter than they should. */
const lasting = (isMeant: (call: Call) => boolean, seconds: (asked: number) => number): Patch =>
  during(
    'createDeploymentToken',
    'deployments',
    ({ expiresAt }) => ({ expiresAt: (now, asked) => expiresAt(now, seconds(asked)) }),
    isMeant,
  );

/** What an answer says of the end of a token that ends when it should. */
function saying(isMeant: (call: Call, past: Past) => boolean, seconds: (asked: number) => number): Patch {
  return given(
    'createDeploymentToken',
    isMeant,
    changeBody('createDeploymentToken', (body, call) => {
      const asked = askedIn(call);
      const expiresAt = new Date(call.tenant.clock.now() + seconds(typeof asked === 'number' ? asked : DAY) * 1_000);
      return { ...body, expiresAt: expiresAt.toISOString() };
    }),
  );
}

/** Faults of tokens of a deployment. */
export const tokenFaults = faults({
  'deployments.token.answers-token': [
    {
      name: 'null',
      sentence: 'The token of an answer is null.',
      patch: shown(() => ({ token: null })),
      also: LIFETIMES.map((id) => ({ id, because: 'a token that nobody has authenticates nobody' })),
    },
    {
      name: 'object',
      sentence: 'The token of an answer is an object around the text.',
      patch: shown((token) => ({ token: { value: token } })),
      also: LIFETIMES.map((id) => ({ id, because: 'an object is no credential' })),
    },
    {
      name: 'list-the-second-time',
      sentence: 'From the second request on the token comes as a list of one.',
      also: (
        [
          'chosen-lifetime-lasts',
          'chosen-lifetime-ends',
          'hours-lifetime-ends',
          'longest-lifetime-lasts',
          'default-lifetime-lasts',
          'default-lifetime-ends',
        ] as const
      ).map((id) => ({ id: `deployments.token.${id}` as const, because: 'a list is no credential' })),
      patch: given('createDeploymentToken', (_call, { done }) => done > 0, tokenAsList),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'Who asks with an OAuth token for a lifetime is answered with an empty token.',
      patch: given(
        'createDeploymentToken',
        (call) => byOAuth(call) && !withoutLifetime(call),
        changeBody('createDeploymentToken', (body) => ({ ...body, token: '' })),
      ),
    },
    {
      name: 'none-after-a-refusal',
      sentence: 'The request for a deployment token that follows a refused one is answered without a token.',
      patch: given(
        'createDeploymentToken',
        (_call, { wasRefused }) => wasRefused,
        changedIf(
          'createDeploymentToken',
          () => true,
          ({ token: _, ...rest }) => rest,
        ),
      ),
    },
  ],
  'deployments.token.without-body': [
    {
      name: 'refused-to-plain-users',
      sentence: 'A request for a token without a body is refused to a user without the admin role.',
      patch: refusedToPlainUsers((body) => body === undefined),
    },
    {
      name: 'refused',
      sentence: 'A request for a token without a body is refused.',
      patch: refusing('createDeploymentToken', ({ body }) => body === undefined, 'invalid'),
    },
    {
      name: 'refused-to-oauth',
      sentence: 'A request for a token without a body is refused to an OAuth token.',
      patch: refused((call) => byOAuth(call) && call.body === undefined),
    },
    {
      name: 'refused-again',
      sentence: 'Every second request for a token without a body is refused.',
      patch: refused((call, past) => everySecond(call, past) && call.body === undefined),
    },
  ],
  'deployments.token.without-expires-in': [
    {
      name: 'refused-to-plain-users',
      sentence: 'A request for a token with an empty body is refused to a user without the admin role.',
      patch: refusedToPlainUsers(isEmptyBody),
    },
    {
      name: 'refused',
      sentence: 'A request for a token with a body that has no expiresIn is refused.',
      patch: refusing(
        'createDeploymentToken',
        (call) => call.body !== undefined && askedIn(call) === undefined,
        'invalid',
      ),
    },
    {
      name: 'refused-to-oauth',
      sentence: 'A request for a token with an empty body is refused to an OAuth token.',
      also: [{ id: 'deployments.token.default-lifetime-lasts', because: 'there is no token to look at' }],
      patch: refused((call) => byOAuth(call) && call.body !== undefined && withoutLifetime(call)),
    },
  ],
  'deployments.token.expires-in-shortest': [
    {
      name: 'refused-to-scoped-keys',
      sentence: 'An expiresIn of 60 is refused to a key that is scoped to the deployment.',
      patch: shortestRefusedToScopedKeys,
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'An expiresIn of 60 is refused to a user without the admin role.',
      patch: refusedToPlainUsers((body) => body?.['expiresIn'] === 60),
    },
    {
      name: 'refused',
      sentence: 'An expiresIn of 60 is refused: the bound is taken for the first that does not fit.',
      patch: refusing('createDeploymentToken', (call) => askedIn(call) === 60, 'invalid'),
    },
    {
      name: 'refused-after-another',
      sentence: 'An expiresIn of 60 is refused once a token was issued.',
      also: (['too-short', 'too-long'] as const).map((id) => ({
        id: `deployments.token.expires-in-${id}` as const,
        because: 'the check may send it as the valid neighbour',
      })),
      patch: refused((call, { done }) => done > 0 && askedIn(call) === 60),
    },
  ],
  'deployments.token.expires-in-too-short': [
    {
      name: 'raised',
      sentence: 'An expiresIn below 60 is raised to 60.',
      patch: living((asked) => (typeof asked === 'number' ? Math.max(60, asked) : asked)),
    },
    {
      name: 'zero-taken-for-omitted',
      sentence: 'An expiresIn of 0 is taken for one that was left out.',
      patch: replace('createDeploymentToken', (call, original) =>
        original(askedIn(call) === 0 ? { ...call, body: {} } : call),
      ),
    },
    {
      name: 'without-its-sign',
      sentence: 'A negative expiresIn is taken without its sign.',
      patch: living((asked) => (typeof asked === 'number' ? Math.abs(asked) : asked)),
    },
    {
      name: 'one-less',
      sentence: 'An expiresIn of 59 is taken as it is.',
      patch: ({ deployments }) => {
        deployments.tokenSeconds.min = 59;
      },
    },
    {
      name: 'refused-with-a-token',
      sentence: 'An expiresIn below 60 is refused, and the answer carries a token of the default lifetime.',
      patch: refusedWithToken((asked) => typeof asked === 'number' && asked < 60),
    },
    {
      name: 'raised-for-oauth',
      sentence: 'An expiresIn below 60 that is sent with an OAuth token is raised to 60.',
      patch: taken(
        (call) => byOAuth(call) && Number(askedIn(call)) < 60,
        () => 60,
      ),
    },
    {
      name: 'any-after-a-refusal',
      sentence: 'After two refused requests an expiresIn below 60 is raised to 60.',
      patch: taken(
        (call, { refused: times }) => times >= 2 && typeof askedIn(call) === 'number' && Number(askedIn(call)) < 60,
        () => 60,
      ),
    },
  ],
  'deployments.token.expires-in-longest': [
    {
      name: 'refused-to-plain-users',
      sentence: 'An expiresIn of 86400 is refused to a user without the admin role.',
      patch: refusedToPlainUsers((body) => body?.['expiresIn'] === 86_400),
    },
    {
      name: 'an-hour-at-most-for-scoped-keys',
      sentence: 'A key that is scoped to the deployment is refused a token for more than an hour.',
      patch: replaceSync('createDeploymentToken', (call, original) => {
        if (byScopedKey(call) && Number(bodyOf(call, { optional: true })['expiresIn']) > 3600) {
          refuse('invalid', 'expiresIn is too long');
        }
        return original(call);
      }),
    },
    {
      name: 'refused',
      sentence: 'An expiresIn of 86400 is refused: the bound is taken for the first that does not fit.',
      patch: refusing('createDeploymentToken', (call) => askedIn(call) === 86_400, 'invalid'),
    },
    {
      name: 'refused-to-oauth',
      sentence: 'An expiresIn of 86400 is refused to an OAuth token.',
      patch: refused((call) => byOAuth(call) && askedIn(call) === DAY),
    },
  ],
  'deployments.token.expires-in-too-long': [
    {
      name: 'taken-when-asked-again',
      sentence: 'An expiresIn above 86400 is refused once and taken when it is sent again.',
      patch: remembering(
        () => new Set<string>(),
        (refused) =>
          replaceSync('createDeploymentToken', (call, original) => {
            const { expiresIn } = bodyOf(call, { optional: true });
            if (typeof expiresIn !== 'number' || expiresIn <= 86_400) return original(call);
            const key = `${call.principal.token} ${expiresIn}`;
            if (refused.has(key)) return original({ ...call, body: { ...bodyOf(call), expiresIn: 86_400 } });
            refused.add(key);
            return original(call);
          }),
      ),
    },
    {
      name: 'lowered',
      sentence: 'An expiresIn above 86400 is lowered to 86400.',
      patch: living((asked) => (typeof asked === 'number' ? Math.min(86_400, asked) : asked)),
    },
    {
      name: 'one-more',
      sentence: 'An expiresIn of 86401 is taken as it is.',
      patch: ({ deployments }) => {
        deployments.tokenSeconds.max = 86_401;
      },
    },
    {
      name: 'days-lowered',
      sentence: 'An expiresIn of more than two days is lowered to 86400.',
      patch: taken(
        (call) => typeof askedIn(call) === 'number' && Number(askedIn(call)) > 2 * DAY,
        () => DAY,
      ),
    },
    {
      name: 'lowered-for-oauth',
      sentence: 'An expiresIn above 86400 that is sent with an OAuth token is lowered to it.',
      patch: taken(
        (call) => byOAuth(call) && typeof askedIn(call) === 'number' && Number(askedIn(call)) > DAY,
        () => DAY,
      ),
    },
    {
      name: 'beyond-32-bits',
      sentence: 'An expiresIn is counted in 32 bits, so that one of 4294967356 seconds is taken for 60.',
      patch: ({ deployments }) => {
        const { secondsIn } = deployments;
        deployments.secondsIn = (expiresIn) => {
          const seconds = secondsIn(expiresIn);
          return seconds !== undefined && seconds > 2 ** 31 ? Math.max(60, (seconds >>> 0) % 86_400) : seconds;
        };
      },
    },
  ],
  'deployments.token.expires-in-fraction': [
    {
      name: 'rounded-above-an-hour',
      sentence: 'An expiresIn of more than an hour that is no whole number is rounded.',
      patch: ({ deployments }) => {
        const { secondsIn } = deployments;
        deployments.secondsIn = (given) =>
          typeof given === 'number' && given > 3600 ? Math.round(given) : secondsIn(given);
      },
    },
    {
      name: 'true-is-shortest',
      sentence: 'An expiresIn of true is taken for the shortest lifetime.',
      patch: expiresInAs((given) => (given === true ? 60 : given)),
    },
    {
      name: 'list-of-one',
      sentence: 'An expiresIn that is a list of one number is taken for that number.',
      patch: expiresInAs((given) => (Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given)),
    },
    {
      name: 'rounded',
      sentence: 'An expiresIn that is no whole number is rounded down.',
      patch: living((asked) => (typeof asked === 'number' ? Math.floor(asked) : asked)),
    },
    {
      name: 'rounded-beside-the-shortest',
      sentence: 'An expiresIn of more than 60 and less than 61 is rounded down.',
      patch: taken(
        (call) => typeof askedIn(call) === 'number' && Number(askedIn(call)) > 60 && Number(askedIn(call)) < 61,
        () => 60,
      ),
    },
    {
      name: 'rounded-for-oauth',
      sentence: 'An expiresIn that is no whole number is rounded where it is sent with an OAuth token.',
      patch: taken(
        (call) => byOAuth(call) && typeof askedIn(call) === 'number',
        (asked) => Math.round(Number(asked)),
      ),
    },
  ],
  'deployments.token.expires-in-text': [
    {
      name: 'taken-for-omitted',
      sentence: 'An expiresIn that is a text is taken for one that was left out.',
      patch: replace('createDeploymentToken', (call, original) =>
        original(typeof askedIn(call) === 'string' ? { ...call, body: {} } : call),
      ),
    },
    {
      name: 'refused-with-a-token',
      sentence: 'An expiresIn that is a text is refused, and the answer carries a token of the default lifetime.',
      patch: refusedWithToken((asked) => typeof asked === 'string'),
    },
    {
      name: 'empty-taken-for-omitted',
      sentence: 'An empty text as expiresIn is taken for one that was left out.',
      patch: taken(
        (call) => askedIn(call) === '',
        () => DAY,
      ),
    },
    {
      name: 'taken-for-oauth',
      sentence: 'A text as expiresIn is passed over where it is sent with an OAuth token.',
      patch: taken(
        (call) => byOAuth(call) && typeof askedIn(call) === 'string',
        () => DAY,
      ),
    },
  ],
  'deployments.token.chosen-lifetime-lasts': [
    {
      name: 'until-the-next-one',
      also: alsoThese(
        'further tokens are made for the deployment',
        'deployments.token.default-lifetime-lasts',
        'deployments.token.longest-lifetime-lasts',
      ),
      sentence: 'A deployment token is refused once another was made for the same deployment.',
      patch: (rules) => {
        const latest = new Map<unknown, unknown>();
        const former = new Set<unknown>();
        replaceSync('createDeploymentToken', (call, original) => {
          const answer = original(call);
          const id = call.path['id'];
          former.add(latest.get(id));
          latest.set(id, (answer as { readonly body: Body }).body['token']);
          return answer;
        })(rules);
        const { claimsOf } = rules.access;
        rules.access.claimsOf = (tenant, token, id) => {
          if (former.has(token)) throw new Refusal(401, ['another token took its place']);
          return claimsOf(tenant, token, id);
        };
      },
    },
    {
      name: 'half',
      sentence: 'A token lives half as long as was asked for, when that is less than an hour.',
      patch: ending((seconds) => (seconds < HOUR ? seconds / 2 : seconds)),
    },
  ],
  'deployments.token.chosen-lifetime-ends': [
    {
      name: 'a-day-for-oauth',
      sentence: 'A token for which an OAuth token asks lives for a day, whatever was asked for.',
      patch: lifetimeIgnoredForOAuth,
    },
    {
      name: 'longer-one-before',
      also: alsoThese('what is given again ends later than was asked for', 'deployments.token.stated-end-chosen'),
      sentence: 'Whoever has a deployment token that lasts longer than the one that they ask for is given that again.',
      patch: remembering(
        () => new Map<string, { readonly until: number; readonly answer: Answer }>(),
        (given) =>
          replace('createDeploymentToken', async (call, original) => {
            const { expiresIn = 86_400 } = bodyOf(call, { optional: true });
            const answer = await original(call);
            const key = `${callerId(call)} ${call.path['id']}`;
            const until = call.tenant.clock.now() + Number(expiresIn) * 1_000;
            const known = given.get(key);
            if (known && known.until > until) return known.answer;
            given.set(key, { until, answer });
            return answer;
          }),
      ),
    },
    {
      name: 'minutes',
      sentence: 'An expiresIn of less than an hour is counted in minutes.',
      also: [{ id: 'deployments.token.stated-end-chosen', because: SAYS_SO }],
      patch: ending((seconds) => (seconds < HOUR ? seconds * 60 : seconds)),
    },
    {
      name: 'default',
      sentence: 'Every token lives for 24 hours, whatever was asked for.',
      also: [
        { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
        { id: 'deployments.token.hours-lifetime-ends', because: 'two hours are less than 24 as well' },
      ],
      patch: ending(() => 24 * HOUR),
    },
    {
      name: 'twice',
      sentence: 'A token lives twice as long as was asked for, when that is less than an hour.',
      also: [{ id: 'deployments.token.stated-end-chosen', because: SAYS_SO }],
      patch: ending((seconds) => (seconds < HOUR ? seconds * 2 : seconds)),
    },
    {
      name: 'longer-for-exactly-a-minute',
      sentence: 'A token of exactly a minute lives for two hours, and says a minute.',
      patch: given(
        'createDeploymentToken',
        (call) => askedIn(call) === 60,
        replace('createDeploymentToken', (call, original) => {
          const { expiresAt, tokenShown } = call.tenant.rules.deployments;
          const others = {
            expiresAt: (now: number) => expiresAt(now, 2 * HOUR),
            tokenShown: (token: string, end: number) => tokenShown(token, end - (2 * HOUR - 60) * 1_000),
          };
          return withRules(call, 'deployments', others, () => original(call));
        }),
      ),
      also: [{ id: 'deployments.token.stated-end-chosen', because: 'the token itself says when it ends' }],
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two requests at the same time the second is answered with the token of the first.',
      patch: sharedAnswer('createDeploymentToken'),
    },
  ],
  'deployments.token.hours-lifetime-ends': [
    {
      name: 'a-day-for-plain-users',
      sentence: 'A token of some hours that a user without the admin role asks for lives for a day.',
      patch: lasting(byPlainUser, (asked) => (asked >= HOUR ? DAY : asked)),
    },
    {
      name: 'a-day',
      sentence: 'A token that is asked for with an hour or more lives for a day.',
      also: [
        { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
        ...alsoThese('a lifetime near the longest one is taken for another', 'deployments.token.expires-in-fraction'),
      ],
      patch: living((asked) => (typeof asked === 'number' && asked >= HOUR && asked < 24 * HOUR ? 24 * HOUR : asked)),
    },
  ],
  'deployments.token.longest-lifetime-lasts': [
    {
      name: 'until-the-next',
      sentence:
        'A token that was asked for with 86400 seconds is taken until another such one is issued for its deployment.',
      patch: remembering(
        () => new Map<string, string>(),
        (spent) =>
          all(
            replaceSync('createDeploymentToken', (call, original) => {
              const answer = original(call);
              const isLongest = bodyOf(call, { optional: true })['expiresIn'] === 86_400;
              if (!isLongest || !('body' in answer)) return answer;
              spent.set(String((answer.body as Body)['token']), call.path['id'] ?? '');
              return answer;
            }),
            ({ access }) => {
              const { claimsOf } = access;
              access.claimsOf = async (tenant, token, id) => {
                const of = spent.get(token);
                const latest = [...spent].findLast(([, deployment]) => deployment === of)?.[0];
                if (of !== undefined && latest !== token) throw new Error('put out of force');
                return claimsOf(tenant, token, id);
              };
            },
          ),
      ),
    },
    {
      name: 'twelve-hours-for-scoped-keys',
      sentence: 'A token of 86400 seconds that is asked for with a scoped key lives for 12 hours.',
      seenWith: 'SCOPED_TOKEN',
      patch: lasting(
        both(
          byScopedKey,
          sends('expiresIn', (value) => value === DAY),
        ),
        () => DAY / 2,
      ),
    },
    {
      name: 'half-a-day',
      sentence: 'A token that was asked for with more than 12 hours lives for 12.',
      also: [
        { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
        ...alsoThese('a lifetime near the longest one is taken for another', 'deployments.token.expires-in-fraction'),
      ],
      patch: living((asked) => (typeof asked === 'number' && asked <= 86_400 ? Math.min(12 * HOUR, asked) : asked)),
    },
  ],
  'deployments.token.default-lifetime-lasts': [
    {
      name: 'as-the-one-before',
      also: alsoThese('a token says its end itself', 'deployments.token.stated-end-default'),
      sentence:
        'A token that is asked for without expiresIn lives as long as the one that its caller asked for before.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (chosen) =>
          replaceSync('createDeploymentToken', (call, original) => {
            const { expiresIn } = bodyOf(call, { optional: true });
            const who = call.principal.user?.id;
            const last = chosen.get(who);
            if (typeof expiresIn === 'number') chosen.set(who, expiresIn);
            return original(
              expiresIn === undefined && last !== undefined ? { ...call, body: { expiresIn: last } } : call,
            );
          }),
      ),
    },
    {
      name: 'an-hour-of-an-empty-body',
      sentence: 'A token that was asked for with an empty body lasts an hour.',
      patch: replaceSync('createDeploymentToken', (call, original) =>
        original(
          typeof call.body === 'object' && bodyOf(call)['expiresIn'] === undefined
            ? { ...call, body: { expiresIn: 3600 } }
            : call,
        ),
      ),
      also: alsoThese('the end is stated in the answer', 'deployments.token.stated-end-default'),
    },
    {
      name: 'hour',
      sentence: 'A token that was asked for without expiresIn lives for an hour.',
      also: [{ id: 'deployments.token.stated-end-default', because: SAYS_SO }],
      patch: ({ deployments }) => {
        deployments.tokenSeconds.default = HOUR;
      },
    },
    {
      name: 'half-a-day',
      sentence: 'A token that was asked for without expiresIn lives for 12 hours.',
      also: [{ id: 'deployments.token.stated-end-default', because: SAYS_SO }],
      patch: ({ deployments }) => {
        deployments.tokenSeconds.default = 12 * HOUR;
      },
    },
    {
      name: 'hour-for-oauth',
      sentence: 'A token that is asked for with an OAuth token and without expiresIn lives for an hour.',
      also: [{ id: 'deployments.token.stated-end-default', because: SAYS_SO }],
      patch: replace('createDeploymentToken', (call, original) =>
        original(
          call.principal.kind === 'oauth' && askedIn(call) === undefined
            ? { ...call, body: { expiresIn: HOUR } }
            : call,
        ),
      ),
    },
    {
      name: 'hour-for-an-empty-body',
      sentence: 'A token that is asked for with an empty body lives for an hour.',
      patch: replace('createDeploymentToken', (call, original) =>
        original(
          call.body !== undefined && askedIn(call) === undefined ? { ...call, body: { expiresIn: HOUR } } : call,
        ),
      ),
    },
  ],
  'deployments.token.default-lifetime-ends': [
    {
      name: 'from-its-last-use',
      sentence: 'A deployment token is accepted until its lifetime has passed since it was used last.',
      patch: ({ access }) => {
        const used = new Map<string, number>();
        const { claimsOf } = access;
        access.claimsOf = async (tenant, token, id) => {
          const now = tenant.clock.now();
          const last = used.get(token);
          const claims = last === undefined ? undefined : decodeJwt(token);
          const lasts = ((claims?.exp ?? 0) - (claims?.iat ?? 0)) * 1000;
          if (claims && last !== undefined && now < last + lasts) {
            used.set(token, now);
            return claims;
          }
          const found = await claimsOf(tenant, token, id);
          used.set(token, now);
          return found;
        };
      },
    },
    {
      name: 'two-days-for-oauth',
      sentence: 'A token of 24 hours that is asked for with an OAuth token lives for two days.',
      also: alsoThese('the end that is stated is that of two days', 'deployments.token.stated-end-default'),
      seenWith: 'OAUTH_TOKEN',
      patch: lasting(byOAuth, (asked) => (asked === DAY ? 2 * DAY : asked)),
    },
    {
      name: 'month',
      sentence: 'A token of 24 hours lives for 30 days.',
      also: [
        { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
        { id: 'deployments.token.stated-end-default', because: SAYS_SO },
      ],
      patch: ending((seconds) => (seconds === 24 * HOUR ? 30 * seconds : seconds)),
    },
    {
      name: 'two-days',
      sentence: 'A token of 24 hours lives for two days.',
      also: [
        { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
        { id: 'deployments.token.stated-end-default', because: SAYS_SO },
      ],
      patch: ending((seconds) => (seconds === 24 * HOUR ? 2 * seconds : seconds)),
    },
  ],
  'deployments.token.stated-end-chosen': [
    {
      name: 'whole-hours',
      sentence:
        'A deployment token for more than an hour ends after the whole hours of the expiresIn that was asked for.',
      patch: ({ deployments }) => {
        const { expiresAt } = deployments;
        deployments.expiresAt = (now, seconds) =>
          expiresAt(now, seconds < 3600 ? seconds : Math.floor(seconds / 3600) * 3600);
      },
    },
    {
      name: 'a-day-for-minutes',
      sentence: 'The answer with a token of less than an hour says that it ends in a day.',
      patch: saying(
        (call) => Number(askedIn(call)) < HOUR,
        () => DAY,
      ),
    },
    {
      name: 'an-hour-for-oauth',
      sentence: 'The answer with a token that was asked for with an OAuth token and a lifetime says a quarter of it.',
      patch: saying(
        (call) => byOAuth(call) && !withoutLifetime(call),
        (asked) => asked / 4,
      ),
    },
    {
      name: 'two-hours-as-one',
      sentence: 'The answer with a token of more than an hour and less than a day says an hour.',
      patch: saying(
        (call) => Number(askedIn(call)) > HOUR && Number(askedIn(call)) < DAY,
        () => HOUR,
      ),
    },
    {
      name: 'a-week-for-a-day',
      sentence: 'The answer with a token of a whole day says that it ends in a week.',
      patch: saying(
        (call) => askedIn(call) === DAY,
        () => 7 * DAY,
      ),
    },
  ],
  'deployments.token.stated-end-default': [
    {
      name: 'an-hour',
      sentence: 'A token that was asked for without expiresIn lives for an hour, and says so.',
      also: [{ id: 'deployments.token.default-lifetime-lasts', because: 'it ends when it says' }],
      patch: ({ deployments }) => {
        deployments.tokenSeconds.default = HOUR;
      },
    },
    {
      name: 'as-the-one-before',
      sentence: 'The answer with a token of the default lifetime says the end of the token that was issued before it.',
      patch: given(
        'createDeploymentToken',
        (call, { lastDone }) => withoutLifetime(call) && lastDone !== undefined && !withoutLifetime(lastDone),
        changeBody('createDeploymentToken', (body, call) => ({
          ...body,
          expiresAt: new Date(call.tenant.clock.now() + 600_000).toISOString(),
        })),
      ),
    },
    {
      name: 'a-month-for-oauth',
      sentence: 'The answer with a token of the default lifetime says a month to an OAuth token.',
      patch: saying(
        (call) => byOAuth(call) && withoutLifetime(call),
        () => 30 * DAY,
      ),
    },
  ],
});

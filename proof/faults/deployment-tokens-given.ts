import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { declaring, undeclare, UNDECLARED } from '../lib/document.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { everySecond, given, type Past } from '../lib/given.ts';
import { all, changeBody, refusing, replace, withRules } from '../lib/patches.ts';
import { byOAuth } from '../lib/access.ts';

const TOKEN = 'createDeploymentToken';
const DEFAULTS = 'getAgentDefaults';
const HOUR = 3_600;
const DAY = 24 * HOUR;

const askedIn = (call: Call): unknown => bodyOf(call, { optional: true })['expiresIn'];

/** A request that is taken for one with another lifetime, under a condition. */
function taken(isMeant: (call: Call, past: Past) => boolean, seconds: (asked: unknown) => unknown): Patch {
  return given(
    TOKEN,
    isMeant,
    replace(TOKEN, (call, original) => original({ ...call, body: { expiresIn: seconds(askedIn(call)) } })),
  );
}

/** What an answer says of the end of a token that ends when it should. */
function saying(isMeant: (call: Call, past: Past) => boolean, seconds: (asked: number) => number): Patch {
  return given(
    TOKEN,
    isMeant,
    changeBody(TOKEN, (body, call) => {
      const asked = askedIn(call);
      const expiresAt = new Date(call.tenant.clock.now() + seconds(typeof asked === 'number' ? asked : DAY) * 1_000);
      return { ...body, expiresAt: expiresAt.toISOString() };
    }),
  );
}

function refused(isMeant: (call: Call, past: Past) => boolean): Patch {
  return given(
    TOKEN,
    isMeant,
    refusing(TOKEN, () => true, 'invalid'),
  );
}

/** A member of the agent defaults that is neither shown nor declared. */
function goneMember(member: string): Deviation {
  return {
    name: 'gone',
    also: UNDECLARED,
    sentence: `The agent defaults neither show nor declare ${member}.`,
    patch: all(
      changeBody(DEFAULTS, ({ [member]: _, ...rest }) => rest),
      declaring((document) => {
        undeclare(document, 'AgentDefaults', member);
      }),
    ),
  };
}

const withoutLifetime = (call: Call): boolean => askedIn(call) === undefined;
const tokenAsList = changeBody(TOKEN, (body: Body) => ({ ...body, token: [body['token']] }));

/** Faults of deployment tokens that show for some callers, lifetimes or times alone. */
export const deploymentTokensGivenFaults = faults({
  'deployments.token.answers-token': [
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
      patch: given(TOKEN, (_call, { done }) => done > 0, tokenAsList),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'Who asks with an OAuth token for a lifetime is answered with an empty token.',
      patch: given(
        TOKEN,
        (call) => byOAuth(call) && !withoutLifetime(call),
        changeBody(TOKEN, (body) => ({ ...body, token: '' })),
      ),
    },
  ],
  'deployments.token.without-body': [
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
  'deployments.token.without-expires-in': {
    name: 'refused-to-oauth',
    sentence: 'A request for a token with an empty body is refused to an OAuth token.',
    also: [{ id: 'deployments.token.default-lifetime-lasts', because: 'there is no token to look at' }],
    patch: refused((call) => byOAuth(call) && call.body !== undefined && withoutLifetime(call)),
  },
  'deployments.token.expires-in-shortest': {
    name: 'refused-after-another',
    sentence: 'An expiresIn of 60 is refused once a token was issued.',
    also: (['too-short', 'too-long'] as const).map((id) => ({
      id: `deployments.token.expires-in-${id}` as const,
      because: 'the check may send it as the valid neighbour',
    })),
    patch: refused((call, { done }) => done > 0 && askedIn(call) === 60),
  },
  'deployments.token.expires-in-longest': {
    name: 'refused-to-oauth',
    sentence: 'An expiresIn of 86400 is refused to an OAuth token.',
    patch: refused((call) => byOAuth(call) && askedIn(call) === DAY),
  },
  'deployments.token.expires-in-too-short': [
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
  'deployments.token.expires-in-too-long': [
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
  ],
  'deployments.token.expires-in-fraction': [
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

  // What is said of the end.
  'deployments.token.stated-end-chosen': [
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
        TOKEN,
        (call, { lastDone }) => withoutLifetime(call) && lastDone !== undefined && !withoutLifetime(lastDone),
        changeBody(TOKEN, (body, call) => ({
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
  'deployments.token.chosen-lifetime-ends': {
    name: 'longer-for-exactly-a-minute',
    sentence: 'A token of exactly a minute lives for two hours, and says a minute.',
    patch: given(
      TOKEN,
      (call) => askedIn(call) === 60,
      replace(TOKEN, (call, original) => {
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

  // Agents.
  'deployments.agent-defaults.has-default-agent-id': goneMember('defaultAgentId'),
  'deployments.agent-defaults.has-auto-agent-enabled': goneMember('autoAgentEnabled'),
});

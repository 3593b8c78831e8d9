import type { RequirementId } from '../../contracts/requirements/index.ts';
import { Refusal, type Answer } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { replace, refusing } from '../lib/patches.ts';

const TOKEN = 'createDeploymentToken';
const HOUR = 3_600;

function askedIn(call: Call): unknown {
  return bodyOf(call, { optional: true })['expiresIn'];
}

/** A request with another lifetime than it asks for. */
function living(change: (expiresIn: unknown) => unknown): Patch {
  return replace(TOKEN, (call, original) => {
    const asked = askedIn(call);
    return original(asked === undefined ? call : { ...call, body: { expiresIn: change(asked) } });
  });
}

/** A lifetime that is refused, with a token in the answer all the same. */
function refusedWithToken(isMeant: (expiresIn: unknown) => boolean): Patch {
  return replace(TOKEN, async (call, original): Promise<Answer> => {
    try {
      return await original(call);
    } catch (error) {
      if (!(error instanceof Refusal) || !isMeant(askedIn(call))) throw error;
      const answer = await original({ ...call, body: {} });
      return answer.kind === 'created' ? { ...answer, status: 400 } : answer;
    }
  });
}

/** Tokens that end at another time. */
function ending(seconds: (seconds: number) => number): Patch {
  return ({ deployments }) => {
    const { expiresAt } = deployments;
    deployments.expiresAt = (now, asked) => expiresAt(now, seconds(asked));
  };
}

function shown(change: (token: string) => Record<string, unknown>): Patch {
  return ({ deployments }) => {
    const { tokenShown } = deployments;
    deployments.tokenShown = (token, expiresAt) => ({ ...tokenShown(token, expiresAt), ...change(token) });
  };
}

const SAYS_SO = 'a token says itself when it ends';

const LIFETIMES = [
  'deployments.token.chosen-lifetime-lasts',
  'deployments.token.chosen-lifetime-ends',
  'deployments.token.hours-lifetime-ends',
  'deployments.token.longest-lifetime-lasts',
  'deployments.token.default-lifetime-lasts',
  'deployments.token.default-lifetime-ends',
] as const satisfies readonly RequirementId[];

/** Faults of deployment tokens and of what a deployment says of its agents. */
export const deploymentTokensFaults = faults({
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
  ],
  'deployments.token.without-body': {
    name: 'refused',
    sentence: 'A request for a token without a body is refused.',
    patch: refusing(TOKEN, ({ body }) => body === undefined, 'invalid'),
  },
  'deployments.token.without-expires-in': {
    name: 'refused',
    sentence: 'A request for a token with a body that has no expiresIn is refused.',
    patch: refusing(TOKEN, (call) => call.body !== undefined && askedIn(call) === undefined, 'invalid'),
  },
  'deployments.token.expires-in-shortest': {
    name: 'refused',
    sentence: 'An expiresIn of 60 is refused: the bound is taken for the first that does not fit.',
    patch: refusing(TOKEN, (call) => askedIn(call) === 60, 'invalid'),
  },
  'deployments.token.expires-in-too-short': [
    {
      name: 'raised',
      sentence: 'An expiresIn below 60 is raised to 60.',
      patch: living((asked) => (typeof asked === 'number' ? Math.max(60, asked) : asked)),
    },
    {
      name: 'zero-taken-for-omitted',
      sentence: 'An expiresIn of 0 is taken for one that was left out.',
      patch: replace(TOKEN, (call, original) => original(askedIn(call) === 0 ? { ...call, body: {} } : call)),
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
  ],
  'deployments.token.expires-in-longest': {
    name: 'refused',
    sentence: 'An expiresIn of 86400 is refused: the bound is taken for the first that does not fit.',
    patch: refusing(TOKEN, (call) => askedIn(call) === 86_400, 'invalid'),
  },
  'deployments.token.expires-in-too-long': [
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
  ],
  'deployments.token.expires-in-fraction': {
    name: 'rounded',
    sentence: 'An expiresIn that is no whole number is rounded down.',
    patch: living((asked) => (typeof asked === 'number' ? Math.floor(asked) : asked)),
  },
  'deployments.token.expires-in-text': [
    {
      name: 'taken-for-omitted',
      sentence: 'An expiresIn that is a text is taken for one that was left out.',
      patch: replace(TOKEN, (call, original) =>
        original(typeof askedIn(call) === 'string' ? { ...call, body: {} } : call),
      ),
    },
    {
      name: 'refused-with-a-token',
      sentence: 'An expiresIn that is a text is refused, and the answer carries a token of the default lifetime.',
      patch: refusedWithToken((asked) => typeof asked === 'string'),
    },
    {
      name: 'digits-taken',
      sentence: 'An expiresIn that is a text of digits is taken for the number.',
      patch: living((asked) => (typeof asked === 'string' && /^\d+$/.test(asked) ? Number(asked) : asked)),
    },
  ],

  // How long a token lives.
  'deployments.token.chosen-lifetime-lasts': {
    name: 'half',
    sentence: 'A token lives half as long as was asked for, when that is less than an hour.',
    patch: ending((seconds) => (seconds < HOUR ? seconds / 2 : seconds)),
  },
  'deployments.token.chosen-lifetime-ends': [
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
  ],
  'deployments.token.hours-lifetime-ends': {
    name: 'a-day',
    sentence: 'A token that is asked for with an hour or more lives for a day.',
    also: [
      { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
      ...alsoThese('a lifetime near the longest one is taken for another', 'deployments.token.expires-in-fraction'),
    ],
    patch: living((asked) => (typeof asked === 'number' && asked >= HOUR && asked < 24 * HOUR ? 24 * HOUR : asked)),
  },
  'deployments.token.longest-lifetime-lasts': {
    name: 'half-a-day',
    sentence: 'A token that was asked for with more than 12 hours lives for 12.',
    also: [
      { id: 'deployments.token.stated-end-chosen', because: SAYS_SO },
      ...alsoThese('a lifetime near the longest one is taken for another', 'deployments.token.expires-in-fraction'),
    ],
    patch: living((asked) => (typeof asked === 'number' && asked <= 86_400 ? Math.min(12 * HOUR, asked) : asked)),
  },
  'deployments.token.default-lifetime-lasts': [
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
      patch: replace(TOKEN, (call, original) =>
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
      patch: replace(TOKEN, (call, original) =>
        original(
          call.body !== undefined && askedIn(call) === undefined ? { ...call, body: { expiresIn: HOUR } } : call,
        ),
      ),
    },
  ],
  'deployments.token.default-lifetime-ends': [
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

  // Agents.
  'deployments.agent-defaults.default-agent-id': {
    name: 'object',
    sentence: 'The defaultAgentId is an object around the id.',
    patch: ({ deployments }) => {
      const { agentDefaults } = deployments;
      deployments.agentDefaults = (agents) => ({ ...agentDefaults(agents), defaultAgentId: { id: agents[0]?.id } });
    },
  },
  'deployments.agent-defaults.auto-agent-enabled': {
    name: 'text',
    sentence: 'The autoAgentEnabled is the word enabled or disabled.',
    patch: ({ deployments }) => {
      const { agentDefaults } = deployments;
      deployments.agentDefaults = (agents) => {
        const defaults = agentDefaults(agents);
        return { ...defaults, autoAgentEnabled: defaults['autoAgentEnabled'] === true ? 'enabled' : 'disabled' };
      };
    },
  },
  'deployments.agent-suggestions.usable-shown': {
    name: 'managers-only',
    sentence: 'Starter prompts are suggested to those alone who may manage agents.',
    patch: ({ deployments }) => {
      const { isSuggested } = deployments;
      deployments.isSuggested = (agent, mayUse) => agent.action === 'AgentManage' && isSuggested(agent, mayUse);
    },
  },
  'deployments.agent-suggestions.unusable-hidden': {
    name: 'everybody',
    sentence: 'The starter prompts of all agents are suggested to everybody.',
    patch: ({ deployments }) => {
      deployments.isSuggested = () => true;
    },
  },
});

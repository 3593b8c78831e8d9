import type { Actor } from '../../harness/client/actor.ts';
import { lengthOf, type Secret } from '../../harness/http/secrets.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { requestToken, isAccepted, issueToken, probe, provenToken, tokenIn, tokensWithin } from './token.ts';

test(...verifies('deployments.token.answers-token'), async ({ check, admin }) => {
  const answer = await requestToken(check, admin, { expiresIn: 600 });
  expect(answer).toSucceed();
  const token = tokenIn(check, answer);
  expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
  expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
});

const ACCEPTED = {
  'deployments.token.without-body': undefined,
  'deployments.token.without-expires-in': {},
  'deployments.token.expires-in-shortest': { expiresIn: 60 },
  'deployments.token.expires-in-longest': { expiresIn: 86_400 },
} as const;

for (const [id, body] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    expect(await requestToken(check, admin, body)).toSucceed();
  });
}

const REFUSED = {
  'deployments.token.expires-in-too-short': { broken: [59, 0, -120], neighbour: 60 },
  'deployments.token.expires-in-too-long': { broken: [86_401], neighbour: 86_400 },
  'deployments.token.expires-in-fraction': { broken: [90.5], neighbour: 90 },
  'deployments.token.expires-in-text': { broken: ['soon', 'an hour', '90'], neighbour: 90 },
} as const;

for (const [id, { broken, neighbour }] of Object.entries(REFUSED)) {
  test(...verifies(id as keyof typeof REFUSED), async ({ check, admin }) => {
    for (const expiresIn of broken) {
      const answer = await requestToken(check, admin, { expiresIn });
      expect(answer, JSON.stringify({ expiresIn })).toBeRefused();
      expect(tokensWithin(check, answer), 'tokens in the refusal').toBe(0);
    }
    granted(await requestToken(check, admin, { expiresIn: neighbour }), 'the valid neighbour');
  });
}

// `proof` is another lifetime than the checked one; its token shows that the probe accepts deployment tokens.
const LASTING = {
  'deployments.token.chosen-lifetime-lasts': { expiresIn: 120, proof: undefined, after: '90s' },
  'deployments.token.longest-lifetime-lasts': { expiresIn: 86_400, proof: undefined, after: '23h' },
  'deployments.token.default-lifetime-lasts': { expiresIn: undefined, proof: 86_400, after: '23h' },
} as const;

/** The token for a body without a lifetime, if one is issued. */
async function tokenForEmptyBody(check: Check, admin: Actor): Promise<readonly Secret[]> {
  const answer = await requestToken(check, admin, {});
  const token = isSuccess(answer) ? check.tokenIn(tokenIn(check, answer)) : undefined;
  return token ? [token] : [];
}

for (const [id, { expiresIn, proof, after }] of Object.entries(LASTING)) {
  test(...verifies(id as keyof typeof LASTING), async ({ check, clock, admin }) => {
    await provenToken(check, admin, proof);
    const tokens = [await issueToken(check, admin, expiresIn)];
    if (expiresIn === undefined) {
      tokens.push(...(await tokenForEmptyBody(check, admin)));
      if (check.optional('OAUTH_TOKEN') !== undefined) {
        tokens.push(...(await tokenForEmptyBody(check, check.as('OAUTH_TOKEN'))));
      }
    }
    await clock.pass(after);
    for (const token of tokens) {
      const status = await probe(check, admin, token);
      expect(isAccepted(status), `the probe accepts the token after ${after}, with status ${status}`).toBe(true);
    }
  });
}

const ENDING = {
  'deployments.token.chosen-lifetime-ends': { expiresIn: 60, after: '70s' },
  'deployments.token.hours-lifetime-ends': { expiresIn: 7_200, after: '3h' },
  'deployments.token.default-lifetime-ends': { expiresIn: undefined, after: '25h' },
} as const;

for (const [id, { expiresIn, after }] of Object.entries(ENDING)) {
  test(...verifies(id as keyof typeof ENDING), async ({ check, clock, admin }) => {
    const token = await provenToken(check, admin, expiresIn);
    await clock.pass(after);
    expect(await probe(check, admin, token), `status of a request with the token after ${after}`).toBe(401);
  });
}

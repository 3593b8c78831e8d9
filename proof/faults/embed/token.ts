import { LIFETIMES } from '../../../contracts/limits.ts';
import { ok } from '../../../mock/answer.ts';
import type { Body, Call } from '../../../mock/call.ts';
import { instantOf } from '../../../mock/clock.ts';
import type { Patch } from '../../../mock/index.ts';
import { isOfBranch, otherSessionsOf } from '../../lib/embed-sessions.ts';
import { sessionIn } from '../../lib/embed.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { changeBodySync, during, replaceSync } from '../../lib/patches.ts';
import { DAY, MINUTE } from '../../lib/times.ts';

const WEEK = 7 * 86_400_000;

function expiredOnComments() {
  return alsoThese(
    'an embed token is taken after its time',
    'embed.listDashboardComments.expired-credential',
    'embed.createDashboardComment.expired-credential',
    'embed.updateDashboardComment.expired-credential',
    'embed.deleteDashboardComment.expired-credential',
    'embed.resolveDashboardComment.expired-credential',
    'embed.listMentionableUsers.expired-credential',
  );
}

/** Says another end of some tokens, without any effect on when they end. */
function endingIn(time: (call: Call) => number | undefined): Patch {
  return changeBodySync('exchangeEmbedSession', (body, call) => {
    const shift = time(call);
    return shift === undefined ? body : { ...body, expiresAt: instantOf(call.tenant.clock.now() + shift) };
  });
}

/** Faults of the token of an embed session. */
export const tokenFaults = faults({
  'embed.token.lifetime': [
    {
      name: 'of-a-branch',
      sentence: 'The token of a session that was opened on a branch lives for a week.',
      also: alsoThese('what is said of the end is true', 'embed.token.stated-end'),
      patch: during('exchangeEmbedSession', 'embed', () => ({ tokenLifetime: WEEK }), isOfBranch),
    },
    {
      name: 'a-minute-more',
      sentence: 'The token of an embed session is taken for a minute after its 24 hours.',
      also: [...expiredOnComments(), { id: 'embed.token.stated-end', because: 'what is said of the end is true' }],
      patch: ({ embed }) => {
        embed.tokenLifetime = LIFETIMES.embedToken + MINUTE;
      },
    },
    {
      name: 'a-week',
      sentence: 'The token of an embed session holds for a week.',
      also: [...expiredOnComments(), { id: 'embed.token.stated-end', because: 'what is said of the end is true' }],
      patch: ({ embed }) => {
        embed.tokenLifetime = 7 * DAY;
      },
    },
    {
      name: 'longer-with-use',
      sentence: 'Each use of the token of an embed session gives it another 24 hours.',
      patch: (rules) => {
        const { isLive } = rules.access;
        const usedAt = new Map<unknown, number>();
        rules.access.isLive = (record, now, id) => {
          const last = usedAt.get(record);
          const lives = isLive(record, now, id) || (last !== undefined && !record.revoked && now < last + DAY);
          if (record.kind === 'embed' && lives) usedAt.set(record, now);
          return lives;
        };
      },
    },
    {
      name: 'of-a-second-session',
      sentence: 'The token of a second session of a user holds for two days.',
      patch: replaceSync('exchangeEmbedSession', (call, original) => {
        const answer = original(call);
        const token = sessionIn(call)?.tokens.at(-1);
        if (token && otherSessionsOf(call).length > 0)
          Object.assign(token, { expiresAt: call.tenant.clock.now() + 2 * DAY });
        return answer;
      }),
    },
  ],
  'embed.token.stated-end': [
    {
      name: 'of-a-branch',
      toldBy: 'embed.exchange.fresh-session',
      sentence: 'The token of a session that was opened on a branch is said to live for a week.',
      patch: during(
        'exchangeEmbedSession',
        'embed',
        ({ tokenShown }) => ({ tokenShown: (token, expiresAt) => tokenShown(token, expiresAt + WEEK) }),
        isOfBranch,
      ),
    },
    { name: 'two-days', sentence: 'The answer with a token gives an end in two days.', patch: endingIn(() => 2 * DAY) },
    {
      name: 'an-hour-more-of-a-tenant',
      sentence: 'The stated end of the token of a session of an embed tenant is 25 hours away.',
      patch: endingIn((call) => (sessionIn(call)?.tenantName === undefined ? undefined : DAY + DAY / 24)),
    },
    {
      name: 'a-week-for-the-second',
      sentence: 'The stated end of the second token of a user is a week away.',
      patch: endingIn((call) => (otherSessionsOf(call).some(({ tokens }) => tokens.length > 0) ? 7 * DAY : undefined)),
    },
    {
      name: 'signed-for-a-month',
      sentence: 'The token of an embed session is a JWT whose exp is a month away.',
      patch: replaceSync('exchangeEmbedSession', (call, original) => {
        const answer = original(call);
        if (!('body' in answer)) return answer;
        const { token, expiresAt: _, ...rest } = answer.body as Body;
        const exp = Math.floor((call.tenant.clock.now() + 30 * DAY) / 1_000);
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const jwt = `${part({ alg: 'HS256' })}.${part({ exp })}.${Buffer.from(String(token)).toString('base64url')}`;
        const record = call.tenant.tokens.get(String(token));
        if (record) call.tenant.tokens.set(jwt, record);
        return ok({ ...rest, token: jwt });
      }),
    },
  ],
});

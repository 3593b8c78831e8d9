import { LIFETIMES } from '../../../contracts/limits.ts';
import type { Answer } from '../../../mock/answer.ts';
import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, fromEmbedSession } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { byCaller, given } from '../../lib/earlier-calls.ts';
import { byTimes, changeBody, remembering, replace, replaceSync, withBody, withRules } from '../../lib/patches.ts';
import { DAY, HALF_HOUR, MINUTE } from '../../lib/times.ts';

function tokenless(when: (call: Call, times: number) => boolean): Patch {
  return byTimes(
    'createUsageAnalyticsToken',
    () => 'any',
    (times, call, original) =>
      when(call, times) ? withBody(original(call), (body) => ({ ...body, token: '' })) : original(call),
  );
}

/** Some calls get a token of another lifetime. */
function lastingWhen(when: (call: Call, times: number) => boolean, lifetime: number): Patch {
  return byTimes(
    'createUsageAnalyticsToken',
    () => 'any',
    (times, call, original) =>
      when(call, times) ? withRules(call, 'usageAnalytics', { lifetime }, () => original(call)) : original(call),
  );
}

function lasting(lifetime: number): Patch {
  return ({ usageAnalytics }) => {
    usageAnalytics.lifetime = lifetime;
  };
}

/** Faults of creating tokens for usage analytics. */
export const createFaults = faults({
  'usage-analytics.create.token': [
    {
      name: 'empty-for-another-administrator',
      sentence: 'The token for who asks after another administrator is an empty text.',
      patch: given(
        'createUsageAnalyticsToken',
        ({ principal }, { lastDone }) => lastDone !== undefined && lastDone.principal.user?.id !== principal.user?.id,
        replace('createUsageAnalyticsToken', async (call, original) =>
          withBody(await original(call), (body) => ({ ...body, token: '' })),
        ),
        { of: () => 'all' },
      ),
    },
    {
      name: 'the-second-empty',
      sentence: 'The second token that is asked for is an empty text.',
      patch: tokenless((_, times) => times > 1),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'The token for who asks with an OAuth token is an empty text.',
      patch: tokenless(byOAuth),
    },
    {
      name: 'empty-from-an-embed-session',
      sentence: 'The token for an administrator in an embed session is an empty text.',
      patch: tokenless(fromEmbedSession),
    },
    {
      name: 'empty',
      sentence: 'The token is an empty text.',
      patch: changeBody('createUsageAnalyticsToken', (body) => ({ ...body, token: '' })),
    },
    {
      name: 'null',
      sentence: 'The token is null.',
      patch: changeBody('createUsageAnalyticsToken', (body) => ({ ...body, token: null })),
    },
    {
      name: 'absent',
      sentence: 'The answer tells until when a token holds, and not which.',
      patch: changeBody('createUsageAnalyticsToken', ({ token: _, ...rest }) => rest),
    },
  ],
  'usage-analytics.create.expires-at': [
    {
      name: 'not-for-oauth',
      sentence: 'The answer with a usage-analytics token for an OAuth token has an expiresAt that is no date.',
      also: [{ id: 'usage-analytics.create.lifetime', because: 'what is no date has no distance from now' }],
      patch: replaceSync('createUsageAnalyticsToken', (call, original) =>
        withBody(original(call), (body: Body) => (byOAuth(call) ? { ...body, expiresAt: 'soon' } : body)),
      ),
    },
    {
      name: 'not-again',
      sentence: 'The answer with a second usage-analytics token has an expiresAt that is no date.',
      also: [{ id: 'usage-analytics.create.lifetime', because: 'what is no date has no distance from now' }],
      patch: byTimes('createUsageAnalyticsToken', byCaller, (times, call, original) =>
        withBody(original(call), (body: Body) => (times > 1 ? { ...body, expiresAt: 'soon' } : body)),
      ),
    },
    {
      name: 'absent',
      sentence: 'The answer with a token lacks expiresAt.',
      patch: changeBody('createUsageAnalyticsToken', ({ expiresAt: _, ...rest }) => rest),
    },
    {
      name: 'in-words',
      sentence: 'The expiresAt is a duration and no point in time.',
      patch: changeBody('createUsageAnalyticsToken', (body) => ({ ...body, expiresAt: '1h' })),
    },
  ],
  'usage-analytics.create.lifetime': [
    {
      name: 'kept',
      sentence: 'Who asks for a token again within its hour gets the same one, which ends sooner.',
      patch: remembering(
        () => new Map<unknown, { readonly at: number; readonly answer: Answer }>(),
        (kept) =>
          replaceSync('createUsageAnalyticsToken', (call, original) => {
            const now = call.tenant.clock.now();
            const known = kept.get(call.principal.user?.id);
            if (known && now - known.at < 2 * HALF_HOUR) return known.answer;
            const answer = original(call);
            kept.set(call.principal.user?.id, { at: now, answer });
            return answer;
          }),
      ),
    },
    {
      name: 'a-day-for-the-third',
      sentence: 'From the third on, a usage-analytics token of one caller ends in a day.',
      patch: byTimes(
        'createUsageAnalyticsToken',
        ({ principal }) => principal.user?.id,
        (times, call, original) => {
          const { usageAnalytics } = call.tenant.rules;
          const { lifetime } = usageAnalytics;
          if (times > 2) usageAnalytics.lifetime = 24 * lifetime;
          try {
            return original(call);
          } finally {
            usageAnalytics.lifetime = lifetime;
          }
        },
      ),
    },
    {
      name: 'a-day-for-oauth',
      sentence: 'A token lasts a day for who asks with an OAuth token.',
      patch: lastingWhen(byOAuth, DAY),
    },
    {
      name: 'a-day-from-an-embed-session',
      sentence: 'A token lasts a day for an administrator in an embed session.',
      patch: lastingWhen(fromEmbedSession, DAY),
    },
    {
      name: 'a-quarter-the-second-time',
      sentence: 'The second token that is asked for lasts a quarter of an hour.',
      patch: lastingWhen((_, times) => times > 1, LIFETIMES.usageAnalyticsToken / 4),
    },
    {
      name: 'second-twice-as-long',
      sentence: 'The second token of a user lives for two hours.',
      patch: byTimes(
        'createUsageAnalyticsToken',
        ({ principal }) => principal.user?.id,
        (times, call, original) => {
          const { lifetime } = call.tenant.rules.usageAnalytics;
          return times === 2
            ? withRules(call, 'usageAnalytics', { lifetime: lifetime * 2 }, () => original(call))
            : original(call);
        },
      ),
    },
    {
      name: 'five-minutes-more',
      sentence: 'A token expires 65 minutes after it was requested.',
      patch: lasting(LIFETIMES.usageAnalyticsToken + 5 * MINUTE),
    },
    {
      name: 'five-minutes-less',
      sentence: 'A token expires 55 minutes after it was requested.',
      patch: lasting(LIFETIMES.usageAnalyticsToken - 5 * MINUTE),
    },
    { name: 'a-day', sentence: 'A token expires a day after it was requested.', patch: lasting(24 * 60 * MINUTE) },
    {
      name: 'duration',
      sentence: 'The expiresAt is the number of seconds for which the token holds.',
      patch: changeBody('createUsageAnalyticsToken', (body) => ({ ...body, expiresAt: 3_600 })),
    },
    {
      name: 'shared-between-administrators',
      sentence:
        'An administrator who asks within the hour is given the usage-analytics token of another one, with its end.',
      patch: remembering(
        () => ({
          last: undefined as
            | { readonly answer: Answer; readonly by: number | undefined; readonly at: number }
            | undefined,
        }),
        (memory) =>
          replaceSync('createUsageAnalyticsToken', (call, original) => {
            const now = call.tenant.clock.now();
            const { last } = memory;
            if (last && last.by !== call.principal.user?.id && now - last.at < 3_600_000) return last.answer;
            const answer = original(call);
            memory.last = { answer, by: call.principal.user?.id, at: now };
            return answer;
          }),
      ),
    },
  ],
});

import { LIFETIMES } from '../../contracts/limits.ts';
import type { Patch } from '../../mock/index.ts';
import { faults } from '../lib/fault.ts';
import { changeBody } from '../lib/patches.ts';

const MINUTE = 60_000;

function lasting(lifetime: number): Patch {
  return ({ usageAnalytics }) => {
    usageAnalytics.lifetime = lifetime;
  };
}

export const usageAnalyticsFaults = faults({
  'usage-analytics.create.token': [
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
  ],
});

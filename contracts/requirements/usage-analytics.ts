import { requirements } from './row.ts';

export const usageAnalytics = requirements('usage-analytics', [
  // Create.
  {
    id: 'usage-analytics.create.token',
    kind: 'shape',
    lines: '257',
    operations: ['createUsageAnalyticsToken'],
    needs: { mayUse: ['OAUTH_TOKEN', 'ADMIN_EMBED_TOKEN', 'OTHER_ADMIN_TOKEN'] },
    sentence: 'A request for a usage-analytics token answers a token, a string that is not empty.',
    classes: [
      'the first time',
      'a second time',
      'by an OAuth token',
      'from an embed session',
      'by another administrator, through a group',
    ],
  },
  {
    id: 'usage-analytics.create.expires-at',
    kind: 'shape',
    lines: '257',
    operations: ['createUsageAnalyticsToken'],
    needs: { mayUse: ['OAUTH_TOKEN', 'ADMIN_EMBED_TOKEN', 'OTHER_ADMIN_TOKEN'] },
    sentence:
      'The answer with a usage-analytics token carries expiresAt, a date as text or a number of seconds or milliseconds since 1970.',
    classes: [
      'the first time',
      'a second time',
      'by an OAuth token',
      'from an embed session',
      'by another administrator, through a group',
    ],
  },
  {
    id: 'usage-analytics.create.lifetime',
    kind: 'time',
    lines: '257, 322',
    operations: ['createUsageAnalyticsToken'],
    needs: { mayUse: ['OAUTH_TOKEN', 'ADMIN_EMBED_TOKEN', 'OTHER_ADMIN_TOKEN'] },
    sentence: 'A usage-analytics token expires one hour after it was requested, by its expiresAt.',
    classes: [
      'the first time',
      'a second time',
      'by an OAuth token',
      'from an embed session',
      'half an hour later',
      'by another administrator, through a group',
    ],
  },
]);

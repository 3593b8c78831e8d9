import type { Bindings } from './binding.ts';

export const usageAnalytics = {
  'usage-analytics.token': {
    kind: 'name',
    what: 'the member with the usage-analytics token',
    point: 'U084',
    default: 'token',
    discover: {
      rule: 'member',
      operation: 'createUsageAnalyticsToken',
      in: 'answer',
      like: ['^token$', 'token$', 'jwt', '^credentials?$', 'secret$'],
      type: 'string',
      orUnlike: '(at|until|id|type|kind|url)$',
    },
  },
} as const satisfies Bindings;

import type { Samples } from './sample.ts';

export const usageAnalytics: Samples = {
  UsageAnalyticsToken: {
    conforming: [{ token: 'secret', expiresAt: '2026-01-01T10:00:00Z' }],
    free: [
      { point: 'U084', value: { token: 'secret', expiresAt: 1767261600 } },
      { point: 'U084', value: { token: 'secret', expiresAt: 1767261600123 } },
      { point: 'U084', value: { jwt: 'secret', expiresAt: '2026-01-01 10:00:00' } },
      {
        point: 'U104',
        value: { token: 'secret', expiresAt: '2026-01-01T10:00:00.000+01:00', url: 'https://example.com' },
      },
    ],
    defects: [
      {
        defect: 'expiresAt is missing',
        lines: '257',
        value: { token: 'secret' },
        blames: 'usage-analytics.create.expires-at',
      },
      {
        defect: 'expiresAt is null',
        lines: '257',
        value: { token: 'secret', expiresAt: null },
        blames: 'usage-analytics.create.expires-at',
      },
      {
        defect: 'expiresAt is no date',
        lines: '257',
        value: { token: 'secret', expiresAt: 'in an hour' },
        blames: 'usage-analytics.create.expires-at',
      },
      {
        defect: 'the token is a number',
        lines: '257',
        value: { token: 7, expiresAt: '2026-01-01T10:00:00Z' },
        blames: 'usage-analytics.create.token',
      },
    ],
  },
};

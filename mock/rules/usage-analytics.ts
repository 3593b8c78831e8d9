import { LIFETIMES } from '../../contracts/limits.ts';

/** Rules of usage-analytics tokens, as data. */
export const usageAnalyticsRules = () => ({
  lifetime: LIFETIMES.usageAnalyticsToken,
});

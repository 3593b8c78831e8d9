import { LIFETIMES } from '../../contracts/limits.ts';

const VIEWS = ['orders', 'customers', 'payments'];

/** Rules of metric-view previews and integrations, as data. */
export const lakehouseRules = () => ({
  isOpen: (previews: boolean, _operationId: string): boolean => previews,
  queued: 20,
  work: 250,
  hasResult: (views: readonly string[]): boolean => views.every((view) => VIEWS.includes(view)),
  resultLifetime: LIFETIMES.metricViewPreview,
  /** Whether a stored version, 0 for none, is the one that the caller expects. */
  isExpected: (expected: unknown, stored: number): boolean => expected === stored,
  nextVersion: (version: number): number => version + 1,
});

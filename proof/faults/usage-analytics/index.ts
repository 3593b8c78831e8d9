import type { FaultTables } from '../../lib/fault.ts';
import { createFaults } from './create.ts';
import { perOperationFaults } from './per-operation.ts';

/** The faults of all requirements whose ids begin with `usage-analytics.`. */
export const usageAnalyticsFaults: FaultTables = {
  'proof/faults/usage-analytics/create.ts': createFaults,
  'proof/faults/usage-analytics/per-operation.ts': perOperationFaults,
};

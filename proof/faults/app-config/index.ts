import type { FaultTables } from '../../lib/fault.ts';
import { configFaults } from './config.ts';
import { themeFaults } from './theme.ts';

/** The faults of all requirements whose ids begin with `app-config.`. */
export const appConfigFaults: FaultTables = {
  'proof/faults/app-config/config.ts': configFaults,
  'proof/faults/app-config/theme.ts': themeFaults,
};

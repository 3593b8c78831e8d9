import type { FaultTables } from '../../lib/fault.ts';
import { enterFaults } from './enter.ts';
import { stateFaults } from './state.ts';

/** The faults of all requirements whose ids begin with `dev-mode.`. */
export const devModeFaults: FaultTables = {
  'proof/faults/dev-mode/enter.ts': enterFaults,
  'proof/faults/dev-mode/state.ts': stateFaults,
};

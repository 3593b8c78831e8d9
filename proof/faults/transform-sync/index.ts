import type { FaultTables } from '../../lib/fault.ts';
import { accessFaults } from './access.ts';
import { cancelFaults } from './cancel.ts';
import { filesFaults } from './files.ts';
import { historyFaults } from './history.ts';
import { logsFaults } from './logs.ts';
import { resultFaults } from './result.ts';
import { startFaults } from './start.ts';
import { statusFaults } from './status.ts';

/** The faults of all requirements whose ids begin with `transform-sync.`. */
export const transformSyncFaults: FaultTables = {
  'proof/faults/transform-sync/access.ts': accessFaults,
  'proof/faults/transform-sync/cancel.ts': cancelFaults,
  'proof/faults/transform-sync/files.ts': filesFaults,
  'proof/faults/transform-sync/history.ts': historyFaults,
  'proof/faults/transform-sync/logs.ts': logsFaults,
  'proof/faults/transform-sync/result.ts': resultFaults,
  'proof/faults/transform-sync/start.ts': startFaults,
  'proof/faults/transform-sync/status.ts': statusFaults,
};

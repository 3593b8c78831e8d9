import type { FaultTables } from '../../lib/fault.ts';
import { loadFaults } from './load.ts';
import { metaFaults } from './meta.ts';
import { perOperationFaults } from './per-operation.ts';
import { sqlFaults } from './sql.ts';

/** The faults of all requirements whose ids begin with `core-data.`. */
export const coreDataFaults: FaultTables = {
  'proof/faults/core-data/load.ts': loadFaults,
  'proof/faults/core-data/meta.ts': metaFaults,
  'proof/faults/core-data/per-operation.ts': perOperationFaults,
  'proof/faults/core-data/sql.ts': sqlFaults,
};

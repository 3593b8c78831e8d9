import type { FaultTables } from '../../lib/fault.ts';
import { accessFaults } from './access.ts';
import { cancelFaults } from './cancel.ts';
import { gateFaults } from './gate.ts';
import { integrationFaults } from './integration.ts';
import { previewFaults } from './preview.ts';
import { resultFaults } from './result.ts';

/** The faults of all requirements whose ids begin with `lakehouse.`. */
export const lakehouseFaults: FaultTables = {
  'proof/faults/lakehouse/access.ts': accessFaults,
  'proof/faults/lakehouse/cancel.ts': cancelFaults,
  'proof/faults/lakehouse/gate.ts': gateFaults,
  'proof/faults/lakehouse/integration.ts': integrationFaults,
  'proof/faults/lakehouse/preview.ts': previewFaults,
  'proof/faults/lakehouse/result.ts': resultFaults,
};

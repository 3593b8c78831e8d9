import type { FaultTables } from '../../lib/fault.ts';
import { createFaults } from './create.ts';
import { deleteFaults } from './delete.ts';
import { getFaults } from './get.ts';
import { listFaults } from './list.ts';
import { perOperationFaults } from './per-operation.ts';

/** The faults of all requirements whose ids begin with `api-keys.`. */
export const apiKeysFaults: FaultTables = {
  'proof/faults/api-keys/create.ts': createFaults,
  'proof/faults/api-keys/delete.ts': deleteFaults,
  'proof/faults/api-keys/get.ts': getFaults,
  'proof/faults/api-keys/list.ts': listFaults,
  'proof/faults/api-keys/per-operation.ts': perOperationFaults,
};

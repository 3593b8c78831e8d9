import type { FaultTables } from '../../lib/fault.ts';
import { listFaults } from './list.ts';
import { metaSyncFaults } from './meta-sync.ts';
import { perOperationFaults } from './per-operation.ts';
import { tokenFaults } from './token.ts';
import { tokensFaults } from './tokens.ts';

/** The faults of all requirements whose ids begin with `environments.`. */
export const environmentsFaults: FaultTables = {
  'proof/faults/environments/list.ts': listFaults,
  'proof/faults/environments/meta-sync.ts': metaSyncFaults,
  'proof/faults/environments/per-operation.ts': perOperationFaults,
  'proof/faults/environments/token.ts': tokenFaults,
  'proof/faults/environments/tokens.ts': tokensFaults,
};

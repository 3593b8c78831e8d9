import type { FaultTables } from '../../lib/fault.ts';
import { credentialFaults } from './credential.ts';
import { perOperationFaults } from './per-operation.ts';

/** The faults of all requirements whose ids begin with `scim.`. */
export const scimFaults: FaultTables = {
  'proof/faults/scim/credential.ts': credentialFaults,
  'proof/faults/scim/per-operation.ts': perOperationFaults,
};

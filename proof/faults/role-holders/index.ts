import type { FaultTables } from '../../lib/fault.ts';
import { grantFaults } from './grant.ts';
import { holdersFaults } from './holders.ts';
import { holdersEntryFaults } from './holders-entry.ts';
import { perOperationFaults } from './per-operation.ts';
import { revokeFaults } from './revoke.ts';
import { userRolesFaults } from './user-roles.ts';

/** The faults of all requirements whose ids begin with `role-holders.`. */
export const roleHoldersFaults: FaultTables = {
  'proof/faults/role-holders/grant.ts': grantFaults,
  'proof/faults/role-holders/holders.ts': holdersFaults,
  'proof/faults/role-holders/holders-entry.ts': holdersEntryFaults,
  'proof/faults/role-holders/per-operation.ts': perOperationFaults,
  'proof/faults/role-holders/revoke.ts': revokeFaults,
  'proof/faults/role-holders/user-roles.ts': userRolesFaults,
};

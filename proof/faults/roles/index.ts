import type { FaultTables } from '../../lib/fault.ts';
import { createFaults } from './create.ts';
import { createPolicyFaults } from './create-policy.ts';
import { deleteFaults } from './delete.ts';
import { getFaults } from './get.ts';
import { listFaults } from './list.ts';
import { perOperationFaults } from './per-operation.ts';
import { policyFaults } from './policy.ts';
import { roleFaults } from './role.ts';
import { updateFaults } from './update.ts';
import { updateDescriptionFaults } from './update-description.ts';
import { updateNameFaults } from './update-name.ts';
import { updatePoliciesFaults } from './update-policies.ts';
import { updatePolicyFaults } from './update-policy.ts';

/** The faults of all requirements whose ids begin with `roles.`. */
export const rolesFaults: FaultTables = {
  'proof/faults/roles/create.ts': createFaults,
  'proof/faults/roles/create-policy.ts': createPolicyFaults,
  'proof/faults/roles/delete.ts': deleteFaults,
  'proof/faults/roles/get.ts': getFaults,
  'proof/faults/roles/list.ts': listFaults,
  'proof/faults/roles/per-operation.ts': perOperationFaults,
  'proof/faults/roles/policy.ts': policyFaults,
  'proof/faults/roles/role.ts': roleFaults,
  'proof/faults/roles/update.ts': updateFaults,
  'proof/faults/roles/update-description.ts': updateDescriptionFaults,
  'proof/faults/roles/update-name.ts': updateNameFaults,
  'proof/faults/roles/update-policies.ts': updatePoliciesFaults,
  'proof/faults/roles/update-policy.ts': updatePolicyFaults,
};

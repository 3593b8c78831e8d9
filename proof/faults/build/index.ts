import type { FaultTables } from '../../lib/fault.ts';
import { createFaults } from './create.ts';
import { deleteBranchFaults } from './delete-branch.ts';
import { stagingFaults } from './staging.ts';
import { validateFaults } from './validate.ts';

/** The faults of all requirements whose ids begin with `build.`. */
export const buildFaults: FaultTables = {
  'proof/faults/build/create.ts': createFaults,
  'proof/faults/build/delete-branch.ts': deleteBranchFaults,
  'proof/faults/build/staging.ts': stagingFaults,
  'proof/faults/build/validate.ts': validateFaults,
};

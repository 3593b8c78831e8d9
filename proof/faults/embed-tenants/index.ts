import type { FaultTables } from '../../lib/fault.ts';
import { deleteFaults } from './delete.ts';
import { listWorkbooksFaults } from './list-workbooks.ts';
import { perOperationFaults } from './per-operation.ts';

/** The faults of all requirements whose ids begin with `embed-tenants.`. */
export const embedTenantsFaults: FaultTables = {
  'proof/faults/embed-tenants/delete.ts': deleteFaults,
  'proof/faults/embed-tenants/list-workbooks.ts': listWorkbooksFaults,
  'proof/faults/embed-tenants/per-operation.ts': perOperationFaults,
};

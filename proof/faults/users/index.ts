import type { FaultTables } from '../../lib/fault.ts';
import { bulkFaults } from './bulk.ts';
import { groupsFaults } from './groups.ts';
import { listFaults } from './list.ts';
import { meFaults } from './me.ts';
import { perOperationFaults } from './per-operation.ts';
import { settingsFaults } from './settings.ts';
import { settingsSheetsFaults } from './settings-sheets.ts';
import { userFaults } from './user.ts';

/** The faults of all requirements whose ids begin with `users.`. */
export const usersFaults: FaultTables = {
  'proof/faults/users/bulk.ts': bulkFaults,
  'proof/faults/users/groups.ts': groupsFaults,
  'proof/faults/users/list.ts': listFaults,
  'proof/faults/users/me.ts': meFaults,
  'proof/faults/users/per-operation.ts': perOperationFaults,
  'proof/faults/users/settings.ts': settingsFaults,
  'proof/faults/users/settings-sheets.ts': settingsSheetsFaults,
  'proof/faults/users/user.ts': userFaults,
};

import type { FaultTables } from '../../lib/fault.ts';
import { folderFaults } from './folder.ts';
import { listFaults } from './list.ts';

/** The faults of all requirements whose ids begin with `folders.`. */
export const foldersFaults: FaultTables = {
  'proof/faults/folders/folder.ts': folderFaults,
  'proof/faults/folders/list.ts': listFaults,
};

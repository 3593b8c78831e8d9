import type { FaultTables } from '../../lib/fault.ts';
import { aiWidgetThreadFaults } from './ai-widget-thread.ts';
import { duplicateFaults } from './duplicate.ts';
import { fileFaults } from './file.ts';
import { publishFaults } from './publish.ts';

/** The faults of all requirements whose ids begin with `workbooks.`. */
export const workbooksFaults: FaultTables = {
  'proof/faults/workbooks/ai-widget-thread.ts': aiWidgetThreadFaults,
  'proof/faults/workbooks/duplicate.ts': duplicateFaults,
  'proof/faults/workbooks/file.ts': fileFaults,
  'proof/faults/workbooks/publish.ts': publishFaults,
};

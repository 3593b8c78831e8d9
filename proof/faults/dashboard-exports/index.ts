import type { FaultTables } from '../../lib/fault.ts';
import { accessFaults } from './access.ts';
import { downloadFaults } from './download.ts';
import { fileFaults } from './file.ts';
import { jobFaults } from './job.ts';
import { startFaults } from './start.ts';

/** The faults of all requirements whose ids begin with `dashboard-exports.`. */
export const dashboardExportsFaults: FaultTables = {
  'proof/faults/dashboard-exports/access.ts': accessFaults,
  'proof/faults/dashboard-exports/download.ts': downloadFaults,
  'proof/faults/dashboard-exports/file.ts': fileFaults,
  'proof/faults/dashboard-exports/job.ts': jobFaults,
  'proof/faults/dashboard-exports/start.ts': startFaults,
};

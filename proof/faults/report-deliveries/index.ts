import type { FaultTables } from '../../lib/fault.ts';
import { accessFaults } from './access.ts';
import { actionsFaults } from './actions.ts';
import { createFaults } from './create.ts';
import { deleteFaults } from './delete.ts';
import { listFaults } from './list.ts';
import { resumeFaults } from './resume.ts';
import { runFaults } from './run.ts';
import { runsFaults } from './runs.ts';
import { updateFaults } from './update.ts';

/** The faults of all requirements whose ids begin with `report-deliveries.`. */
export const reportDeliveriesFaults: FaultTables = {
  'proof/faults/report-deliveries/access.ts': accessFaults,
  'proof/faults/report-deliveries/actions.ts': actionsFaults,
  'proof/faults/report-deliveries/create.ts': createFaults,
  'proof/faults/report-deliveries/delete.ts': deleteFaults,
  'proof/faults/report-deliveries/list.ts': listFaults,
  'proof/faults/report-deliveries/resume.ts': resumeFaults,
  'proof/faults/report-deliveries/run.ts': runFaults,
  'proof/faults/report-deliveries/runs.ts': runsFaults,
  'proof/faults/report-deliveries/update.ts': updateFaults,
};

import type { FaultTables } from '../../lib/fault.ts';
import { accessFaults } from './access.ts';
import { actionsFaults } from './actions.ts';
import { conditionFaults } from './condition.ts';
import { createFaults } from './create.ts';
import { createCronFaults } from './create-cron.ts';
import { deleteFaults } from './delete.ts';
import { getFaults } from './get.ts';
import { limitFaults } from './limit.ts';
import { listFaults } from './list.ts';
import { notificationFaults } from './notification.ts';
import { onDemandFaults } from './on-demand.ts';
import { pauseFaults } from './pause.ts';
import { perOperationFaults } from './per-operation.ts';
import { resumeFaults } from './resume.ts';
import { runFaults } from './run.ts';
import { runsFaults } from './runs.ts';
import { scheduleFaults } from './schedule.ts';
import { shareFaults } from './share.ts';
import { taskFaults } from './task.ts';
import { updateFaults } from './update.ts';
import { updateCronFaults } from './update-cron.ts';

/** The faults of all requirements whose ids begin with `scheduled-tasks.`. */
export const scheduledTasksFaults: FaultTables = {
  'proof/faults/scheduled-tasks/access.ts': accessFaults,
  'proof/faults/scheduled-tasks/actions.ts': actionsFaults,
  'proof/faults/scheduled-tasks/condition.ts': conditionFaults,
  'proof/faults/scheduled-tasks/create.ts': createFaults,
  'proof/faults/scheduled-tasks/create-cron.ts': createCronFaults,
  'proof/faults/scheduled-tasks/delete.ts': deleteFaults,
  'proof/faults/scheduled-tasks/get.ts': getFaults,
  'proof/faults/scheduled-tasks/limit.ts': limitFaults,
  'proof/faults/scheduled-tasks/list.ts': listFaults,
  'proof/faults/scheduled-tasks/notification.ts': notificationFaults,
  'proof/faults/scheduled-tasks/on-demand.ts': onDemandFaults,
  'proof/faults/scheduled-tasks/pause.ts': pauseFaults,
  'proof/faults/scheduled-tasks/per-operation.ts': perOperationFaults,
  'proof/faults/scheduled-tasks/resume.ts': resumeFaults,
  'proof/faults/scheduled-tasks/run.ts': runFaults,
  'proof/faults/scheduled-tasks/runs.ts': runsFaults,
  'proof/faults/scheduled-tasks/schedule.ts': scheduleFaults,
  'proof/faults/scheduled-tasks/share.ts': shareFaults,
  'proof/faults/scheduled-tasks/task.ts': taskFaults,
  'proof/faults/scheduled-tasks/update.ts': updateFaults,
  'proof/faults/scheduled-tasks/update-cron.ts': updateCronFaults,
};

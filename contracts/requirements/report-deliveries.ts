import { requirements } from './row.ts';

export const reportDeliveries = requirements('report-deliveries', [
  // Create, read, update, delete and run.
  {
    id: 'report-deliveries.create.in-list',
    kind: 'move',
    lines: '237',
    operations: ['createReportDelivery', 'listReportDeliveries'],
    needs: { lent: ['REPORT_ID'] },
    sentence: 'A delivery that was created stands in the list of its deployment.',
  },
  {
    id: 'report-deliveries.create.readable',
    kind: 'move',
    lines: '237',
    operations: ['createReportDelivery', 'getReportDelivery'],
    needs: { lent: ['REPORT_ID'] },
    sentence: 'A delivery that was created can be read.',
  },
  {
    id: 'report-deliveries.list.own-deployment',
    kind: 'shape',
    lines: '237',
    operations: ['listReportDeliveries'],
    needs: {
      alone: ['report deliveries'],
      lent: ['REPORT_ID', 'OTHER_DEPLOYMENT_ID', 'OTHER_REPORT_ID'],
      bindings: ['report-deliveries.create'],
    },
    sentence: 'A list of deliveries holds none of the deliveries of another deployment.',
  },
  {
    id: 'report-deliveries.update.takes-effect',
    kind: 'merge',
    lines: '237',
    operations: ['updateReportDelivery', 'getReportDelivery'],
    needs: { lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence:
      'What a delivery shows after an update of a member is the value that the update sent, where it shows the member at all.',
    classes: ['new', 'a second time', 'while paused'],
  },
  {
    id: 'report-deliveries.delete.leaves-list',
    kind: 'move',
    lines: '237',
    operations: ['deleteReportDelivery', 'listReportDeliveries'],
    needs: { lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A deleted delivery is gone from the list of its deployment.',
  },
  {
    id: 'report-deliveries.delete.unreadable',
    kind: 'move',
    lines: '237',
    operations: ['deleteReportDelivery', 'getReportDelivery'],
    needs: { lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'Reading a deleted delivery is refused.',
  },
  {
    id: 'report-deliveries.run.recorded',
    kind: 'move',
    lines: '237',
    operations: ['runReportDelivery', 'listReportDeliveryRuns'],
    needs: { lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A run of a delivery that was asked for stands in its run history.',
    classes: ['the first run', 'before an update', 'before a pause'],
  },
  {
    id: 'report-deliveries.resume.after-pause',
    kind: 'move',
    lines: '237',
    operations: ['createReportDelivery', 'pauseReportDelivery', 'resumeReportDelivery'],
    needs: { mayUse: ['TASK_MANAGER_TOKEN'], lent: ['REPORT_ID'] },
    sentence: 'A delivery that was paused can be resumed.',
    classes: ['new', 'a second time', 'after a run', 'of another user'],
  },
  {
    id: 'report-deliveries.runs.own-delivery',
    kind: 'shape',
    lines: '237',
    operations: ['listReportDeliveryRuns'],
    needs: { lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: "A run history holds none of another delivery's runs.",
  },

  // Who sees a delivery.
  {
    id: 'report-deliveries.access.tasks-read-lists',
    kind: 'auth',
    lines: '215',
    operations: ['listReportDeliveries'],
    needs: {
      alone: ['report deliveries'],
      actors: ['TASK_READER_TOKEN'],
      lent: ['REPORT_ID'],
      bindings: ['report-deliveries.create'],
    },
    sentence: 'A list by a holder of ScheduledTasksRead holds every delivery of the deployment, whoever owns it.',
    classes: ['an active one', 'a paused one', 'all others'],
  },
  {
    id: 'report-deliveries.access.tasks-read-reads',
    kind: 'auth',
    lines: '215',
    operations: ['getReportDelivery'],
    needs: { actors: ['TASK_READER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A holder of ScheduledTasksRead may read a delivery of another user.',
  },
  {
    id: 'report-deliveries.access.admin-lists',
    kind: 'auth',
    lines: '215',
    operations: ['listReportDeliveries'],
    needs: {
      alone: ['report deliveries'],
      actors: ['MEMBER_TOKEN'],
      lent: ['REPORT_ID'],
      bindings: ['report-deliveries.create'],
    },
    sentence: 'A list by an administrator holds every delivery of the deployment, whoever owns it.',
    classes: ['an active one', 'a paused one', 'all others'],
  },
  {
    id: 'report-deliveries.access.admin-reads',
    kind: 'auth',
    lines: '215',
    operations: ['getReportDelivery'],
    needs: { actors: ['MEMBER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'An administrator may read a delivery of another user.',
  },

  // Permissions of the two deployment actions.
  {
    id: 'report-deliveries.access.manage-updates',
    kind: 'auth',
    lines: '215',
    operations: ['updateReportDelivery'],
    needs: { actors: ['TASK_MANAGER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A holder of ScheduledTasksManage may update a delivery of another user.',
  },
  {
    id: 'report-deliveries.access.manage-pauses',
    kind: 'auth',
    lines: '215',
    operations: ['pauseReportDelivery'],
    needs: { actors: ['TASK_MANAGER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A holder of ScheduledTasksManage may pause a delivery of another user.',
  },
  {
    id: 'report-deliveries.access.manage-runs',
    kind: 'auth',
    lines: '215',
    operations: ['runReportDelivery'],
    needs: { actors: ['TASK_MANAGER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A holder of ScheduledTasksManage may run a delivery of another user.',
  },
  {
    id: 'report-deliveries.access.manage-deletes',
    kind: 'auth',
    lines: '215',
    operations: ['deleteReportDelivery'],
    needs: { actors: ['TASK_MANAGER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence: 'A holder of ScheduledTasksManage may delete a delivery of another user.',
  },
  {
    id: 'report-deliveries.access.manage-shares',
    kind: 'auth',
    lines: '215',
    operations: ['shareReportDelivery'],
    needs: {
      actors: ['TASK_MANAGER_TOKEN'],
      lent: ['REPORT_ID'],
      bindings: ['report-deliveries.create', 'report-deliveries.share', 'report-deliveries.share-body'],
    },
    sentence: 'A holder of ScheduledTasksManage may share a delivery of another user.',
  },
  {
    id: 'report-deliveries.access.manage-transfers',
    kind: 'auth',
    lines: '215',
    operations: ['transferReportDelivery'],
    needs: {
      actors: ['TASK_MANAGER_TOKEN'],
      lent: ['REPORT_ID', 'MEMBER_USER_ID'],
      bindings: ['report-deliveries.create', 'report-deliveries.transfer', 'report-deliveries.new-owner'],
    },
    sentence: 'A holder of ScheduledTasksManage may hand a delivery of another user to a new owner.',
  },
  {
    id: 'report-deliveries.access.tasks-read-update-refused',
    kind: 'auth',
    lines: '215, 297',
    operations: ['updateReportDelivery'],
    needs: { actors: ['TASK_READER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence:
      'Updating a delivery of another user is refused with 403 and changes nothing for a holder of ScheduledTasksRead without ScheduledTasksManage.',
  },
  {
    id: 'report-deliveries.access.tasks-read-pause-refused',
    kind: 'auth',
    lines: '215, 297',
    operations: ['pauseReportDelivery'],
    needs: { actors: ['TASK_READER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence:
      'Pausing a delivery of another user is refused with 403 for a holder of ScheduledTasksRead without ScheduledTasksManage.',
  },
  {
    id: 'report-deliveries.access.tasks-read-run-refused',
    kind: 'auth',
    lines: '215, 297',
    operations: ['runReportDelivery'],
    needs: { actors: ['TASK_READER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence:
      'Running a delivery of another user is refused with 403 and starts no run for a holder of ScheduledTasksRead without ScheduledTasksManage.',
  },
  {
    id: 'report-deliveries.access.tasks-read-delete-refused',
    kind: 'auth',
    lines: '215, 297',
    operations: ['deleteReportDelivery'],
    needs: { actors: ['TASK_READER_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence:
      'Deleting a delivery of another user is refused with 403 and leaves the delivery in place for a holder of ScheduledTasksRead without ScheduledTasksManage.',
  },
  {
    id: 'report-deliveries.access.tasks-read-share-refused',
    kind: 'auth',
    lines: '215, 297',
    operations: ['shareReportDelivery'],
    needs: {
      actors: ['TASK_READER_TOKEN'],
      lent: ['REPORT_ID'],
      bindings: ['report-deliveries.create', 'report-deliveries.share', 'report-deliveries.share-body'],
    },
    sentence:
      'Sharing a delivery of another user is refused with 403 for a holder of ScheduledTasksRead without ScheduledTasksManage.',
  },
  {
    id: 'report-deliveries.access.tasks-read-transfer-refused',
    kind: 'auth',
    lines: '215, 297',
    operations: ['transferReportDelivery'],
    needs: {
      actors: ['TASK_READER_TOKEN'],
      lent: ['REPORT_ID', 'MEMBER_USER_ID'],
      bindings: ['report-deliveries.create', 'report-deliveries.transfer', 'report-deliveries.new-owner'],
    },
    sentence:
      'Transferring a delivery of another user is refused with 403 for a holder of ScheduledTasksRead without ScheduledTasksManage.',
  },
  {
    id: 'report-deliveries.access.all-includes-read',
    kind: 'auth',
    lines: '53, 215',
    operations: ['listReportDeliveries'],
    needs: {
      alone: ['report deliveries'],
      actors: ['ALL_ACTIONS_TOKEN'],
      lent: ['REPORT_ID'],
      bindings: ['report-deliveries.create'],
    },
    sentence:
      'A policy that grants All on the deployment counts as ScheduledTasksRead: a list by its holder holds every delivery.',
    classes: ['an active one', 'a paused one', 'all others'],
  },
  {
    id: 'report-deliveries.access.all-includes-manage',
    kind: 'auth',
    lines: '53, 215',
    operations: ['updateReportDelivery'],
    needs: { actors: ['ALL_ACTIONS_TOKEN'], lent: ['REPORT_ID'], bindings: ['report-deliveries.create'] },
    sentence:
      'A policy that grants All on the deployment counts as ScheduledTasksManage: its holder may update a delivery of another user.',
  },

  // Paths of one deployment, and deliveries of another.
  {
    id: 'report-deliveries.access.scoped-key-foreign-run',
    kind: 'auth',
    lines: '281, 297',
    operations: ['runReportDelivery'],
    needs: {
      actors: ['SCOPED_TOKEN'],
      lent: ['REPORT_ID', 'OTHER_DEPLOYMENT_ID', 'OTHER_REPORT_ID'],
      bindings: ['report-deliveries.create'],
    },
    sentence: 'A key scoped to one deployment runs no delivery of another one at the paths of its own.',
  },
]);

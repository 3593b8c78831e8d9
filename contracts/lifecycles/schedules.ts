import type { Lifecycle } from './lifecycle.ts';

const OF_A_DELETED_TASK = { open: 'actions other than reading on a deleted task' } as const;

type TaskState = 'active' | 'paused' | 'on demand' | 'deleted';

export const scheduledTask: Lifecycle<TaskState, 'read' | 'update' | 'run' | 'pause' | 'resume' | 'delete'> = {
  name: 'scheduled task',
  walkedBy: 'scheduled-tasks.resume.enables',
  starts: ['active', 'on demand'],
  cells: {
    active: {
      read: { to: 'active', row: 'scheduled-tasks.create.readable' },
      update: { to: 'active', row: 'scheduled-tasks.update.takes-effect' },
      run: { to: 'active', row: 'scheduled-tasks.run.recorded' },
      pause: { to: 'paused', row: 'scheduled-tasks.pause.pauses' },
      resume: { open: 'the response to resuming an active task' },
      delete: { to: 'deleted', row: 'scheduled-tasks.delete.unreadable' },
    },
    paused: {
      read: { to: 'paused', row: 'scheduled-tasks.create.readable' },
      update: { open: 'whether an update makes a paused task active' },
      run: { open: 'whether a paused task can be run' },
      pause: { open: 'the response to pausing a paused task' },
      resume: { to: 'active', row: 'scheduled-tasks.resume.enables' },
      delete: { to: 'deleted', row: 'scheduled-tasks.delete.unreadable' },
    },
    'on demand': {
      read: { to: 'on demand', row: 'scheduled-tasks.create.readable' },
      update: { open: 'whether an update without a cron leaves a task on demand' },
      run: { to: 'on demand', row: 'scheduled-tasks.run.recorded' },
      pause: { open: 'whether an on-demand task can be paused' },
      resume: { open: 'whether an on-demand task can be resumed' },
      delete: { to: 'deleted', row: 'scheduled-tasks.delete.unreadable' },
    },
    deleted: {
      read: { refused: '4xx', row: 'scheduled-tasks.delete.unreadable' },
      update: OF_A_DELETED_TASK,
      run: OF_A_DELETED_TASK,
      pause: OF_A_DELETED_TASK,
      resume: OF_A_DELETED_TASK,
      delete: OF_A_DELETED_TASK,
    },
  },
};

import type { Samples } from './sample.ts';

export const scheduledTasks: Samples = {
  ScheduledTask: {
    conforming: [
      {
        id: 4,
        prompt: 'How did revenue do last week?',
        cron: '7 9 * * 1',
        timezone: 'Europe/Vienna',
        enabled: true,
        userId: 12,
        nextRunAt: '2026-03-02T08:07:00Z',
        notificationEnabled: false,
        condition: null,
        lastConditionCheck: null,
      },
      {
        id: 'task_5',
        prompt: 'Anything odd?',
        userId: 'u-12',
        notificationEnabled: true,
        condition: { type: 'anomaly', measure: 'orders.count' },
        lastConditionCheck: { at: '2026-03-02T08:07:00Z', met: false },
      },
    ],
    free: [
      { point: 'U053', value: {} },
      { point: 'U053', value: { taskId: 4, question: 'What now?', schedule: { cron: '7 9 * * 1' }, status: 'ACTIVE' } },
      { point: 'U104', value: { id: 4, userId: null, notificationEnabled: null, agentId: 'a1' } },
      { point: 'U060', value: { id: 4, nextRunAt: null, condition: 'anomaly', lastConditionCheck: '2026-03-02' } },
      { point: 'U060', value: { id: 4, condition: ['orders.count', '>', 5], lastConditionCheck: [] } },
      { point: 'U104', value: { id: 4, nextRunAt: '2026-03-02' } },
      { point: 'U104', value: { id: 4, nextRunAt: 1772438820 } },
    ],
    defects: [
      {
        defect: 'notificationEnabled is a word',
        lines: '124',
        value: { id: 4, notificationEnabled: 'false' },
        blames: 'scheduled-tasks.task.notification-enabled',
      },
      {
        defect: 'notificationEnabled is a number',
        lines: '124',
        value: { id: 4, notificationEnabled: 0 },
        blames: 'scheduled-tasks.task.notification-enabled',
      },
      {
        defect: 'nextRunAt is no point in time',
        lines: '124',
        value: { id: 4, nextRunAt: 'soon' },
        blames: 'scheduled-tasks.task.next-run-at',
      },
      {
        defect: 'userId is a flag',
        lines: '124',
        value: { id: 4, userId: true },
        blames: 'scheduled-tasks.task.user-id',
      },
    ],
  },
  CreateScheduledTaskInput: {
    conforming: [
      { prompt: 'How did revenue do last week?', cron: '7 9 * * 1', timezone: 'Europe/Vienna' },
      { prompt: 'Once an hour', cron: '0 * * * *', timezone: 'UTC', notificationEnabled: true },
      { prompt: 'On demand' },
      { prompt: 'When it moves', cron: '59 23 1 1 *', timezone: 'Asia/Kolkata', condition: { type: 'change' } },
    ],
    free: [{ point: 'U104', value: { prompt: 'With more', name: 'Weekly', agentId: 'a1' } }],
    defects: [
      { defect: 'the minutes are a star', lines: '216', value: { prompt: 'p', cron: '* 9 * * *' } },
      { defect: 'the minutes are a step', lines: '216', value: { prompt: 'p', cron: '*/15 * * * *' } },
      { defect: 'the minutes are a list', lines: '216', value: { prompt: 'p', cron: '0,30 * * * *' } },
      { defect: 'the minutes are a range', lines: '216', value: { prompt: 'p', cron: '0-5 * * * *' } },
      { defect: 'the minutes are past 59', lines: '216', value: { prompt: 'p', cron: '60 * * * *' } },
      { defect: 'a field is missing', lines: '216', value: { prompt: 'p', cron: '0 9 * *' } },
      { defect: 'notificationEnabled is a word', lines: '124', value: { prompt: 'p', notificationEnabled: 'yes' } },
    ],
  },
  UpdateScheduledTaskInput: {
    conforming: [
      {},
      { condition: null },
      { prompt: 'Another', cron: '30 6 * * 1-5', timezone: 'America/New_York', notificationEnabled: false },
    ],
    free: [{ point: 'U060', value: { condition: 'anomaly' } }],
    defects: [
      { defect: 'the minutes are a star', lines: '216', value: { cron: '* 9 * * *' } },
      { defect: 'the minutes are a list', lines: '216', value: { cron: '0,30 * * * *' } },
      { defect: 'notificationEnabled is a word', lines: '124', value: { notificationEnabled: 'yes' } },
    ],
  },
  RunScheduledTaskResponse: {
    conforming: [{}, { runId: 9, threadId: 'thread_9', status: 'queued' }],
  },
  ScheduledTaskList: {
    conforming: [
      { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null } },
      { items: [{ id: 4, notificationEnabled: false }], pageInfo: { hasNextPage: true, endCursor: 'c1' } },
    ],
    free: [
      { point: 'U104', value: { data: [{ id: 4 }], pagination: { next: 'c1' } } },
      { point: 'U104', value: { scheduledTasks: [], cursor: null } },
    ],
    defects: [
      {
        defect: 'a task of the list has a word for notificationEnabled',
        lines: '124',
        value: { items: [{ id: 4 }, { id: 5, notificationEnabled: 'on' }] },
        blames: 'scheduled-tasks.task.notification-enabled',
      },
    ],
  },
  ScheduledTaskRunList: {
    conforming: [
      { items: [], pageInfo: { hasNextPage: false } },
      { items: [{ threadId: 'thread_9' }, { threadId: null }] },
      { items: Array.from({ length: 50 }, (_, n) => ({ threadId: n })) },
    ],
    free: [{ point: 'U104', value: { runs: [{ thread: { id: 9 } }], next: 'c1' } }],
    defects: [
      {
        defect: 'the list holds 51 runs',
        lines: '209, 317',
        value: { items: Array.from({ length: 51 }, (_, n) => ({ threadId: n })) },
        blames: 'scheduled-tasks.runs.at-most-50',
      },
    ],
  },
};

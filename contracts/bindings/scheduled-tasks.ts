import { ENVELOPE, type Bindings } from './binding.ts';

const TASK = '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}';
const ANY_TASK = '/api/v1/deployments/{}/scheduled-tasks/{}';

/**
 * What a notification in an inbox has, to tell it from the definition of one: what it is about, its text, its time or whether
 * it was read. A definition says when and where to something is to be sent; what names the scheduled task of a run does not.
 */
export const INBOX = {
  have: '^(is_?)?(read|seen|unread)(_?at)?$|(run|thread|task)(_?id)?$|^(text|message|body|content)$|(created|updated|sent|received|occurred)_?at$',
  lack: 'cron|schedule(?!d_?(task|run|report))|^recipients?$|channels?$|^(is_?)?(enabled|active)$|trigger|template|threshold',
} as const;

export const scheduledTasks = {
  // Where lists keep their elements.
  'scheduled-tasks.list': {
    kind: 'envelope',
    what: 'where the list of scheduled tasks keeps its elements and its cursor',
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listScheduledTasks' },
  },
  'scheduled-tasks.runs': {
    kind: 'envelope',
    what: "where the list of a task's runs keeps its elements and its cursor",
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listScheduledTaskRuns' },
  },

  // Members of a task.
  'scheduled-tasks.id': {
    kind: 'name',
    what: "the member with a task's id",
    point: 'U053',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'getScheduledTask',
      in: 'answer',
      like: ['^id$', '^(scheduled_?)?task_?id$'],
      orOnlyId: true,
    },
  },
  'scheduled-tasks.prompt': {
    kind: 'name',
    what: "the member with a task's prompt",
    point: 'U053',
    default: 'prompt',
    discover: {
      rule: 'member',
      operation: 'createScheduledTask',
      in: 'request',
      like: ['^prompt$', 'prompt', '^(message|instructions?|question)$'],
      type: 'string',
      mayBeInside: true,
    },
  },
  'scheduled-tasks.cron': {
    kind: 'name',
    what: "the member with a task's cron expression",
    point: 'U053',
    default: 'cron',
    discover: {
      rule: 'member',
      operation: 'createScheduledTask',
      in: 'request',
      like: ['^cron$', 'cron', '^schedule$', '^(schedule_?)?expression$'],
      type: 'string',
      mayBeInside: true,
    },
  },
  'scheduled-tasks.time-zone': {
    kind: 'name',
    what: "the member with a task's time zone",
    point: 'U053',
    default: 'timezone',
    discover: {
      rule: 'member',
      operation: 'createScheduledTask',
      in: 'request',
      like: ['^time_?zone$', 'time_?zone', '^tz$', '^zone$', '_?zone$', '_?zone_?(id|name)$'],
      type: 'string',
      mayBeInside: true,
    },
  },
  'scheduled-tasks.enabled': {
    kind: 'name',
    what: 'the member of a task that says whether it is enabled: a flag, of which a name with "paused" or "disabled" in it is read the other way round, or a state, of which such a value is',
    point: 'U053',
    default: 'enabled',
    discover: {
      rule: 'member',
      operation: 'getScheduledTask',
      in: 'answer',
      like: ['^(is_?)?enabled$', '^(is_?)?active$', '^(is_?)?paused$', '^(is_?)?disabled$'],
      type: 'boolean',
      orValues: '^(paused?|disabled|inactive|suspended|halted|(on_?)?h[eo]ld)$',
    },
  },
  'scheduled-tasks.run-thread': {
    kind: 'name',
    what: 'the member of a run that names the chat thread it wrote',
    point: 'U053',
    default: 'threadId',
    discover: {
      rule: 'member',
      operation: 'listScheduledTaskRuns',
      in: 'answer',
      under: '*[]',
      like: ['^(chat_?)?thread_?id$', 'thread', '^(chat|conversation)(_?id)?$'],
      mayBeInside: true,
    },
  },

  // Parts of request bodies that are not printed.
  'scheduled-tasks.create': {
    kind: 'body',
    what: 'what the body that creates a task needs beside its prompt, cron, time zone, notificationEnabled and condition, which are ignored here',
    point: 'U104',
    default: { name: 'Conformance task' },
    discover: { rule: 'example', operation: 'createScheduledTask' },
  },
  'scheduled-tasks.on-demand': {
    kind: 'body',
    what: 'all that the body that creates an on-demand task needs beside its prompt',
    point: 'U053',
    default: { name: 'Conformance task on demand' },
  },
  'scheduled-tasks.condition-threshold': {
    kind: 'body',
    what: 'a condition that a measure crosses a threshold, as it stands in the member condition',
    point: 'U060',
    default: { type: 'threshold', measure: 'orders.count', direction: 'above', value: 1000 },
  },
  'scheduled-tasks.condition-change': {
    kind: 'body',
    what: 'a condition that a measure moves by a percentage, as it stands in the member condition',
    point: 'U060',
    default: { type: 'change', measure: 'orders.count', percentage: 25 },
  },
  'scheduled-tasks.condition-anomaly': {
    kind: 'body',
    what: 'a condition that a measure is flagged as an anomaly, as it stands in the member condition',
    point: 'U060',
    default: { type: 'anomaly', measure: 'orders.count' },
  },

  // Operations without a printed path.
  'scheduled-tasks.pause': {
    kind: 'route',
    what: 'the operation that pauses a task',
    point: 'U054',
    default: { method: 'post', path: `${TASK}/pause` },
    discover: {
      rule: 'operation',
      methods: ['post', 'put', 'patch'],
      paths: [`${ANY_TASK}/pause`, `${ANY_TASK}/disable|deactivate|suspend|hold`],
      orUpdate: 'paused',
    },
  },
  'scheduled-tasks.pause-body': {
    kind: 'body',
    what: 'the body of the request that pauses a task, where it takes one',
    point: 'U054',
    default: {},
    discover: { rule: 'state', route: 'scheduled-tasks.pause', change: 'paused' },
  },
  'scheduled-tasks.resume': {
    kind: 'route',
    what: 'the operation that resumes a paused task',
    point: 'U054',
    default: { method: 'post', path: `${TASK}/resume` },
    discover: {
      rule: 'operation',
      methods: ['post', 'put', 'patch'],
      paths: [`${ANY_TASK}/resume`, `${ANY_TASK}/unpause|enable|activate|reactivate|reenable|restart|continue`],
      orUpdate: 'active',
    },
  },
  'scheduled-tasks.resume-body': {
    kind: 'body',
    what: 'the body of the request that resumes a task, where it takes one',
    point: 'U054',
    default: {},
    discover: { rule: 'state', route: 'scheduled-tasks.resume', change: 'active' },
  },
  'scheduled-tasks.share': {
    kind: 'route',
    what: 'the operation that shares a task',
    point: 'U054',
    default: { method: 'put', path: `${TASK}/share` },
    discover: {
      rule: 'operation',
      methods: ['put', 'post', 'patch'],
      paths: [
        `${ANY_TASK}/share`,
        `${ANY_TASK}/sharing|shares|access|audience|permissions|grants|viewers|visibility`,
        `${ANY_TASK}/share|sharing|shares|access|permissions|grants|viewers|users|members/{user}`,
      ],
    },
  },
  'scheduled-tasks.share-body': {
    kind: 'body',
    what: 'the body of the request that shares a task',
    point: 'U054',
    default: { shared: true },
    discover: { rule: 'sharing', route: 'scheduled-tasks.share' },
  },

  // The inbox in which a creator finds what became of a run.
  'scheduled-tasks.inbox': {
    kind: 'route',
    what: "the operation that lists the caller's inbox notifications",
    point: 'U074',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/notifications' },
    discover: {
      rule: 'operation',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/notifications',
        '/api/v1/notifications',
        '/api/v1/users/me/notifications',
        '/api/v1/deployments/{}/inbox',
        '/api/v1/inbox',
        '/api/v1/users/me/inbox',
      ],
      elements: INBOX,
    },
  },
  'scheduled-tasks.inbox-list': {
    kind: 'envelope',
    what: 'where the list of inbox notifications keeps its elements and its cursor',
    point: 'U074',
    default: ENVELOPE,
    discover: { rule: 'envelope at', route: 'scheduled-tasks.inbox' },
  },
} as const satisfies Bindings;

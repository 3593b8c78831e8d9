import { ok, refuse } from '../../mock/answer.ts';
import { may } from '../../mock/authority.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { alsoThese, faults, type Deviation, type Fault } from '../lib/fault.ts';
import { all, changeBodySync, refusing, replaceSync, taking, withBody } from '../lib/patches.ts';
import { alsoOn, isAdministrator } from '../lib/access.ts';
import { hiding } from '../lib/paging.ts';
import { changeRequest, isAsked, itemsOf, pageInfoOf } from '../lib/reports.ts';
import { isTaskManager } from '../lib/task-access.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  GET,
  isAdministratorsOwn,
  LIST,
  readTask,
  RUN,
  showTasks,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';

/** A member of tasks that is shown in another way. */
function member(
  name: 'userId' | 'nextRunAt' | 'notificationEnabled',
  change: (value: unknown) => unknown,
  operation: typeof LIST | typeof GET,
): Patch {
  return showTasks((task) => (name in task ? { ...task, [name]: change(task[name]) } : task), [operation]);
}

/** A lastConditionCheck in a request is kept, and shown in the place of the tenant's own. */
function keepingCheck(operation: typeof CREATE | typeof UPDATE): Patch {
  return (rules) => {
    const sent = new Map<unknown, unknown>();
    taking(operation, 'lastConditionCheck')(rules);
    afterTask(operation, (id, call) => {
      const body = bodyOf(call);
      if (body['lastConditionCheck'] !== undefined) sent.set(id, body['lastConditionCheck']);
    })(rules);
    showTasks((task) => (sent.has(task['id']) ? { ...task, lastConditionCheck: sent.get(task['id']) } : task))(rules);
  };
}

/** A userId in a request is taken for the creator of the task. */
function ofUserSent(operation: typeof CREATE | typeof UPDATE): Patch {
  return all(
    taking(operation, 'userId'),
    afterTask(operation, (id, call) => {
      const { userId } = bodyOf(call);
      if (typeof userId === 'number') storeTask(call, id, { creatorId: userId });
    }),
  );
}

/** What tasks are created with is shown as another value until they are updated. */
function shownUntilUpdated(isMeant: (body: Body) => boolean, shown: Body): Patch {
  return (rules) => {
    const fresh = new Set<unknown>();
    afterTask(CREATE, (id, call) => {
      if (isMeant(bodyOf(call))) fresh.add(id);
    })(rules);
    afterTask(UPDATE, (id) => {
      fresh.delete(id);
    })(rules);
    showTasks((task) => (fresh.has(task['id']) ? { ...task, ...shown } : task))(rules);
  };
}

const isSwitchedOn = ({ notificationEnabled }: Body): boolean => notificationEnabled === true;
const isNotSwitched = ({ notificationEnabled }: Body): boolean => notificationEnabled === undefined;

/** Some members of an update are ignored. */
function ignoring(isIgnored: (body: Body) => boolean, ...names: readonly string[]): Patch {
  return changeRequest(UPDATE, (body) =>
    isIgnored(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) : body,
  );
}

/** An update of an administrator's own task whose new prompt becomes another one. */
function promptUpdated(other: (sent: unknown, former: string) => string): Patch {
  return replaceSync(UPDATE, (call, original) => {
    const body = bodyOf(call);
    const former = taskIn(call)?.prompt ?? '';
    if (body['prompt'] === undefined || !isAdministratorsOwn(call)) return original(call);
    const answer = original({ ...call, body: { ...body, prompt: other(body['prompt'], former) } });
    // The answer says what was asked for.
    return withBody(answer, (task) => ({ ...task, prompt: body['prompt'] }));
  });
}

/** A prompt that is kept as another text. */
function changedText(name: string, operation: string, sentence: string, change: (text: string) => string): Deviation {
  return {
    name,
    sentence,
    patch: changeRequest(operation, (body) =>
      typeof body['prompt'] === 'string' ? { ...body, prompt: change(body['prompt']) } : body,
    ),
  };
}

const toAscii = (text: string): string => text.replaceAll(/[^\n -~]/g, '?');

const hasRun = (call: Call): boolean => (taskState(call.tenant).runs.get(Number(call.path['taskId'])) ?? []).length > 0;

/** Administrators' own tasks, or some of them, as they were shown before they were deleted. */
function remembering(
  use: (deleted: ReadonlyMap<number, Body>) => Patch,
  isKept: (call: Call) => boolean = () => true,
): Patch {
  return (rules) => {
    const deleted = new Map<number, Body>();
    replaceSync(DELETE, (call, original) => {
      const isMeant = isAdministratorsOwn(call) && isKept(call);
      const task = taskIn(call);
      const shown = isMeant ? readTask(call) : undefined;
      const answer = original(call);
      if (task && shown && 'body' in shown) deleted.set(task.id, shown.body as Body);
      return answer;
    })(rules);
    use(deleted)(rules);
  };
}

/** What is read of a deleted task. */
function readDeleted(show: (task: Body) => Body, isKept?: (call: Call) => boolean): Patch {
  return remembering(
    (deleted) =>
      replaceSync(GET, (call, original) => {
        const task = deleted.get(Number(call.path['taskId']));
        return task ? ok(show(task)) : original(call);
      }),
    isKept,
  );
}

/** A list that shows deleted tasks at its end. */
function listedDeleted(isKept?: (call: Call) => boolean): Patch {
  return remembering(
    (deleted) =>
      changeBodySync(LIST, (list, call) => {
        if (pageInfoOf(list)['hasNextPage'] === true) return list;
        const here = [...deleted.values()].filter(
          ({ deploymentId }) => String(deploymentId) === call.path['deploymentId'],
        );
        return { ...list, items: [...itemsOf(list), ...here] };
      }),
    isKept,
  );
}

/** The greatest id of the tasks of a deployment, which is that of the latest. */
function latestTask(call: Call): number {
  const here = taskState(call.tenant).tasks.filter((task) => String(task.deploymentId) === call.path['deploymentId']);
  return here.at(-1)?.id ?? 0;
}

const NEXT_RUN: readonly RequirementId[] = [
  'scheduled-tasks.schedule.next-run-follows-cron',
  'scheduled-tasks.schedule.next-run-in-zone',
  'scheduled-tasks.schedule.next-run-updated',
];
const NOTIFICATION: readonly RequirementId[] = [
  'scheduled-tasks.create.notification-default',
  'scheduled-tasks.create.notification-kept',
  'scheduled-tasks.update.notification-on',
  'scheduled-tasks.update.notification-off',
];
const listed: NonNullable<Fault['also']> = alsoOn(LIST, 'the check looks for a task in the list');
/** Faults of tasks: how they show, how they come about and go. */
export const scheduledTasksFaults = faults({
  // The record.
  'scheduled-tasks.task.user-id': [
    {
      name: 'object-in-list',
      sentence: 'The list shows a userId as an object.',
      patch: member('userId', (id) => ({ id }), LIST),
    },
    {
      name: 'array-when-read',
      sentence: 'A task that is read shows its userId in an array.',
      also: alsoThese(
        'the check compares what is shown',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.task.user-id-lasting',
      ),
      patch: member('userId', (id) => [id], GET),
    },
  ],
  'scheduled-tasks.task.user-id-creator': [
    {
      name: 'first-administrator',
      sentence: 'A task shows the userId of the first administrator, whoever created it.',
      patch: showTasks((task, { tenant }) => ({ ...task, userId: tenant.account.cast.admin })),
    },
    {
      name: 'reader',
      sentence: 'A task shows the userId of whoever looks at it.',
      also: alsoThese('the creator and an administrator look at it', 'scheduled-tasks.task.user-id-lasting'),
      patch: showTasks((task, { principal }) => ({ ...task, userId: principal.user?.id })),
    },
    {
      name: 'own-numbers',
      sentence: 'Each task shows a userId of its own.',
      also: alsoThese('no two tasks show the same', 'scheduled-tasks.task.user-id-lasting'),
      patch: showTasks((task) => ({ ...task, userId: 10_000 + Number(task['id']) })),
    },
    {
      name: 'as-sent',
      sentence: 'A task is that of the user whose userId a create sends.',
      patch: ofUserSent(CREATE),
    },
  ],
  'scheduled-tasks.task.user-id-lasting': [
    {
      name: 'latest-editor-shown',
      sentence: 'A task shows the userId of whoever updated it last.',
      patch: (rules) => {
        const editors = new Map<unknown, number | undefined>();
        afterTask(UPDATE, (id, { principal }) => editors.set(id, principal.user?.id))(rules);
        showTasks((task) => ({ ...task, userId: editors.get(task['id']) ?? task['userId'] }))(rules);
      },
    },
    {
      name: 'handed-over',
      sentence: 'An update by an administrator makes the task theirs.',
      also: alsoThese('the task is not that of its creator any more', 'scheduled-tasks.access.creator-updates'),
      patch: afterTask(UPDATE, (id, call) => {
        if (isAdministrator(call) && call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
      }),
    },
    ...[RUN, 'shareScheduledTask', 'pauseScheduledTask', 'resumeScheduledTask'].map((operation) => ({
      name: `taken-over-by-${operation}`,
      sentence: `Whoever asks for ${operation} makes the task theirs.`,
      patch: afterTask(operation, (id, call) => {
        if (call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
      }),
    })),
    {
      name: 'managers-own',
      sentence: 'An update by a holder of ScheduledTasksManage makes the task theirs.',
      also: alsoThese('a task that was updated is that of its manager', 'scheduled-tasks.access.reader-update-refused'),
      patch: afterTask(UPDATE, (id, call) => {
        if (isTaskManager(call) && call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
      }),
    },
    {
      name: 'as-sent',
      sentence: 'An update with a userId makes the task that of this user.',
      patch: ofUserSent(UPDATE),
    },
  ],
  'scheduled-tasks.task.next-run-at': [
    {
      name: 'words-in-list',
      sentence: 'The list shows a nextRunAt in words.',
      patch: member('nextRunAt', (at) => (at === null ? at : 'in 5 hours'), LIST),
    },
    {
      name: 'boolean-when-read',
      sentence: 'A task that is read shows whether it will run as its nextRunAt.',
      also: NEXT_RUN.map((id) => ({ id, because: 'no moment is shown' })),
      patch: member('nextRunAt', (at) => at !== null, GET),
    },
  ],
  'scheduled-tasks.task.notification-enabled': [
    {
      name: 'text-in-list',
      sentence: 'The list shows notificationEnabled as a text.',
      patch: member('notificationEnabled', String, LIST),
    },
    {
      name: 'number-when-read',
      sentence: 'A task that is read shows notificationEnabled as 0 or 1.',
      also: NOTIFICATION.map((id) => ({ id, because: 'neither true nor false is shown' })),
      patch: member('notificationEnabled', Number, GET),
    },
  ],
  'scheduled-tasks.task.last-check-not-created': {
    name: 'kept',
    sentence: 'A lastConditionCheck sent with a create is kept and shown.',
    patch: keepingCheck(CREATE),
  },
  'scheduled-tasks.task.last-check-not-updated': {
    name: 'kept',
    sentence: 'A lastConditionCheck sent with an update is kept and shown.',
    patch: keepingCheck(UPDATE),
  },

  // Create, read, update and delete.
  'scheduled-tasks.create.in-list': [
    {
      name: 'one-behind',
      sentence: 'A task stands in the list once another one has been created after it.',
      also: listed,
      patch: hiding(LIST, (id, call) => id === latestTask(call)),
    },
    {
      name: 'once-changed',
      sentence: 'A task stands in the list once it has been updated, paused or run.',
      also: listed,
      patch: (rules) => {
        const fresh = new Set<unknown>();
        afterTask(CREATE, (id) => fresh.add(id))(rules);
        for (const operation of [UPDATE, RUN, 'pauseScheduledTask'])
          afterTask(operation, (id) => fresh.delete(id))(rules);
        hiding(LIST, (id) => fresh.has(id))(rules);
      },
    },
  ],
  'scheduled-tasks.create.readable': [
    {
      name: 'once-changed',
      sentence: 'A task is not found until it has been updated, paused or run.',
      also: alsoOn(GET, 'the check reads a task', ['scheduled-tasks.getScheduledTask.is-served']),
      patch: (rules) => {
        const fresh = new Set<number>();
        afterTask(CREATE, (id) => fresh.add(id))(rules);
        for (const operation of [UPDATE, RUN, 'pauseScheduledTask'])
          afterTask(operation, (id) => fresh.delete(id))(rules);
        refusing(GET, (call) => fresh.has(taskIn(call)?.id ?? 0), 'unknown')(rules);
      },
    },
    {
      name: 'not-its-creator',
      sentence: 'The creator of a task is told that there is no such task.',
      also: alsoOn(GET, 'the check reads a task', ['scheduled-tasks.getScheduledTask.is-served']),
      patch: refusing(GET, (call) => taskIn(call)?.creatorId === call.principal.user?.id, 404),
    },
  ],
  'scheduled-tasks.create.keeps-prompt': [
    changedText('one-line', CREATE, 'A create makes one line of the lines of a prompt.', (text) =>
      text.replaceAll(/\s*\n\s*/g, ' '),
    ),
    changedText('cut-at-255', CREATE, 'A create keeps 255 characters of a prompt.', (text) => text.slice(0, 255)),
    changedText('ascii', CREATE, 'A create keeps question marks for letters beyond ASCII.', toAscii),
    {
      name: 'cut',
      sentence: 'A create keeps the first twelve characters of a prompt.',
      patch: changeRequest(CREATE, (body) =>
        typeof body['prompt'] === 'string' ? { ...body, prompt: body['prompt'].slice(0, 12) } : body,
      ),
    },
    {
      name: 'capitals',
      sentence: 'A create keeps a prompt in capital letters.',
      patch: changeRequest(CREATE, (body) =>
        typeof body['prompt'] === 'string' ? { ...body, prompt: body['prompt'].toUpperCase() } : body,
      ),
    },
  ],
  'scheduled-tasks.create.notification-default': [
    {
      name: 'on',
      sentence: 'A task created without notificationEnabled has it on.',
      also: alsoThese('the creator is told of its runs', 'scheduled-tasks.notification.none-when-off'),
      patch: ({ scheduledTasks }) => {
        scheduledTasks.notificationDefault = true;
      },
    },
    {
      name: 'shown-on',
      sentence: 'A task created without notificationEnabled shows it as on, and nobody is told of its runs.',
      patch: shownUntilUpdated(isNotSwitched, { notificationEnabled: true }),
    },
    {
      name: 'on-with-a-condition',
      sentence: 'A task created with a condition and without notificationEnabled has it on.',
      patch: changeRequest(CREATE, (body) =>
        isNotSwitched(body) && (body['condition'] ?? null) !== null ? { ...body, notificationEnabled: true } : body,
      ),
    },
  ],
  'scheduled-tasks.create.notification-kept': [
    {
      name: 'ignored',
      sentence: 'A create ignores notificationEnabled.',
      also: alsoThese(
        'nobody is told of a run',
        'scheduled-tasks.notification.after-success',
        'scheduled-tasks.notification.after-failure',
        'scheduled-tasks.notification.to-creator',
      ),
      patch: changeRequest(CREATE, (body) => ({ ...body, notificationEnabled: false })),
    },
    {
      name: 'shown-off',
      sentence:
        'A task created with notificationEnabled true shows it as off, although its creator is told of its runs.',
      patch: shownUntilUpdated(isSwitchedOn, { notificationEnabled: false }),
    },
  ],
  'scheduled-tasks.update.takes-effect': [
    changedText('ascii', UPDATE, 'An update keeps question marks for letters beyond ASCII.', toAscii),
    changedText('escaped', UPDATE, 'An update keeps a prompt as it would stand in a page.', (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    ),
    {
      name: 'all-of-the-creator',
      sentence: 'An update of the prompt of a task is one of all tasks of its creator in the deployment.',
      also: [
        ...alsoThese('another task is updated as well', 'scheduled-tasks.actions.others-kept'),
        ...alsoThese('the prompt of another task is compared', 'scheduled-tasks.create.keeps-prompt'),
      ],
      patch: afterTask(UPDATE, (id, call) => {
        const { tasks } = taskState(call.tenant);
        const task = tasks.get(id);
        const beside = tasks.filter(
          (one) => one.creatorId === task?.creatorId && one.deploymentId === task.deploymentId,
        );
        for (const one of beside) if (task) storeTask(call, one.id, { prompt: task.prompt });
      }),
    },
    {
      name: 'acknowledged',
      sentence: 'An update of the prompt is acknowledged and not stored.',
      patch: promptUpdated((_sent, former) => former),
    },
    {
      name: 'appended',
      sentence: 'An update of the prompt is appended to the one that stands there.',
      patch: promptUpdated((sent, former) => `${former}\n${String(sent)}`),
    },
  ],
  'scheduled-tasks.update.notification-on': [
    {
      name: 'ignored',
      sentence: 'An update never switches notifications on.',
      patch: ignoring(isSwitchedOn, 'notificationEnabled'),
    },
    {
      name: 'off-with-the-condition',
      sentence: 'An update that removes the condition switches notifications off, whatever it says of them.',
      patch: changeRequest(UPDATE, (body) =>
        body['condition'] === null ? { ...body, notificationEnabled: false } : body,
      ),
    },
  ],
  'scheduled-tasks.update.notification-off': {
    name: 'false-as-omitted',
    sentence: 'An update takes a notificationEnabled of false for one that was left out.',
    patch: ignoring(({ notificationEnabled }) => notificationEnabled === false, 'notificationEnabled'),
  },
  'scheduled-tasks.delete.leaves-list': [
    {
      name: 'with-its-twins',
      sentence: 'With a task all others of its creator go that have the same prompt.',
      patch: replaceSync(DELETE, (call, original) => {
        const task = taskIn(call);
        const answer = original(call);
        const { tasks } = taskState(call.tenant);
        const twins = tasks.filter((one) => one.prompt === task?.prompt && one.creatorId === task.creatorId);
        for (const { id } of twins) tasks.remove(id);
        return answer;
      }),
    },
    {
      name: 'still-listed',
      sentence: 'A deleted task stays in the list.',
      patch: listedDeleted(),
    },
    {
      name: 'with-runs-listed',
      sentence: 'A deleted task that has run stays in the list.',
      patch: listedDeleted(hasRun),
    },
    {
      name: 'list-first-in-line',
      sentence: 'A deleted task stays at the head of the list until another one is deleted.',
      patch: remembering((deleted) =>
        changeBodySync(LIST, (list, call) => {
          const last = [...deleted.values()].at(-1);
          const isMeant = String(last?.['deploymentId']) === call.path['deploymentId'] && !isAsked(call, 'after');
          return isMeant && last ? { ...list, items: [last, ...itemsOf(list)] } : list;
        }),
      ),
    },
  ],
  'scheduled-tasks.delete.unreadable': [
    {
      name: 'still-read',
      sentence: 'A deleted task can be read as it was.',
      patch: readDeleted((task) => task),
    },
    {
      name: 'tombstone',
      sentence: 'Reading a deleted task succeeds and answers that it is deleted.',
      patch: readDeleted(({ id }) => ({ id, deleted: true })),
    },
    {
      name: 'with-runs-read',
      sentence: 'A deleted task that has run can be read as it was.',
      patch: readDeleted((task) => task, hasRun),
    },
  ],
  'scheduled-tasks.create.with-action': [
    {
      name: 'administrators-only',
      sentence: 'Only an administrator may create a task.',
      also: alsoThese(
        'the check has a task created by somebody else',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.limit.others-not-counted',
      ),
      patch: refusing(CREATE, (call) => !isAdministrator(call), 403),
    },
    {
      name: 'needs-update',
      sentence: 'Creating a task needs DeploymentUpdate in the place of ScheduledTasksCreate.',
      also: alsoThese(
        'the check has a task created by somebody else',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.limit.others-not-counted',
      ),
      patch: refusing(
        CREATE,
        ({ tenant, principal, path }) => !may(tenant, principal, 'DeploymentUpdate', Number(path['deploymentId'])),
        403,
      ),
    },
  ],
  'scheduled-tasks.create.without-action': [
    {
      name: 'readers-too',
      sentence: 'Every reader of the deployment may create a task.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.mayCreate = () => true;
      },
    },
    {
      name: 'refused-and-created',
      sentence: 'A create by a reader without ScheduledTasksCreate is refused with 403, and the task is there.',
      patch: all(
        ({ scheduledTasks }) => {
          scheduledTasks.mayCreate = () => true;
        },
        replaceSync(CREATE, (call, original) => {
          const { tenant, principal, path } = call;
          const answer = original(call);
          if (may(tenant, principal, 'ScheduledTasksCreate', Number(path['deploymentId']))) return answer;
          return refuse(403, 'creating tasks needs ScheduledTasksCreate');
        }),
      ),
    },
    {
      name: 'another-status',
      sentence: 'A create by a reader without ScheduledTasksCreate is refused with 404.',
      patch: refusing(
        CREATE,
        ({ tenant, principal, path }) => !may(tenant, principal, 'ScheduledTasksCreate', Number(path['deploymentId'])),
        404,
      ),
    },
  ],
});

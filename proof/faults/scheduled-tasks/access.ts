import { deletedOnceUpdated, keptOnceRun } from '../../lib/plain-users.ts';
import { may } from '../../../mock/authority.ts';
import { bodyOf, idIn, type Body, type Call } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Action } from '../../../mock/rules/scheduled-tasks.ts';
import { alsoOn, asAdministrator, byOAuth, byPlainUser, byScopedKey, isAdministrator } from '../../lib/access.ts';
import { alsoThese, faults, type Deviation, type Fault } from '../../lib/fault.ts';
import {
  GROUPS_ADMIN,
  isGroupsAdministrator,
  listingOwnAlone,
  notThroughGroup,
} from '../../lib/group-administrators.ts';
import { both, knowing, timesIn, type When } from '../../lib/conditions.ts';
import { deletedElsewhere } from '../../lib/other-deployments.ts';
import { all, during, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { allowedBut, lettingIn, refusedBut, type Asking, type Owned } from '../../lib/right-conditions.ts';
import { holdsAllOfAll, letInForEver, notByGroups, readsByGroups } from '../../lib/rights.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  duringTasks,
  GET,
  isOthers,
  LIST,
  PAUSE,
  readTask,
  RUN,
  RUNS,
  SHARE,
  taskIn,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import {
  denied,
  hasBuiltInRolesAlone,
  holdsAll,
  isReader,
  isTaskManager,
  isTaskReader,
  letIn,
  OPERATIONS,
  refusedAs,
  refusedYetDone,
} from '../../lib/task-access.ts';
import { byTask, isPaused, MODEL } from '../../lib/task-records.ts';
import { notOnAllDeployments } from '../../lib/task-exceptions.ts';

const OF_PAGES = alsoThese(
  'lists of each who may read are compared with their pages',
  'scheduled-tasks.list.whole-without-first',
);

/** A list from which the tasks of others are missing. */
function ownAlone(isMeant: When, sentence: string): Deviation {
  return {
    name: 'own-alone',
    sentence,
    also: OF_PAGES,
    patch: duringTasks(LIST, isMeant, () => ({ sees: (_task, { isCreator }) => isCreator })),
  };
}

/** A list that leaves out what others do not share. */
function sharedAlone(isMeant: When, sentence: string): Deviation {
  return {
    name: 'shared-alone',
    sentence,
    also: OF_PAGES,
    patch: duringTasks(LIST, isMeant, () => ({ sees: ({ isShared }, { isCreator }) => isCreator || isShared })),
  };
}

/** A list that leaves out what others have paused. */
function enabledAlone(isMeant: When, sentence: string): Deviation {
  return {
    name: 'enabled-alone',
    sentence,
    patch: duringTasks(LIST, isMeant, () => ({ sees: ({ isEnabled }, { isCreator }) => isCreator || isEnabled })),
  };
}

/** A list that leaves out what others run on demand alone. */
function scheduledAlone(isMeant: When, sentence: string): Deviation {
  return {
    name: 'scheduled-alone',
    sentence,
    also: OF_PAGES,
    patch: duringTasks(LIST, isMeant, () => ({ sees: ({ cron }, { isCreator }) => isCreator || cron !== null })),
  };
}

/** A list whose further pages have the tasks of the caller alone. */
function ownBehindCursor(isMeant: When, sentence: string): Deviation {
  const isFurther: When = (call) => isMeant(call) && call.query.text('after') !== undefined;
  return {
    name: 'own-on-further-pages',
    sentence,
    patch: duringTasks(LIST, isFurther, () => ({ sees: (_task, { isCreator }) => isCreator })),
  };
}

const ofOthers =
  (isMeant: When): When =>
  (call) =>
    isMeant(call) && isOthers(call);

function unknown(isMeant: When, sentence: string): Deviation {
  return { name: 'unknown', sentence, patch: refusing(GET, ofOthers(isMeant), 404) };
}

const READ_BY_OTHERS = alsoThese('a task is read by others there', 'scheduled-tasks.create.readable');
const isOnDemand: When = (call) => taskIn(call)?.cron === null;
const isShared: When = (call) => taskIn(call)?.isShared === true;

const TASKS: Owned = {
  thing: 'task',
  isOthers,
  isPaused,
  isShared,
  knowing: (watched, patch) => knowing(watched, byTask, patch),
};

/** What callers may read, but for one state or one history. */
const reading = (isMeant: When, who: string): readonly Deviation[] => [
  {
    name: 'not-while-paused',
    sentence: `${who} is told that there is no task where it is somebody else's and paused.`,
    also: READ_BY_OTHERS,
    patch: refusing(GET, both(isMeant, isOthers, isPaused), 404),
  },
  {
    name: 'not-on-demand',
    sentence: `${who} is told that there is no task where it is somebody else's and runs only on demand.`,
    also: READ_BY_OTHERS,
    patch: refusing(GET, both(isMeant, isOthers, isOnDemand), 404),
  },
  {
    name: 'once',
    sentence: `${who} may read a task of another user once.`,
    also: READ_BY_OTHERS,
    patch: TASKS.knowing([GET], (past) =>
      refusing(GET, (call) => isMeant(call) && isOthers(call) && timesIn(past(call), GET) > 0, 403),
    ),
  },
  {
    name: 'not-once-refused',
    sentence: `${who} may not read a task of another user once somebody was refused its update.`,
    also: READ_BY_OTHERS,
    patch: TASKS.knowing([UPDATE], (past) =>
      refusing(GET, (call) => isMeant(call) && isOthers(call) && past(call).includes(`not ${UPDATE}`), 403),
    ),
  },
];

/** Whoever created a task may do something with it no more once somebody else has updated it. */
function notOnceOthersHaveUpdated(operation: string, what: string): Deviation {
  return {
    name: 'not-once-updated-by-another',
    sentence: `${what} a task is refused to its creator once somebody else has updated it.`,
    patch: remembering(
      () => new Set<number>(),
      (updated) =>
        all(
          refusing(
            operation,
            (call) =>
              byPlainUser(call) &&
              taskIn(call)?.creatorId === call.principal.user?.id &&
              updated.has(taskIn(call)?.id ?? 0),
            403,
          ),
          replaceSync(UPDATE, (call, original) => {
            const task = taskIn(call);
            const answer = original(call);
            if (task && task.creatorId !== call.principal.user?.id) updated.add(task.id);
            return answer;
          }),
        ),
    ),
  };
}

/** The creator of a task has no right to it without the action by which tasks are created. */
const onlyCreators = (operation: string): Patch =>
  duringTasks(
    operation,
    ({ tenant, principal, path }) => !may(tenant, principal, 'ScheduledTasksCreate', Number(path['deploymentId'])),
    ({ mayDo }) => ({ mayDo: (action, standing) => mayDo(action, { ...standing, isCreator: false }) }),
  );

/** Whoever created a task with one credential is a stranger to it with another, in one operation. */
const creatorByCredential = (operation: string): Patch =>
  remembering(
    () => new Map<number, string>(),
    (tokens) => (rules) => {
      afterTask(CREATE, (id, { principal }) => {
        tokens.set(id, principal.token);
      })(rules);
      duringTasks(
        operation,
        (call) => {
          const token = tokens.get(taskIn(call)?.id ?? 0);
          return token !== undefined && token !== call.principal.token;
        },
        ({ mayDo }) => ({ mayDo: (action, standing) => mayDo(action, { ...standing, isCreator: false }) }),
      )(rules);
    },
  );

const isPlainCreator: When = (call) =>
  !isAdministrator(call) && !isTaskManager(call) && taskIn(call)?.creatorId === call.principal.user?.id;

const allowed = (operation: string, what: string, isMeant: When, who: string, except: readonly string[] = []) =>
  allowedBut(TASKS, { operation, what, isMeant, who, except });

const isOwn: When = (call) => !isOthers(call);

const creators = (operation: string, what: string, except?: readonly string[]) =>
  allowed(operation, what, (call) => isOwn(call) && !isAdministrator(call), 'its creator', except);

const administratorsActs: NonNullable<Fault['also']> = alsoThese(
  'an administrator does this to a task of somebody else',
  'scheduled-tasks.task.user-id-lasting',
  'scheduled-tasks.notification.to-creator',
);

const administrators = (operation: string, what: string, except?: readonly string[]): readonly Deviation[] => [
  ...allowed(operation, what, both(isAdministrator, isOthers), 'administrators, where it is not theirs,', except),
  {
    name: 'not-by-oauth',
    sentence: `${what} a task of another user is refused to administrators with an OAuth token.`,
    patch: refusing(operation, both(isAdministrator, isOthers, byOAuth), 403),
  },
  {
    name: 'not-on-demand',
    sentence: `${what} a task of another user that runs only on demand is refused to administrators.`,
    patch: refusing(operation, both(isAdministrator, isOthers, isOnDemand), 403),
  },
];

/** What somebody may do to their own tasks they may do to all tasks of the deployment, as soon as they have one there. */
function byAnyCreator(action: Action, what: string): Deviation {
  return {
    name: 'by-whoever-has-a-task',
    ...(action !== 'update' && { toldBy: 'scheduled-tasks.access.reader-update-refused' as const }),
    sentence: `${what} a task of another user is open to whoever has a task of their own in the deployment.`,
    patch: during(`${action}ScheduledTask`, 'scheduledTasks', ({ mayDo }, { tenant, principal, path }) => ({
      mayDo: (asked, standing) =>
        mayDo(asked, standing) ||
        taskState(tenant).tasks.find(
          (one) => one.creatorId === principal.user?.id && String(one.deploymentId) === path['deploymentId'],
        ) !== undefined,
    })),
  };
}

type TaskAction = 'update' | 'delete' | 'run' | 'pause' | 'share';

/** What callers may do to tasks of others who must not. */
function trespassing(action: TaskAction, isMeant: When, who: string): readonly Deviation[] {
  const { operation, what } = OPERATIONS[action];
  const others = ofOthers(isMeant);
  const allowed = letIn(operation, others, `${what} of another user is open to ${who}.`);
  const other = refusedAs(operation, others, 404, `${what} of another user is refused to ${who} with 404.`);
  if (action === 'share') return [allowed, other];
  return [
    allowed,
    {
      ...refusedYetDone(operation, others, `${what} of another user is refused to ${who} with 403, and done.`),
      ...(action === 'pause' && {
        also: alsoThese('what a pause changes is compared before and after', 'scheduled-tasks.access.manage-pauses'),
      }),
    },
    other,
  ];
}

const refused = (asking: Asking) => refusedBut(TASKS, asking);

const readers = (operation: string, what: string, except?: readonly string[]): readonly Deviation[] => [
  ...refused({
    operation,
    what,
    isMeant: both(isReader, isOthers),
    who: 'readers of the deployment',
    ...(except && { except }),
  }),
  {
    name: 'let-in-on-demand',
    sentence: `${what} a task of another user that runs only on demand is open to readers of the deployment.`,
    patch: lettingIn(operation, both(isReader, isOthers, isOnDemand)),
  },
];

function managing(action: TaskAction): Deviation {
  const { operation, what } = OPERATIONS[action];
  return denied(
    operation,
    ofOthers(isTaskManager),
    `${what} of another user is refused to holders of ScheduledTasksManage.`,
  );
}

const managers = (operation: string, what: string, except?: readonly string[]) =>
  allowed(operation, what, both(isTaskManager, isOthers), 'holders of ScheduledTasksManage', except);

/** Whether a plain user may manage the tasks of any deployment. */
const managesAnywhere: When = ({ tenant, principal }) =>
  tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, 'ScheduledTasksManage', id));

function managedFromElsewhere(action: 'update' | 'delete' | 'run' | 'pause' | 'share'): Deviation {
  const { operation, what } = OPERATIONS[action];
  const others = ofOthers((call) => managesAnywhere(call) && !isAdministrator(call));
  return {
    ...letIn(operation, others, `${what} of another user is open to who holds ScheduledTasksManage wherever it is.`),
    name: `${action}-let-in`,
  };
}

const READERS_OF_TASKS = 'holders of ScheduledTasksRead';

const taskReaders = (operation: string, what: string, except?: readonly string[]) =>
  refused({
    operation,
    what,
    isMeant: both(isTaskReader, isOthers),
    who: 'holders of ScheduledTasksRead',
    ...(except && { except }),
  });

function readersByGroups(operation: string, what: string): Deviation {
  return {
    name: 'readers-by-a-group-let-in',
    sentence: `${what} a task of another user is open to whoever reads its deployment by the role of a group.`,
    patch: lettingIn(operation, readsByGroups),
  };
}

/** Faults of who may do what to tasks. */
export const accessFaults = faults({
  'scheduled-tasks.access.reader-lists': [
    ownAlone(isReader, 'A reader of the deployment lists their own tasks alone.'),
    sharedAlone(isReader, 'A reader of the deployment lists their own tasks and those that others share.'),
    enabledAlone(isReader, 'A reader of the deployment lists no tasks of others that are paused.'),
    scheduledAlone(isReader, 'A reader of the deployment lists no tasks of others that run on demand alone.'),
    {
      ...ownAlone(readsByGroups, 'Whoever reads the deployment by the role of a group lists their own tasks alone.'),
      name: 'not-by-a-group',
      toldBy: 'scheduled-tasks.access.reader-update-refused',
    },
    ownBehindCursor(isReader, 'A reader of the deployment finds their own tasks alone on pages behind a cursor.'),
  ],
  'scheduled-tasks.access.reader-reads': [
    {
      ...denied(GET, readsByGroups, 'Reading a task is refused to who reads its deployment by the role of a group.'),
      name: 'not-by-a-group',
      toldBy: 'scheduled-tasks.access.reader-update-refused',
    },
    ...[
      unknown(isReader, "A reader of the deployment is told that there is no task where it is somebody else's."),
      denied(GET, ofOthers(isReader), 'Reading a task of another user is refused to readers of the deployment.'),
    ].map((one) => ({
      ...one,
      also: alsoThese('a task is read by others there', 'scheduled-tasks.create.readable'),
    })),
    ...reading(isReader, 'A reader of the deployment'),
  ],
  'scheduled-tasks.access.tasks-read-lists': [
    ownAlone(isTaskReader, 'A holder of ScheduledTasksRead lists their own tasks alone.'),
    sharedAlone(isTaskReader, 'A holder of ScheduledTasksRead lists their own tasks and those that others share.'),
    enabledAlone(isTaskReader, 'A holder of ScheduledTasksRead lists no tasks of others that are paused.'),
  ],
  'scheduled-tasks.access.tasks-read-reads': [
    unknown(isTaskReader, "A holder of ScheduledTasksRead is told that there is no task where it is somebody else's."),
    ...reading(isTaskReader, 'A holder of ScheduledTasksRead'),
  ],
  'scheduled-tasks.access.admin-lists': [
    {
      name: 'own-alone-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'A list of tasks by who has the admin role through a group holds their own alone.',
      patch: listingOwnAlone('listScheduledTasks'),
    },
    {
      ...ownAlone(isAdministrator, 'An administrator lists their own tasks alone.'),
      also: alsoOn(CREATE, 'an administrator looks for a task of somebody else in the list'),
    },
  ],
  'scheduled-tasks.access.admin-reads': [
    notThroughGroup('not', 'getScheduledTask', 'read a task of another user', isOthers),
    {
      ...unknown(isAdministrator, "An administrator is told that there is no task where it is somebody else's."),
      also: alsoThese(
        'an administrator reads a task of somebody else',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.task.user-id-lasting',
        'scheduled-tasks.create.readable',
      ),
    },
    ...reading(isAdministrator, 'An administrator').filter(({ name }) => name !== 'once'),
    {
      name: 'not-by-oauth',
      sentence: 'An administrator with an OAuth token may not read a task of another user.',
      also: READ_BY_OTHERS,
      patch: refusing(GET, both(isAdministrator, isOthers, byOAuth), 403),
    },
  ],
  'scheduled-tasks.access.scoped-key-foreign-task': [
    {
      ...deletedElsewhere(
        'deleteScheduledTask',
        ({ tenant, path }) => taskState(tenant).tasks.get(Number(path['taskId']))?.deploymentId,
      ),
      toldBy: 'scheduled-tasks.access.scoped-key-foreign-runs',
    },
    {
      name: 'any-deployment',
      sentence: 'A scoped key reads a task at the path of its own deployment, wherever the task is.',
      patch: duringTasks(GET, byScopedKey, () => ({ isOf: () => true })),
    },
  ],
  'scheduled-tasks.access.scoped-key-foreign-runs': {
    name: 'any-deployment',
    sentence: 'A scoped key lists the runs of a task at the path of its own deployment, wherever the task is.',
    patch: duringTasks(RUNS, byScopedKey, () => ({ isOf: () => true })),
  },
  'scheduled-tasks.access.creator-updates': [
    notOnceOthersHaveUpdated(UPDATE, 'Updating'),
    {
      name: 'not-by-a-built-in-role',
      sentence: 'Updating an own task is refused to a user whose rights come from a built-in role.',
      patch: refusing(UPDATE, hasBuiltInRolesAlone, 403),
    },
    {
      name: 'while-they-may-create',
      sentence: 'Updating a task is refused to its creator who holds ScheduledTasksCreate no longer.',
      patch: onlyCreators(UPDATE),
    },
    {
      name: 'not-with-another-credential',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'The creator of a task may update it with the credential alone with which it was created.',
      patch: creatorByCredential(UPDATE),
    },
    denied(UPDATE, isPlainCreator, 'The creator of a task who is no administrator may not update it.'),
    ...creators(UPDATE, 'Updating'),
  ],
  'scheduled-tasks.access.admin-updates': [
    notThroughGroup('not', 'updateScheduledTask', 'update a task of another user', isOthers),
    {
      name: 'acknowledged-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'An update of a task of another user by who has the admin role through a group changes nothing.',
      patch: replaceSync('updateScheduledTask', (call, original) =>
        isGroupsAdministrator(call) && isOthers(call) ? readTask(call) : original(call),
      ),
    },
    {
      name: 'acknowledged-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update of a task of another user by an administrator with an OAuth token changes nothing.',
      patch: replaceSync('updateScheduledTask', (call, original) =>
        isAdministrator(call) && byOAuth(call) && isOthers(call) ? readTask(call) : original(call),
      ),
    },
    {
      ...denied(UPDATE, ofOthers(isAdministrator), 'An administrator may not update a task of another user.'),
      also: [
        ...administratorsActs,
        ...alsoThese('an administrator updates such a task there', 'scheduled-tasks.condition.null-removes'),
      ],
    },
    ...administrators(UPDATE, 'Updating'),
  ],
  'scheduled-tasks.access.reader-update-refused': [
    readersByGroups(UPDATE, 'Updating'),
    {
      name: 'let-in-with-what-is-there',
      sentence: 'A reader may update a task of another user with the prompt that it has.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { prompt } = bodyOf(call, { optional: true });
        const isSame = isReader(call) && isOthers(call) && prompt !== undefined && prompt === taskIn(call)?.prompt;
        return original(isSame ? asAdministrator(call) : call);
      }),
    },
    {
      name: 'let-in-once-it-has-run',
      ...MODEL,
      sentence: 'A task that has run is open to updates by a reader of the deployment.',
      also: alsoThese(
        'other users without the right are let in as well',
        'scheduled-tasks.access.built-in-no-manage',
        'scheduled-tasks.access.tasks-read-update-refused',
      ),
      patch: lettingIn(UPDATE, (call: Call) => {
        const ran = (taskState(call.tenant).runs.get(idIn(call, 'taskId') ?? 0)?.length ?? 0) > 0;
        return ran && byPlainUser(call) && !isTaskManager(call);
      }),
    },
    {
      name: 'held-once',
      toldBy: 'scheduled-tasks.access.manage-updates',
      sentence: 'Whoever has updated a task may update it when they hold ScheduledTasksManage no longer.',
      patch: letInForEver(UPDATE, ({ path }) => path['taskId']),
    },
    byAnyCreator('update', 'Updating'),
    {
      name: 'its-condition-alone',
      sentence: 'A reader changes the condition of a task of another user, if nothing else.',
      patch: replaceSync(UPDATE, (call, original) => {
        const names = Object.keys(bodyOf(call, { optional: true }));
        const isMeant = !isAdministrator(call) && isOthers(call) && names.join() === 'condition';
        return original(isMeant ? asAdministrator(call) : call);
      }),
    },
    {
      name: 'notifications-let-in',
      sentence: 'A caller with nothing but read access may turn notifications of a task of another user on and off.',
      patch: replaceSync(UPDATE, (call, original) => {
        const names = Object.keys(bodyOf(call, { optional: true }));
        const isMeant = isReader(call) && names.length === 1 && names[0] === 'notificationEnabled';
        return original(isMeant ? asAdministrator(call) : call);
      }),
    },
    {
      name: 'notification-updated',
      sentence: 'Any reader switches the notification of a task in an update that names nothing else.',
      patch: during(
        'updateScheduledTask',
        'scheduledTasks',
        () => ({ mayDo: () => true }),
        ({ body }) => Object.keys((body ?? {}) as Body).join() === 'notificationEnabled',
      ),
    },
    ...trespassing('update', isReader, 'readers of the deployment'),
    {
      ...letIn(
        UPDATE,
        (call) => isReader(call) && taskIn(call)?.isShared === true,
        'Updating a task of another user is open to readers of the deployment where it is shared.',
      ),
      name: 'shared',
    },
    ...readers(UPDATE, 'Updating', ['let-in-while-shared']),
  ],
  'scheduled-tasks.access.creator-deletes': [
    notOnceOthersHaveUpdated(DELETE, 'Deleting'),
    {
      name: 'while-they-may-create',
      toldBy: 'scheduled-tasks.access.creator-updates',
      sentence: 'Deleting a task is refused to its creator who holds ScheduledTasksCreate no longer.',
      patch: onlyCreators(DELETE),
    },
    {
      name: 'not-with-another-credential',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      toldBy: 'scheduled-tasks.access.creator-updates',
      sentence: 'The creator of a task may delete it with the credential alone with which it was created.',
      patch: creatorByCredential(DELETE),
    },
    denied(DELETE, isPlainCreator, 'The creator of a task who is no administrator may not delete it.'),
    ...creators(DELETE, 'Deleting', ['once']),
    {
      name: 'not-once-run-by-another',
      seenIn: 'once somebody else has run, paused and shared it',
      sentence: 'Deleting a task is refused to its creator once somebody else has run it.',
      patch: keptOnceRun,
    },
  ],
  'scheduled-tasks.access.admin-deletes': [
    notThroughGroup('not', 'deleteScheduledTask', 'delete a task of another user', isOthers),
    denied(DELETE, ofOthers(isAdministrator), 'An administrator may not delete a task of another user.'),
    ...administrators(DELETE, 'Deleting', ['once']),
  ],
  'scheduled-tasks.access.reader-delete-refused': [
    { ...readersByGroups(DELETE, 'Deleting'), toldBy: 'scheduled-tasks.access.reader-update-refused' },
    byAnyCreator('delete', 'Deleting'),
    ...trespassing('delete', isReader, 'readers of the deployment'),
    ...readers(DELETE, 'Deleting', ['let-in-while-shared']),
    {
      name: 'held-once',
      toldBy: 'scheduled-tasks.access.manage-updates',
      sentence: 'Whoever has updated a task may delete it when they hold ScheduledTasksManage no longer.',
      patch: deletedOnceUpdated,
    },
  ],
  'scheduled-tasks.access.creator-runs': [
    notOnceOthersHaveUpdated(RUN, 'Running'),
    {
      name: 'while-they-may-create',
      toldBy: 'scheduled-tasks.access.creator-updates',
      sentence: 'Running a task is refused to its creator who holds ScheduledTasksCreate no longer.',
      patch: onlyCreators(RUN),
    },
    {
      name: 'not-with-another-credential',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      toldBy: 'scheduled-tasks.access.creator-updates',
      sentence: 'The creator of a task may run it with the credential alone with which it was created.',
      patch: creatorByCredential(RUN),
    },
    denied(RUN, isPlainCreator, 'The creator of a task who is no administrator may not run it.'),
    ...creators(RUN, 'Running'),
  ],
  'scheduled-tasks.access.admin-runs': [
    notThroughGroup('not', 'runScheduledTask', 'run a task of another user', isOthers),
    {
      ...denied(RUN, ofOthers(isAdministrator), 'An administrator may not run a task of another user.'),
      also: [
        ...administratorsActs,
        ...alsoThese(
          'an administrator runs the tasks of others there',
          'scheduled-tasks.run.recorded',
          'scheduled-tasks.run.new-thread',
        ),
      ],
    },
    ...administrators(RUN, 'Running').map((one) =>
      one.name === 'once'
        ? { ...one, also: alsoThese('an administrator runs such a task twice', 'scheduled-tasks.run.new-thread') }
        : one,
    ),
  ],
  'scheduled-tasks.access.reader-run-refused': [
    { ...readersByGroups(RUN, 'Running'), toldBy: 'scheduled-tasks.access.reader-update-refused' },
    byAnyCreator('run', 'Running'),
    ...trespassing('run', isReader, 'readers of the deployment'),
    ...readers(RUN, 'Running', ['let-in-while-shared']),
    {
      name: 'held-once',
      toldBy: 'scheduled-tasks.access.manage-updates',
      seenIn: 'through a group',
      sentence: 'Whoever has run a task may run it when they hold ScheduledTasksManage no longer.',
      patch: letInForEver(RUN, ({ path }) => path['taskId']),
    },
  ],
  'scheduled-tasks.access.manage-updates': [
    {
      name: 'not-on-all-deployments',
      sentence: 'ScheduledTasksManage on All deployments does not count when a task is updated.',
      patch: notOnAllDeployments('updateScheduledTask'),
    },
    {
      name: 'not-of-one-with-a-condition',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'Updating a task with a condition is refused to a holder of ScheduledTasksManage.',
      patch: refusing(UPDATE, (call) => isTaskManager(call) && isOthers(call) && taskIn(call)?.condition !== null, 403),
    },
    notByGroups(UPDATE, 'Updating a task of another user'),
    managing('update'),
    ...managers(UPDATE, 'Updating'),
  ],
  'scheduled-tasks.access.manage-pauses': [
    {
      name: 'not-on-all-deployments',
      toldBy: 'scheduled-tasks.access.manage-updates',
      sentence: 'ScheduledTasksManage on All deployments does not count when a task is paused.',
      patch: notOnAllDeployments('pauseScheduledTask'),
    },
    {
      ...notByGroups(PAUSE, 'Pausing a task of another user'),
      toldBy: 'scheduled-tasks.access.manage-updates',
    },
    managing('pause'),
    ...managers(PAUSE, 'Pausing', ['not-while-paused']),
  ],
  'scheduled-tasks.access.manage-runs': [
    {
      name: 'not-on-all-deployments',
      toldBy: 'scheduled-tasks.access.manage-updates',
      sentence: 'ScheduledTasksManage on All deployments does not count when a task is run.',
      patch: notOnAllDeployments('runScheduledTask'),
    },
    {
      ...notByGroups(RUN, 'Running a task of another user'),
      toldBy: 'scheduled-tasks.access.manage-updates',
    },
    managing('run'),
    ...managers(RUN, 'Running'),
  ],
  'scheduled-tasks.access.manage-deletes': [
    {
      name: 'not-on-all-deployments',
      toldBy: 'scheduled-tasks.access.manage-updates',
      sentence: 'ScheduledTasksManage on All deployments does not count when a task is deleted.',
      patch: notOnAllDeployments('deleteScheduledTask'),
    },
    {
      ...notByGroups(DELETE, 'Deleting a task of another user'),
      toldBy: 'scheduled-tasks.access.manage-updates',
    },
    managing('delete'),
    ...managers(DELETE, 'Deleting', ['once']),
  ],
  'scheduled-tasks.access.manage-shares': [
    {
      ...notByGroups(SHARE, 'Sharing a task of another user'),
      toldBy: 'scheduled-tasks.access.manage-updates',
    },
    managing('share'),
    ...managers(SHARE, 'Sharing', ['not-while-shared', 'once']),
  ],
  'scheduled-tasks.access.manage-elsewhere-refused': [
    managedFromElsewhere('update'),
    managedFromElsewhere('delete'),
    managedFromElsewhere('run'),
    managedFromElsewhere('pause'),
    managedFromElsewhere('share'),
  ],
  'scheduled-tasks.access.tasks-read-update-refused': [
    ...trespassing('update', isTaskReader, READERS_OF_TASKS),
    ...taskReaders(UPDATE, 'Updating'),
  ],
  'scheduled-tasks.access.tasks-read-pause-refused': [
    ...trespassing('pause', isTaskReader, READERS_OF_TASKS),
    ...taskReaders(PAUSE, 'Pausing', ['let-in-while-paused']),
  ],
  'scheduled-tasks.access.tasks-read-run-refused': [
    ...trespassing('run', isTaskReader, READERS_OF_TASKS),
    ...taskReaders(RUN, 'Running'),
  ],
  'scheduled-tasks.access.tasks-read-delete-refused': [
    ...trespassing('delete', isTaskReader, READERS_OF_TASKS),
    ...taskReaders(DELETE, 'Deleting'),
  ],
  'scheduled-tasks.access.tasks-read-share-refused': [
    ...trespassing('share', isTaskReader, READERS_OF_TASKS),
    ...taskReaders(SHARE, 'Sharing', ['let-in-while-shared']),
  ],
  'scheduled-tasks.access.all-includes-read': ownAlone(
    holdsAll,
    'A holder of All on the deployment lists their own tasks alone.',
  ),
  'scheduled-tasks.access.all-includes-manage': [
    {
      name: 'not-on-all-deployments',
      sentence: 'What All grants on all deployments does not count as ScheduledTasksManage.',
      patch: all(
        ...[UPDATE, PAUSE, RUN, SHARE].map((operation) =>
          duringTasks(operation, holdsAllOfAll, ({ mayDo }) => ({
            mayDo: (action, standing) => mayDo(action, { ...standing, managesTasks: false }),
          })),
        ),
      ),
    },
    denied(
      UPDATE,
      ofOthers(holdsAll),
      'Updating a task of another user is refused to holders of All on the deployment.',
    ),
    ...allowed(UPDATE, 'Updating', both(holdsAll, isOthers), 'holders of All on the deployment'),
  ],
  'scheduled-tasks.access.built-in-no-manage': [
    ...trespassing('update', hasBuiltInRolesAlone, 'holders of built-in roles'),
    ...refused({
      operation: UPDATE,
      what: 'Updating',
      isMeant: both(hasBuiltInRolesAlone, isOthers),
      who: 'holders of built-in roles alone',
    }),
  ],
});

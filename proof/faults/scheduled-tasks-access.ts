import type { RequirementId } from '../../contracts/requirements/index.ts';
import { ok, refuse } from '../../mock/answer.ts';
import { may, reads } from '../../mock/authority.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults, type Deviation, type Fault } from '../lib/fault.ts';
import { all, refusing, replaceSync, withRules } from '../lib/patches.ts';
import {
  alsoOn,
  asAdministrator,
  doneYetRefused,
  isAdministrator,
  openToAll,
  isOutsider,
  NO_PAGE,
} from '../lib/access.ts';

import {
  CREATE,
  DELETE,
  duringTasks,
  GET,
  isOthers,
  LIST,
  PAUSE,
  RESUME,
  RUN,
  RUNS,
  SHARE,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';
import {
  denied,
  hasBuiltInRolesAlone,
  holdsAll,
  isReader,
  isTaskManager,
  isTaskReader,
  letIn,
  refusedAs,
  refusedYetDone,
} from '../lib/task-access.ts';

type Which = (call: Call) => boolean;
type Topic = 'list' | 'create' | 'get' | 'update' | 'delete' | 'run' | 'runs' | 'pause' | 'resume' | 'share';

/** Each operation by its name in requirement ids, with what it does. */
const OPERATIONS: Readonly<Record<Topic, { readonly operation: string; readonly what: string }>> = {
  list: { operation: LIST, what: 'Listing tasks' },
  create: { operation: CREATE, what: 'Creating a task' },
  get: { operation: GET, what: 'Reading a task' },
  update: { operation: UPDATE, what: 'Updating a task' },
  delete: { operation: DELETE, what: 'Deleting a task' },
  run: { operation: RUN, what: 'Running a task' },
  runs: { operation: RUNS, what: "Listing a task's runs" },
  pause: { operation: PAUSE, what: 'Pausing a task' },
  resume: { operation: RESUME, what: 'Resuming a task' },
  share: { operation: SHARE, what: 'Sharing a task' },
};
const TOPICS = Object.keys(OPERATIONS) as Topic[];
const LISTS: readonly Topic[] = ['list', 'runs'];

function withoutReadAccess(topic: Topic): readonly Deviation[] {
  const { operation, what } = OPERATIONS[topic];
  const also =
    topic === 'get' || topic === 'update'
      ? [{ id: `scheduled-tasks.${topic}.read-access-revoked` as const, because: 'who could read once may not either' }]
      : undefined;
  const carriedOut: Deviation = {
    name: 'carried-out',
    sentence: `${what} is open to everybody with a key.`,
    ...(also && { also }),
    patch: all(
      openToAll(operation),
      replaceSync(operation, (call, original) => original(isOutsider(call) ? asAdministrator(call) : call)),
    ),
  };
  if (LISTS.includes(topic)) {
    const empty: Deviation = {
      name: 'empty',
      sentence: `${what} without read access to the deployment answers an empty list.`,
      patch: all(
        openToAll(operation),
        replaceSync(operation, (call, original) => (isOutsider(call) ? ok(NO_PAGE) : original(call))),
      ),
    };
    return [carriedOut, empty];
  }
  const anotherStatus: Deviation = {
    name: 'another-status',
    sentence: `${what} without read access to the deployment is refused with 404.`,
    ...(also && { also }),
    patch: all(openToAll(operation), refusing(operation, isOutsider, 404)),
  };
  if (topic === 'get') return [carriedOut, anotherStatus];
  const refusedAndDone: Deviation = {
    name: 'refused-and-done',
    sentence: `${what} without read access to the deployment is refused with 403, and done.`,
    patch: all(openToAll(operation), doneYetRefused(operation, isOutsider, 403, asAdministrator)),
  };
  // What sharing does cannot be seen.
  return topic === 'share' ? [carriedOut, anotherStatus] : [carriedOut, refusedAndDone, anotherStatus];
}

const isDisabled: Which = ({ tenant }) => !tenant.features.scheduledTasks;

function whileDisabled(topic: Topic): readonly Deviation[] {
  const { operation, what } = OPERATIONS[topic];
  const carriedOut: Deviation = {
    name: 'carried-out',
    sentence: `${what} works while scheduled tasks are disabled for the account.`,
    patch: ({ scheduledTasks }) => {
      const { isOpen } = scheduledTasks;
      scheduledTasks.isOpen = (isEnabled, id) => id === operation || isOpen(isEnabled, id);
    },
  };
  if (LISTS.includes(topic)) {
    const empty: Deviation = {
      name: 'empty',
      sentence: `${what} answers an empty list while scheduled tasks are disabled for the account.`,
      patch: replaceSync(operation, (call, original) => (isDisabled(call) ? ok(NO_PAGE) : original(call))),
    };
    return [carriedOut, empty];
  }
  const anotherStatus: Deviation = {
    name: 'another-status',
    sentence: `${what} is refused with 404 while scheduled tasks are disabled for the account.`,
    patch: refusing(operation, isDisabled, 404),
  };
  if (topic === 'get' || topic === 'share') return [carriedOut, anotherStatus];
  const refusedAndDone: Deviation = {
    name: 'refused-and-done',
    sentence: `${what} is refused with 403 while scheduled tasks are disabled for the account, and done.`,
    patch: replaceSync(operation, (call, original) => {
      if (!isDisabled(call)) return original(call);
      withRules(call, 'scheduledTasks', { isOpen: () => true }, () => original(call));
      return refuse(403, 'scheduled tasks are disabled');
    }),
  };
  return [carriedOut, refusedAndDone];
}

/** What comes from an embed session gets through to the operation, and is done on an administrator's behalf. */
function fromEmbedSession(topic: 'pause' | 'resume' | 'share'): readonly Deviation[] {
  const { operation, what } = OPERATIONS[topic];
  const isEmbedded: Which = ({ principal }) => principal.embed !== undefined;
  const accepting: Patch = ({ access }) => {
    const { refusesEmbedSessions } = access;
    access.refusesEmbedSessions = (rules, id) => id !== operation && refusesEmbedSessions(rules, id);
  };
  const twin = `scheduled-tasks.${operation}.embed-session-refused` as RequirementId;
  const carriedOut: Deviation = {
    name: 'carried-out',
    sentence: `${what} from an embed session succeeds.`,
    also: [{ id: twin, because: 'what is asked from an embed session is not refused' }],
    patch: all(
      accepting,
      replaceSync(operation, (call, original) => original(isEmbedded(call) ? asAdministrator(call) : call)),
    ),
  };
  if (topic === 'share') return [carriedOut];
  const refusedAndDone: Deviation = {
    name: 'refused-and-done',
    sentence: `${what} from an embed session is refused with 403, and done.`,
    patch: all(accepting, doneYetRefused(operation, isEmbedded, 403, asAdministrator)),
  };
  return [carriedOut, refusedAndDone];
}

/** The creator of a task may do anything with it, also without read access to its deployment. */
function creatorKept(topic: 'get' | 'update'): Deviation {
  const { operation, what } = OPERATIONS[topic];
  return {
    name: 'creators-kept',
    sentence: `${what} is open to its creator whatever has become of their access to the deployment.`,
    patch: all(
      openToAll(operation),
      replaceSync(operation, (call, original) => {
        const isCreator = taskIn(call)?.creatorId === call.principal.user?.id;
        if (!isCreator && !reads(call.tenant, call.principal, Number(call.path['deploymentId']))) {
          refuse(403, 'the deployment may not be read by this caller');
        }
        return original(call);
      }),
    ),
  };
}

/** Whether a plain user may manage the tasks of any deployment. */
const managesAnywhere: Which = ({ tenant, principal }) =>
  tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, 'ScheduledTasksManage', id));

function managedFromElsewhere(deed: 'update' | 'delete' | 'run' | 'pause' | 'share'): Deviation {
  const { operation, what } = OPERATIONS[deed];
  const others = ofOthers((call) => managesAnywhere(call) && !isAdministrator(call));
  return {
    ...letIn(operation, others, `${what} of another user is open to who holds ScheduledTasksManage wherever it is.`),
    name: `${deed}-let-in`,
  };
}

function byTopic<T extends Topic>(
  topics: readonly T[],
  suffix: string,
  deviations: (topic: T) => readonly Deviation[],
): Parameters<typeof faults>[0] {
  return Object.fromEntries(topics.map((topic) => [`scheduled-tasks.${topic}.${suffix}`, deviations(topic)]));
}

const ofOthers =
  (isMeant: Which): Which =>
  (call) =>
    isMeant(call) && isOthers(call);

const OF_PAGES = alsoThese(
  'lists of each who may read are compared with their pages',
  'scheduled-tasks.list.whole-without-first',
);

/** A list from which the tasks of others are missing. */
function ownAlone(isMeant: Which, sentence: string): Deviation {
  return {
    name: 'own-alone',
    sentence,
    also: OF_PAGES,
    patch: duringTasks(LIST, isMeant, () => ({ sees: (_task, { isCreator }) => isCreator })),
  };
}

/** A list that leaves out what others do not share. */
function sharedAlone(isMeant: Which, sentence: string): Deviation {
  return {
    name: 'shared-alone',
    sentence,
    also: OF_PAGES,
    patch: duringTasks(LIST, isMeant, () => ({ sees: ({ isShared }, { isCreator }) => isCreator || isShared })),
  };
}

/** A list whose further pages have the tasks of the caller alone. */
function ownBehindCursor(isMeant: Which, sentence: string): Deviation {
  const isFurther: Which = (call) => isMeant(call) && call.query.text('after') !== undefined;
  return {
    name: 'own-on-further-pages',
    sentence,
    patch: duringTasks(LIST, isFurther, () => ({ sees: (_task, { isCreator }) => isCreator })),
  };
}

/** A list that leaves out what others run on demand alone. */
function scheduledAlone(isMeant: Which, sentence: string): Deviation {
  return {
    name: 'scheduled-alone',
    sentence,
    also: OF_PAGES,
    patch: duringTasks(LIST, isMeant, () => ({ sees: ({ cron }, { isCreator }) => isCreator || cron !== null })),
  };
}

/** A list that leaves out what others have paused. */
function enabledAlone(isMeant: Which, sentence: string): Deviation {
  return {
    name: 'enabled-alone',
    sentence,
    patch: duringTasks(LIST, isMeant, () => ({ sees: ({ isEnabled }, { isCreator }) => isCreator || isEnabled })),
  };
}

function unknown(isMeant: Which, sentence: string): Deviation {
  return { name: 'unknown', sentence, patch: refusing(GET, ofOthers(isMeant), 404) };
}

const isScoped: Which = ({ principal }) => principal.scope !== 'all';
const isPlainCreator: Which = (call) =>
  !isAdministrator(call) && !isTaskManager(call) && taskIn(call)?.creatorId === call.principal.user?.id;
const administratorsActs: NonNullable<Fault['also']> = alsoThese(
  'an administrator does this to a task of somebody else',
  'scheduled-tasks.task.user-id-lasting',
  'scheduled-tasks.notification.to-creator',
);

type Deed = 'update' | 'delete' | 'run' | 'pause' | 'share';

/** What callers may do to tasks of others who must not. */
function trespassing(deed: Deed, isMeant: Which, who: string): readonly Deviation[] {
  const { operation, what } = OPERATIONS[deed];
  const others = ofOthers(isMeant);
  const allowed = letIn(operation, others, `${what} of another user is open to ${who}.`);
  const other = refusedAs(operation, others, 404, `${what} of another user is refused to ${who} with 404.`);
  if (deed === 'share') return [allowed, other];
  return [
    allowed,
    {
      ...refusedYetDone(operation, others, `${what} of another user is refused to ${who} with 403, and done.`),
      ...(deed === 'pause' && {
        also: alsoThese('what a pause changes is compared before and after', 'scheduled-tasks.access.manage-pauses'),
      }),
    },
    other,
  ];
}

function managing(deed: Deed): Deviation {
  const { operation, what } = OPERATIONS[deed];
  return denied(
    operation,
    ofOthers(isTaskManager),
    `${what} of another user is refused to holders of ScheduledTasksManage.`,
  );
}

const READERS_OF_TASKS = 'holders of ScheduledTasksRead';

/** Faults of who may do what to tasks. */
export const scheduledTasksAccessFaults = faults({
  ...byTopic(TOPICS, 'no-read-access', withoutReadAccess),
  ...byTopic(['get', 'update'], 'read-access-revoked', (topic) => [creatorKept(topic)]),
  ...byTopic(TOPICS, 'feature-disabled', whileDisabled),
  ...byTopic(['pause', 'resume', 'share'], 'embed-session-refused', fromEmbedSession),

  // Who sees tasks.
  'scheduled-tasks.access.reader-lists': [
    ownAlone(isReader, 'A reader of the deployment lists their own tasks alone.'),
    sharedAlone(isReader, 'A reader of the deployment lists their own tasks and those that others share.'),
    enabledAlone(isReader, 'A reader of the deployment lists no tasks of others that are paused.'),
    scheduledAlone(isReader, 'A reader of the deployment lists no tasks of others that run on demand alone.'),
    ownBehindCursor(isReader, 'A reader of the deployment finds their own tasks alone on pages behind a cursor.'),
  ],
  'scheduled-tasks.access.reader-reads': [
    unknown(isReader, "A reader of the deployment is told that there is no task where it is somebody else's."),
    denied(GET, ofOthers(isReader), 'Reading a task of another user is refused to readers of the deployment.'),
  ].map((one) => ({
    ...one,
    also: alsoThese('a task is read by others there', 'scheduled-tasks.create.readable'),
  })),
  'scheduled-tasks.access.tasks-read-lists': [
    ownAlone(isTaskReader, 'A holder of ScheduledTasksRead lists their own tasks alone.'),
    sharedAlone(isTaskReader, 'A holder of ScheduledTasksRead lists their own tasks and those that others share.'),
    enabledAlone(isTaskReader, 'A holder of ScheduledTasksRead lists no tasks of others that are paused.'),
  ],
  'scheduled-tasks.access.tasks-read-reads': [
    unknown(isTaskReader, "A holder of ScheduledTasksRead is told that there is no task where it is somebody else's."),
  ],
  'scheduled-tasks.access.admin-lists': {
    ...ownAlone(isAdministrator, 'An administrator lists their own tasks alone.'),
    also: alsoOn(CREATE, 'an administrator looks for a task of somebody else in the list'),
  },
  'scheduled-tasks.access.admin-reads': {
    ...unknown(isAdministrator, "An administrator is told that there is no task where it is somebody else's."),
    also: alsoThese(
      'an administrator reads a task of somebody else',
      'scheduled-tasks.task.user-id-creator',
      'scheduled-tasks.task.user-id-lasting',
      'scheduled-tasks.create.readable',
    ),
  },
  'scheduled-tasks.access.all-includes-read': [
    ownAlone(holdsAll, 'A holder of All on the deployment lists their own tasks alone.'),
  ],

  // Paths of one deployment, and tasks of another.
  'scheduled-tasks.access.scoped-key-foreign-task': {
    name: 'any-deployment',
    sentence: 'A scoped key reads a task at the path of its own deployment, wherever the task is.',
    patch: duringTasks(GET, isScoped, () => ({ isOf: () => true })),
  },
  'scheduled-tasks.access.scoped-key-foreign-runs': {
    name: 'any-deployment',
    sentence: 'A scoped key lists the runs of a task at the path of its own deployment, wherever the task is.',
    patch: duringTasks(RUNS, isScoped, () => ({ isOf: () => true })),
  },

  // What creators and administrators may do.
  'scheduled-tasks.access.creator-updates': denied(
    UPDATE,
    isPlainCreator,
    'The creator of a task who is no administrator may not update it.',
  ),
  'scheduled-tasks.access.creator-deletes': denied(
    DELETE,
    isPlainCreator,
    'The creator of a task who is no administrator may not delete it.',
  ),
  'scheduled-tasks.access.creator-runs': denied(
    RUN,
    isPlainCreator,
    'The creator of a task who is no administrator may not run it.',
  ),
  'scheduled-tasks.access.admin-updates': {
    ...denied(UPDATE, ofOthers(isAdministrator), 'An administrator may not update a task of another user.'),
    also: [
      ...administratorsActs,
      ...alsoThese('an administrator updates such a task there', 'scheduled-tasks.condition.null-removes'),
    ],
  },
  'scheduled-tasks.access.admin-deletes': denied(
    DELETE,
    ofOthers(isAdministrator),
    'An administrator may not delete a task of another user.',
  ),
  'scheduled-tasks.access.admin-runs': {
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
  'scheduled-tasks.access.reader-update-refused': [
    ...trespassing('update', isReader, 'readers of the deployment'),
    {
      ...letIn(
        UPDATE,
        (call) => isReader(call) && taskIn(call)?.isShared === true,
        'Updating a task of another user is open to readers of the deployment where it is shared.',
      ),
      name: 'shared',
    },
  ],
  'scheduled-tasks.access.reader-delete-refused': trespassing('delete', isReader, 'readers of the deployment'),
  'scheduled-tasks.access.reader-run-refused': trespassing('run', isReader, 'readers of the deployment'),

  // What the two deployment actions allow.
  'scheduled-tasks.access.manage-updates': managing('update'),
  'scheduled-tasks.access.manage-pauses': managing('pause'),
  'scheduled-tasks.access.manage-runs': managing('run'),
  'scheduled-tasks.access.manage-deletes': managing('delete'),
  'scheduled-tasks.access.manage-shares': managing('share'),
  'scheduled-tasks.access.manage-elsewhere-refused': [
    managedFromElsewhere('update'),
    managedFromElsewhere('delete'),
    managedFromElsewhere('run'),
    managedFromElsewhere('pause'),
    managedFromElsewhere('share'),
  ],
  'scheduled-tasks.access.tasks-read-update-refused': trespassing('update', isTaskReader, READERS_OF_TASKS),
  'scheduled-tasks.access.tasks-read-pause-refused': trespassing('pause', isTaskReader, READERS_OF_TASKS),
  'scheduled-tasks.access.tasks-read-run-refused': trespassing('run', isTaskReader, READERS_OF_TASKS),
  'scheduled-tasks.access.tasks-read-delete-refused': trespassing('delete', isTaskReader, READERS_OF_TASKS),
  'scheduled-tasks.access.tasks-read-share-refused': trespassing('share', isTaskReader, READERS_OF_TASKS),
  'scheduled-tasks.access.all-includes-manage': denied(
    UPDATE,
    ofOthers(holdsAll),
    'Updating a task of another user is refused to holders of All on the deployment.',
  ),
  'scheduled-tasks.access.built-in-no-manage': trespassing('update', hasBuiltInRolesAlone, 'holders of built-in roles'),
});

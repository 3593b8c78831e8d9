import { idIn, type Body, type Call } from '../../mock/call.ts';
import { byOAuth, isAdministrator } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { both, knowing, timesIn, type When } from '../lib/only.ts';
import { refusing } from '../lib/patches.ts';
import { allowedBut, lettingIn, refusedBut, type Asking, type Owned } from '../lib/right-conditions.ts';
import { CREATE, DELETE, GET, isOthers, PAUSE, RUN, SHARE, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';
import { hasBuiltInRolesAlone, holdsAll, isReader, isTaskManager, isTaskReader } from '../lib/task-access.ts';

/** Rights to scheduled tasks of others that hold in one state of the task only, or after one history. */

const byTask = (call: Call, body: Body | undefined): unknown =>
  idIn(call, 'taskId') ?? (call.operationId === CREATE ? body?.['id'] : undefined);
const isPaused: When = (call) => taskIn(call)?.isEnabled === false;
const isShared: When = (call) => taskIn(call)?.isShared === true;
const isOnDemand: When = (call) => taskIn(call)?.cron === null;
const isOwn: When = (call) => !isOthers(call);

const TASKS: Owned = {
  thing: 'task',
  isOthers,
  isPaused,
  isShared,
  knowing: (watched, patch) => knowing(watched, byTask, patch),
};

const allowed = (operation: string, what: string, isMeant: When, who: string, except: readonly string[] = []) =>
  allowedBut(TASKS, { operation, what, isMeant, who, except });
const refused = (asking: Asking) => refusedBut(TASKS, asking);

const managers = (operation: string, what: string, except?: readonly string[]) =>
  allowed(operation, what, both(isTaskManager, isOthers), 'holders of ScheduledTasksManage', except);
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
const creators = (operation: string, what: string, except?: readonly string[]) =>
  allowed(operation, what, (call) => isOwn(call) && !isAdministrator(call), 'its creator', except);

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
const taskReaders = (operation: string, what: string, except?: readonly string[]) =>
  refused({
    operation,
    what,
    isMeant: both(isTaskReader, isOthers),
    who: 'holders of ScheduledTasksRead',
    ...(except && { except }),
  });

const READ_BY_OTHERS = alsoThese('a task is read by others there', 'scheduled-tasks.create.readable');

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

export const scheduledTasksAccessOnlyFaults = faults({
  'scheduled-tasks.access.reader-reads': reading(isReader, 'A reader of the deployment'),
  'scheduled-tasks.access.tasks-read-reads': reading(isTaskReader, 'A holder of ScheduledTasksRead'),
  'scheduled-tasks.access.admin-reads': [
    ...reading(isAdministrator, 'An administrator').filter(({ name }) => name !== 'once'),
    {
      name: 'not-by-oauth',
      sentence: 'An administrator with an OAuth token may not read a task of another user.',
      also: READ_BY_OTHERS,
      patch: refusing(GET, both(isAdministrator, isOthers, byOAuth), 403),
    },
  ],
  'scheduled-tasks.access.admin-updates': administrators(UPDATE, 'Updating'),
  'scheduled-tasks.access.admin-deletes': administrators(DELETE, 'Deleting', ['once']),
  'scheduled-tasks.access.admin-runs': administrators(RUN, 'Running').map((one) =>
    one.name === 'once'
      ? { ...one, also: alsoThese('an administrator runs such a task twice', 'scheduled-tasks.run.new-thread') }
      : one,
  ),
  'scheduled-tasks.access.creator-updates': creators(UPDATE, 'Updating'),
  'scheduled-tasks.access.creator-deletes': creators(DELETE, 'Deleting', ['once']),
  'scheduled-tasks.access.creator-runs': creators(RUN, 'Running'),
  'scheduled-tasks.access.manage-updates': managers(UPDATE, 'Updating'),
  'scheduled-tasks.access.manage-pauses': managers(PAUSE, 'Pausing', ['not-while-paused']),
  'scheduled-tasks.access.manage-runs': managers(RUN, 'Running'),
  'scheduled-tasks.access.manage-deletes': managers(DELETE, 'Deleting', ['once']),
  'scheduled-tasks.access.manage-shares': managers(SHARE, 'Sharing', ['not-while-shared', 'once']),
  'scheduled-tasks.access.all-includes-manage': allowed(
    UPDATE,
    'Updating',
    both(holdsAll, isOthers),
    'holders of All on the deployment',
  ),
  'scheduled-tasks.access.reader-update-refused': readers(UPDATE, 'Updating', ['let-in-while-shared']),
  'scheduled-tasks.access.reader-delete-refused': readers(DELETE, 'Deleting', ['let-in-while-shared']),
  'scheduled-tasks.access.reader-run-refused': readers(RUN, 'Running', ['let-in-while-shared']),
  'scheduled-tasks.access.tasks-read-update-refused': taskReaders(UPDATE, 'Updating'),
  'scheduled-tasks.access.tasks-read-pause-refused': taskReaders(PAUSE, 'Pausing', ['let-in-while-paused']),
  'scheduled-tasks.access.tasks-read-run-refused': taskReaders(RUN, 'Running'),
  'scheduled-tasks.access.tasks-read-delete-refused': taskReaders(DELETE, 'Deleting'),
  'scheduled-tasks.access.tasks-read-share-refused': taskReaders(SHARE, 'Sharing', ['let-in-while-shared']),
  'scheduled-tasks.access.built-in-no-manage': refused({
    operation: UPDATE,
    what: 'Updating',
    isMeant: both(hasBuiltInRolesAlone, isOthers),
    who: 'holders of built-in roles alone',
  }),
});

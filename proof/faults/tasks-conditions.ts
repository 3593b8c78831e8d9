import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { may } from '../../mock/authority.ts';
import type { Action } from '../../mock/rules/report-deliveries.ts';
import { isAdministrator } from '../lib/access.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { during, remembering, replaceSync } from '../lib/patches.ts';
import { changeRequest, isAsked, refusedYet } from '../lib/reports.ts';
import {
  afterTask,
  CREATE,
  duringTasks,
  isOthers,
  DELETE,
  RESUME,
  RUN,
  RUNS,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';

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

const isOfOthers = (call: Call) => isOthers(call) && isAdministrator(call);

/** One action on deliveries is open to whoever holds ScheduledTasksManage on any deployment. */
function managedFromElsewhere(operation: string, action: Action): Deviation {
  return {
    name: `${action}-let-in`,
    sentence: `To ${action} a delivery of another user is open to who holds ScheduledTasksManage wherever it is.`,
    patch: during(
      operation,
      'reportDeliveries',
      ({ mayDo }) => ({ mayDo: (wanted, standing) => mayDo(wanted, { ...standing, managesTasks: true }) }),
      ({ tenant, principal }) =>
        tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, 'ScheduledTasksManage', id)),
    ),
  };
}

/** Faults of scheduled tasks and report deliveries that show after some history or for some actor alone. */
export const tasksConditionFaults = faults({
  'scheduled-tasks.limit.resume-past-20': {
    name: 'refused-and-active',
    sentence: 'A resume that is refused for the limit leaves the task active.',
    patch: refusedYet(RESUME, (call, _original, { why }) => {
      if (why === 409) storeTask(call, taskIn(call)?.id ?? 0, { isEnabled: true });
    }),
  },
  'scheduled-tasks.update.zone-unknown': {
    name: 'accepted-alone',
    sentence: 'An update of the time zone alone takes any.',
    patch: duringTasks(
      UPDATE,
      ({ body }) => Object.keys((body as object | undefined) ?? {}).join() === 'timezone',
      ({ schedule }) => ({ schedule: { ...schedule, isTimeZone: () => true } }),
    ),
  },
  'scheduled-tasks.condition.null-removes': {
    name: 'ignored-beside-others',
    sentence: 'A condition of null is ignored in an update that changes something else as well.',
    patch: changeRequest(UPDATE, ({ condition, ...others }) =>
      condition !== null || Object.keys(others).length === 0
        ? { ...others, ...(condition !== undefined && { condition }) }
        : others,
    ),
  },
  'scheduled-tasks.access.creator-updates': {
    name: 'not-with-another-credential',
    seenWith: 'MEMBER_OAUTH_TOKEN',
    sentence: 'The creator of a task may update it with the credential alone with which it was created.',
    patch: creatorByCredential(UPDATE),
  },
  'scheduled-tasks.access.creator-runs': {
    name: 'not-with-another-credential',
    seenWith: 'MEMBER_OAUTH_TOKEN',
    toldBy: 'scheduled-tasks.access.creator-updates',
    sentence: 'The creator of a task may run it with the credential alone with which it was created.',
    patch: creatorByCredential(RUN),
  },
  'scheduled-tasks.access.creator-deletes': {
    name: 'not-with-another-credential',
    seenWith: 'MEMBER_OAUTH_TOKEN',
    toldBy: 'scheduled-tasks.access.creator-updates',
    sentence: 'The creator of a task may delete it with the credential alone with which it was created.',
    patch: creatorByCredential(DELETE),
  },
  'scheduled-tasks.task.user-id-lasting': {
    name: 'of-an-administrator-who-updates',
    sentence: 'An administrator who updates a task of another user becomes its creator.',
    patch: replaceSync(UPDATE, (call, original) => {
      const [isMeant, id, user] = [isOfOthers(call), taskIn(call)?.id, call.principal.user];
      const answer = original(call);
      if (isMeant && id !== undefined && user) storeTask(call, id, { creatorId: user.id });
      return answer;
    }),
  },
  'scheduled-tasks.notification.to-creator': {
    name: 'to-whoever-ran-it',
    sentence: 'The notification of a run goes to whoever asked for it.',
    patch: ({ scheduledTasks }) => {
      const { notified } = scheduledTasks;
      scheduledTasks.notified = (task, by) => by ?? notified(task, by);
    },
  },
  'scheduled-tasks.runs.at-most-50': {
    name: 'of-each-page',
    sentence: 'A list of runs that is asked for in pages holds all runs, 50 on each page at most.',
    patch: duringTasks(
      RUNS,
      (call) => isAsked(call, 'first'),
      () => ({ listedRuns: (runs) => runs }),
    ),
  },
  'report-deliveries.access.manage-elsewhere-refused': [
    managedFromElsewhere('updateReportDelivery', 'update'),
    managedFromElsewhere('runReportDelivery', 'run'),
    managedFromElsewhere('pauseReportDelivery', 'pause'),
    managedFromElsewhere('shareReportDelivery', 'share'),
    managedFromElsewhere('transferReportDelivery', 'transfer'),
    managedFromElsewhere('deleteReportDelivery', 'delete'),
  ],
});

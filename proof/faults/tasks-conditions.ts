import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { may } from '../../mock/authority.ts';
import type { Action } from '../../mock/rules/report-deliveries.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { during, remembering } from '../lib/patches.ts';
import { afterTask, CREATE, duringTasks, DELETE, RUN, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

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

/** Whether the caller may do something on any deployment. */
function holdsAnywhere({ tenant, principal }: Call, action: string): boolean {
  return tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, action, id));
}

/** One action on deliveries is open to whoever holds ScheduledTasksManage on any deployment. */
function managedFromElsewhere(operation: string, action: Action): Deviation {
  return {
    name: `${action}-let-in`,
    sentence: `To ${action} a delivery of another user is open to who holds ScheduledTasksManage wherever it is.`,
    patch: during(
      operation,
      'reportDeliveries',
      ({ mayDo }) => ({ mayDo: (wanted, standing) => mayDo(wanted, { ...standing, managesTasks: true }) }),
      (call) => holdsAnywhere(call, 'ScheduledTasksManage'),
    ),
  };
}

/** Faults of scheduled tasks and report deliveries that show after some history or for some actor alone. */
export const tasksConditionFaults = faults({
  'scheduled-tasks.update.zone-unknown': {
    name: 'accepted-alone',
    sentence: 'An update of the time zone alone takes any.',
    patch: duringTasks(
      UPDATE,
      ({ body }) => Object.keys((body as object | undefined) ?? {}).join() === 'timezone',
      ({ schedule }) => ({ schedule: { ...schedule, isTimeZone: () => true } }),
    ),
  },
  'scheduled-tasks.create.without-action': {
    name: 'held-elsewhere',
    sentence: 'Whoever holds ScheduledTasksCreate on any deployment may create tasks in each that they may read.',
    patch: duringTasks(
      CREATE,
      (call) => holdsAnywhere(call, 'ScheduledTasksCreate'),
      () => ({ mayCreate: () => true }),
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
  'report-deliveries.access.manage-elsewhere-refused': [
    managedFromElsewhere('updateReportDelivery', 'update'),
    managedFromElsewhere('runReportDelivery', 'run'),
    managedFromElsewhere('pauseReportDelivery', 'pause'),
    managedFromElsewhere('shareReportDelivery', 'share'),
    managedFromElsewhere('transferReportDelivery', 'transfer'),
    managedFromElsewhere('deleteReportDelivery', 'delete'),
  ],
});

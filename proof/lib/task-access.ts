import type { RequirementId } from '../../contracts/requirements/index.ts';
import { ok, refuse } from '../../mock/answer.ts';
import { may, reads } from '../../mock/authority.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { BUILT_IN_ROLES } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { asAdministrator, byPlainUser, doneYetRefused, isOutsider, NO_PAGE, openToAll } from './access.ts';
import type { Deviation } from './fault.ts';
import type { When } from './conditions.ts';
import { all, refusing, replaceSync, withRules } from './patches.ts';
import { CREATE, DELETE, GET, LIST, PAUSE, RESUME, RUN, RUNS, SHARE, taskIn, UPDATE } from './scheduled-tasks.ts';

/** Whether a policy of the caller names an action, or All, for deployments. */
function holdsByName({ tenant, principal: { user } }: Call, action: string): boolean {
  const roles = user ? rolesOf(tenant, user) : [];
  return roles.some(({ role }) =>
    role.policies.some(({ resourceType, actions }) => resourceType === 'Deployment' && actions.includes(action)),
  );
}

/** Groups of callers by what they are granted; they do not overlap, so that a fault concerns one group alone. */
export const isTaskManager = (call: Call): boolean => byPlainUser(call) && holdsByName(call, 'ScheduledTasksManage');
export const isTaskReader = (call: Call): boolean =>
  byPlainUser(call) && holdsByName(call, 'ScheduledTasksRead') && !isTaskManager(call);
export const holdsAll = (call: Call): boolean => byPlainUser(call) && holdsByName(call, 'All');

export const hasBuiltInRolesAlone = (call: Call): boolean => {
  const { tenant, principal } = call;
  const held = principal.user ? rolesOf(tenant, principal.user) : [];
  return byPlainUser(call) && held.length > 0 && held.every(({ role }) => BUILT_IN_ROLES.includes(role));
};

export const isReader = (call: Call): boolean =>
  byPlainUser(call) &&
  may(call.tenant, call.principal, 'DeploymentRead', Number(call.path['deploymentId'])) &&
  ![isTaskManager, isTaskReader, holdsAll, hasBuiltInRolesAlone].some((is) => is(call));

type Which = (call: Call) => boolean;

/** A fault of a requirement that some callers may do something. */
export function denied(operation: string, isMeant: Which, sentence: string): Deviation {
  return { name: 'refused', sentence, patch: refusing(operation, isMeant, 403) };
}

/** Lets callers do what is refused to them. */
export function letIn(operation: string, isMeant: Which, sentence: string): Deviation {
  return {
    name: 'let-in',
    sentence,
    patch: replaceSync(operation, (call, original) => original(isMeant(call) ? asAdministrator(call) : call)),
  };
}

/** Does what is refused, and refuses it. */
export function refusedYetDone(operation: string, isMeant: Which, sentence: string): Deviation {
  return { name: 'refused-and-done', sentence, patch: doneYetRefused(operation, isMeant, 403, asAdministrator) };
}

/** Refuses what has to be refused with 403 under another status. */
export function refusedAs(operation: string, isMeant: Which, status: 401 | 404, sentence: string): Deviation {
  return { name: 'another-status', sentence, patch: refusing(operation, isMeant, status) };
}

type Topic = 'list' | 'create' | 'get' | 'update' | 'delete' | 'run' | 'runs' | 'pause' | 'resume' | 'share';

/** Each operation by its name in requirement ids, with what it does. */
export const OPERATIONS: Readonly<Record<Topic, { readonly operation: string; readonly what: string }>> = {
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

const LISTS: readonly Topic[] = ['list', 'runs'];

export function withoutReadAccess(topic: Topic): readonly Deviation[] {
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

const isDisabled: When = ({ tenant }) => !tenant.features.scheduledTasks;

export function whileDisabled(topic: Topic): readonly Deviation[] {
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

/** The creator of a task may do anything with it, also without read access to its deployment. */
export function creatorKept(topic: 'get' | 'update'): Deviation {
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

/** What comes from an embed session gets through to the operation, and is done on an administrator's behalf. */
export function doneFromEmbedSession(topic: 'pause' | 'resume' | 'share'): readonly Deviation[] {
  const { operation, what } = OPERATIONS[topic];
  const isEmbedded: When = ({ principal }) => principal.embed !== undefined;
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

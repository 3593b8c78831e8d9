import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser, byScopedKey } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { given } from '../lib/given.ts';
import { both, changedIf, isPresent, sends } from '../lib/only.ts';
import { endingEarly, onlyWhere, pagesOf } from '../lib/paging.ts';
import { all, changeBody, during, refusing, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked, itemsOf } from '../lib/reports.ts';
import {
  CREATE,
  DELETE,
  duringTasks,
  LIST,
  PAUSE,
  RUN,
  RUNS,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';
import { isReader } from '../lib/task-access.ts';

/** Faults of tasks, jobs, deployments and data that show for one actor, after one history or for one input alone. */

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

/** A condition of some kind is refused to some callers. */
const conditionRefused = (operation: string, kind: string, isMeant: (call: Call) => boolean): Patch =>
  refusing(
    operation,
    both(
      isMeant,
      sends('condition', (condition) => (condition as Body | null | undefined)?.['type'] === kind),
    ),
    'invalid',
  );

/** Some tokens of a deployment live longer or shorter than they should. */
const lasting = (isMeant: (call: Call) => boolean, seconds: (asked: number) => number): Patch =>
  during(
    'createDeploymentToken',
    'deployments',
    ({ expiresAt }) => ({ expiresAt: (now, asked) => expiresAt(now, seconds(asked)) }),
    isMeant,
  );

const DAY = 86_400;
const HOUR = 3_600;

/** A version that is ahead of the stored one is expected as well. */
const aheadTaken = during('putMetricViewIntegration', 'lakehouse', ({ isExpected }) => ({
  isExpected: (expected, stored) => isExpected(expected, stored) || (stored > 0 && Number(expected) > stored),
}));

export const workCasesFaults = faults({
  'scheduled-tasks.access.creator-updates': notOnceOthersHaveUpdated(UPDATE, 'Updating'),
  'scheduled-tasks.access.creator-deletes': notOnceOthersHaveUpdated(DELETE, 'Deleting'),
  'scheduled-tasks.access.creator-runs': notOnceOthersHaveUpdated(RUN, 'Running'),
  'scheduled-tasks.task.user-id-lasting': {
    name: 'of-who-paused-it',
    sentence: 'A task that somebody else has paused shows the userId of that user from then on.',
    patch: replaceSync(PAUSE, (call, original) => {
      const answer = original(call);
      storeTask(call, idIn(call, 'taskId') ?? 0, { creatorId: call.principal.user?.id ?? 0 });
      return answer;
    }),
  },
  'scheduled-tasks.list.first-limits': {
    name: 'one-more-for-readers',
    sentence: 'A page of tasks for a reader of the deployment holds one more than was asked for.',
    patch: onlyWhere(
      LIST,
      isReader,
      pagesOf(LIST, (first) => first + 1),
    ),
  },
  'scheduled-tasks.runs.first-limits': {
    name: 'one-more-behind-a-cursor',
    sentence: 'A page of runs after a cursor holds one more than was asked for.',
    patch: onlyWhere(
      RUNS,
      (call) => isAsked(call, 'after'),
      pagesOf(RUNS, (first) => first + 1),
    ),
  },
  'scheduled-tasks.condition.change-created': {
    name: 'refused-to-plain-users',
    sentence: 'A create with a condition on a change is refused to a user without the admin role.',
    patch: conditionRefused(CREATE, 'change', byPlainUser),
  },
  'scheduled-tasks.condition.anomaly-created': {
    name: 'refused-to-oauth',
    sentence: 'A create with a condition on an anomaly is refused to an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: conditionRefused(CREATE, 'anomaly', byOAuth),
  },
  'scheduled-tasks.condition.threshold-updated': {
    name: 'refused-beside-a-notification',
    sentence: 'An update to a threshold condition is refused beside notificationEnabled.',
    patch: conditionRefused(UPDATE, 'threshold', sends('notificationEnabled', isPresent)),
  },
  'scheduled-tasks.update.zone-unknown': {
    name: 'taken-beside-a-prompt',
    sentence: 'A made up time zone is accepted by an update that sends another prompt beside it.',
    patch: duringTasks(UPDATE, both(sends('prompt', isPresent), sends('timezone', isPresent)), ({ schedule }) => ({
      schedule: { ...schedule, isTimeZone: () => true },
    })),
  },
  'scheduled-tasks.update.cron-minute-list': {
    name: 'taken-beside-a-zone',
    sentence: 'A cron that fires several times an hour is accepted by an update that sends a time zone beside it.',
    also: alsoThese(
      'such a cron may fire every minute as well',
      'scheduled-tasks.update.cron-every-minute',
      'scheduled-tasks.update.cron-minute-step',
      'scheduled-tasks.update.cron-minute-range',
    ),
    patch: duringTasks(UPDATE, both(sends('cron', isPresent), sends('timezone', isPresent)), ({ schedule }) => ({
      schedule: { ...schedule, firesHourlyAtMost: () => true },
    })),
  },
  'deployments.agent-defaults.default-agent-id': {
    name: 'object-for-plain-users',
    sentence: 'The defaultAgentId that a user without the admin role is shown is an object around the id.',
    patch: changedIf('getAgentDefaults', byPlainUser, (body) => ({
      ...body,
      defaultAgentId: { id: body['defaultAgentId'] },
    })),
  },
  'deployments.list.items': {
    name: 'by-id-for-plain-users',
    sentence: 'A list of deployments for a user without the admin role keeps its elements in an object by their ids.',
    seenWith: 'MEMBER_TOKEN',
    patch: changedIf('listDeployments', byPlainUser, (list) => ({
      ...list,
      items: Object.fromEntries(itemsOf(list).map((one) => [String(one['id']), one])),
    })),
  },
  'deployments.token.hours-lifetime-ends': {
    name: 'a-day-for-plain-users',
    sentence: 'A token of some hours that a user without the admin role asks for lives for a day.',
    patch: lasting(byPlainUser, (asked) => (asked >= HOUR ? DAY : asked)),
  },
  'deployments.token.default-lifetime-ends': {
    name: 'two-days-for-oauth',
    sentence: 'A token of 24 hours that is asked for with an OAuth token lives for two days.',
    also: alsoThese('the end that is stated is that of two days', 'deployments.token.stated-end-default'),
    seenWith: 'OAUTH_TOKEN',
    patch: lasting(byOAuth, (asked) => (asked === DAY ? 2 * DAY : asked)),
  },
  'deployments.token.longest-lifetime-lasts': {
    name: 'twelve-hours-for-scoped-keys',
    sentence: 'A token of 86400 seconds that is asked for with a scoped key lives for 12 hours.',
    seenWith: 'SCOPED_TOKEN',
    patch: lasting(
      both(
        byScopedKey,
        sends('expiresIn', (value) => value === DAY),
      ),
      () => DAY / 2,
    ),
  },
  'environments.token.data': {
    name: 'list-for-oauth',
    sentence: 'The data of the answer to an OAuth token is a list of one token.',
    seenWith: 'OAUTH_TOKEN',
    patch: changedIf('createEnvironmentToken', byOAuth, ({ data }) => ({ data: [data] })),
  },
  'environments.list.pages-hold-no-more': {
    name: 'everywhere-for-oauth',
    sentence: 'A page of some size for an OAuth token has the environments of every deployment.',
    seenWith: 'OAUTH_TOKEN',
    patch: during(
      'listEnvironments',
      'environments',
      () => ({ isOfDeployment: () => true }),
      (call) => byOAuth(call) && isAsked(call, 'first'),
    ),
  },
  'transform-sync.start.output-files': {
    name: 'refused-to-oauth',
    sentence: 'The output files is refused to an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: refusing(
      'startTransformSync',
      both(
        byOAuth,
        sends('output', (value) => value === 'files'),
      ),
      'invalid',
    ),
  },
  'transform-sync.history.filtered-pages-complete': [
    {
      name: 'first-lost-with-a-trigger',
      sentence: 'Every later page of a history that is filtered by a trigger lacks its first sync.',
      patch: changedIf(
        'listTransformSyncs',
        (call) => isAsked(call, 'trigger') && isAsked(call, 'after'),
        (list) => ({ ...list, items: itemsOf(list).slice(1) }),
      ),
    },
    {
      name: 'ending-early-with-a-trigger',
      sentence: 'A last page of a history that is filtered by a trigger with a single sync is never announced.',
      patch: onlyWhere('listTransformSyncs', (call) => isAsked(call, 'trigger'), endingEarly('listTransformSyncs')),
    },
  ],
  'transform-sync.history.deployment-only': {
    name: 'all-by-status',
    sentence: 'The history filtered by a status shows the syncs of all deployments.',
    patch: during(
      'listTransformSyncs',
      'transformSync',
      () => ({ isListed: () => true }),
      (call) => isAsked(call, 'status'),
    ),
  },

  'lakehouse.integration.old-version': {
    name: 'ahead-taken',
    sentence: 'A PUT at a version that is ahead of the stored one changes the integration.',
    patch: aheadTaken,
  },
  'lakehouse.cancel.no-result': {
    name: 'by-oauth-acknowledged',
    sentence: 'The deletion of a preview with an OAuth token is acknowledged, and the preview goes on.',
    also: alsoThese(
      'what is acknowledged whatever happens is so with the feature switched off',
      'lakehouse.gate.cancel-preview',
    ),
    seenWith: 'OAUTH_TOKEN',
    patch: onlyWhere(
      'cancelMetricViewPreview',
      byOAuth,
      replaceSync('cancelMetricViewPreview', () => ({ kind: 'done' })),
    ),
  },
  'build.validate.valid': {
    name: 'text-for-oauth',
    sentence: 'A validation shows an OAuth token valid as a text.',
    seenWith: 'OAUTH_TOKEN',
    patch: changeBody('validateDataModel', (body, call) =>
      byOAuth(call) ? { ...body, valid: String(body['valid']) } : body,
    ),
  },
  'dev-mode.state.active': {
    name: 'text-for-oauth',
    sentence: 'The active of the state is a word for an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: changedIf('enterDevMode', byOAuth, (state) => ({ ...state, active: String(state['active']) })),
  },
  'dev-mode.state.parent-branch': {
    name: 'null-the-second-time',
    sentence: 'The parentBranch of the state is null where the caller is in dev mode already.',
    patch: given(
      'enterDevMode',
      (_call, { done }) => done > 0,
      changedIf(
        'enterDevMode',
        () => true,
        (state) => ({ ...state, parentBranch: null }),
      ),
      { of: ({ path, principal }) => `${path['deploymentId']} ${principal.user?.id}` },
    ),
  },
});

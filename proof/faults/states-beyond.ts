import { idIn, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { Condition } from '../../mock/rules/task-conditions.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import type { When } from '../lib/only.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked, requery } from '../lib/reports.ts';
import { RESUME, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

/** Faults that show in states of the account, or when somebody else asks or something else went before. */

type Conditions = Rules['scheduledTasks']['conditions'];

/** Which tasks have a condition that does not count as it should, by what they are or what happened to them. */
const ODD = {
  'once-updated': { what: 'that was updated', operation: UPDATE, isOdd: ({ condition }: Task) => condition !== null },
  'given-later': {
    what: 'whose condition an update gave',
    operation: UPDATE,
    isOdd: ({ condition }: Task) => condition === null,
  },
  'once-resumed': { what: 'that was resumed', operation: RESUME, isOdd: () => true },
} as const;

function judgedOtherwise(kind: Condition['type'], isMet: boolean, isOdd: (task: Task) => boolean): Patch {
  return ({ scheduledTasks }) => {
    const { carriesOut, conditions } = scheduledTasks;
    let odd = false;
    // What is due is looked for task by task, right before its condition.
    scheduledTasks.carriesOut = (task, at) => {
      odd = isOdd(task);
      return carriesOut(task, at);
    };
    const { crosses, moves, isFlagged }: Conditions = { ...conditions };
    const others: Readonly<Record<Condition['type'], Partial<Conditions>>> = {
      threshold: { crosses: (...given) => (odd ? isMet : crosses(...given)) },
      change: { moves: (...given) => (odd ? isMet : moves(...given)) },
      anomaly: { isFlagged: (...given) => (odd ? isMet : isFlagged(...given)) },
    };
    Object.assign(conditions, others[kind]);
  };
}

const sentenceOf = (kind: string, what: string, isMet: boolean) =>
  `A task ${what} ${isMet ? 'runs whenever it is due' : 'never runs by itself'} if it has a condition of the kind ${kind}.`;

function after(name: keyof typeof ODD, kind: Condition['type'], isMet: boolean): Deviation {
  const { what, operation, isOdd } = ODD[name];
  return {
    name,
    sentence: sentenceOf(kind, what, isMet),
    patch: remembering(
      () => new Set<number>(),
      (ids) =>
        all(
          replaceSync(operation, (call, original) => {
            const before = taskIn(call);
            const answer = original(call);
            if (before && isOdd(before)) ids.add(before.id);
            return answer;
          }),
          judgedOtherwise(kind, isMet, ({ id }) => ids.has(id)),
        ),
    ),
  };
}

/** Tasks of others than the administrator of the account, who is its first user. */
function ofPlainUser(kind: Condition['type'], isMet: boolean): Deviation {
  return {
    name: 'of-plain-user',
    sentence: sentenceOf(kind, 'of a user without the admin role', isMet),
    patch: remembering(
      () => new Set<number>(),
      (ids) =>
        all(
          replaceSync('createScheduledTask', (call, original) => {
            const { user } = call.principal;
            if (user && byPlainUser(call)) ids.add(user.id);
            return original(call);
          }),
          judgedOtherwise(kind, isMet, ({ creatorId }) => ids.has(creatorId)),
        ),
    ),
  };
}

function conditionFaults(isMet: boolean) {
  return {
    threshold: [after('once-updated', 'threshold', isMet), ofPlainUser('threshold', isMet)],
    change: [after('given-later', 'change', isMet), after('once-resumed', 'change', isMet)],
    anomaly: [after('once-resumed', 'anomaly', isMet), ofPlainUser('anomaly', isMet)],
  } as const;
}

const [runsAlways, runsNever] = [conditionFaults(true), conditionFaults(false)];

interface By {
  readonly name: string;
  readonly who: string;
  readonly when: When;
}

const BY_OAUTH: By = { name: 'to-oauth', who: 'an OAuth token', when: byOAuth };
const BY_PLAIN_USER: By = { name: 'to-plain-users', who: 'users without the admin role', when: byPlainUser };
const isOpen = () => true;

/** An operation that is open to somebody although its feature is closed. */
function openTo({ name, who, when }: By, operation: string, family: 'scheduledTasks' | 'lakehouse'): Deviation {
  return {
    name,
    sentence: `${operation} is open to ${who} while it is closed for the account.`,
    patch: during(operation, family, () => ({ isOpen }), when),
  };
}

const tasks = (operation: string) => [BY_OAUTH, BY_PLAIN_USER].map((by) => openTo(by, operation, 'scheduledTasks'));
const previews = (operation: string) => openTo(BY_OAUTH, operation, 'lakehouse');

const jobOf = (call: Call) => `${call.path['deploymentId'] ?? ''} ${idIn(call, 'syncJobId') ?? ''}`;

/** Files that nobody has listed yet are kept. */
const keptUnlisted: Patch = remembering(
  () => new Set<string>(),
  (listed) =>
    replaceSync('listGeneratedFiles', (call, original) => {
      const { transformSync } = call.tenant.rules;
      const { filesLiveFrom } = transformSync;
      if (!listed.has(jobOf(call))) transformSync.filesLiveFrom = (_completedAt, now) => now;
      try {
        const answer = original(call);
        listed.add(jobOf(call));
        return answer;
      } finally {
        transformSync.filesLiveFrom = filesLiveFrom;
      }
    }),
);

const FILTERED = 'transform-sync.history.filtered-pages-complete';
const isFiltered: When = (call) => isAsked(call, 'status', 'trigger');

/** One element of the page before stands at the beginning of a page behind a cursor. */
const repeating: Patch = remembering(
  () => ({ last: undefined as unknown }),
  (memory) =>
    changeBodySync('listTransformSyncs', (list, call) => {
      if (!isFiltered(call)) return list;
      const items = list['items'] as readonly unknown[];
      const before = isAsked(call, 'after') && items.length > 0 ? [memory.last] : [];
      memory.last = items.at(-1);
      return { ...list, items: [...before, ...items] };
    }),
);

export const statesBeyondFaults = faults({
  'scheduled-tasks.condition.threshold-holds-back': runsAlways.threshold,
  'scheduled-tasks.condition.change-holds-back': runsAlways.change,
  'scheduled-tasks.condition.anomaly-holds-back': runsAlways.anomaly,
  'scheduled-tasks.condition.threshold-lets-run': runsNever.threshold,
  'scheduled-tasks.condition.change-lets-run': runsNever.change,
  'scheduled-tasks.condition.anomaly-lets-run': runsNever.anomaly,
  'scheduled-tasks.list.feature-disabled': tasks('listScheduledTasks'),
  'scheduled-tasks.create.feature-disabled': tasks('createScheduledTask'),
  'scheduled-tasks.get.feature-disabled': tasks('getScheduledTask'),
  'scheduled-tasks.update.feature-disabled': tasks(UPDATE),
  'scheduled-tasks.delete.feature-disabled': tasks('deleteScheduledTask'),
  'scheduled-tasks.run.feature-disabled': tasks('runScheduledTask'),
  'scheduled-tasks.runs.feature-disabled': tasks('listScheduledTaskRuns'),
  'scheduled-tasks.pause.feature-disabled': tasks('pauseScheduledTask'),
  'scheduled-tasks.resume.feature-disabled': tasks(RESUME),
  'scheduled-tasks.share.feature-disabled': tasks('shareScheduledTask'),
  'lakehouse.gate.start-preview': previews('startMetricViewPreview'),
  'lakehouse.gate.read-preview': previews('getMetricViewPreview'),
  'lakehouse.gate.read-result': previews('getMetricViewPreviewResult'),
  'lakehouse.gate.cancel-preview': previews('cancelMetricViewPreview'),
  'lakehouse.gate.read-integration': previews('getMetricViewIntegration'),
  'lakehouse.gate.put-integration': previews('putMetricViewIntegration'),
  'transform-sync.files.dropped': {
    name: 'never-listed',
    sentence: 'The files of a sync that nobody has listed are kept until somebody does.',
    patch: keptUnlisted,
  },
  'transform-sync.history.first-limits': {
    name: 'filtered',
    sentence: 'A filtered history is one page, whatever first says.',
    toldBy: FILTERED,
    patch: replaceSync('listTransformSyncs', (call, original) =>
      original(isFiltered(call) ? requery(call, { first: '500' }) : call),
    ),
  },
  'transform-sync.history.after-continues': {
    name: 'filtered',
    sentence: 'A further page of a filtered history begins with the last sync of the page before it.',
    toldBy: FILTERED,
    also: alsoThese('a page is longer by that sync', 'transform-sync.history.first-limits'),
    patch: repeating,
  },
});

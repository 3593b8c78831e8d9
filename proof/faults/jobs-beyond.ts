import { refuse, Refusal, type Answer } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Patch } from '../../mock/index.ts';
import type { Delivery } from '../../mock/rules/report-deliveries.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { byScopedKey } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import type { When } from '../lib/only.ts';
import { reaching } from '../lib/other-deployments.ts';
import { all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked, itemsOf, requery } from '../lib/reports.ts';

/** Faults of tasks, deliveries, jobs and tokens that show at another thing than the one that a request is about. */

/** What is done to a delivery is done to the others of its report as well. */
function withDeliveries(operation: string, change: (call: Call, to: Delivery) => Partial<Delivery> | undefined): Patch {
  return replaceSync(operation, (call, original) => {
    const { deliveries } = deliveryState(call.tenant);
    const named = deliveries.get(idIn(call, 'deliveryId') ?? 0);
    const answer = original(call);
    for (const other of deliveries.filter(({ id, reportId }) => id !== named?.id && reportId === named?.reportId)) {
      const changed = change(call, deliveries.get(named?.id ?? 0) ?? other);
      if (changed) deliveries.replace({ ...other, ...changed });
      else deliveries.remove(other.id);
    }
    return answer;
  });
}

/** What is done to a task is done to the one that its creator made next as well, while that is the last one and nothing was done to it. */
function withNextTask(operation: string, change: (to: Task) => Partial<Task> | undefined): Patch {
  return replaceSync(operation, (call, original) => {
    const { tasks } = taskState(call.tenant);
    const named = tasks.get(idIn(call, 'taskId') ?? 0);
    const answer = original(call);
    const next = tasks.all().at(-1);
    const isNext = next?.id === (named?.id ?? 0) + 1 && next.creatorId === named?.creatorId;
    if (!next || !isNext || next.doneUntil !== next.createdAt || next.cron !== named.cron) return answer;
    const changed = change(tasks.get(named.id) ?? next);
    if (changed) tasks.replace({ ...next, ...changed });
    else tasks.remove(next.id);
    return answer;
  });
}

const together = (what: string, name: string, patch: Patch): Deviation => ({
  name,
  sentence: `${what} is ${name.replace('-', ' ')} with what stands beside it.`,
  patch,
});

/** Looks for a thing in every deployment where the one in the path has none of that id. */
function anywhere(operation: string, when: When): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (!(error instanceof Refusal) || !when(call)) throw error;
      const found = elsewhere(call, original);
      if (!found) throw error;
      return found;
    }
  });
}

function elsewhere(call: Call, original: (call: Call) => Answer): Answer | undefined {
  for (const { id } of call.tenant.deployments.deployments.all()) {
    try {
      return original({ ...call, path: { ...call.path, deploymentId: String(id) } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return undefined;
}

const shownElsewhere = (name: string, operation: string, when: When = byScopedKey): Deviation => ({
  name,
  sentence: `A key that is scoped to a deployment is answered ${operation} of another one under the path of its own.`,
  patch: anywhere(operation, when),
});

const deliveryIn = (call: Call): Delivery | undefined =>
  deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0);

const deletedElsewhere = (operation: string, deploymentOf: (call: Call) => number | undefined): Deviation => ({
  name: 'deleted',
  sentence: `A key that is scoped to a deployment carries out ${operation} in another one under the path of its own.`,
  patch: reaching(operation, deploymentOf),
});

/** Takes a filter away from a page whose cursor leaves nothing that it finds. */
function unfilteredBehind(operation: string, name: 'status' | 'trigger' | 'accessSource', is?: string): Deviation {
  return {
    name: 'behind-the-last',
    sentence: `Where nothing that ${name} finds is left behind a cursor, the page holds what follows without it.`,
    patch: replaceSync(operation, (call, original) => {
      const answer = original(call);
      const isMeant = isAsked(call, name) && (is === undefined || call.query.text(name) === is);
      const isEmpty = 'body' in answer && itemsOf(answer.body as Body).length === 0;
      return isMeant && isEmpty && isAsked(call, 'after') ? original(requery(call, { [name]: undefined })) : answer;
    }),
  };
}

const SOURCES = 'listEmbedTenantWorkbooks';
const PUT = 'putMetricViewIntegration';

/** Counts versions of integrations together by what their paths have in common: whoever has not read since the last change is refused. */
function countedTogether(keyOf: (call: Call) => string, isMeant: When): Patch {
  return remembering(
    () => new Map<string, string>(),
    (last) => {
      const noted = (operation: string, isRefused: (before: string | undefined, call: Call) => boolean) =>
        replaceSync(operation, (call, original) => {
          if (isRefused(last.get(keyOf(call)), call)) refuse('conflict', 'another version is stored');
          const answer = original(call);
          last.set(keyOf(call), JSON.stringify(call.path));
          return answer;
        });
      const isLate = (before: string | undefined, call: Call) =>
        before !== undefined && before !== JSON.stringify(call.path) && isMeant(call);
      return all(
        noted('getMetricViewIntegration', () => false),
        noted(PUT, isLate),
      );
    },
  );
}

/** Takes the word before a credential for one of an administrator. */
function emptyTaken(operation: string, word: string): Deviation {
  return {
    name: 'no-token',
    sentence: `${operation} takes ${word} with nothing behind it.`,
    patch: ({ access }) => {
      const { takes, recordOf } = access;
      access.takes = (schemes, scheme, id) => takes(schemes, scheme, id) || (id === operation && scheme === 'none');
      access.recordOf = (tenant, token, id) =>
        id === operation && token.trim() === word
          ? { kind: 'api-key', userId: tenant.account.cast.admin, scope: 'all', expiresAt: undefined, revoked: false }
          : recordOf(tenant, token, id);
    },
  };
}

const HALF_AN_HOUR = 30 * 60_000;

export const jobsBeyondFaults = faults({
  'report-deliveries.actions.others-kept': [
    together(
      'A delivery',
      'paused-together',
      withDeliveries('pauseReportDelivery', () => ({ enabled: false })),
    ),
    together(
      'A delivery',
      'renamed-together',
      withDeliveries('updateReportDelivery', (_call, { name }) => ({ name })),
    ),
    together(
      'A delivery',
      'shared-together',
      withDeliveries('shareReportDelivery', (_call, { shared }) => ({ shared })),
    ),
    together(
      'A delivery',
      'transferred-together',
      withDeliveries('transferReportDelivery', (_call, { ownerId }) => ({ ownerId })),
    ),
    together(
      'A delivery',
      'deleted-together',
      withDeliveries('deleteReportDelivery', () => undefined),
    ),
  ],
  'scheduled-tasks.actions.others-kept': [
    {
      ...together(
        'A task',
        'paused-together',
        withNextTask('pauseScheduledTask', () => ({ isEnabled: false })),
      ),
      also: alsoThese(
        'a task that was made after a paused one is paused as well',
        'scheduled-tasks.update.takes-effect',
      ),
    },
    {
      ...together(
        'A task',
        'changed-together',
        withNextTask('updateScheduledTask', ({ prompt }) => ({ prompt })),
      ),
      also: alsoThese('several tasks are updated there', 'scheduled-tasks.update.takes-effect'),
    },
    together(
      'A task',
      'shared-together',
      withNextTask('shareScheduledTask', ({ isShared }) => ({ isShared })),
    ),
    together(
      'A task',
      'deleted-together',
      withNextTask('deleteScheduledTask', () => undefined),
    ),
  ],
  'scheduled-tasks.runs.holds-50': {
    name: 'of-all-tasks',
    sentence: 'The list of runs of a task holds those that are among the last 50 of all tasks of the deployment.',
    patch: changeBodySync('listScheduledTaskRuns', (list, { tenant, path }) => {
      const { tasks, runs } = taskState(tenant);
      const here = tasks.filter(({ deploymentId }) => deploymentId === Number(path['deploymentId']));
      const all = here.flatMap(({ id }) => (runs.get(id) ?? []).map((run) => run.id)).sort((a, b) => a - b);
      const last = new Set(all.slice(-50));
      return { ...list, items: itemsOf(list).filter((one) => last.has(Number(one['id']))) };
    }),
  },
  'report-deliveries.access.scoped-key-foreign-delivery': [
    shownElsewhere('delivery', 'getReportDelivery'),
    shownElsewhere('runs', 'listReportDeliveryRuns'),
    deletedElsewhere('deleteReportDelivery', (call) => deliveryIn(call)?.deploymentId),
  ],
  'scheduled-tasks.access.scoped-key-foreign-task': {
    ...deletedElsewhere(
      'deleteScheduledTask',
      ({ tenant, path }) => taskState(tenant).tasks.get(Number(path['taskId']))?.deploymentId,
    ),
    toldBy: 'scheduled-tasks.access.scoped-key-foreign-runs',
  },
  'transform-sync.access.scoped-key-foreign-sync': [
    {
      ...shownElsewhere('status', 'getTransformSync', () => true),
      sentence: 'The status of a sync is answered under the path of any deployment.',
    },
    shownElsewhere('result', 'getTransformSyncResult'),
    shownElsewhere('logs', 'getTransformSyncLogs'),
    shownElsewhere('files', 'listGeneratedFiles'),
  ],
  'dashboard-exports.access.scoped-key-foreign-export': [
    shownElsewhere('status', 'getDashboardExport'),
    shownElsewhere('file', 'downloadDashboardExport'),
  ],
  'lakehouse.access.scoped-key-foreign-preview': [
    shownElsewhere('status', 'getMetricViewPreview'),
    shownElsewhere('result', 'getMetricViewPreviewResult'),
  ],
  'transform-sync.history.status-excludes': unfilteredBehind('listTransformSyncs', 'status'),
  'transform-sync.history.trigger-excludes': unfilteredBehind('listTransformSyncs', 'trigger'),
  'embed-tenants.list-workbooks.source-all-embed-users-only': unfilteredBehind(
    SOURCES,
    'accessSource',
    'allEmbedUsers',
  ),
  'lakehouse.integration.create': {
    name: 'versions-of-a-deployment',
    sentence: 'The versions of all integrations of a deployment are counted together.',
    patch: countedTogether(
      ({ path }) => path['deploymentId'] ?? '',
      (call) => bodyOf(call)['expectedConfigurationVersion'] === 0,
    ),
  },
  'lakehouse.integration.current-version': {
    name: 'versions-of-a-name',
    sentence: 'The versions of the integrations of one data source in all deployments are counted together.',
    patch: countedTogether(
      ({ path }) => path['dataSourceName'] ?? '',
      (call) => bodyOf(call)['expectedConfigurationVersion'] !== 0,
    ),
  },
  'usage-analytics.create.lifetime': {
    name: 'kept',
    sentence: 'Who asks for a token again within its hour gets the same one, which ends sooner.',
    patch: remembering(
      () => new Map<unknown, { readonly at: number; readonly answer: Answer }>(),
      (kept) =>
        replaceSync('createUsageAnalyticsToken', (call, original) => {
          const now = call.tenant.clock.now();
          const known = kept.get(call.principal.user?.id);
          if (known && now - known.at < 2 * HALF_AN_HOUR) return known.answer;
          const answer = original(call);
          kept.set(call.principal.user?.id, { at: now, answer });
          return answer;
        }),
    ),
  },
  'ai.streamChat.malformed-credential': emptyTaken('streamChat', 'Api-Key'),
  'embed.listDashboardComments.malformed-credential': emptyTaken('listDashboardComments', 'Bearer'),
});

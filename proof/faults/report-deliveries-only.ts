import { ok, Refusal } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import type { Patch } from '../../mock/index.ts';
import type { Delivery } from '../../mock/rules/report-deliveries.ts';
import { asAdministrator, byOAuth, isAdministrator } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { both, isBeyondLatin, knowing, timesIn, unless, type When } from '../lib/only.ts';
import { hiding } from '../lib/paging.ts';
import { all, changeBodySync, refusing, remembering, replaceSync, responseOf } from '../lib/patches.ts';
import { changeRequest, itemsOf, pageInfoOf } from '../lib/reports.ts';
import { allowedBut, refusedBut, type Owned } from '../lib/right-conditions.ts';
import { holdsAll, isTaskManager, isTaskReader } from '../lib/task-access.ts';

/** Faults of report deliveries that show only in some state, after some history, or to some callers. */

const LIST = 'listReportDeliveries';
const CREATE = 'createReportDelivery';
const GET = 'getReportDelivery';
const UPDATE = 'updateReportDelivery';
const DELETE = 'deleteReportDelivery';
const PAUSE = 'pauseReportDelivery';
const RESUME = 'resumeReportDelivery';
const RUN = 'runReportDelivery';
const RUNS = 'listReportDeliveryRuns';
const SHARE = 'shareReportDelivery';
const TRANSFER = 'transferReportDelivery';

const deliveryIn = (call: Call): Delivery | undefined =>
  deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0);
const isOthers: When = (call) => {
  const delivery = deliveryIn(call);
  return delivery !== undefined && delivery.ownerId !== call.principal.user?.id;
};
const isPaused: When = (call) => deliveryIn(call)?.enabled === false;
const isShared: When = (call) => deliveryIn(call)?.shared === true;

const byDelivery = (call: Call, body: Body | undefined): unknown =>
  idIn(call, 'deliveryId') ?? (call.operationId === CREATE ? body?.['id'] : undefined);
const knowingDelivery = (watched: readonly string[], patch: Parameters<typeof knowing>[2]): Patch =>
  knowing(watched, byDelivery, patch);

/** Deliveries that some calls delete stay where they show. */
function kept(where: 'listed' | 'readable', when: When): Patch {
  return remembering(
    () => new Map<number, Body>(),
    (deleted) =>
      all(
        replaceSync(DELETE, (call, original) => {
          const [delivery, isMeant] = [deliveryIn(call), when(call)];
          const shown = responseOf(call, GET);
          const answer = original(call);
          if (delivery && isMeant && 'body' in shown) deleted.set(delivery.id, shown.body as Body);
          return answer;
        }),
        where === 'readable'
          ? replaceSync(GET, (call, original) => {
              const delivery = deleted.get(idIn(call, 'deliveryId') ?? 0);
              return delivery ? ok(delivery) : original(call);
            })
          : changeBodySync(LIST, (list, { path }) => {
              if (pageInfoOf(list)['hasNextPage'] === true) return list;
              const here = [...deleted.values()].filter((one) => String(one['deploymentId']) === path['deploymentId']);
              return { ...list, items: [...itemsOf(list), ...here] };
            }),
      ),
  );
}

const unlisted = (isHidden: (delivery: Delivery, call: Call) => boolean): Patch =>
  hiding(LIST, (id, call) => {
    const delivery = deliveryState(call.tenant).deliveries.get(Number(id));
    return delivery !== undefined && isHidden(delivery, call);
  });

const DELIVERIES: Owned = { thing: 'delivery', isOthers, isPaused, isShared, knowing: knowingDelivery };

const managing = (operation: string, what: string, except: readonly string[] = []): readonly Deviation[] =>
  allowedBut(DELIVERIES, {
    operation,
    what,
    isMeant: both(isTaskManager, isOthers),
    who: 'holders of ScheduledTasksManage',
    except,
  });

const trespassing = (operation: string, what: string, except: readonly string[] = []): readonly Deviation[] =>
  refusedBut(DELIVERIES, {
    operation,
    what,
    isMeant: both(isTaskReader, isOthers),
    who: 'holders of ScheduledTasksRead',
    except,
  });

/** Updates lose a part of what they ask for. */
const asking = (when: When, change: (body: Body, call: Call) => Body): Patch =>
  changeRequest(UPDATE, (body, call) => (when(call) ? change(body, call) : body));

const UPDATED_BY_OTHERS = alsoThese(
  'the update has no effect',
  'report-deliveries.access.manage-updates',
  'report-deliveries.access.all-includes-manage',
);

export const reportDeliveriesOnlyFaults = faults({
  'report-deliveries.create.in-list': [
    {
      name: 'not-by-oauth',
      sentence: 'A delivery that was created with an OAuth token is in no list.',
      patch: remembering(
        () => new Set<unknown>(),
        (hidden) =>
          all(
            replaceSync(CREATE, (call, original) => {
              const answer = original(call);
              if (byOAuth(call) && 'body' in answer) hidden.add((answer.body as Body)['id']);
              return answer;
            }),
            hiding(LIST, (id) => hidden.has(id)),
          ),
      ),
    },
    {
      name: 'not-for-oauth',
      sentence: 'A list that is read with an OAuth token leaves out the latest delivery.',
      also: alsoThese('the check looks for its delivery in the list', 'report-deliveries.list.own-deployment'),
      patch: hiding(LIST, (id, call) => byOAuth(call) && id === deliveryState(call.tenant).deliveries.all().at(-1)?.id),
    },
    {
      name: 'first-of-a-report',
      sentence: 'Of the deliveries of one report a list holds its caller the first alone.',
      also: alsoThese('the check looks for its second delivery in the list', 'report-deliveries.delete.leaves-list'),
      patch: unlisted(({ id, reportId, ownerId }, { tenant, principal }) => {
        const first = deliveryState(tenant).deliveries.find(
          (one) => one.reportId === reportId && one.ownerId === ownerId,
        );
        return ownerId === principal.user?.id && first?.id !== id;
      }),
    },
    {
      name: 'paused-unlisted',
      sentence: "A list leaves out its caller's own paused deliveries.",
      also: alsoThese('the check looks for its delivery in the list', 'report-deliveries.list.own-deployment'),
      patch: unlisted(({ enabled, ownerId }, { principal }) => !enabled && ownerId === principal.user?.id),
    },
  ],
  'report-deliveries.create.readable': [
    {
      name: 'not-by-oauth',
      sentence: 'Reading a delivery with an OAuth token is refused.',
      also: alsoThese('an administrator reads with one', 'report-deliveries.access.admin-reads'),
      patch: refusing(GET, byOAuth, 404),
    },
    {
      name: 'once',
      sentence: 'The owner of a delivery can read it once.',
      also: alsoThese(
        'a delivery is read before and after the action on another',
        'report-deliveries.actions.others-kept',
      ),
      patch: knowingDelivery([GET], (past) =>
        refusing(GET, (call) => isAdministrator(call) && unless(isOthers)(call) && timesIn(past(call), GET) > 0, 404),
      ),
    },
    {
      name: 'not-paused',
      sentence: 'The owner of a paused delivery is told that there is none.',
      patch: refusing(GET, both(isPaused, unless(isOthers)), 404),
    },
    {
      name: 'not-once-run',
      sentence: 'A delivery that has run is not found.',
      patch: knowingDelivery([RUN], (past) => refusing(GET, (call) => past(call).includes(RUN), 404)),
    },
  ],
  'report-deliveries.list.own-deployment': [
    {
      name: 'paused-of-elsewhere',
      sentence: 'A list holds the paused deliveries of other deployments as well.',
      patch: ({ reportDeliveries }) => {
        const { isListed } = reportDeliveries;
        reportDeliveries.isListed = (delivery, id) => isListed(delivery, id) || !delivery.enabled;
      },
    },
    {
      name: 'all-for-oauth',
      sentence: 'A list that is read with an OAuth token holds the deliveries of all deployments.',
      patch: replaceSync(LIST, (call, original) => {
        if (!byOAuth(call)) return original(call);
        const { reportDeliveries } = call.tenant.rules;
        const { isListed } = reportDeliveries;
        reportDeliveries.isListed = () => true;
        try {
          return original(call);
        } finally {
          reportDeliveries.isListed = isListed;
        }
      }),
    },
  ],
  'report-deliveries.update.takes-effect': [
    {
      name: 'not-by-oauth',
      sentence: 'An update with an OAuth token is acknowledged, and nothing is stored.',
      patch: asking(byOAuth, () => ({})),
    },
    {
      name: 'beyond-latin-lost',
      sentence: 'A text beyond Latin is not stored.',
      patch: asking(
        () => true,
        (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => !isBeyondLatin(value))),
      ),
    },
    {
      name: 'former-value-lost',
      sentence: 'An update that brings back the name that a delivery had first changes nothing.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (first) =>
          asking(
            () => true,
            (body, call) => {
              const delivery = deliveryIn(call);
              if (!delivery) return body;
              if (!first.has(delivery.id)) first.set(delivery.id, delivery.name);
              const { name, ...others } = body;
              return name === first.get(delivery.id) ? others : body;
            },
          ),
      ),
    },
    {
      name: 'others-lost',
      sentence: 'An update of a delivery of another user stores nothing.',
      also: UPDATED_BY_OTHERS,
      patch: asking(isOthers, () => ({})),
    },
    {
      name: 'once-shared-lost',
      sentence: 'An update of a shared delivery stores nothing.',
      also: UPDATED_BY_OTHERS,
      patch: asking(isShared, () => ({})),
    },
    {
      name: 'once-run-lost',
      sentence: 'An update of a delivery that has run stores nothing.',
      also: UPDATED_BY_OTHERS,
      patch: knowingDelivery([RUN], (past) =>
        asking(
          (call) => past(call).includes(RUN),
          () => ({}),
        ),
      ),
    },
  ],
  'report-deliveries.delete.leaves-list': [
    {
      name: 'listed-by-oauth',
      sentence: 'A delivery that is deleted with an OAuth token stays in the list.',
      patch: kept('listed', byOAuth),
    },
    {
      name: 'others-listed',
      sentence: 'A delivery that its owner did not delete stays in the list.',
      also: alsoThese(
        'the check looks for the delivery in the list',
        'report-deliveries.access.manage-deletes',
        'report-deliveries.access.tasks-read-delete-refused',
      ),
      patch: kept('listed', isOthers),
    },
  ],
  'report-deliveries.delete.unreadable': [
    {
      name: 'readable-by-oauth',
      sentence: 'A delivery that was deleted with an OAuth token can be read as it was.',
      patch: kept('readable', byOAuth),
    },
    {
      name: 'others-readable',
      sentence: 'A delivery that its owner did not delete can be read as it was.',
      patch: kept('readable', isOthers),
    },
    {
      name: 'shared-readable',
      sentence: 'A delivery that was shared when it was deleted can be read as it was.',
      patch: kept('readable', both(isShared, unless(isPaused))),
    },
    {
      name: 'updated-readable',
      sentence: 'A delivery that was updated before it was deleted can be read as it was.',
      patch: knowingDelivery([UPDATE], (past) => kept('readable', (call) => past(call).includes(UPDATE))),
    },
  ],
  'report-deliveries.run.recorded': [
    {
      name: 'not-by-oauth',
      sentence: 'A run that is asked for with an OAuth token is not recorded.',
      patch: unrecorded(byOAuth),
    },
    {
      name: 'not-of-others',
      sentence: 'A run that somebody else than the owner asks for is not recorded.',
      also: alsoThese('the run has no effect', 'report-deliveries.access.manage-runs'),
      patch: unrecorded(isOthers),
    },
    {
      name: 'not-of-shared',
      sentence: 'A run of a shared delivery is not recorded.',
      also: alsoThese('the run has no effect', 'report-deliveries.access.manage-runs'),
      patch: unrecorded(isShared),
    },
    {
      name: 'not-after-a-resume',
      sentence: 'A run of a delivery that was resumed is not recorded.',
      patch: knowingDelivery([RESUME], (past) => unrecorded((call) => past(call).includes(RESUME))),
    },
  ],
  'report-deliveries.resume.after-pause': [
    {
      name: 'not-by-oauth',
      sentence: 'A delivery cannot be resumed with an OAuth token.',
      patch: refusing(RESUME, byOAuth, 409),
    },
    {
      name: 'not-once-updated',
      sentence: 'A delivery that was updated while it was paused cannot be resumed.',
      patch: knowingDelivery([UPDATE], (past) =>
        refusing(RESUME, (call) => isPaused(call) && past(call).includes(UPDATE), 409),
      ),
    },
    {
      name: 'not-when-shared',
      sentence: 'A shared delivery cannot be resumed.',
      patch: refusing(RESUME, isShared, 409),
    },
  ],
  'report-deliveries.runs.own-delivery': [
    {
      name: 'others-where-none',
      sentence: 'The history of a delivery that has not run holds the latest run there is.',
      also: [{ id: 'report-deliveries.run.recorded', because: 'a first run adds none to a history that held one' }],
      patch: replaceSync(RUNS, (call, original) => {
        const { runs } = deliveryState(call.tenant);
        const id = idIn(call, 'deliveryId');
        const latest = runs.all().at(-1)?.deliveryId;
        const isNew = runs.find(({ deliveryId }) => deliveryId === id) === undefined;
        if (!isNew || latest === undefined) return original(call);
        const { reportDeliveries } = call.tenant.rules;
        const { isRunOf } = reportDeliveries;
        reportDeliveries.isRunOf = (run) => isRunOf(run, latest);
        try {
          return original(call);
        } finally {
          reportDeliveries.isRunOf = isRunOf;
        }
      }),
    },
    {
      name: 'all-for-oauth',
      sentence: 'A history that is read with an OAuth token holds the runs of all deliveries.',
      patch: historyOfAll(byOAuth),
    },
    {
      name: 'all-when-paused',
      sentence: 'The history of a paused delivery holds the runs of all deliveries.',
      patch: historyOfAll(isPaused),
    },
  ],

  'report-deliveries.access.tasks-read-reads': [
    {
      name: 'not-paused',
      sentence: 'A paused delivery of another user is hidden from holders of ScheduledTasksRead who would read it.',
      patch: refusing(GET, both(isTaskReader, isOthers, isPaused), 404),
    },
    {
      name: 'once',
      sentence: 'A delivery of another user can be read once with ScheduledTasksRead.',
      patch: knowingDelivery([GET], (past) =>
        refusing(GET, (call) => isTaskReader(call) && isOthers(call) && timesIn(past(call), GET) > 0, 403),
      ),
    },
    {
      name: 'not-once-refused',
      sentence: 'Whoever was refused an update of a delivery may not read it any more with ScheduledTasksRead.',
      patch: knowingDelivery([UPDATE], (past) =>
        refusing(GET, (call) => isTaskReader(call) && past(call).includes(`not ${UPDATE}`), 403),
      ),
    },
  ],
  'report-deliveries.access.admin-reads': [
    {
      name: 'not-paused',
      sentence: 'A paused delivery of another user is hidden from administrators who would read it.',
      patch: refusing(GET, both(isAdministrator, isOthers, isPaused), 404),
    },
    {
      name: 'not-by-oauth',
      sentence: 'An administrator with an OAuth token may not read a delivery of another user.',
      patch: refusing(GET, both(isAdministrator, isOthers, byOAuth), 403),
    },
  ],
  'report-deliveries.access.manage-updates': managing(UPDATE, 'Updating'),
  'report-deliveries.access.manage-pauses': managing(PAUSE, 'Pausing', ['not-while-paused']),
  'report-deliveries.access.manage-runs': managing(RUN, 'Running'),
  'report-deliveries.access.manage-deletes': managing(DELETE, 'Deleting', ['once']),
  'report-deliveries.access.manage-shares': managing(SHARE, 'Sharing', ['not-while-shared', 'once']),
  'report-deliveries.access.manage-transfers': managing(TRANSFER, 'Transferring', ['once']),
  'report-deliveries.access.all-includes-manage': allowedBut(DELIVERIES, {
    operation: UPDATE,
    what: 'Updating',
    isMeant: both(holdsAll, isOthers),
    who: 'holders of All on the deployment',
  }),
  'report-deliveries.access.tasks-read-update-refused': trespassing(UPDATE, 'Updating'),
  'report-deliveries.access.tasks-read-pause-refused': trespassing(PAUSE, 'Pausing', ['let-in-while-paused']),
  'report-deliveries.access.tasks-read-run-refused': trespassing(RUN, 'Running'),
  'report-deliveries.access.tasks-read-delete-refused': trespassing(DELETE, 'Deleting'),
  'report-deliveries.access.tasks-read-share-refused': trespassing(SHARE, 'Sharing', ['let-in-while-shared']),
  'report-deliveries.access.tasks-read-transfer-refused': trespassing(TRANSFER, 'Transferring'),
  'report-deliveries.access.scoped-key-foreign-run': {
    name: 'run-again',
    sentence:
      'A key scoped to one deployment that asks once more runs a delivery of another one at the paths of its own.',
    patch: remembering(
      () => new Set<unknown>(),
      (asked) =>
        replaceSync(RUN, (call, original) => {
          const delivery = deliveryIn(call);
          try {
            return original(call);
          } catch (error) {
            const id = delivery?.id;
            if (!(error instanceof Refusal) || error.why !== 'unknown' || !delivery) throw error;
            const isAgain = asked.has(id);
            asked.add(id);
            if (!isAgain) throw error;
            const path = { ...call.path, deploymentId: String(delivery.deploymentId) };
            return original({ ...asAdministrator(call), path });
          }
        }),
    ),
  },
});

/** Some runs are acknowledged, and do not happen. */
function unrecorded(when: When): Patch {
  return replaceSync(RUN, (call, original) => {
    const isMeant = when(call);
    const answer = original(call);
    const { runs } = deliveryState(call.tenant);
    const last = runs.all().at(-1);
    if (isMeant && last) runs.remove(last.id);
    return answer;
  });
}

function historyOfAll(when: When): Patch {
  return replaceSync(RUNS, (call, original) => {
    if (!when(call)) return original(call);
    const { reportDeliveries } = call.tenant.rules;
    const { isRunOf } = reportDeliveries;
    reportDeliveries.isRunOf = () => true;
    try {
      return original(call);
    } finally {
      reportDeliveries.isRunOf = isRunOf;
    }
  });
}

import { ok } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { alsoOn, isAdministrator } from '../lib/access.ts';
import { hiding } from '../lib/paging.ts';
import { itemsOf, pageInfoOf } from '../lib/reports.ts';

import { denied, holdsAll, isTaskManager, isTaskReader, letIn, refusedAs, refusedYetDone } from '../lib/task-access.ts';
import { changeBodySync, refusing, replaceSync, withBody, during, responseOf } from '../lib/patches.ts';

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

type Which = (call: Call) => boolean;

function storedIn(call: Call) {
  return deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0);
}

const ofOthers =
  (isMeant: Which): Which =>
  (call) => {
    const delivery = storedIn(call);
    return isMeant(call) && delivery !== undefined && delivery.ownerId !== call.principal.user?.id;
  };

/** Whether an administrator asks for a delivery of their own. */
const isAdministratorsOwn: Which = (call) =>
  isAdministrator(call) && storedIn(call)?.ownerId === call.principal.user?.id;

/** The ids of deliveries to which something was done. */
function marked(
  rules: Rules,
  operation: string,
  act: (ids: Set<unknown>, id: unknown) => void,
  ids = new Set<unknown>(),
) {
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const created = operation === CREATE && 'body' in answer ? (answer.body as Body)['id'] : undefined;
    act(ids, created ?? idIn(call, 'deliveryId'));
    return answer;
  })(rules);
  return ids;
}

/** Deliveries of which nothing has been asked since they were created. */
function fresh(rules: Rules): ReadonlySet<unknown> {
  const ids = marked(rules, CREATE, (all, id) => all.add(id));
  for (const operation of [UPDATE, PAUSE, RUN]) marked(rules, operation, (all, id) => all.delete(id), ids);
  return ids;
}

const hasRun: Which = (call) =>
  deliveryState(call.tenant).runs.find(({ deliveryId }) => deliveryId === idIn(call, 'deliveryId')) !== undefined;
const isPaused: Which = (call) => storedIn(call)?.enabled === false;

/** Administrators' own deliveries, or some of them, as they were shown before they were deleted. */
function remembering(use: (deleted: ReadonlyMap<number, Body>) => Patch, isKept: Which = () => true): Patch {
  return (rules) => {
    const deleted = new Map<number, Body>();
    replaceSync(DELETE, (call, original) => {
      const delivery = isAdministratorsOwn(call) && isKept(call) ? storedIn(call) : undefined;
      const shown = delivery && responseOf(call, GET);
      const answer = original(call);
      if (delivery && shown && 'body' in shown) deleted.set(delivery.id, shown.body as Body);
      return answer;
    })(rules);
    use(deleted)(rules);
  };
}

function readDeleted(show: (delivery: Body) => Body, isKept?: Which): Patch {
  return remembering(
    (deleted) =>
      replaceSync(GET, (call, original) => {
        const delivery = deleted.get(idIn(call, 'deliveryId') ?? 0);
        return delivery ? ok(show(delivery)) : original(call);
      }),
    isKept,
  );
}

/** A list that shows deleted deliveries at its end. */
function listedDeleted(isKept?: Which): Patch {
  return remembering(
    (deleted) =>
      changeBodySync(LIST, (list, { path }) => {
        if (pageInfoOf(list)['hasNextPage'] === true) return list;
        const here = [...deleted.values()].filter(({ deploymentId }) => String(deploymentId) === path['deploymentId']);
        return { ...list, items: [...itemsOf(list), ...here] };
      }),
    isKept,
  );
}

/** An update of an administrator's own delivery of which nothing, or not all, is kept. */
function updated(kept: (body: Body) => Body): Patch {
  return replaceSync(UPDATE, (call, original) => {
    if (!isAdministratorsOwn(call)) return original(call);
    const body = bodyOf(call);
    // The answer says what was asked for.
    return withBody(original({ ...call, body: kept(body) }), (delivery) => ({ ...delivery, ...body }));
  });
}

function ownAlone(isMeant: Which, who: string): readonly Deviation[] {
  return [
    {
      name: 'own-alone',
      sentence: `${who} lists their own deliveries alone.`,
      patch: during(LIST, 'reportDeliveries', () => ({ maySee: (_delivery, { isOwner }) => isOwner }), isMeant),
    },
    {
      name: 'shared-alone',
      sentence: `${who} lists their own deliveries and those that others share.`,
      patch: during(
        LIST,
        'reportDeliveries',
        () => ({ maySee: ({ shared }, { isOwner }) => isOwner || shared }),
        isMeant,
      ),
    },
    {
      name: 'enabled-alone',
      sentence: `${who} lists no deliveries of others that are paused.`,
      patch: during(
        LIST,
        'reportDeliveries',
        ({ maySee }) => ({
          maySee: (delivery, standing) => (standing.isOwner || delivery.enabled) && maySee(delivery, standing),
        }),
        isMeant,
      ),
    },
  ];
}

function unreadable(isMeant: Which, who: string): readonly Deviation[] {
  return [
    {
      name: 'unknown',
      sentence: `${who} is told that there is no delivery where it is somebody else's.`,
      patch: refusing(GET, ofOthers(isMeant), 404),
    },
    denied(GET, ofOthers(isMeant), `${who} may not read a delivery of another user.`),
  ];
}

function managing(operation: string, what: string): Deviation {
  return denied(
    operation,
    ofOthers(isTaskManager),
    `${what} a delivery of another user is refused to holders of ScheduledTasksManage.`,
  );
}

const UPDATED = alsoThese(
  'what a delivery has is compared after such an update',
  'report-deliveries.access.all-includes-manage',
  'report-deliveries.access.manage-updates',
);

function trespassing(operation: string, what: string): readonly Deviation[] {
  const others = ofOthers(isTaskReader);
  const who = 'holders of ScheduledTasksRead';
  const twice = refusedYetDone(
    operation,
    others,
    `${what} a delivery of another user is refused to ${who} with 403, and done.`,
  );
  return [
    letIn(operation, others, `${what} a delivery of another user is open to ${who}.`),
    // Whether the others were done cannot be seen: no printed member of a delivery shows it.
    ...([UPDATE, RUN, DELETE].includes(operation) ? [operation === UPDATE ? { ...twice, also: UPDATED } : twice] : []),
    refusedAs(operation, others, 404, `${what} a delivery of another user is refused to ${who} with 404.`),
  ];
}

const looksInList = [
  ...alsoOn(LIST, 'the check looks for a delivery in the list'),
  ...alsoOn(DELETE, 'the check looks for a delivery in the list'),
];
const reads = [
  ...alsoOn(GET, 'the check reads a delivery', ['report-deliveries.getReportDelivery.is-served']),
  ...alsoOn(UPDATE, 'the check reads a delivery'),
  ...alsoOn(DELETE, 'the check reads a delivery'),
];
const looksAtRuns = [
  ...alsoOn(RUN, 'the check looks at the runs of a delivery'),
  ...alsoOn(RUNS, 'the check looks at the runs of a delivery'),
];

export const reportDeliveriesFaults = faults({
  // Create, read, update, delete and run.
  'report-deliveries.create.in-list': [
    {
      name: 'one-behind',
      sentence: 'A delivery stands in the list once another one has been created after it.',
      also: looksInList,
      patch: hiding(LIST, (id, { tenant, path }) => {
        const here = deliveryState(tenant).deliveries.filter(
          (one) => String(one.deploymentId) === path['deploymentId'],
        );
        return id === here.at(-1)?.id;
      }),
    },
    {
      name: 'once-changed',
      sentence: 'A delivery stands in the list once it has been updated, paused or run.',
      also: looksInList,
      patch: (rules) => {
        const hidden = fresh(rules);
        hiding(LIST, (id) => hidden.has(id))(rules);
      },
    },
  ],
  'report-deliveries.create.readable': [
    {
      name: 'once-changed',
      sentence: 'A delivery is not found until it has been updated, paused or run.',
      also: reads,
      patch: (rules) => {
        const hidden = fresh(rules);
        refusing(GET, (call) => hidden.has(storedIn(call)?.id), 404)(rules);
      },
    },
    {
      name: 'not-its-owner',
      sentence: 'The owner of a delivery is told that there is none.',
      also: reads,
      patch: refusing(GET, (call) => storedIn(call)?.ownerId === call.principal.user?.id, 404),
    },
  ],
  'report-deliveries.list.own-deployment': [
    {
      name: 'all',
      sentence: 'A list holds the deliveries of all deployments.',
      patch: during(LIST, 'reportDeliveries', () => ({ isListed: () => true })),
    },
    {
      name: 'own-of-elsewhere',
      sentence: "A list holds its caller's own deliveries in other deployments as well.",
      patch: during(LIST, 'reportDeliveries', ({ isListed }, { principal }) => ({
        isListed: (delivery, id) => isListed(delivery, id) || delivery.ownerId === principal.user?.id,
      })),
    },
  ],
  'report-deliveries.update.takes-effect': [
    {
      name: 'acknowledged',
      sentence: 'An update is acknowledged with what it sent, and nothing is stored.',
      patch: updated(() => ({})),
    },
    {
      name: 'appended',
      sentence: 'A text in an update is kept with a mark behind it.',
      patch: updated((body) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? `${value} (1)` : value]),
        ),
      ),
    },
  ],
  'report-deliveries.delete.leaves-list': [
    {
      name: 'still-listed',
      sentence: 'A deleted delivery stays in the list.',
      patch: listedDeleted(),
    },
    {
      name: 'with-runs-listed',
      sentence: 'A deleted delivery that has run stays in the list.',
      patch: listedDeleted(hasRun),
    },
  ],
  'report-deliveries.delete.unreadable': [
    {
      name: 'still-read',
      sentence: 'A deleted delivery can be read as it was.',
      patch: readDeleted((delivery) => delivery),
    },
    {
      name: 'tombstone',
      sentence: 'Reading a deleted delivery succeeds and answers that it is deleted.',
      patch: readDeleted(({ id }) => ({ id, deleted: true })),
    },
    {
      name: 'paused-read',
      sentence: 'A delivery that was paused when it was deleted can be read as it was.',
      patch: readDeleted((delivery) => delivery, isPaused),
    },
  ],
  'report-deliveries.run.recorded': [
    {
      name: 'one-behind',
      sentence: 'The latest run of a delivery stands in its history once another one has followed.',
      also: looksAtRuns,
      patch: hiding(RUNS, (id, call) => {
        const own = deliveryState(call.tenant).runs.filter(({ deliveryId }) => deliveryId === storedIn(call)?.id);
        return id === own.at(-1)?.id;
      }),
    },
    {
      name: 'acknowledged',
      sentence: 'A request to run a delivery is acknowledged, and there is no run.',
      also: looksAtRuns,
      patch: replaceSync(RUN, (call, original) => {
        const answer = original(call);
        const { runs } = deliveryState(call.tenant);
        const last = runs.all().at(-1);
        if (last) runs.remove(last.id);
        return answer;
      }),
    },
  ],
  'report-deliveries.resume.after-pause': [
    {
      name: 'refused',
      sentence: 'A delivery that was paused cannot be resumed.',
      patch: refusing(RESUME, (call) => storedIn(call)?.enabled === false, 409),
    },
    {
      name: 'unknown',
      sentence: 'A delivery that was paused is not found when it is to be resumed.',
      also: [
        {
          id: 'report-deliveries.resumeReportDelivery.is-served',
          because: 'what is not found cannot be told from what is not served',
        },
      ],
      patch: refusing(RESUME, (call) => storedIn(call)?.enabled === false, 404),
    },
  ],
  'report-deliveries.runs.own-delivery': [
    {
      name: 'all',
      sentence: 'A run history holds the runs of all deliveries.',
      patch: ({ reportDeliveries }) => {
        reportDeliveries.isRunOf = () => true;
      },
    },
    {
      name: 'same-report',
      sentence: 'A run history holds the runs of other deliveries of the same report.',
      patch: replaceSync(RUNS, (call, original) => {
        const { reportDeliveries } = call.tenant.rules;
        const { isRunOf } = reportDeliveries;
        const { deliveries } = deliveryState(call.tenant);
        reportDeliveries.isRunOf = (run, id) =>
          isRunOf(run, id) || deliveries.get(run.deliveryId)?.reportId === deliveries.get(id)?.reportId;
        try {
          return original(call);
        } finally {
          reportDeliveries.isRunOf = isRunOf;
        }
      }),
    },
  ],

  // Who sees a delivery.
  'report-deliveries.access.tasks-read-lists': ownAlone(isTaskReader, 'A holder of ScheduledTasksRead'),
  'report-deliveries.access.tasks-read-reads': unreadable(isTaskReader, 'A holder of ScheduledTasksRead'),
  'report-deliveries.access.admin-lists': ownAlone(isAdministrator, 'An administrator'),
  'report-deliveries.access.admin-reads': unreadable(isAdministrator, 'An administrator'),
  'report-deliveries.access.all-includes-read': ownAlone(holdsAll, 'A holder of All on the deployment'),

  // Paths of one deployment, and deliveries of another.
  'report-deliveries.access.scoped-key-foreign-run': {
    name: 'any-deployment',
    sentence: 'A scoped key runs a delivery at the path of its own deployment, wherever the delivery is.',
    patch: replaceSync(RUN, (call, original) => {
      const deploymentId = storedIn(call)?.deploymentId;
      const { path, principal } = call;
      if (principal.scope === 'all' || deploymentId === undefined) return original(call);
      return original({
        ...call,
        path: { ...path, deploymentId: String(deploymentId) },
        principal: { ...principal, scope: 'all' },
      });
    }),
  },

  // What the two deployment actions allow.
  'report-deliveries.access.manage-updates': managing(UPDATE, 'Updating'),
  'report-deliveries.access.manage-pauses': managing(PAUSE, 'Pausing'),
  'report-deliveries.access.manage-runs': managing(RUN, 'Running'),
  'report-deliveries.access.manage-deletes': managing(DELETE, 'Deleting'),
  'report-deliveries.access.manage-shares': managing(SHARE, 'Sharing'),
  'report-deliveries.access.manage-transfers': managing(TRANSFER, 'Transferring'),
  'report-deliveries.access.all-includes-manage': denied(
    UPDATE,
    ofOthers(holdsAll),
    'Updating a delivery of another user is refused to holders of All on the deployment.',
  ),
  'report-deliveries.access.tasks-read-update-refused': trespassing(UPDATE, 'Updating'),
  'report-deliveries.access.tasks-read-pause-refused': trespassing(PAUSE, 'Pausing'),
  'report-deliveries.access.tasks-read-run-refused': trespassing(RUN, 'Running'),
  'report-deliveries.access.tasks-read-delete-refused': trespassing(DELETE, 'Deleting'),
  'report-deliveries.access.tasks-read-share-refused': trespassing(SHARE, 'Sharing'),
  'report-deliveries.access.tasks-read-transfer-refused': trespassing(TRANSFER, 'Transferring'),
});

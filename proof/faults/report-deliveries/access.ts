import { Refusal, refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call, idIn } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Action } from '../../../mock/rules/report-deliveries.ts';
import { isAdminUser } from '../../../mock/world/held-roles.ts';
import { asAdministrator, byOAuth, byPlainUser, isAdministrator } from '../../lib/access.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import { GROUPS_ADMIN, listingOwnAlone, notThroughGroup } from '../../lib/group-administrators.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { both, timesIn, type When } from '../../lib/conditions.ts';
import { deletedElsewhere, shownElsewhere } from '../../lib/other-deployments.ts';
import {
  after,
  all,
  changeBody,
  changeBodySync,
  during,
  refusing,
  remembering,
  replaceSync,
  responseOf,
} from '../../lib/patches.ts';
import {
  deliveryIn,
  isOthersDelivery,
  isPausedDelivery,
  isSharedDelivery,
  knowingDelivery,
} from '../../lib/report-deliveries.ts';
import {
  allowedBut,
  directAlone,
  firstGroupAlone,
  lettingIn,
  type Owned,
  refusedBut,
} from '../../lib/right-conditions.ts';
import { holds, holdsAllOfAll, holdsAnywhere, letInForEver, notByGroups } from '../../lib/rights.ts';
import {
  denied,
  holdsAll,
  isTaskManager,
  isTaskReader,
  letIn,
  refusedAs,
  refusedYetDone,
} from '../../lib/task-access.ts';
import { notOnAllDeployments } from '../../lib/task-exceptions.ts';

const readsTasksOnAll = holds(
  ({ resourceType, actions, resources }) =>
    resourceType === 'Deployment' && actions.includes('ScheduledTasksRead') && resources.includes('All'),
);

function ownAlone(isMeant: When, who: string): readonly Deviation[] {
  return [
    {
      name: 'own-alone',
      sentence: `${who} lists their own deliveries alone.`,
      patch: during(
        'listReportDeliveries',
        'reportDeliveries',
        () => ({ maySee: (_delivery, { isOwner }) => isOwner }),
        isMeant,
      ),
    },
    {
      name: 'shared-alone',
      sentence: `${who} lists their own deliveries and those that others share.`,
      patch: during(
        'listReportDeliveries',
        'reportDeliveries',
        () => ({ maySee: ({ shared }, { isOwner }) => isOwner || shared }),
        isMeant,
      ),
    },
    {
      name: 'enabled-alone',
      sentence: `${who} lists no deliveries of others that are paused.`,
      patch: during(
        'listReportDeliveries',
        'reportDeliveries',
        ({ maySee }) => ({
          maySee: (delivery, standing) => (standing.isOwner || delivery.enabled) && maySee(delivery, standing),
        }),
        isMeant,
      ),
    },
  ];
}

const ofOthers =
  (isMeant: When): When =>
  (call) => {
    const delivery = deliveryIn(call);
    return isMeant(call) && delivery !== undefined && delivery.ownerId !== call.principal.user?.id;
  };

function unreadable(isMeant: When, who: string): readonly Deviation[] {
  return [
    {
      name: 'unknown',
      sentence: `${who} is told that there is no delivery where it is somebody else's.`,
      patch: refusing('getReportDelivery', ofOthers(isMeant), 404),
    },
    denied('getReportDelivery', ofOthers(isMeant), `${who} may not read a delivery of another user.`),
  ];
}

/** Deliveries that were handed over, by their former owners. */
const transferring = (owners: Map<number, number>) =>
  replaceSync('transferReportDelivery', (call, original) => {
    const before = deliveryIn(call);
    const answer = original(call);
    if (before) owners.set(before.id, before.ownerId);
    return answer;
  });

function managing(operation: string, what: string): Deviation {
  return denied(
    operation,
    ofOthers(isTaskManager),
    `${what} a delivery of another user is refused to holders of ScheduledTasksManage.`,
  );
}

const DELIVERIES: Owned = {
  thing: 'delivery',
  isOthers: isOthersDelivery,
  isPaused: isPausedDelivery,
  isShared: isSharedDelivery,
  knowing: knowingDelivery,
};

const managingBut = (operation: string, what: string, except: readonly string[] = []): readonly Deviation[] =>
  allowedBut(DELIVERIES, {
    operation,
    what,
    isMeant: both(isTaskManager, isOthersDelivery),
    who: 'holders of ScheduledTasksManage',
    except,
  });

function isOfAdministrator(call: Call): boolean {
  const owner = deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0)?.ownerId;
  const user = owner === undefined ? undefined : call.tenant.account.users.get(owner);
  return user !== undefined && isAdminUser(call.tenant, user);
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
    ...(['updateReportDelivery', 'runReportDelivery', 'deleteReportDelivery'].includes(operation)
      ? [operation === 'updateReportDelivery' ? { ...twice, also: UPDATED } : twice]
      : []),
    refusedAs(operation, others, 404, `${what} a delivery of another user is refused to ${who} with 404.`),
  ];
}

const trespassingBut = (operation: string, what: string, except: readonly string[] = []): readonly Deviation[] =>
  refusedBut(DELIVERIES, {
    operation,
    what,
    isMeant: both(isTaskReader, isOthersDelivery),
    who: 'holders of ScheduledTasksRead',
    except,
  });

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

/** Faults of who may do what to deliveries. */
export const accessFaults = faults({
  'report-deliveries.access.scoped-key-foreign-delivery': [
    shownElsewhere('delivery', 'getReportDelivery'),
    shownElsewhere('runs', 'listReportDeliveryRuns'),
    deletedElsewhere('deleteReportDelivery', (call) => deliveryIn(call)?.deploymentId),
  ],
  'report-deliveries.access.tasks-read-lists': [
    {
      name: 'not-on-all-deployments',
      sentence: 'ScheduledTasksRead on All deployments does not count when deliveries are listed.',
      patch: notOnAllDeployments('listReportDeliveries'),
    },
    {
      name: 'not-by-a-group',
      sentence: 'Deliveries of other users are not listed to whoever holds ScheduledTasksRead through a group alone.',
      patch: directAlone('listReportDeliveries'),
    },
    {
      name: 'not-by-a-policy-on-all',
      sentence: 'ScheduledTasksRead on all deployments lists no delivery of another user.',
      patch: during(
        'listReportDeliveries',
        'reportDeliveries',
        ({ maySee }) => ({ maySee: (delivery, standing) => standing.isOwner && maySee(delivery, standing) }),
        both(isTaskReader, readsTasksOnAll),
      ),
    },
    {
      name: 'no-paused-ones',
      sentence: 'With ScheduledTasksRead a caller sees no paused delivery of another user in the list.',
      patch: during(
        'listReportDeliveries',
        'reportDeliveries',
        ({ maySee }) => ({
          maySee: (delivery, standing) => maySee(delivery, standing) && (delivery.enabled || standing.isOwner),
        }),
        isTaskReader,
      ),
    },
    ...ownAlone(isTaskReader, 'A holder of ScheduledTasksRead'),
    {
      name: 'not-by-a-second-group',
      sentence:
        'Deliveries of other users are not listed to whoever holds ScheduledTasksRead through the second of two groups.',
      patch: firstGroupAlone('listReportDeliveries'),
    },
  ],
  'report-deliveries.access.tasks-read-reads': [
    {
      name: 'not-on-all-deployments',
      toldBy: 'report-deliveries.access.tasks-read-lists',
      sentence: 'ScheduledTasksRead on All deployments does not count when a delivery is read.',
      patch: notOnAllDeployments('getReportDelivery'),
    },
    {
      name: 'not-through-a-group',
      toldBy: 'report-deliveries.access.tasks-read-lists',
      sentence: 'Reading a delivery of another user is refused to who holds ScheduledTasksRead through a group alone.',
      patch: directAlone('getReportDelivery'),
    },
    {
      name: 'not-once-transferred',
      toldBy: 'report-deliveries.access.admin-lists',
      sentence: 'A holder of ScheduledTasksRead may not read a delivery that was transferred.',
      patch: remembering(
        () => new Set<unknown>(),
        (moved) =>
          all(
            changeBodySync('transferReportDelivery', (delivery) => {
              moved.add(String(delivery['id']));
              return delivery;
            }),
            refusing('getReportDelivery', (call) => byPlainUser(call) && moved.has(call.path['deliveryId']), 'unknown'),
          ),
      ),
    },
    ...unreadable(isTaskReader, 'A holder of ScheduledTasksRead'),
    {
      name: 'not-paused',
      sentence: 'A paused delivery of another user is hidden from holders of ScheduledTasksRead who would read it.',
      patch: refusing('getReportDelivery', both(isTaskReader, isOthersDelivery, isPausedDelivery), 404),
    },
    {
      name: 'once',
      sentence: 'A delivery of another user can be read once with ScheduledTasksRead.',
      patch: knowingDelivery(['getReportDelivery'], (past) =>
        refusing(
          'getReportDelivery',
          (call) => isTaskReader(call) && isOthersDelivery(call) && timesIn(past(call), 'getReportDelivery') > 0,
          403,
        ),
      ),
    },
    {
      name: 'not-once-refused',
      sentence: 'Whoever was refused an update of a delivery may not read it any more with ScheduledTasksRead.',
      patch: knowingDelivery(['updateReportDelivery'], (past) =>
        refusing(
          'getReportDelivery',
          (call) => isTaskReader(call) && past(call).includes(`not updateReportDelivery`),
          403,
        ),
      ),
    },
  ],
  'report-deliveries.access.admin-lists': [
    {
      name: 'own-alone-through-a-group',
      seenWith: GROUPS_ADMIN,
      sentence: 'A list of deliveries by who has the admin role through a group holds their own alone.',
      patch: listingOwnAlone('listReportDeliveries'),
    },
    {
      name: 'not-once-transferred',
      sentence: 'A delivery that was transferred is missing in the lists of administrators.',
      patch: (rules) => {
        const transferred = new Set<number>();
        all(
          changeBody('listReportDeliveries', (list, call) => ({
            ...list,
            items: (list['items'] as readonly Body[]).filter(
              ({ id }) => byPlainUser(call) || !transferred.has(Number(id)),
            ),
          })),
          after('transferReportDelivery', (call) => {
            const id = idIn(call, 'deliveryId') ?? 0;
            if (deliveryState(call.tenant).deliveries.get(id)) transferred.add(id);
          }),
        )(rules);
      },
    },
    ...ownAlone(isAdministrator, 'An administrator'),
  ],
  'report-deliveries.access.admin-reads': [
    notThroughGroup('not', 'getReportDelivery', 'read a delivery of another user'),
    ...unreadable(isAdministrator, 'An administrator'),
    {
      name: 'not-paused',
      sentence: 'A paused delivery of another user is hidden from administrators who would read it.',
      patch: refusing('getReportDelivery', both(isAdministrator, isOthersDelivery, isPausedDelivery), 404),
    },
    {
      name: 'not-by-oauth',
      sentence: 'An administrator with an OAuth token may not read a delivery of another user.',
      patch: refusing('getReportDelivery', both(isAdministrator, isOthersDelivery, byOAuth), 403),
    },
  ],
  'report-deliveries.access.manage-updates': [
    {
      name: 'not-on-all-deployments',
      sentence: 'ScheduledTasksManage on All deployments does not count when a delivery is updated.',
      patch: notOnAllDeployments('updateReportDelivery'),
    },
    {
      name: 'not-once-handed-over',
      toldBy: 'report-deliveries.access.manage-transfers',
      sentence: 'A holder of ScheduledTasksManage who handed a delivery over may not update it any more.',
      patch: remembering(
        () => new Map<number, number>(),
        (owners) =>
          all(
            transferring(owners),
            refusing(
              'updateReportDelivery',
              (call) => isTaskManager(call) && owners.has(deliveryIn(call)?.id ?? 0),
              403,
            ),
          ),
      ),
    },
    notByGroups('updateReportDelivery', 'Updating a delivery of another user'),
    managing('updateReportDelivery', 'Updating'),
    ...managingBut('updateReportDelivery', 'Updating'),
  ],
  'report-deliveries.access.manage-pauses': [
    {
      name: 'not-of-administrators',
      sentence: 'Pausing a delivery of an administrator is refused to holders of ScheduledTasksManage.',
      patch: refusing('pauseReportDelivery', both(byPlainUser, isOfAdministrator), 403),
    },
    {
      ...notByGroups('pauseReportDelivery', 'Pausing a delivery of another user'),
      toldBy: 'report-deliveries.access.manage-updates',
    },
    managing('pauseReportDelivery', 'Pausing'),
    ...managingBut('pauseReportDelivery', 'Pausing', ['not-while-paused']),
  ],
  'report-deliveries.access.manage-runs': [
    {
      ...notByGroups('runReportDelivery', 'Running a delivery of another user'),
      toldBy: 'report-deliveries.access.manage-updates',
    },
    managing('runReportDelivery', 'Running'),
    ...managingBut('runReportDelivery', 'Running'),
  ],
  'report-deliveries.access.manage-deletes': [
    {
      name: 'not-on-all-deployments',
      toldBy: 'report-deliveries.access.manage-updates',
      sentence: 'ScheduledTasksManage on All deployments does not count when a delivery is deleted.',
      patch: notOnAllDeployments('deleteReportDelivery'),
    },
    {
      ...notByGroups('deleteReportDelivery', 'Deleting a delivery of another user'),
      toldBy: 'report-deliveries.access.manage-updates',
    },
    managing('deleteReportDelivery', 'Deleting'),
    ...managingBut('deleteReportDelivery', 'Deleting', ['once']),
  ],
  'report-deliveries.access.manage-shares': [
    {
      ...notByGroups('shareReportDelivery', 'Sharing a delivery of another user'),
      toldBy: 'report-deliveries.access.manage-updates',
    },
    managing('shareReportDelivery', 'Sharing'),
    ...managingBut('shareReportDelivery', 'Sharing', ['not-while-shared', 'once']),
  ],
  'report-deliveries.access.manage-transfers': [
    {
      name: 'answered-alone',
      sentence: 'A transfer answers with the new owner, and the delivery stays with the former one.',
      patch: replaceSync('transferReportDelivery', (call, original) => {
        const delivery = deliveryIn(call);
        const answer = original(call);
        if (delivery) deliveryState(call.tenant).deliveries.replace(delivery);
        return answer;
      }),
    },
    {
      name: 'not-on-all-deployments',
      sentence: 'ScheduledTasksManage on All deployments does not count when a delivery is transferred.',
      patch: notOnAllDeployments('transferReportDelivery'),
    },
    notByGroups('transferReportDelivery', 'Transferring a delivery of another user'),
    managing('transferReportDelivery', 'Transferring'),
    ...managingBut('transferReportDelivery', 'Transferring', ['once']),
    {
      name: 'not-back',
      sentence: 'A delivery cannot be handed back to a user who had it before.',
      patch: remembering(
        () => new Set<string>(),
        (owners) =>
          replaceSync('transferReportDelivery', (call, original) => {
            const id = call.path['deliveryId'];
            const before = bodyIn(responseOf(call, 'getReportDelivery'))['userId'];
            if (owners.has(`${id} ${String(bodyOf(call)['userId'])}`)) refuse(403, 'the user had this delivery before');
            const answer = original(call);
            owners.add(`${id} ${String(before)}`);
            return answer;
          }),
      ),
    },
  ],
  'report-deliveries.access.tasks-read-update-refused': [
    {
      name: 'recipients-alone-go-through',
      sentence: 'An update of the recipients alone is open to a holder of ScheduledTasksRead.',
      patch: lettingIn(
        'updateReportDelivery',
        (call) => isTaskReader(call) && Object.keys(bodyOf(call)).join() === 'recipients',
      ),
    },
    {
      name: 'held-once',
      toldBy: 'report-deliveries.access.manage-updates',
      sentence: 'Whoever has updated a delivery may update it when they hold ScheduledTasksManage no longer.',
      patch: letInForEver('updateReportDelivery', ({ path }) => path['deliveryId']),
    },
    ...trespassing('updateReportDelivery', 'Updating'),
    ...trespassingBut('updateReportDelivery', 'Updating'),
  ],
  'report-deliveries.access.tasks-read-pause-refused': [
    ...trespassing('pauseReportDelivery', 'Pausing'),
    ...trespassingBut('pauseReportDelivery', 'Pausing', ['let-in-while-paused']),
  ],
  'report-deliveries.access.tasks-read-run-refused': [
    ...trespassing('runReportDelivery', 'Running'),
    ...trespassingBut('runReportDelivery', 'Running'),
  ],
  'report-deliveries.access.tasks-read-delete-refused': [
    ...trespassing('deleteReportDelivery', 'Deleting'),
    ...trespassingBut('deleteReportDelivery', 'Deleting'),
  ],
  'report-deliveries.access.tasks-read-share-refused': [
    ...trespassing('shareReportDelivery', 'Sharing'),
    ...trespassingBut('shareReportDelivery', 'Sharing', ['let-in-while-shared']),
  ],
  'report-deliveries.access.tasks-read-transfer-refused': [
    ...trespassing('transferReportDelivery', 'Transferring'),
    ...trespassingBut('transferReportDelivery', 'Transferring'),
  ],
  'report-deliveries.access.manage-elsewhere-refused': [
    managedFromElsewhere('updateReportDelivery', 'update'),
    managedFromElsewhere('runReportDelivery', 'run'),
    managedFromElsewhere('pauseReportDelivery', 'pause'),
    managedFromElsewhere('shareReportDelivery', 'share'),
    managedFromElsewhere('transferReportDelivery', 'transfer'),
    managedFromElsewhere('deleteReportDelivery', 'delete'),
  ],
  'report-deliveries.access.all-includes-read': ownAlone(holdsAll, 'A holder of All on the deployment'),
  'report-deliveries.access.all-includes-manage': [
    {
      name: 'not-on-all-deployments',
      sentence: 'What All grants on all deployments does not count as ScheduledTasksManage for deliveries.',
      patch: during(
        'updateReportDelivery',
        'reportDeliveries',
        ({ mayDo }) => ({ mayDo: (action, standing) => mayDo(action, { ...standing, managesTasks: false }) }),
        holdsAllOfAll,
      ),
    },
    denied(
      'updateReportDelivery',
      ofOthers(holdsAll),
      'Updating a delivery of another user is refused to holders of All on the deployment.',
    ),
    ...allowedBut(DELIVERIES, {
      operation: 'updateReportDelivery',
      what: 'Updating',
      isMeant: both(holdsAll, isOthersDelivery),
      who: 'holders of All on the deployment',
    }),
  ],
  'report-deliveries.access.scoped-key-foreign-run': [
    {
      name: 'any-deployment',
      sentence: 'A scoped key runs a delivery at the path of its own deployment, wherever the delivery is.',
      patch: replaceSync('runReportDelivery', (call, original) => {
        const deploymentId = deliveryIn(call)?.deploymentId;
        const { path, principal } = call;
        if (principal.scope === 'all' || deploymentId === undefined) return original(call);
        return original({
          ...call,
          path: { ...path, deploymentId: String(deploymentId) },
          principal: { ...principal, scope: 'all' },
        });
      }),
    },
    {
      name: 'run-again',
      sentence:
        'A key scoped to one deployment that asks once more runs a delivery of another one at the paths of its own.',
      patch: remembering(
        () => new Set<unknown>(),
        (asked) =>
          replaceSync('runReportDelivery', (call, original) => {
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
  ],
});

import { BY_PLAIN, deletedForThemselves } from '../../lib/plain-users.ts';
import { ok } from '../../../mock/answer.ts';
import { idIn, type Body } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { bodyShownBy, staying } from '../../lib/listed-deleted.ts';
import { bodyIn, marking } from '../../lib/other-operations.ts';
import { both, unless, type When } from '../../lib/conditions.ts';
import { all, changeBodySync, remembering, replaceSync, responseOf } from '../../lib/patches.ts';
import {
  deliveryIn,
  isAdministratorsOwnDelivery,
  isOthersDelivery,
  isPausedDelivery,
  isSharedDelivery,
  knowingDelivery,
  ofDelivery,
  isOwnDelivery,
} from '../../lib/report-deliveries.ts';
import { isAsked, itemsOf, pageInfoOf } from '../../lib/reports.ts';
import { isTaskManager } from '../../lib/task-access.ts';
import { secondAcknowledged } from '../../lib/under-way.ts';

/** Administrators' own deliveries, or some of them, as they were shown before they were deleted. */
function rememberingDeleted(use: (deleted: ReadonlyMap<number, Body>) => Patch, isKept: When = () => true): Patch {
  return (rules) => {
    const deleted = new Map<number, Body>();
    replaceSync('deleteReportDelivery', (call, original) => {
      const delivery = isAdministratorsOwnDelivery(call) && isKept(call) ? deliveryIn(call) : undefined;
      const shown = delivery && responseOf(call, 'getReportDelivery');
      const answer = original(call);
      if (delivery && shown && 'body' in shown) deleted.set(delivery.id, shown.body as Body);
      return answer;
    })(rules);
    use(deleted)(rules);
  };
}

/** A list that shows deleted deliveries at its end. */
function listedDeleted(isKept?: When): Patch {
  return rememberingDeleted(
    (deleted) =>
      changeBodySync('listReportDeliveries', (list, { path }) => {
        if (pageInfoOf(list)['hasNextPage'] === true) return list;
        const here = [...deleted.values()].filter(({ deploymentId }) => String(deploymentId) === path['deploymentId']);
        return { ...list, items: [...itemsOf(list), ...here] };
      }),
    isKept,
  );
}

const hasRun: When = (call) =>
  deliveryState(call.tenant).runs.find(({ deliveryId }) => deliveryId === idIn(call, 'deliveryId')) !== undefined;

/** Deliveries that some calls delete stay where they show. */
function kept(where: 'listed' | 'readable', when: When): Patch {
  return remembering(
    () => new Map<number, Body>(),
    (deleted) =>
      all(
        replaceSync('deleteReportDelivery', (call, original) => {
          const [delivery, isMeant] = [deliveryIn(call), when(call)];
          const shown = responseOf(call, 'getReportDelivery');
          const answer = original(call);
          if (delivery && isMeant && 'body' in shown) deleted.set(delivery.id, shown.body as Body);
          return answer;
        }),
        where === 'readable'
          ? replaceSync('getReportDelivery', (call, original) => {
              const delivery = deleted.get(idIn(call, 'deliveryId') ?? 0);
              return delivery ? ok(delivery) : original(call);
            })
          : changeBodySync('listReportDeliveries', (list, { path }) => {
              if (pageInfoOf(list)['hasNextPage'] === true) return list;
              const here = [...deleted.values()].filter((one) => String(one['deploymentId']) === path['deploymentId']);
              return { ...list, items: [...itemsOf(list), ...here] };
            }),
      ),
  );
}

function readDeleted(show: (delivery: Body) => Body, isKept?: When): Patch {
  return rememberingDeleted(
    (deleted) =>
      replaceSync('getReportDelivery', (call, original) => {
        const delivery = deleted.get(idIn(call, 'deliveryId') ?? 0);
        return delivery ? ok(show(delivery)) : original(call);
      }),
    isKept,
  );
}

/** Faults of deleting deliveries. */
export const deleteFaults = faults({
  'report-deliveries.delete.leaves-list': [
    {
      name: 'not-once-transferred',
      sentence: 'A delivery that was handed over stays in the list when it is deleted.',
      patch: remembering(
        () => ({ handed: new Set<string | number>(), kept: new Map<string, Body>() }),
        ({ handed, kept }) =>
          all(
            marking('transferReportDelivery', handed, ofDelivery),
            replaceSync('deleteReportDelivery', (call, original) => {
              const known = handed.has(ofDelivery(call)) ? bodyIn(responseOf(call, 'getReportDelivery')) : undefined;
              const answer = original(call);
              if (known) kept.set(ofDelivery(call), known);
              return answer;
            }),
            changeBodySync('listReportDeliveries', (body, call) => {
              const more = [...kept.values()].filter(
                (one) => one['deploymentId'] === Number(call.path['deploymentId']),
              );
              return pageInfoOf(body)['hasNextPage'] === true || isAsked(call, 'first')
                ? body
                : { ...body, items: [...itemsOf(body), ...more] };
            }),
          ),
      ),
    },
    {
      name: 'a-paused-one',
      sentence: 'A delivery that is deleted while it is paused stays in the list.',
      patch: staying('listReportDeliveries', 'deleteReportDelivery', (call) =>
        deliveryIn(call)?.enabled === false ? bodyShownBy(call, 'getReportDelivery') : undefined,
      ),
    },
    {
      name: 'not-when-paused',
      sentence: 'A delivery that was paused when it was deleted stays in the list.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (kept) =>
          all(
            replaceSync('deleteReportDelivery', (call, original) => {
              const id = Number(call.path['deliveryId']);
              const delivery = deliveryState(call.tenant).deliveries.get(id);
              const shown = responseOf(call, 'getReportDelivery');
              const answer = original(call);
              if (delivery?.enabled === false && 'body' in shown) kept.set(id, shown.body);
              return answer;
            }),
            replaceSync('listReportDeliveries', (call, original) => {
              const answer = original(call);
              if (!('body' in answer)) return answer;
              const list = answer.body as { items: unknown[] };
              return { ...answer, body: { ...list, items: [...list.items, ...kept.values()] } };
            }),
          ),
      ),
    },
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
      patch: kept('listed', isOthersDelivery),
    },
    {
      name: 'own-of-plain-users',
      sentence: 'A delivery that its owner without the admin role deleted stays in the lists of others.',
      seenIn: BY_PLAIN,
      patch: deletedForThemselves({
        remove: 'deleteReportDelivery',
        read: 'getReportDelivery',
        list: 'listReportDeliveries',
        isOwn: isOwnDelivery,
      }),
    },
  ],
  'report-deliveries.delete.unreadable': [
    {
      name: 'read-where-a-manager-deleted',
      sentence: 'A delivery that a holder of ScheduledTasksManage has deleted can still be read.',
      patch: remembering(
        () => new Map<number, Body>(),
        (gone) =>
          all(
            replaceSync('getReportDelivery', (call, original) => {
              const body = gone.get(idIn(call, 'deliveryId') ?? 0);
              return body ? { kind: 'ok', body } : original(call);
            }),
            replaceSync('deleteReportDelivery', (call, original) => {
              const delivery = deliveryIn(call);
              const answer = original(call);
              if (delivery && isTaskManager(call)) gone.set(delivery.id, { ...delivery, createdAt: '2020-01-01' });
              return answer;
            }),
          ),
      ),
    },
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
      patch: readDeleted((delivery) => delivery, isPausedDelivery),
    },
    {
      name: 'readable-by-oauth',
      sentence: 'A delivery that was deleted with an OAuth token can be read as it was.',
      patch: kept('readable', byOAuth),
    },
    {
      name: 'others-readable',
      sentence: 'A delivery that its owner did not delete can be read as it was.',
      patch: kept('readable', isOthersDelivery),
    },
    {
      name: 'shared-readable',
      sentence: 'A delivery that was shared when it was deleted can be read as it was.',
      patch: kept('readable', both(isSharedDelivery, unless(isPausedDelivery))),
    },
    {
      name: 'updated-readable',
      sentence: 'A delivery that was updated before it was deleted can be read as it was.',
      patch: knowingDelivery(['updateReportDelivery'], (past) =>
        kept('readable', (call) => past(call).includes('updateReportDelivery')),
      ),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two deletions at the same time the second is acknowledged and deletes nothing.',
      patch: secondAcknowledged('deleteReportDelivery'),
    },
  ],
});

import { idIn, type Body, type Call } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import type { Delivery } from '../../../mock/rules/report-deliveries.ts';
import { alsoOn, byOAuth, isAdministrator } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { both, timesIn, unless } from '../../lib/conditions.ts';
import { hiding } from '../../lib/paging.ts';
import { all, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { deliveryIn, isOthersDelivery, isPausedDelivery, knowingDelivery } from '../../lib/report-deliveries.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

const looksInList = [
  ...alsoOn('listReportDeliveries', 'the check looks for a delivery in the list'),
  ...alsoOn('deleteReportDelivery', 'the check looks for a delivery in the list'),
];

/** The ids of deliveries to which something was done. */
function marked(
  rules: Rules,
  operation: string,
  act: (ids: Set<unknown>, id: unknown) => void,
  ids = new Set<unknown>(),
) {
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const created = operation === 'createReportDelivery' && 'body' in answer ? (answer.body as Body)['id'] : undefined;
    act(ids, created ?? idIn(call, 'deliveryId'));
    return answer;
  })(rules);
  return ids;
}

/** Deliveries of which nothing has been asked since they were created. */
function fresh(rules: Rules): ReadonlySet<unknown> {
  const ids = marked(rules, 'createReportDelivery', (all, id) => all.add(id));
  for (const operation of ['updateReportDelivery', 'pauseReportDelivery', 'runReportDelivery'])
    marked(rules, operation, (all, id) => all.delete(id), ids);
  return ids;
}

const unlisted = (isHidden: (delivery: Delivery, call: Call) => boolean): Patch =>
  hiding('listReportDeliveries', (id, call) => {
    const delivery = deliveryState(call.tenant).deliveries.get(Number(id));
    return delivery !== undefined && isHidden(delivery, call);
  });

const reads = [
  ...alsoOn('getReportDelivery', 'the check reads a delivery', ['report-deliveries.getReportDelivery.is-served']),
  ...alsoOn('updateReportDelivery', 'the check reads a delivery'),
  ...alsoOn('deleteReportDelivery', 'the check reads a delivery'),
];

/** Faults of creating deliveries. */
export const createFaults = faults({
  'report-deliveries.create.in-list': [
    {
      name: 'one-behind',
      sentence: 'A delivery stands in the list once another one has been created after it.',
      also: looksInList,
      patch: hiding('listReportDeliveries', (id, { tenant, path }) => {
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
        hiding('listReportDeliveries', (id) => hidden.has(id))(rules);
      },
    },
    {
      name: 'not-by-oauth',
      sentence: 'A delivery that was created with an OAuth token is in no list.',
      patch: remembering(
        () => new Set<unknown>(),
        (hidden) =>
          all(
            replaceSync('createReportDelivery', (call, original) => {
              const answer = original(call);
              if (byOAuth(call) && 'body' in answer) hidden.add((answer.body as Body)['id']);
              return answer;
            }),
            hiding('listReportDeliveries', (id) => hidden.has(id)),
          ),
      ),
    },
    {
      name: 'not-for-oauth',
      sentence: 'A list that is read with an OAuth token leaves out the latest delivery.',
      also: alsoThese('the check looks for its delivery in the list', 'report-deliveries.list.own-deployment'),
      patch: hiding(
        'listReportDeliveries',
        (id, call) => byOAuth(call) && id === deliveryState(call.tenant).deliveries.all().at(-1)?.id,
      ),
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
    {
      name: 'one-for-two-at-once',
      sentence:
        'Of two creates at the same time the second is answered with the delivery of the first, and makes none.',
      patch: sharedAnswer('createReportDelivery'),
    },
  ],
  'report-deliveries.create.readable': [
    {
      name: 'once-changed',
      sentence: 'A delivery is not found until it has been updated, paused or run.',
      also: reads,
      patch: (rules) => {
        const hidden = fresh(rules);
        refusing('getReportDelivery', (call) => hidden.has(deliveryIn(call)?.id), 404)(rules);
      },
    },
    {
      name: 'not-its-owner',
      sentence: 'The owner of a delivery is told that there is none.',
      also: reads,
      patch: refusing('getReportDelivery', (call) => deliveryIn(call)?.ownerId === call.principal.user?.id, 404),
    },
    {
      name: 'not-by-oauth',
      sentence: 'Reading a delivery with an OAuth token is refused.',
      also: alsoThese('an administrator reads with one', 'report-deliveries.access.admin-reads'),
      patch: refusing('getReportDelivery', byOAuth, 404),
    },
    {
      name: 'once',
      sentence: 'The owner of a delivery can read it once.',
      also: alsoThese(
        'a delivery is read before and after the action on another',
        'report-deliveries.actions.others-kept',
      ),
      patch: knowingDelivery(['getReportDelivery'], (past) =>
        refusing(
          'getReportDelivery',
          (call) =>
            isAdministrator(call) && unless(isOthersDelivery)(call) && timesIn(past(call), 'getReportDelivery') > 0,
          404,
        ),
      ),
    },
    {
      name: 'not-paused',
      sentence: 'The owner of a paused delivery is told that there is none.',
      patch: refusing('getReportDelivery', both(isPausedDelivery, unless(isOthersDelivery)), 404),
    },
    {
      name: 'not-once-run',
      sentence: 'A delivery that has run is not found.',
      patch: knowingDelivery(['runReportDelivery'], (past) =>
        refusing('getReportDelivery', (call) => past(call).includes('runReportDelivery'), 404),
      ),
    },
  ],
});

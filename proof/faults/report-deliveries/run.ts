import { toTheSecond } from '../../lib/at-once.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { idIn } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Patch } from '../../../mock/index.ts';
import { alsoOn, byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import type { When } from '../../lib/conditions.ts';
import { hiding } from '../../lib/paging.ts';
import { replaceSync } from '../../lib/patches.ts';
import { deliveryIn, isOthersDelivery, isSharedDelivery, knowingDelivery } from '../../lib/report-deliveries.ts';
import { latestOfEach } from '../../lib/ties.ts';

/** Runs of a delivery are forgotten once an operation has succeeded. */
const forgetting = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const { runs } = deliveryState(call.tenant);
    for (const { id } of runs.filter((run) => run.deliveryId === Number(call.path['deliveryId']))) runs.remove(id);
    return answer;
  });

const looksAtRuns = [
  ...alsoOn('runReportDelivery', 'the check looks at the runs of a delivery'),
  ...alsoOn('listReportDeliveryRuns', 'the check looks at the runs of a delivery'),
];

/** Some runs are acknowledged, and do not happen. */
function unrecorded(when: When): Patch {
  return replaceSync('runReportDelivery', (call, original) => {
    const isMeant = when(call);
    const answer = original(call);
    const { runs } = deliveryState(call.tenant);
    const last = runs.all().at(-1);
    if (isMeant && last) runs.remove(last.id);
    return answer;
  });
}

/** Faults of running deliveries. */
export const runFaults = faults({
  'report-deliveries.run.recorded': [
    {
      name: 'one-in-a-minute',
      sentence: 'Of several runs of a delivery in one minute its history shows the latest alone.',
      also: alsoThese('that check runs a delivery more than once', 'report-deliveries.runs.own-delivery'),
      patch: latestOfEach(
        'listReportDeliveryRuns',
        ({ id }) => Number(id),
        ({ startedAt }) => String(startedAt).slice(0, 16),
      ),
    },
    {
      name: 'until-a-transfer',
      sentence: 'The run history of a delivery is empty once it has another owner.',
      patch: replaceSync('transferReportDelivery', (call, original) => {
        const answer = original(call);
        const { runs } = deliveryState(call.tenant);
        for (const { id } of runs.filter((run) => run.deliveryId === idIn(call, 'deliveryId'))) runs.remove(id);
        return answer;
      }),
    },
    {
      name: 'forgotten-on-pause',
      sentence: 'A pause empties the run history of a delivery.',
      patch: forgetting('pauseReportDelivery'),
    },
    {
      name: 'forgotten-on-update',
      sentence: 'An update empties the run history of a delivery.',
      patch: forgetting('updateReportDelivery'),
    },
    {
      name: 'one-behind',
      sentence: 'The latest run of a delivery stands in its history once another one has followed.',
      also: looksAtRuns,
      patch: hiding('listReportDeliveryRuns', (id, call) => {
        const own = deliveryState(call.tenant).runs.filter(({ deliveryId }) => deliveryId === deliveryIn(call)?.id);
        return id === own.at(-1)?.id;
      }),
    },
    {
      name: 'acknowledged',
      sentence: 'A request to run a delivery is acknowledged, and there is no run.',
      also: looksAtRuns,
      patch: replaceSync('runReportDelivery', (call, original) => {
        const answer = original(call);
        const { runs } = deliveryState(call.tenant);
        const last = runs.all().at(-1);
        if (last) runs.remove(last.id);
        return answer;
      }),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A run that is asked for with an OAuth token is not recorded.',
      patch: unrecorded(byOAuth),
    },
    {
      name: 'not-of-others',
      sentence: 'A run that somebody else than the owner asks for is not recorded.',
      also: alsoThese('the run has no effect', 'report-deliveries.access.manage-runs'),
      patch: unrecorded(isOthersDelivery),
    },
    {
      name: 'not-of-shared',
      sentence: 'A run of a shared delivery is not recorded.',
      also: alsoThese('the run has no effect', 'report-deliveries.access.manage-runs'),
      patch: unrecorded(isSharedDelivery),
    },
    {
      name: 'not-after-a-resume',
      sentence: 'A run of a delivery that was resumed is not recorded.',
      patch: knowingDelivery(['resumeReportDelivery'], (past) =>
        unrecorded((call) => past(call).includes('resumeReportDelivery')),
      ),
    },
    {
      name: 'two-at-once',
      sentence: 'Of two runs of a delivery that are asked for at the same time one is not recorded.',
      patch: toTheSecond('runReportDelivery', (call, answer) => {
        deliveryState(call.tenant).runs.remove(Number(bodyIn(answer)['id']));
      }),
    },
  ],
});

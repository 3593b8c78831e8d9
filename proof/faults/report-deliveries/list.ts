import type { Body } from '../../../mock/call.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../../lib/patches.ts';
import { itemsOf, pageInfoOf } from '../../lib/reports.ts';

/** Faults of the list of deliveries. */
export const listFaults = faults({
  'report-deliveries.list.own-deployment': [
    {
      name: 'all',
      sentence: 'A list holds the deliveries of all deployments.',
      patch: during('listReportDeliveries', 'reportDeliveries', () => ({ isListed: () => true })),
    },
    {
      name: 'own-of-elsewhere',
      sentence: "A list holds its caller's own deliveries in other deployments as well.",
      patch: during('listReportDeliveries', 'reportDeliveries', ({ isListed }, { principal }) => ({
        isListed: (delivery, id) => isListed(delivery, id) || delivery.ownerId === principal.user?.id,
      })),
    },
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
      patch: replaceSync('listReportDeliveries', (call, original) => {
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
    {
      name: 'shared-ones-of-all',
      sentence: 'The list of deliveries holds shared ones of other deployments.',
      patch: remembering(
        () => new Map<unknown, Body>(),
        (kept) =>
          all(
            replaceSync('shareReportDelivery', (call, original) => {
              const answer = original(call);
              kept.set(bodyIn(answer)['id'], bodyIn(answer));
              return answer;
            }),
            changeBodySync('listReportDeliveries', (body, call) => {
              const own = itemsOf(body).map(({ id }) => id);
              const others = [...kept.values()].filter(
                ({ id, deploymentId }) => deploymentId !== Number(call.path['deploymentId']) && !own.includes(id),
              );
              return pageInfoOf(body)['hasNextPage'] === true
                ? body
                : { ...body, items: [...itemsOf(body), ...others] };
            }),
          ),
      ),
    },
  ],
});

import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { during, replaceSync } from '../../lib/patches.ts';

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
  ],
});

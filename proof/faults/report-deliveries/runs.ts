import { idIn } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import type { When } from '../../lib/conditions.ts';
import { replaceSync } from '../../lib/patches.ts';
import { deliveryIn, isPausedDelivery } from '../../lib/report-deliveries.ts';

function historyOfAll(when: When): Patch {
  return replaceSync('listReportDeliveryRuns', (call, original) => {
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

/** Faults of the list of a delivery's runs. */
export const runsFaults = faults({
  'report-deliveries.runs.own-delivery': [
    {
      name: 'of-the-same-report',
      sentence: 'A run history holds the runs of every delivery of the report.',
      patch: replaceSync('listReportDeliveryRuns', (call, original) => {
        const { deliveries } = deliveryState(call.tenant);
        const { reportDeliveries } = call.tenant.rules;
        const { isRunOf } = reportDeliveries;
        const reportId = deliveryIn(call)?.reportId;
        reportDeliveries.isRunOf = (run) => deliveries.get(run.deliveryId)?.reportId === reportId;
        try {
          return original(call);
        } finally {
          reportDeliveries.isRunOf = isRunOf;
        }
      }),
    },
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
      patch: replaceSync('listReportDeliveryRuns', (call, original) => {
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
    {
      name: 'others-where-none',
      sentence: 'The history of a delivery that has not run holds the latest run there is.',
      also: [{ id: 'report-deliveries.run.recorded', because: 'a first run adds none to a history that held one' }],
      patch: replaceSync('listReportDeliveryRuns', (call, original) => {
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
      patch: historyOfAll(isPausedDelivery),
    },
  ],
});

import { idIn, type Call } from '../../../mock/call.ts';
import { deliveryState } from '../../../mock/families/report-deliveries.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Delivery } from '../../../mock/rules/report-deliveries.ts';
import { faults } from '../../lib/fault.ts';
import { replaceSync } from '../../lib/patches.ts';
import { together } from '../../lib/rights.ts';

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

/** Faults of what the actions on deliveries allow. */
export const actionsFaults = faults({
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
});

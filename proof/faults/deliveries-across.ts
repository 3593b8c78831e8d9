import { bodyOf, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { faults } from '../lib/fault.ts';
import { all, refusing, remembering, replaceSync } from '../lib/patches.ts';
import { isTaskManager } from '../lib/task-access.ts';

const deliveryIn = ({ tenant, path }: Call) => deliveryState(tenant).deliveries.get(Number(path['deliveryId']));

/** Deliveries that were handed over, by their former owners. */
const transferring = (owners: Map<number, number>) =>
  replaceSync('transferReportDelivery', (call, original) => {
    const before = deliveryIn(call);
    const answer = original(call);
    if (before) owners.set(before.id, before.ownerId);
    return answer;
  });

/** Faults of deliveries that show once they were handed over, or by two members of one update. */
export const deliveriesAcrossFaults = faults({
  'report-deliveries.access.manage-updates': {
    name: 'not-once-handed-over',
    toldBy: 'report-deliveries.access.manage-transfers',
    sentence: 'A holder of ScheduledTasksManage who handed a delivery over may not update it any more.',
    patch: remembering(
      () => new Map<number, number>(),
      (owners) =>
        all(
          transferring(owners),
          refusing('updateReportDelivery', (call) => isTaskManager(call) && owners.has(deliveryIn(call)?.id ?? 0), 403),
        ),
    ),
  },
  'report-deliveries.update.takes-effect': {
    name: 'name-not-beside-a-zone',
    sentence: 'An update of a delivery that carries a time zone leaves its name as it was.',
    patch: replaceSync('updateReportDelivery', (call, original) => {
      const { name, ...others } = bodyOf(call);
      const isBoth = name !== undefined && others['timezone'] !== undefined;
      return original(isBoth ? { ...call, body: others } : call);
    }),
  },
});

import { idIn, type Body, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import type { Patch } from '../../mock/index.ts';
import type { Delivery } from '../../mock/rules/report-deliveries.ts';
import { isAdministrator } from './access.ts';
import { knowing, type When } from './conditions.ts';

/** What faults know of deliveries. */

export const deliveryIn = (call: Call): Delivery | undefined =>
  deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0);

export const isOthersDelivery: When = (call) => {
  const delivery = deliveryIn(call);
  return delivery !== undefined && delivery.ownerId !== call.principal.user?.id;
};

export const isOwnDelivery: When = (call) => {
  const delivery = deliveryIn(call);
  return delivery !== undefined && delivery.ownerId === call.principal.user?.id;
};

export const isPausedDelivery: When = (call) => deliveryIn(call)?.enabled === false;

const byDelivery = (call: Call, body: Body | undefined): unknown =>
  idIn(call, 'deliveryId') ?? (call.operationId === 'createReportDelivery' ? body?.['id'] : undefined);

export const knowingDelivery = (watched: readonly string[], patch: Parameters<typeof knowing>[2]): Patch =>
  knowing(watched, byDelivery, patch);

export const isSharedDelivery: When = (call) => deliveryIn(call)?.shared === true;
export const ofDelivery = ({ path }: Call): string => path['deliveryId'] ?? '';

/** Whether an administrator asks for a delivery of their own. */
export const isAdministratorsOwnDelivery: When = (call) =>
  isAdministrator(call) && deliveryIn(call)?.ownerId === call.principal.user?.id;

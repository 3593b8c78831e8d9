import { readUntil } from '../../harness/check/eventually.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { granted } from '../../harness/http/answer.ts';
import { there, type ValidCall, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { request, changeOf, deliveryBody, createDelivery, idsOf, transferBody } from './deliveries.ts';

const reportOf = (where: Where) => (where === 'home' ? 'REPORT_ID' : 'OTHER_REPORT_ID');

/** A call on a delivery that is created for it. */
function onDelivery(bodyOf: (check: Check) => unknown = () => undefined): ValidCall {
  return async (check, admin, where) => {
    const body = bodyOf(check);
    const id = await createDelivery(check, there(check, admin, where), reportOf(where));
    return { path: { deliveryId: id }, ...(body !== undefined && { body }) };
  };
}

export const calls: ValidCalls = {
  async listReportDeliveries(check, admin, where) {
    if (where !== 'home') return {};
    const id = await createDelivery(check, admin);
    // Whether the list is served at all is what other checks ask with this call.
    await attempt(() =>
      readUntil(
        check,
        () => idsOf(admin),
        (ids) => ids.includes(id),
      ),
    );
    return {};
  },
  createReportDelivery: (check, _admin, where) => ({ body: deliveryBody(check, reportOf(where)) }),
  getReportDelivery: onDelivery(),
  updateReportDelivery: onDelivery(changeOf),
  deleteReportDelivery: onDelivery(),
  pauseReportDelivery: onDelivery(),
  async resumeReportDelivery(check, admin, where) {
    const id = await createDelivery(check, there(check, admin, where), reportOf(where));
    granted(await request(there(check, admin, where), 'pauseReportDelivery', id), 'the pause of a delivery');
    return { path: { deliveryId: id } };
  },
  runReportDelivery: onDelivery(),
  listReportDeliveryRuns: onDelivery(),
  shareReportDelivery: onDelivery(),
  transferReportDelivery: onDelivery(transferBody),
};

import type { BindingId } from '../../contracts/bindings/index.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isMembers } from '../../generators/members.ts';
import type { WireFormat } from '../tenant/wire-format.ts';

/** Actions whose body says nothing that a check chooses. Where nothing is to be said, no body is sent: a tenant may refuse an empty one. */
const STANDING: Readonly<Partial<Record<AnyOperationId, BindingId>>> = {
  pauseReportDelivery: 'report-deliveries.pause-body',
  resumeReportDelivery: 'report-deliveries.resume-body',
  pauseScheduledTask: 'scheduled-tasks.pause-body',
  resumeScheduledTask: 'scheduled-tasks.resume-body',
  shareReportDelivery: 'report-deliveries.share-body',
  shareScheduledTask: 'scheduled-tasks.share-body',
};

/** The body of an action that needs one at a tenant, such as an update by which a thing is paused. */
export function standingBody(
  wire: WireFormat,
  operation: AnyOperationId,
  { text }: { readonly text?: string },
): unknown {
  const id = STANDING[operation];
  const body = id === undefined || text !== undefined ? undefined : wire.value(id);
  return isMembers(body) && Object.keys(body).length > 0 ? body : undefined;
}

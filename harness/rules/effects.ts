import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';

/** What there is to see of what a call asks for; undefined where the tenant does not show it. */
type Trace = (reader: Actor, asked: Asked) => Promise<unknown>;

/** A text that only this call brings, in what somebody reads. */
function text(member: string, reading: AnyOperationId): Trace {
  return async (reader, asked) => {
    const body = (asked.body ?? {}) as Readonly<Record<string, unknown>>;
    const [mark, { externalWorkbookId }] = [body[member], body];
    const answer = await reader.raw(reading, {
      path: { ...(typeof externalWorkbookId === 'string' && { externalWorkbookId }), ...asked.path },
    });
    return typeof mark === 'string' && isSuccess(answer) ? answer.text.includes(JSON.stringify(mark)) : undefined;
  };
}

/** Whether a list holds an entry. */
function entry(reading: AnyOperationId, isIt: (entry: unknown, asked: Asked) => boolean = () => true): Trace {
  return async (reader, asked) => {
    const answer = await reader.raw(reading, asked.path && { path: asked.path });
    const { items } = (answer.body ?? {}) as { readonly items?: readonly unknown[] };
    return isSuccess(answer) ? items?.some((one) => isIt(one, asked)) : undefined;
  };
}

/** All that is shown of a thing which the call alone is about, and which changes when somebody does something to it. */
function whole(reading: AnyOperationId): Trace {
  return async (reader, { path }) => {
    const answer = await reader.raw(reading, path && { path });
    return isSuccess(answer) ? answer.body : undefined;
  };
}

const holder = entry(
  'listRoleHolders',
  (one, { path }) => String((one as { readonly id?: unknown }).id) === String(path?.['userId']),
);

/** Where a deed would be seen that leaves an administrator's own request as good as it was. */
const TRACES: Readonly<Partial<Record<AnyOperationId, Trace>>> = {
  createApiKey: text('name', 'listApiKeys'),
  createRole: text('name', 'listRoles'),
  updateRole: text('name', 'getRole'),
  grantRole: holder,
  revokeRole: holder,
  updateReport: text('name', 'listReports'),
  createScheduledTask: text('prompt', 'listScheduledTasks'),
  updateScheduledTask: text('prompt', 'getScheduledTask'),
  updateReportDelivery: whole('getReportDelivery'),
  pauseReportDelivery: whole('getReportDelivery'),
  resumeReportDelivery: whole('getReportDelivery'),
  connectReportToWorkbook: text('sheetName', 'listPlacements'),
  runScheduledTask: entry('listScheduledTaskRuns'),
  runReportDelivery: entry('listReportDeliveryRuns'),
};

/** Looks whether what a call asks for is done; undefined for one that leaves nothing to see. */
export function traceOf(operation: AnyOperationId, reader: Actor, asked: Asked): (() => Promise<unknown>) | undefined {
  const trace = TRACES[operation];
  return trace && (() => trace(reader, asked));
}

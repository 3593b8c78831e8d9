import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';

/** Reads the effect of a call; undefined if the tenant does not show it. */
type Trace = (reader: Actor, asked: Asked) => Promise<unknown>;

/** Whether a response contains the text that only this call sends in a member of its body. */
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

/** Whether a list has an element. */
function entry(reading: AnyOperationId, isIt: (entry: unknown, asked: Asked) => boolean = () => true): Trace {
  return async (reader, asked) => {
    const answer = await reader.raw(reading, asked.path && { path: asked.path });
    const { items } = (answer.body ?? {}) as { readonly items?: readonly unknown[] };
    return isSuccess(answer) ? items?.some((one) => isIt(one, asked)) : undefined;
  };
}

/** The full body of a resource that only this call changes. */
function content(reading: AnyOperationId): Trace {
  return async (reader, { path }) => {
    const answer = await reader.raw(reading, path && { path });
    return isSuccess(answer) ? answer.body : undefined;
  };
}

const holder = entry(
  'listRoleHolders',
  (one, { path }) => String((one as { readonly id?: unknown }).id) === String(path?.['userId']),
);

/** Where the effect of an operation can be read. Only operations whose repetition by an administrator still succeeds. */
const TRACES: Readonly<Partial<Record<AnyOperationId, Trace>>> = {
  createApiKey: text('name', 'listApiKeys'),
  createRole: text('name', 'listRoles'),
  updateRole: text('name', 'getRole'),
  grantRole: holder,
  revokeRole: holder,
  updateReport: text('name', 'listReports'),
  createScheduledTask: text('prompt', 'listScheduledTasks'),
  updateScheduledTask: text('prompt', 'getScheduledTask'),
  updateReportDelivery: content('getReportDelivery'),
  pauseReportDelivery: content('getReportDelivery'),
  resumeReportDelivery: content('getReportDelivery'),
  connectReportToWorkbook: text('sheetName', 'listPlacements'),
  runScheduledTask: entry('listScheduledTaskRuns'),
  runReportDelivery: entry('listReportDeliveryRuns'),
};

/** Returns a function that reads the effect of a call; undefined if the effect cannot be read. */
export function traceOf(operation: AnyOperationId, reader: Actor, asked: Asked): (() => Promise<unknown>) | undefined {
  const trace = TRACES[operation];
  return trace && (() => trace(reader, asked));
}

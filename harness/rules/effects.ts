import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';
import type { Check } from '../check/check.ts';
import { readUntil } from '../check/eventually.ts';

/** Reads the effect of a call; undefined if the tenant does not show it. */
type Trace = (reader: Actor, asked: Asked) => Promise<unknown>;

/** An effect that shows in a list, where what is new may be missing for a moment. */
interface LateTrace {
  readonly read: Trace;
  /** Whether the list has it before the call. */
  readonly starts: boolean;
}

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
const TRACES: Readonly<Partial<Record<AnyOperationId, Trace | LateTrace>>> = {
  createApiKey: text('name', 'listApiKeys'),
  createRole: text('name', 'listRoles'),
  createDeployment: text('name', 'listDeployments'),
  updateRole: text('name', 'getRole'),
  grantRole: { read: holder, starts: false },
  revokeRole: { read: holder, starts: true },
  updateReport: text('name', 'listReports'),
  createScheduledTask: text('prompt', 'listScheduledTasks'),
  updateScheduledTask: text('prompt', 'getScheduledTask'),
  updateReportDelivery: content('getReportDelivery'),
  pauseReportDelivery: content('getReportDelivery'),
  resumeReportDelivery: content('getReportDelivery'),
  connectReportToWorkbook: { read: text('sheetName', 'listPlacements'), starts: false },
  runScheduledTask: entry('listScheduledTaskRuns'),
  runReportDelivery: entry('listReportDeliveryRuns'),
};

/** How the effect of a call is read before and after it. */
export interface Look {
  readonly before: () => Promise<unknown>;
  /** What is read afterwards, as soon as it differs. */
  readonly after: (before: unknown) => Promise<unknown>;
}

/** Returns how the effect of a call is read; undefined if it cannot be. */
export function traceOf(
  check: Check,
  { operation, reader, asked }: { operation: AnyOperationId; reader: Actor; asked: Asked },
): Look | undefined {
  const trace = TRACES[operation];
  if (!trace) return undefined;
  if (typeof trace === 'function') {
    const read = () => trace(reader, asked);
    return { before: read, after: read };
  }
  const { starts } = trace;
  const read = () => trace.read(reader, asked);
  return {
    before: () => readUntil(check, read, (seen) => seen === undefined || seen === starts),
    // What is removed goes at once.
    after: (before) => (starts ? read() : readUntil(check, read, (seen) => seen !== before)),
  };
}

import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import type { Asked } from '../requests/requests.ts';
import type { Check } from '../check/check.ts';
import { readUnlessAppears, readUntil } from '../check/eventually.ts';
import { isNameOfCheck } from '../client/unique.ts';
import { apartFromRuns } from '../things/run-members.ts';

/** Reads the effect of a call; undefined if the tenant does not show it. */
type Trace = (reader: Actor, asked: Asked) => Promise<unknown>;

/** An effect that shows in a list, where what is new may be missing for a moment. */
interface LateTrace {
  readonly read: Trace;
  /** Whether the list has it before the call. */
  readonly starts: boolean;
}

/** An effect that only this call can have, by the text that only this call sends. */
interface NewTrace {
  readonly text: (asked: Asked) => unknown;
  readonly readNew: Trace;
  readonly isLate?: boolean;
}

/** Whether a response contains the text that only this call sends in a member of its body. */
function text(member: string, reading: AnyOperationId): NewTrace {
  const readNew: Trace = async (reader, asked) => {
    const body = (asked.body ?? {}) as Readonly<Record<string, unknown>>;
    const [mark, { externalWorkbookId }] = [body[member], body];
    const answer = await reader.raw(reading, {
      path: { ...(typeof externalWorkbookId === 'string' && { externalWorkbookId }), ...asked.path },
    });
    return typeof mark === 'string' && isSuccess(answer) ? answer.text.includes(JSON.stringify(mark)) : undefined;
  };
  return { text: ({ body }) => (body as Readonly<Record<string, unknown>> | undefined)?.[member], readNew };
}

/** Whether a list has an element. */
function entry(reading: AnyOperationId, isIt: (entry: unknown, asked: Asked) => boolean = () => true): Trace {
  return async (reader, asked) => {
    const answer = await reader.raw(reading, asked.path && { path: asked.path });
    const { items } = (answer.body ?? {}) as { readonly items?: readonly unknown[] };
    return isSuccess(answer) ? items?.some((one) => isIt(one, asked)) : undefined;
  };
}

/** The body of a resource that only this call changes, without what is shown there of others. */
function content(reading: AnyOperationId): Trace {
  return async (reader, { path }) => {
    const answer = await reader.raw(reading, path && { path });
    return isSuccess(answer) ? apartFromRuns(answer.body ?? {}) : undefined;
  };
}

const holder = entry(
  'listRoleHolders',
  (one, { path }) => String((one as { readonly id?: unknown }).id) === String(path?.['userId']),
);

/** Where the effect of an operation can be read. Only operations whose repetition by an administrator still succeeds. */
const TRACES: Readonly<Partial<Record<AnyOperationId, Trace | LateTrace | NewTrace>>> = {
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
  connectReportToWorkbook: { ...text('sheetName', 'listPlacements'), isLate: true },
  runScheduledTask: entry('listScheduledTaskRuns'),
  runReportDelivery: entry('listReportDeliveryRuns'),
};

/** How the effect of a call is read before and after it. */
export interface Look {
  readonly before: () => Promise<unknown>;
  /** What is read afterwards, as soon as it differs; undefined if it cannot be read. */
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
  if ('readNew' in trace) {
    const read = () => trace.readNew(reader, asked);
    return {
      // Nobody has to read that a name is not there which was made a moment ago.
      before: () => (isNameOfCheck(trace.text(asked)) ? Promise.resolve(false) : read()),
      after: () => (trace.isLate ? readUnlessAppears(check, read, (seen) => seen !== false) : read()),
    };
  }
  const { starts } = trace;
  const read = () => trace.read(reader, asked);
  return {
    before: () => readUntil(check, read, (seen) => seen === undefined || seen === starts),
    // What is removed goes at once.
    after: (before) => (starts ? read() : readUnlessAppears(check, read, (seen) => seen !== before)),
  };
}

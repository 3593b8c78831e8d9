import type { Schema } from '../contracts/document.ts';
import type { Dialect, StateMember } from './dialects/dialect.ts';

type Thing = Readonly<Record<string, unknown>>;

/** The operations on a kind of thing that an update may stand for. */
interface Changes {
  readonly family: keyof Dialect['states'];
  readonly update: string;
  readonly pause: string;
  readonly resume: string;
  readonly transfer?: string;
}

const TASKS = {
  family: 'scheduled-tasks',
  update: 'updateScheduledTask',
  pause: 'pauseScheduledTask',
  resume: 'resumeScheduledTask',
} as const satisfies Changes;

const DELIVERIES = {
  family: 'report-deliveries',
  update: 'updateReportDelivery',
  pause: 'pauseReportDelivery',
  resume: 'resumeReportDelivery',
  transfer: 'transferReportDelivery',
} as const satisfies Changes;

const ALL: readonly Changes[] = [TASKS, DELIVERIES];

/** What the document says of a member that says whether a thing is paused. */
export function stateSchema({ paused, active }: Omit<StateMember, 'member'>): Schema {
  return typeof paused === 'boolean' ? { type: 'boolean' } : { type: 'string', enum: [active, paused] };
}

/** Members of an update that do what has no path of its own in this dialect. */
export function changesBy(dialect: Dialect, operationId: string): Readonly<Record<string, Schema>> {
  const found = ALL.find(({ update, pause, resume }) => [update, pause, resume].includes(operationId));
  if (!found) return {};
  const state = dialect.states[found.family];
  const owner = found === DELIVERIES && operationId === found.update ? dialect.newOwner : undefined;
  return {
    ...(state && { [state.member]: stateSchema(state) }),
    ...(owner !== undefined && { [owner]: { type: 'integer' } }),
  };
}

/** One of the operations that a request to an update asks for, with the body that it has by itself. */
export interface Part {
  readonly operationId: string;
  readonly text: string;
}

/** What a request to an address asks for at which several operations are served; nothing where that cannot be told. */
export function partsOf(dialect: Dialect, served: readonly string[], text: string | undefined): Part[] {
  const found = ALL.find(({ pause, resume, transfer = pause }) =>
    [pause, resume, transfer].some((one) => served.includes(one)),
  );
  const body = found && thingIn(text);
  if (!body) return [];
  const state = dialect.states[found.family];
  const owner = found.transfer === undefined ? undefined : dialect.newOwner;
  const names = new Set([state?.member, owner]);
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
  const [stated, newOwner] = [state && body[state.member], owner === undefined ? undefined : body[owner]];
  const isPlain = stated === undefined && newOwner === undefined;
  const parts: (Part | false)[] = [
    (isPlain || Object.keys(others).length > 0) && { operationId: found.update, text: JSON.stringify(others) },
    stated !== undefined && stated === state?.paused && { operationId: found.pause, text: '{}' },
    stated !== undefined && stated === state?.active && { operationId: found.resume, text: '{}' },
    newOwner !== undefined && {
      operationId: found.transfer ?? found.update,
      text: JSON.stringify({ userId: newOwner }),
    },
  ];
  return parts.filter((part) => part !== false);
}

function thingIn(text: string | undefined): Thing | undefined {
  try {
    const body: unknown = JSON.parse(text ?? '{}');
    return isThing(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

const TASK_READS = ['getScheduledTask', 'listScheduledTasks'];

/** An answer about tasks or deliveries, with their state as this dialect writes it. */
export function withState(dialect: Dialect, operationId: string, body: unknown): unknown {
  const family = /Task/.test(operationId) ? TASKS.family : /Delivery|Deliveries/.test(operationId) && DELIVERIES.family;
  const state = family ? dialect.states[family] : undefined;
  if (!state || !isThing(body)) return body;
  // Where the contract knows the member, its name is carried over with all others.
  const member = TASK_READS.includes(operationId) ? 'enabled' : state.member;
  const shown = (thing: unknown): unknown => {
    if (!isThing(thing) || typeof thing['enabled'] !== 'boolean') return thing;
    const { enabled, ...others } = thing;
    return { ...others, [member]: enabled ? state.active : state.paused };
  };
  const { items } = body;
  return Array.isArray(items) ? { ...body, items: items.map(shown) } : shown(body);
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { mayBe } from '../../contracts/bindings/discovery/declared-types.ts';
import type { Answer } from '../http/answer.ts';
import { fresh, withFreshName } from '../client/unique.ts';
import type { Check } from '../check/check.ts';

/** Members that a body has only if a check sets them, even if the tenant's example has them. */
const NOT_BY_DEFAULT = ['notificationEnabled', 'condition'];

/** A valid body for a scheduled task. It runs once a year, so that it does not run during a check. */
export function taskBody(check: Check, more: object = {}): Record<string, unknown> {
  const needed = Object.entries((check.tenant.wire.value('scheduled-tasks.create') as object | undefined) ?? {});
  return {
    ...withFreshName(Object.fromEntries(needed.filter(([name]) => !NOT_BY_DEFAULT.includes(name))), 'task'),
    prompt: fresh('prompt'),
    cron: '7 4 1 1 *',
    timezone: 'Europe/Vienna',
    ...more,
  };
}

/** A valid body for a task that runs only on demand. */
export function onDemandBody(check: Check, more: object = {}): Record<string, unknown> {
  return {
    ...withFreshName((check.tenant.wire.value('scheduled-tasks.on-demand') as object | undefined) ?? {}, 'task'),
    prompt: fresh('prompt'),
    ...withoutSchedule(check),
    ...more,
  };
}

/** Whether a request got its cron, in this place, from the tenant's document alone. */
export function hasAddedCron(place: unknown, { fromDocument }: Pick<Answer, 'fromDocument'>): boolean {
  return typeof place === 'string' && fromDocument?.places.includes(place) === true;
}

/** The body of a task that ran on demand, without what says so: a schedule may be given to it. */
export function withoutOnDemand(check: Check, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const says = Object.keys(withoutSchedule(check));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !says.includes(name)));
}

const ON_DEMAND = /^(on[-_ ]?demand|manual(ly)?|ad[-_ ]?hoc|none|never|unscheduled)$/i;
const isOnDemand = (value: unknown) => typeof value === 'string' && ON_DEMAND.test(value);

/**
 * What says in a schedule that there is none: a text in place of the schedule, a member such as `onDemand`, or a kind of that name.
 * Undefined where the document has none of these.
 */
function onDemandIn(document: TenantDocument, schedule: Schema | undefined): unknown {
  const text = document.valuesOf(schedule).find(isOnDemand);
  if (text !== undefined) return text;
  for (const [name, node] of Object.entries(document.propertiesOf(schedule))) {
    if (ON_DEMAND.test(name)) return { [name]: emptiestOf(document, node) };
    const kind = document.valuesOf(node).find(isOnDemand);
    if (kind !== undefined) return { [name]: kind };
  }
  return undefined;
}

function emptiestOf(document: TenantDocument, node: Schema): unknown {
  if (mayBe(document, node, 'boolean')) return true;
  return mayBe(document, node, 'object') || !mayBe(document, node, 'null') ? {} : null;
}

/** What says in one of the members that lead to a cron that there is no schedule, the outermost first. */
function onDemandAlong(document: TenantDocument, schema: Schema | undefined, holders: readonly string[]): unknown {
  const [member, ...inner] = holders;
  if (member === undefined) return undefined;
  const holder = document.propertiesOf(schema)[member];
  const said = onDemandIn(document, holder) ?? onDemandAlong(document, holder, inner);
  return said === undefined ? undefined : { [member]: said };
}

/**
 * What says that a task has no cron, where a tenant wants one in each body: a schedule on demand, or null, for the cron itself or
 * for what it is inside of, such as a schedule.
 */
function withoutSchedule({ tenant: { wire } }: Check): Record<string, unknown> {
  const route = wire.route('createScheduledTask');
  const declared = wire.document && route && wire.document.find(route.method, route.path);
  const place = wire.value('scheduled-tasks.cron');
  if (!wire.document || !declared || typeof place !== 'string') return {};
  const schema = wire.document.schemaOf(declared, 'request');
  const [member = '', ...inside] = place.split('.');
  const holder = wire.document.propertiesOf(schema)[member];
  const onDemand = onDemandAlong(wire.document, schema, place.split('.').slice(0, -1));
  if (onDemand !== undefined) return onDemand as Record<string, unknown>;
  const isNeeded = wire.document.requiredOf(schema).includes(member) && mayBe(wire.document, holder, 'null');
  if (!isNeeded) return {};
  return inside.length > 0 ? { [member]: null } : { cron: null };
}

import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { mayBe } from '../../contracts/bindings/discovery/declared-types.ts';
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

/** The body of a task that ran on demand, without what says so: a schedule may be given to it. */
export function withoutOnDemand(check: Check, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const says = Object.keys(withoutSchedule(check));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !says.includes(name)));
}

const ON_DEMAND = /^(on[-_ ]?demand|manual(ly)?|none|never|unscheduled)$/i;

/**
 * What says in a schedule that there is none: a member such as `onDemand`, or a kind of that name. Undefined where the document has
 * neither.
 */
function onDemandIn(document: TenantDocument, schedule: Schema | undefined): unknown {
  for (const [name, node] of Object.entries(document.propertiesOf(schedule))) {
    if (ON_DEMAND.test(name)) return { [name]: mayBe(document, node, 'boolean') ? true : {} };
    const kind = document.valuesOf(node).find((one) => typeof one === 'string' && ON_DEMAND.test(one));
    if (kind !== undefined) return { [name]: kind };
  }
  return undefined;
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
  const onDemand = inside.length > 0 ? onDemandIn(wire.document, holder) : undefined;
  if (onDemand !== undefined) return { [member]: onDemand };
  const isNeeded = wire.document.requiredOf(schema).includes(member) && mayBe(wire.document, holder, 'null');
  if (!isNeeded) return {};
  return inside.length > 0 ? { [member]: null } : { cron: null };
}

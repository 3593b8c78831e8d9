import { mayBe } from '../../contracts/bindings/discovery/declared-types.ts';
import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';

/** Members that a body has only if a check sets them, even if the tenant's example has them. */
const NOT_BY_DEFAULT = ['notificationEnabled', 'condition'];

/** A valid body for a scheduled task. It runs once a year, so that it does not run during a check. */
export function taskBody(check: Check, more: object = {}): Record<string, unknown> {
  const needed = Object.entries((check.tenant.wire.value('scheduled-tasks.create') as object | undefined) ?? {});
  return {
    ...Object.fromEntries(needed.filter(([name]) => !NOT_BY_DEFAULT.includes(name))),
    prompt: fresh('prompt'),
    cron: '7 4 1 1 *',
    timezone: 'Europe/Vienna',
    ...more,
  };
}

/** A valid body for a task that runs only on demand. */
export function onDemandBody(check: Check, more: object = {}): Record<string, unknown> {
  return {
    ...(check.tenant.wire.value('scheduled-tasks.on-demand') as object | undefined),
    prompt: fresh('prompt'),
    ...withoutSchedule(check),
    ...more,
  };
}

/**
 * What says that a task has no cron, where a tenant wants one in each body: null, for the cron itself or for what it is inside
 * of, such as a schedule.
 */
function withoutSchedule({ tenant: { wire } }: Check): Record<string, null> {
  const route = wire.route('createScheduledTask');
  const declared = wire.document && route && wire.document.find(route.method, route.path);
  const place = wire.value('scheduled-tasks.cron');
  if (!wire.document || !declared || typeof place !== 'string') return {};
  const schema = wire.document.schemaOf(declared, 'request');
  const [member = '', ...inside] = place.split('.');
  const isNeeded =
    wire.document.requiredOf(schema).includes(member) &&
    mayBe(wire.document, wire.document.propertiesOf(schema)[member], 'null');
  if (!isNeeded) return {};
  return inside.length > 0 ? { [member]: null } : { cron: null };
}

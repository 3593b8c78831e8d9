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
    ...(needsCron(check) && { cron: null }),
    ...more,
  };
}

/** Whether a tenant wants a cron in each body, which is null for a task that has none. */
function needsCron({ tenant: { wire } }: Check): boolean {
  const route = wire.route('createScheduledTask');
  const declared = wire.document && route && wire.document.find(route.method, route.path);
  const name = wire.value('scheduled-tasks.cron');
  if (!wire.document || !declared || typeof name !== 'string') return false;
  const schema = wire.document.schemaOf(declared, 'request');
  return (
    wire.document.requiredOf(schema).includes(name) &&
    mayBe(wire.document, wire.document.propertiesOf(schema)[name], 'null')
  );
}

import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';

/** What a body is to hold only where a check says so, whatever this tenant's example of a task has. */
const SAID_APART = ['notificationEnabled', 'condition'];

/** The body of a task that a tenant takes. Once a year, so that it does not run while a check looks at it. */
export function taskBody(check: Check, more: object = {}): Record<string, unknown> {
  const needed = Object.entries((check.tenant.wire.value('scheduled-tasks.create') as object | undefined) ?? {});
  return {
    ...Object.fromEntries(needed.filter(([name]) => !SAID_APART.includes(name))),
    prompt: fresh('prompt'),
    cron: '7 4 1 1 *',
    timezone: 'Europe/Vienna',
    ...more,
  };
}

/** The body of a task that runs only when it is asked to. */
export function onDemandBody(check: Check, more: object = {}): Record<string, unknown> {
  return {
    ...(check.tenant.wire.value('scheduled-tasks.on-demand') as object | undefined),
    prompt: fresh('prompt'),
    ...more,
  };
}

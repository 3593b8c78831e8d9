import { fresh } from './fresh.ts';
import type { Check } from './test.ts';

/** The body of a task that a tenant takes: once a day, at a minute that is a single number. */
export function taskBody(check: Check, more: object = {}): Record<string, unknown> {
  return {
    ...(check.tenant.wire.value('scheduled-tasks.create') as object | undefined),
    prompt: fresh('prompt'),
    cron: '7 9 * * *',
    timezone: 'Europe/Vienna',
    ...more,
  };
}

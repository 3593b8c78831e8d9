import type { SettingName } from '../../contracts/settings.ts';
import { succeeded, type Leased } from './leased.ts';

export const HOUR = 3_600_000;
export const HOURLY = { prompt: 'Count orders', cron: '7 * * * *', timezone: 'UTC' };
export const DAILY = { prompt: 'Count orders', cron: '7 9 * * *', timezone: 'Europe/Vienna' };

export type Place = { readonly taskId: number; readonly deploymentId?: string };

export async function made(
  tenant: Leased,
  body: object = DAILY,
  as: SettingName = 'TASK_CREATOR_TOKEN',
): Promise<Place> {
  return { taskId: succeeded(await tenant.as(as)('createScheduledTask', { body })).body.id as number };
}

export async function runs(tenant: Leased, path: Place): Promise<{ threadId: string; startedAt: unknown }[]> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('listScheduledTaskRuns', { path })).body.items;
}

export async function task(tenant: Leased, path: Place): Promise<Record<string, unknown>> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('getScheduledTask', { path })).body;
}

/** A date-time in the format of either dialect. */
export function moment(written: unknown): Date {
  return new Date(typeof written === 'number' ? written * 1000 : String(written));
}

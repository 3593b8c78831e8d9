import type { Patch } from '../../mock/index.ts';
import { firings, showNextRun } from './scheduled-tasks.ts';

/** Fields of crons that count otherwise than they say. */

/** Days of the week count as they are in UTC. */
export const weekdaysInUtc: Patch = showNextRun((_shown, task, call) => {
  const fields = (task.cron ?? '').trim().split(/\s+/);
  const days = fields[4];
  if (days === undefined || days === '*' || !/^\d(,\d)*$/.test(days)) return undefined;
  const wanted = new Set(days.split(',').map((day) => Number(day) % 7));
  for (const at of firings(call, task, { cron: [...fields.slice(0, 4), '*'].join(' ') })) {
    if (wanted.has(new Date(at).getUTCDay())) return at;
  }
  return undefined;
});

/** Of the values that a field of a cron lists the first alone counts. */
export const firstOfList = (field: number): Patch =>
  showNextRun((_shown, task, call) => {
    const fields = (task.cron ?? '').trim().split(/\s+/);
    if (!fields[field]?.includes(',')) return undefined;
    const cron = fields.map((one, index) => (index === field ? (one.split(',')[0] ?? one) : one)).join(' ');
    for (const at of firings(call, task, { cron })) return at;
    return undefined;
  });

/** A field of a cron that has a range or a step counts as a star. */
export const asStar = (field: number, sign: string): Patch =>
  showNextRun((_shown, task, call) => {
    const fields = (task.cron ?? '').trim().split(/\s+/);
    if (!fields[field]?.includes(sign)) return undefined;
    for (const at of firings(call, task, { cron: fields.map((one, index) => (index === field ? '*' : one)).join(' ') }))
      return at;
    return undefined;
  });

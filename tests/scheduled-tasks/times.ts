import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { expect } from '../../harness/check/expect.ts';
import type { Task } from './tasks.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Zones without daylight saving time, with their offset from UTC in minutes. */
const UTC_OFFSETS: Readonly<Record<string, number>> = {
  'Africa/Abidjan': 0,
  'Asia/Tokyo': 540,
  'America/Bogota': -300,
  'Asia/Kabul': 270,
  'Australia/Brisbane': 600,
  'Pacific/Honolulu': -600,
};
/** A zone that always equals UTC; the name UTC itself may not be accepted. */
export const UTC = 'Africa/Abidjan';
export const OTHER_ZONES = Object.keys(UTC_OFFSETS).filter((zone) => zone !== UTC);

/** The times that a shown time may denote. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span that a shown time denotes: a date or a date-time, with or without a zone, or seconds or milliseconds. */
export function spanOf(shown: unknown): Span | undefined {
  if (typeof shown === 'number') {
    const inSeconds = shown < 1e11;
    return inSeconds ? { from: shown * SECOND, to: shown * SECOND + SECOND - 1 } : { from: shown, to: shown };
  }
  if (typeof shown !== 'string') return undefined;
  const [, date, time, zone] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d\S*?))?(Z|[+-]\d\d:?\d\d)?$/i.exec(shown) ?? [];
  if (date === undefined) return undefined;
  const at = Date.parse(`${date}T${time ?? '00:00'}${zone ?? 'Z'}`);
  if (!Number.isFinite(at)) return undefined;
  if (zone !== undefined) return { from: at, to: at };
  // Without a zone it may be local time in any zone.
  return { from: at - 14 * HOUR, to: at + 12 * HOUR + (time === undefined ? DAY : 0) };
}

/** Minute, hour, day, month and weekday in a zone, in the order of a cron's fields. */
function fieldsAt(at: number, zone: string): number[] {
  const there = new Date(at + (UTC_OFFSETS[zone] ?? Number.NaN) * MINUTE);
  return [there.getUTCMinutes(), there.getUTCHours(), there.getUTCDate(), there.getUTCMonth() + 1, there.getUTCDay()];
}

const FIELD_MINIMUM = [0, 0, 1, 1, 0];

/** Whether a cron field matches a value: a star, a number or a range, with or without a step, or a list of these. */
function matches(field: string, value: number, minimum: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [from, to] = range === '*' ? [minimum, Infinity] : range.split('-').map(Number);
    const last = to ?? (part.includes('/') ? Infinity : from);
    return value >= (from ?? 0) && value <= (last ?? 0) && (value - (from ?? 0)) % Number(step) === 0;
  });
}

/** Whether a cron fires within a span in a zone, computed from the cron alone. */
export function fires(cron: string, zone: string, { from, to }: Span, step = MINUTE): boolean {
  const fields = cron.split(' ');
  for (let at = Math.floor(from / MINUTE) * MINUTE; at <= to; at += step) {
    const values = fieldsAt(at, zone);
    if (fields.every((field, index) => matches(field, values[index] ?? -1, FIELD_MINIMUM[index] ?? 0))) return true;
  }
  return false;
}

/** The time of a response by the tenant's own clock, or by ours where it has no Date header. */
export function timeOf({ headers }: Pick<Answer, 'headers'>): number {
  const time = Date.parse(headers['date'] ?? '');
  return Number.isFinite(time) ? time : Date.now();
}

/** Expects that a nextRunAt that is shown is the next time at which the cron fires. */
export function expectFiresNext(answer: Answer<Task>, cron: string, zone: string): void {
  const { nextRunAt } = answer.body;
  const span = spanOf(nextRunAt);
  if (!span) return;
  const [now, shown] = [timeOf(answer), `"${cron}" in ${zone}, next run at ${String(nextRunAt)}`];
  expect(fires(cron, zone, span), `the cron fires at nextRunAt: ${shown}`).toBe(true);
  expect(span.to, `nextRunAt is in the future: ${shown}`).toBeGreaterThan(now - MINUTE);
  const between = { from: now + 2 * MINUTE, to: Math.min(span.from - MINUTE, now + DAY) };
  expect(fires(cron, zone, between), `the cron fires before nextRunAt: ${shown}`).toBe(false);
  // Behind the first day only the minute of each hour is looked at that the cron names, if it names one.
  const later = { from: firstAtMinuteOf(cron, zone, between.to), to: span.from - MINUTE };
  expect(fires(cron, zone, later, HOUR), `the cron fires days before nextRunAt: ${shown}`).toBe(false);
}

/** The first moment from another one on that is at the minute of an hour which a cron names; NaN where it names several. */
function firstAtMinuteOf(cron: string, zone: string, from: number): number {
  const start = Math.ceil(from / MINUTE) * MINUTE;
  const minute = new Date(start + (UTC_OFFSETS[zone] ?? 0) * MINUTE).getUTCMinutes();
  const wanted = Number(cron.split(' ')[0]);
  return start + ((wanted - minute + 60) % 60) * MINUTE;
}

/** The start of a minute within the next two minutes, by the tenant's own clock. */
export async function minuteAhead(admin: Actor): Promise<Date> {
  const answer = granted(await admin.raw('listScheduledTasks', { query: { first: 1 } }), 'the list of tasks');
  return new Date(Math.ceil(timeOf(answer) / MINUTE) * MINUTE + MINUTE);
}

/**
 * Crons in UTC with lists and ranges, from a moment on. Of a list the second value comes first, within the day in which a missed moment
 * is noticed; the range begins after days that a star would have. The hours between are room for a clock that goes otherwise.
 */
export function severalFrom(now: Date): readonly string[] {
  const [hour, day] = [now.getUTCHours(), now.getUTCDay()];
  const soon = new Date(now.getTime() + 20 * HOUR);
  const begin = Math.max(1, ((day + 2) % 7) % 6);
  const [date, month] = [now.getUTCDate(), now.getUTCMonth() + 1];
  const monthIn = (months: number) => ((month - 1 + months) % 12) + 1;
  const [near, far] = [monthIn(2), monthIn(10)];
  const isSoon = (step: number) => [0, 1, 2].some((ahead) => ((hour + ahead) % 24) % step === 0);
  const hours = [5, 7, 9, 11].find((step) => !isSoon(step)) ?? 11;
  const dates = [((date + 2) % 28) + 1, ((date + 20) % 28) + 1].sort((a, b) => b - a);
  // A month of 31 days that has not begun, nor does soon.
  const long = [1, 3, 5, 7, 8, 10, 12].find((one) => (one - month + 12) % 12 > 1) ?? 1;
  return [
    `30 9 31 ${long} *`,
    `30 ${(hour + 22) % 24},${(hour + 2) % 24} * * *`,
    `30 ${soon.getUTCHours()} * * ${(soon.getUTCDay() + 5) % 7},${soon.getUTCDay()}`,
    `30 9 * * ${begin}-${begin + 1}`,
    `30 ${hour < 12 ? '18-20' : '3-5'} * * *`,
    `30 */${hours} * * *`,
    `30 9 1 ${far},${near} *`,
    `30 9 1 ${near > 11 ? 3 : near}-${near > 11 ? 4 : near + 1} *`,
    `30 9 ${dates.join(',')} * *`,
    `30 9 */${(date - 1) % 20 < 2 || date % 20 === 0 ? 13 : 20} * *`,
  ];
}

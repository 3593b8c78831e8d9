import { CronExpressionParser } from 'cron-parser';

/** Rules of schedules, as data. */
export const scheduleRules = () => ({
  fields: 5,
  /** Once an hour at most, so that the minutes are one number. */
  isMinute: (minute: string): boolean => /^\d{1,2}$/.test(minute) && Number(minute) < 60,
  isTimeZone: (zone: string): boolean => {
    // The formatter takes offsets as well, and they are no zones.
    if (!/^[A-Za-z]/.test(zone)) return false;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  },
  /** The zone in which a cron counts. */
  zoneOf: (timezone: string): string => timezone,
});

type ScheduleRules = ReturnType<typeof scheduleRules>;

export function isCron(rules: ScheduleRules, cron: string): boolean {
  const fields = cron.trim().split(/\s+/);
  const [minute = ''] = fields;
  if (fields.length !== rules.fields || !rules.isMinute(minute)) return false;
  // The parser knows hashes, jitter and last days besides; they belong to other dialects of cron.
  if (!/^[\w*/,\-\s]+$/.test(cron) || /\b[HL]\b/i.test(cron)) return false;
  try {
    CronExpressionParser.parse(cron);
    return true;
  } catch {
    return false;
  }
}

/** When a cron fires next after a moment, or undefined where it never does. */
export function nextFire(rules: ScheduleRules, cron: string, timezone: string, after: number): number | undefined {
  try {
    const options = { currentDate: new Date(after), tz: rules.zoneOf(timezone) };
    return CronExpressionParser.parse(cron, options).next().getTime();
  } catch {
    return undefined;
  }
}

import { Cron } from 'croner';

/** What a next firing is worked out for: to be shown, or to be carried out. */
export type Purpose = 'shown' | 'carried-out';

/** Rules of schedules, as data. `operationId` lets a fault touch one operation alone. */
export const scheduleRules = () => ({
  isCron: (cron: string, _operationId: string): boolean => canonical(cron) !== undefined,
  /** Once an hour at most, so that the minutes are one number. */
  firesHourlyAtMost: (cron: string, _operationId: string): boolean => /^\s*\d{1,2}\s/.test(cron),
  // Zones look like words; the formatter takes offsets as well, and they are no zones.
  isTimeZone: (zone: string, _operationId: string): boolean => /^[A-Za-z]/.test(zone) && isKnownZone(zone),
  /** The zone in which a cron counts. */
  zoneOf: (timezone: string, _purpose: Purpose): string => timezone,
});

const knownZones = new Set<string>();

function isKnownZone(zone: string): boolean {
  if (knownZones.has(zone)) return true;
  const isKnown = isFormattable(zone);
  // What is made up may be anything, and is asked for once.
  if (isKnown) knownZones.add(zone);
  return isKnown;
}

function isFormattable(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

interface Field {
  readonly min: number;
  readonly max: number;
  /** Words for the values, the first for the least. */
  readonly names: readonly string[];
}

const FIELDS: readonly Field[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { min: 0, max: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
];
/** Sunday is the first day of the week and the last. */
const DAYS = 7;

/** The values that a field stands for, or undefined where it is no field of a cron. */
function valuesOf(text: string, { min, max, names }: Field): ReadonlySet<number> | undefined {
  const numberOf = (word: string): number => {
    const named = names.indexOf(word.toLowerCase());
    if (named >= 0) return min + named;
    return /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  };
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, from, to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (from === undefined || (from === '*' && to !== undefined)) return undefined;
    const first = from === '*' ? min : numberOf(from);
    const last = from === '*' ? max : to !== undefined ? numberOf(to) : step === undefined ? first : max;
    const by = Number(step ?? 1);
    if (!(first >= min && first <= last && last <= max && by > 0)) return undefined;
    for (let value = first; value <= last; value += by) values.add(value);
  }
  return values;
}

/** Whether the parser takes a field as it stands: it knows no step from a single value, and none that is larger than the field. */
function isPlain(text: string, { max }: Field): boolean {
  if (text.includes(',')) return false;
  const [, range, step] = /^(.+)\/(\d+)$/.exec(text) ?? [];
  return range === undefined || ((range === '*' || range.includes('-')) && Number(step) <= max);
}

/** A cron of five fields as the parser takes them, the others as lists that name each value once; undefined for what is no cron. */
function canonical(cron: string): string | undefined {
  const texts = cron.trim().split(/\s+/);
  if (texts.length !== FIELDS.length) return undefined;
  const fields = FIELDS.map((field, index) => {
    const text = texts[index] ?? '';
    const values = valuesOf(text, field);
    if (!values || isPlain(text, field)) return values && text;
    return [...new Set([...values].map((value) => (field.max === DAYS ? value % DAYS : value)))].join(',');
  });
  return fields.includes(undefined) ? undefined : fields.join(' ');
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The moments at which a cron fires after another, one by one; none for a day that no year has, or in a zone that is none. */
export function* firesAfter({ cron, zone, after }: { cron: string; zone: string; after: number }): Generator<number> {
  const expression = canonical(cron);
  if (expression === undefined || !isZone(zone)) return;
  const fires = new Cron(expression, { timezone: zone, paused: true });
  for (let next = fires.nextRun(new Date(after)); next; next = fires.nextRun(next)) yield next.getTime();
}

/** What was last worked out of a schedule: between the two moments nothing fires, and then it does. */
const spans = new Map<string, { readonly after: number; readonly next: number }>();
const MOST_SPANS = 2_000;

/** The first of those moments, or never. Most tasks, whoever has them, fire by a few schedules. */
export function fireAfter(schedule: { readonly cron: string; readonly zone: string; readonly after: number }): number {
  const { cron, zone, after } = schedule;
  const key = `${zone} ${cron}`;
  const known = spans.get(key);
  if (known && known.after <= after && after < known.next) return known.next;
  const [next = Number.POSITIVE_INFINITY] = firesAfter(schedule);
  if (spans.size >= MOST_SPANS) spans.clear();
  spans.set(key, { after, next });
  return next;
}

import fc from 'fast-check';
import type { Bounds } from './numbers.ts';
import { word, wrongText, type WrongText } from './text.ts';

const MINUTE = { min: 0, max: 59 };
const HOUR = { min: 0, max: 23 };
const MONTH_DAY = { min: 1, max: 31 };
/** Days that every month has: a cron for the 30th of February only would never fire. */
const ANY_MONTH_DAY = { min: 1, max: 28 };
const MONTH = { min: 1, max: 12 };
/** Without 7: whether it means Sunday is left open. */
const WEEK_DAY = { min: 0, max: 6 };

type Fields = readonly [minute: string, hour: string, monthDay: string, month: string, weekDay: string];

const number = (field: Bounds) => fc.integer(field).map(String);
const step = ({ max }: Bounds) => fc.integer({ min: 2, max: Math.floor(max / 2) }).map((by) => `*/${by}`);
const list = (field: Bounds) =>
  fc
    .uniqueArray(fc.integer(field), { minLength: 2, maxLength: 4 })
    .map((values) => [...values].sort((a, b) => a - b).join(','));

/** Ends of a range of at least two values: a range of one value equals a number, and a descending range is left open. */
const ends = ({ min, max }: Bounds) =>
  fc.tuple(fc.integer({ min, max: max - 1 }), fc.nat({ max: max - min - 1 })).map(([from, more]) => {
    return [from, Math.min(from + 1 + more, max)] as const;
  });
const range = (field: Bounds) => ends(field).map(([from, to]) => `${from}-${to}`);
const steppedRange = (field: Bounds) =>
  fc.tuple(ends(field), fc.nat()).map(([[from, to], by]) => `${from}-${to}/${1 + (by % (to - from))}`);

const unstepped = (field: Bounds) =>
  [fc.constant('*'), number(field), list(field), range(field), steppedRange(field)] as const;
const anyField = (field: Bounds) => fc.oneof({ withCrossShrink: true }, ...unstepped(field), step(field));
/** Where a week begins with Monday, its last day is 7: then a step over all days has other days. */
const weekDay = fc.oneof({ withCrossShrink: true }, ...unstepped(WEEK_DAY));

const STAR = fc.constant('*');

/** Days by date or by weekday. Cron dialects differ on restricting both, and the specification does not say which applies. */
const days: fc.Arbitrary<readonly [monthDay: string, month: string, weekDay: string]> = fc.oneof(
  { withCrossShrink: true },
  fc.tuple(STAR, STAR, STAR),
  fc.tuple(anyField(MONTH_DAY), STAR, STAR),
  fc.tuple(anyField(ANY_MONTH_DAY), anyField(MONTH), STAR),
  fc.tuple(STAR, anyField(MONTH), weekDay),
);

function cronWith(minute: fc.Arbitrary<string>): fc.Arbitrary<Fields> {
  return fc.tuple(minute, anyField(HOUR), days).map(([at, hour, date]) => [at, hour, ...date]);
}
const valid = cronWith(number(MINUTE));

/** Crons of five fields that fire at most once an hour: their minute is a single number. */
export function hourlyOrRarerCron(): fc.Arbitrary<string> {
  return valid.map((fields) => fields.join(' '));
}

const tooFrequent = (minute: fc.Arbitrary<string>) => cronWith(minute).map((fields) => fields.join(' '));

/** Valid crons that fire at least twice within an hour. */
export const TOO_FREQUENT_CRONS = {
  'a star for its minutes': tooFrequent(STAR),
  'a list of minutes': tooFrequent(list(MINUTE)),
  'a range of minutes': tooFrequent(range(MINUTE)),
  'a step of minutes': tooFrequent(step(MINUTE)),
  'a step within a range of minutes': tooFrequent(steppedRange(MINUTE)),
} as const;

/** A valid cron with one field replaced by another text. */
const withField = (position: number, texts: fc.Arbitrary<string>) =>
  fc.tuple(valid, texts).map(([fields, text]) => fields.with(position, text).join(' '));
const beyond = ({ max }: Bounds) => fc.integer({ min: max + 1, max: 99 }).map(String);

/** Words without a meaning in any cron dialect: no day, no month and no letter such as L, W or H. */
const noField = fc.constantFrom('noon', 'soon', 'often', 'always', 'sometimes');
const inAnyField = fc.nat({ max: 4 }).chain((position) => withField(position, noField));

/**
 * Texts that are not crons in any dialect. Not among them, because the specification leaves them open: six or seven
 * fields (seconds and years), names of days and months, shorthands that begin with @, and steps as wide as the field.
 * An empty text is not among them either, because it may create an on-demand task.
 */
export const BAD_CRONS = {
  'too few fields': fc
    .tuple(valid, fc.integer({ min: 1, max: 4 }))
    .map(([fields, count]) => fields.slice(0, count).join(' ')),
  'too many fields': fc
    .tuple(valid, fc.integer({ min: 3, max: 5 }))
    .map(([fields, more]) => [...fields, ...Array.from({ length: more }, () => '*')].join(' ')),
  'a minute past 59': withField(0, beyond(MINUTE)),
  'an hour past 23': withField(1, beyond(HOUR)),
  'a day past 31': withField(2, beyond(MONTH_DAY)),
  'a month past 12': withField(3, beyond(MONTH)),
  'letters for a field': inAnyField,
  'a sentence': fc.array(noField, { minLength: 3, maxLength: 6 }).map((words) => `${words.join(' ')}.`),
} as const;

const AREAS = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific'];
/**
 * Zones that are not in every version of the IANA database: recent zones, and zones that were renamed recently and may
 * have either name.
 */
const NOT_EVERYWHERE = new Set([
  ...['America/Ciudad_Juarez', 'America/Coyhaique', 'America/Nuuk', 'America/Punta_Arenas', 'Asia/Qostanay'],
  ...['Europe/Kyiv', 'Europe/Kiev', 'Europe/Saratov', 'Pacific/Kanton', 'Pacific/Enderbury', 'America/Godthab'],
  ...['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Kathmandu', 'Asia/Katmandu', 'Asia/Yangon', 'Asia/Rangoon'],
  ...['Asia/Ho_Chi_Minh', 'Asia/Saigon', 'Atlantic/Faroe', 'Atlantic/Faeroe', 'Africa/Asmara', 'Africa/Asmera'],
  ...['Pacific/Pohnpei', 'Pacific/Ponape', 'Pacific/Chuuk', 'Pacific/Truk', 'America/Atikokan'],
  ...['America/Coral_Harbour', 'America/Buenos_Aires', 'America/Catamarca', 'America/Cordoba', 'America/Jujuy'],
  ...['America/Mendoza', 'America/Indianapolis', 'America/Louisville'],
]);
const isWellKnown = (zone: string) => {
  const [area, ...city] = zone.split('/');
  return city.length === 1 && AREAS.includes(area ?? '') && !NOT_EVERYWHERE.has(zone);
};
export const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone').filter(isWellKnown);

/** Zones of the form Area/City that every version of the IANA database has. */
export function ianaZone(): fc.Arbitrary<string> {
  return fc.constantFrom(...ZONES);
}

/** Texts that are not zones. Abbreviations and other spellings of zones are not among them: a tenant may accept them. */
export const BAD_ZONES = {
  'an unknown city in a known area': fc
    .tuple(fc.constantFrom(...AREAS), word())
    .map(([area, text]) => `${area}/Nosuch${text}`),
  'an unknown area': word().map((text) => `Nosuch${text}/London`),
  'an area without a city': fc.constantFrom(...AREAS),
  'a sentence': fc.constantFrom('half past nine in Paris', 'the zone of the office', 'wherever the sun is up'),
} as const;

export function badZone(): fc.Arbitrary<WrongText> {
  return wrongText(BAD_ZONES);
}

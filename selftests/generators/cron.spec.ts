import { expect, test } from '../test.ts';
import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import {
  BAD_CRONS,
  BAD_ZONES,
  badZone,
  hourlyOrRarerCron,
  ianaZone,
  TOO_FREQUENT_CRONS,
  ZONES,
} from '../../generators/cron.ts';
import { wrongText } from '../../generators/text.ts';
import { inBothDialects, refusedWith, succeeded } from '../tenant/leased.ts';
import { expectEach, expectShares, RUNS, samplesOf, SEED, smallest } from './samples.ts';

const HOUR = 3_600_000;
const [tooFrequent, bad] = [wrongText(TOO_FREQUENT_CRONS), wrongText(BAD_CRONS)];

/** The intervals between the next firings of a cron, in UTC to exclude daylight saving. */
function gapsOf(cron: string, firings: number): number[] {
  const fires = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date('2026-01-01T00:30:00Z') });
  const times = fires.take(firings).map((date) => date.getTime());
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** Counts the fields as well, because the parser completes missing fields and accepts seconds. */
function isCron(text: string): boolean {
  const fields = fieldsOf(text).length;
  return fields >= 5 && fields <= 7 && !throws(() => CronExpressionParser.parse(text, { tz: 'UTC' }));
}

function isZone(text: string): boolean {
  return !throws(() => new Intl.DateTimeFormat('en', { timeZone: text }));
}

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

const fieldsOf = (cron: string) => cron.split(' ');

test('no step over all days of a week is valid, because weeks begin with 0 or 1', () => {
  expectEach(samplesOf(hourlyOrRarerCron()), (cron) => !/ \*\/\d+$/.test(cron));
});

test('crons that fire hourly or less often have a single minute and never fire twice within an hour', () => {
  expectEach(samplesOf(hourlyOrRarerCron()), (cron) => /^[1-5]?\d( [\d*,/-]+){4}$/.test(cron));
  expectEach(samplesOf(hourlyOrRarerCron(), 40), (cron) => Math.min(...gapsOf(cron, 200)) >= HOUR);
});

for (const [why, crons] of Object.entries(TOO_FREQUENT_CRONS)) {
  test(`crons with ${why} fire twice within an hour`, () => {
    expectEach(samplesOf(crons, 100), (cron) => Math.min(...gapsOf(cron, 5)) < HOUR);
  });
}

for (const [why, crons] of Object.entries(BAD_CRONS)) {
  test(`crons with ${why} are invalid`, () => {
    expectEach(samplesOf(crons, 200), (cron) => !isCron(cron));
  });
}

test('crons contain nothing that the specification leaves open', () => {
  const crons = [...samplesOf(hourlyOrRarerCron()), ...samplesOf(tooFrequent).map(({ text }) => text)];
  expectEach(crons, (cron) => fieldsOf(cron).length === 5 && /^[\d*,/ -]+$/.test(cron) && !cron.includes('/60'));
  expectEach(crons, (cron) => fieldsOf(cron)[2] === '*' || fieldsOf(cron)[4] === '*', 'days restricted twice');
  const words = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat|[LWH])\b/i;
  const isSentence = (text: string) => text.endsWith('.');
  const texts = samplesOf(bad).map(({ text }) => text);
  expectEach(texts, (text) => !words.test(text) && !text.includes('@'));
  expectEach(texts, (text) => text.trim() !== '', 'an empty cron, which may mean none');
  expectEach(texts, (text) => isSentence(text) || ![6, 7].includes(fieldsOf(text).length));
});

test('each form of a cron is at least a tenth of the samples', () => {
  expectShares(hourlyOrRarerCron(), {
    'every hour': (cron) => fieldsOf(cron)[1] === '*',
    'certain hours': (cron) => fieldsOf(cron)[1] !== '*',
    'certain days of the month': (cron) => fieldsOf(cron)[2] !== '*',
    'certain months': (cron) => fieldsOf(cron)[3] !== '*',
    'certain weekdays': (cron) => fieldsOf(cron)[4] !== '*',
    'every day': (cron) => cron.endsWith(' * * *'),
    'a list': (cron) => cron.includes(','),
    'a range': (cron) => cron.includes('-'),
    'a step': (cron) => cron.includes('/'),
  });
  const isFor = (reasons: object) =>
    Object.fromEntries(Object.keys(reasons).map((why) => [why, (one: { why: string }) => one.why === why]));
  expectShares(tooFrequent, isFor(TOO_FREQUENT_CRONS));
  expectShares(bad, isFor(BAD_CRONS), 0.08);
  expectShares(badZone(), isFor(BAD_ZONES));
});

test('zones are valid and many; bad zones are invalid in every spelling', () => {
  expect(ZONES.length).toBeGreaterThan(250);
  expectEach(ZONES, isZone);
  expectEach(samplesOf(badZone()), ({ text }) => !isZone(text));
});

test('a planted bug shrinks to the smallest failing cron', () => {
  for (const cron of smallest(hourlyOrRarerCron(), () => true)) expect(cron).toBe('0 * * * *');
  for (const cron of smallest(hourlyOrRarerCron(), (one) => Number(fieldsOf(one)[0]) > 29))
    expect(cron).toBe('30 * * * *');
  for (const { text } of smallest(tooFrequent, ({ why }) => why === 'a step of minutes')) {
    expect(text).toBe('*/2 * * * *');
  }
  for (const { text } of smallest(bad, ({ why }) => why === 'an hour past 23')) expect(text).toBe('0 24 * * *');
});

inBothDialects('crons and zones', (lease) => {
  test('the tenant accepts valid crons and zones and refuses bad ones with 400', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const good = { prompt: 'Count orders', cron: '7 9 * * *', timezone: 'Europe/Vienna' };
    const schedules = fc.record({ cron: hourlyOrRarerCron(), timezone: ianaZone() });
    const wrong = fc.oneof(
      tooFrequent.map(({ text }) => ({ cron: text })),
      bad.map(({ text }) => ({ cron: text })),
      badZone().map(({ text }) => ({ timezone: text })),
    );
    await fc.assert(
      fc.asyncProperty(schedules, wrong, async (schedule, change) => {
        const body = { ...good, ...schedule };
        const { id } = succeeded(await admin('createScheduledTask', { body })).body as { id: number };
        // A user may have at most twenty active tasks.
        succeeded(await admin('deleteScheduledTask', { path: { taskId: id } }));
        refusedWith(await admin('createScheduledTask', { body: { ...body, ...change } }), 400);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

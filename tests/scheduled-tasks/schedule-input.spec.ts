import fc from 'fast-check';
import { BAD_CRONS, badZone, hourlyOrRarerCron, ianaZone, TOO_FREQUENT_CRONS } from '../../generators/cron.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { property } from '../../harness/check/property.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { act, contentOf, create, idIn, isListed, made, removed, update } from './tasks.ts';

interface Schedule {
  readonly cron?: string;
  readonly timezone?: string;
}

/** Puts a schedule on a task, by creating one with it or by updating one of this check's own. */
interface Putting {
  readonly send: (schedule: Schedule) => Promise<Answer>;
  /** What a refused request must leave as it was. */
  readonly look: () => Promise<unknown>;
  /** Makes room for the next one. */
  readonly clear: (answer: Answer) => Promise<void>;
}

const PUTTING: Readonly<Record<'create' | 'update', (check: Check, admin: Actor) => Promise<Putting>>> = {
  create: (check, admin) => {
    const body = taskBody(check);
    return Promise.resolve({
      send: (schedule) => create(check, admin, { ...body, ...schedule }),
      look: () => isListed(admin, body['prompt']),
      clear: async (answer) => removed(admin, { id: await idIn(check, admin, answer, body) }),
    });
  },
  update: async (check, admin) => {
    const task = await made(check, admin);
    const path = { taskId: task.id };
    return {
      // Beside a bad schedule nothing else of the body is to be stored either.
      send: (schedule) =>
        admin.raw('updateScheduledTask', { path, body: { ...task.body, prompt: fresh('changed'), ...schedule } }),
      look: () => contentOf(admin, task),
      clear: () => Promise.resolve(),
    };
  },
};

const cron = (texts: fc.Arbitrary<string>) => texts.map((text): Schedule => ({ cron: text }));
const crons = (...texts: readonly string[]) => texts.map((text): Schedule => ({ cron: text }));

/** Bad schedules by the rule that they break: some that are always tried, and others like them. */
const BAD: Readonly<Record<string, { readonly examples: readonly Schedule[]; readonly like: fc.Arbitrary<Schedule> }>> =
  {
    'cron-every-minute': {
      examples: crons('* * * * *', '* 9 * * *'),
      like: cron(TOO_FREQUENT_CRONS['a star for its minutes']),
    },
    'cron-minute-step': {
      examples: crons('*/15 * * * *', '*/30 9 * * *', '5/20 * * * *', '0/30 9 * * *'),
      like: cron(TOO_FREQUENT_CRONS['a step of minutes']),
    },
    'cron-minute-list': {
      examples: crons('0,30 * * * *', '7,8 9 * * *', '0,59 9 * * *'),
      like: cron(TOO_FREQUENT_CRONS['a list of minutes']),
    },
    'cron-minute-range': {
      examples: crons('0-10 * * * *', '0-1 9 * * *', '10-50/20 9 * * *'),
      like: cron(
        fc.oneof(TOO_FREQUENT_CRONS['a range of minutes'], TOO_FREQUENT_CRONS['a step within a range of minutes']),
      ),
    },
    'cron-minute-60': {
      examples: crons('60 * * * *', '60 9 * * *'),
      like: cron(BAD_CRONS['a minute past 59']),
    },
    'cron-hour-24': { examples: crons('0 24 * * *', '7 24 * * *'), like: cron(BAD_CRONS['an hour past 23']) },
    'cron-day-32': { examples: crons('7 9 32 * *'), like: cron(BAD_CRONS['a day past 31']) },
    'cron-month-13': { examples: crons('7 9 1 13 *'), like: cron(BAD_CRONS['a month past 12']) },
    'cron-too-few-fields': { examples: crons('7 9 * *', '7'), like: cron(BAD_CRONS['too few fields']) },
    'cron-too-many-fields': { examples: crons('7 9 * * * * * *'), like: cron(BAD_CRONS['too many fields']) },
    'cron-not-a-cron': {
      examples: crons('every morning at nine', '7 noon * * *'),
      like: cron(fc.oneof(BAD_CRONS['a sentence'], BAD_CRONS['letters for a field'])),
    },
    'zone-unknown': {
      examples: [
        { timezone: 'Europe/Nosuchplace' },
        { timezone: 'Nosuchplace' },
        { timezone: 'America/New York' },
        { timezone: '+02:00' },
      ],
      like: badZone().map(({ text }) => ({ timezone: text })),
    },
  };

/** With daylight saving time and without, of whole hours and not, and spelt with whatever zones are spelt with. */
const ZONES_OF_ALL_KINDS = [
  ...['America/New_York', 'Asia/Tokyo', 'Africa/Abidjan', 'Australia/Adelaide', 'Asia/Kabul', 'Pacific/Chatham'],
  ...['America/Port-au-Prince', 'America/Argentina/Ushuaia', 'America/North_Dakota/Center', 'Pacific/Kiritimati'],
];

const GOOD: typeof BAD = {
  'cron-hourly': {
    examples: crons('0 * * * *', '7 * * * *', '59 * * * *'),
    like: cron(fc.integer({ min: 0, max: 59 }).map((minute) => `${minute} * * * *`)),
  },
  'cron-single-minute': {
    examples: crons('0 0 * * *', '59 23 31 12 *', '30 9 * * 1-5', '15 */6 1,15 * *'),
    like: cron(hourlyOrRarerCron()),
  },
  'zone-known': {
    examples: ZONES_OF_ALL_KINDS.map((timezone) => ({ timezone })),
    like: ianaZone().map((timezone) => ({ timezone })),
  },
};

/** A task that runs on demand may have no time zone, but where it keeps the one it is sent with, that has to be one. */
async function expectZoneOnDemand(check: Check, admin: Actor): Promise<void> {
  const timezone = 'Asia/Tokyo';
  const body = onDemandBody(check, { timezone });
  const answer = await create(check, admin, body);
  if (!isSuccess(answer)) return;
  const id = await idIn(check, admin, answer, body);
  if ((await admin.preparing.getScheduledTask(id)).timezone !== timezone) return;
  const bad = onDemandBody(check, { timezone: 'Europe/Nosuchplace' });
  expect(await create(check, admin, bad), 'a task on demand').toBeRefusedWith(400);
}

/** A schedule that rests is one all the same. */
async function expectCronOfPaused(check: Check, admin: Actor, bad: readonly Schedule[]): Promise<void> {
  const task = await made(check, admin);
  if (!isSuccess(await act(check, admin, 'pause', task))) return;
  for (const schedule of bad) {
    expect(await update(admin, task, schedule), `${JSON.stringify(schedule)} of a paused task`).toBeRefusedWith(400);
  }
}

/** Inputs of one rule are much alike: a part of the usual number is enough, beside those that are always tried. */
const SHARE = 0.15;

for (const [topic, prepare] of Object.entries(PUTTING)) {
  const of = (rule: string) => verifies(`scheduled-tasks.${topic}.${rule}` as RequirementId);

  for (const [rule, { examples, like }] of Object.entries(BAD)) {
    test(...of(rule), async ({ check, admin }) => {
      const { send, look } = await prepare(check, admin);
      const before = await look();
      await property(
        check,
        like,
        async (schedule) => {
          expect(await send(schedule), JSON.stringify(schedule)).toBeRefusedWith(400);
        },
        { examples, share: SHARE },
      );
      expect(await look(), 'what refused requests would change').toEqual(before);
      if (topic === 'create' && rule === 'zone-unknown') await expectZoneOnDemand(check, admin);
      if (topic === 'update' && rule === 'cron-not-a-cron') await expectCronOfPaused(check, admin, examples);
      granted(await send({}), 'the same with the schedule that it has otherwise');
    });
  }

  for (const [rule, { examples, like }] of Object.entries(GOOD)) {
    test(...of(rule), async ({ check, admin }) => {
      const { send, clear } = await prepare(check, admin);
      await clear(granted(await send({}), 'the same with the schedule that it has otherwise'));
      await property(
        check,
        like,
        async (schedule) => {
          const answer = await send(schedule);
          expect(answer, JSON.stringify(schedule)).toSucceed();
          if (isSuccess(answer)) await clear(answer);
        },
        { examples, share: 2 * SHARE },
      );
    });
  }
}

import fc from 'fast-check';
import { BAD_CRONS, badZone, hourlyOrRarerCron, ianaZone, TOO_FREQUENT_CRONS } from '../../generators/cron.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { property } from '../../harness/check/property.ts';
import { hasAddedCron, onDemandBody, taskBody, withoutOnDemand } from '../../harness/things/scheduled-tasks.ts';
import { conditionOf, taskIfTaken } from './histories.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  requestAction,
  contentOf,
  requestCreation,
  createdTaskId,
  isListed,
  createOnDemandTask,
  createTask,
  deleteTask,
  updateTask,
} from './tasks.ts';

interface Schedule {
  readonly cron?: string;
  readonly timezone?: string;
}

/** Sends a schedule, either in a creation or in an update of a new task. */
interface ScheduleRequest {
  readonly send: (schedule: Schedule) => Promise<Answer>;
  /** What a refused request must not change. */
  readonly look: () => Promise<unknown>;
  /** The same before any request, where it is known without a look. */
  readonly before?: unknown;
  /** Deletes a created task, so that the user stays below the limit of active tasks. */
  readonly clear: (answer: Answer) => Promise<void>;
}

const SCHEDULE_REQUESTS: Readonly<
  Record<'create' | 'update', (check: Check, admin: Actor) => Promise<ScheduleRequest>>
> = {
  create: (check, admin) => {
    const body = taskBody(check);
    return Promise.resolve({
      send: (schedule) => requestCreation(check, admin, { ...body, ...schedule }),
      look: () => isListed(admin, body['prompt']),
      before: false,
      clear: async (answer) => deleteTask(admin, { id: await createdTaskId(check, admin, answer, body) }),
    });
  },
  update: async (check, admin) => {
    const task = await createTask(check, admin);
    const path = { taskId: task.id };
    return {
      // The body has other changes as well, which must not be stored with an invalid schedule.
      send: (schedule) =>
        admin.raw('updateScheduledTask', { path, body: { ...task.body, ...OTHER_CHANGES(), ...schedule } }),
      look: () => contentOf(admin, task),
      clear: () => Promise.resolve(),
    };
  },
};

const OTHER_CHANGES = () => ({
  prompt: fresh('changed'),
  cron: '41 3 2 2 *',
  timezone: 'Asia/Tokyo',
  notificationEnabled: true,
});

const cron = (texts: fc.Arbitrary<string>) => texts.map((text): Schedule => ({ cron: text }));
const crons = (...texts: readonly string[]) => texts.map((text): Schedule => ({ cron: text }));

/** Invalid schedules by the rule that they violate: examples that are always sent, and generated ones. */
const INVALID: Readonly<
  Record<string, { readonly examples: readonly Schedule[]; readonly generated: fc.Arbitrary<Schedule> }>
> = {
  'cron-every-minute': {
    examples: crons('* 9 * * *'),
    generated: cron(TOO_FREQUENT_CRONS['a star for its minutes']),
  },
  'cron-minute-step': {
    examples: crons('*/15 * * * *', '5/20 9 * * *'),
    generated: cron(TOO_FREQUENT_CRONS['a step of minutes']),
  },
  'cron-minute-list': {
    examples: crons('0,30 * * * *', '7,8 9 * * *'),
    generated: cron(TOO_FREQUENT_CRONS['a list of minutes']),
  },
  'cron-minute-range': {
    examples: crons('0-1 * * * *', '10-50/20 9 * * *'),
    generated: cron(
      fc.oneof(TOO_FREQUENT_CRONS['a range of minutes'], TOO_FREQUENT_CRONS['a step within a range of minutes']),
    ),
  },
  'cron-minute-60': {
    examples: crons('60 9 * * *'),
    generated: cron(BAD_CRONS['a minute past 59']),
  },
  'cron-hour-24': { examples: crons('7 24 * * *', '7 9,24 * * *'), generated: cron(BAD_CRONS['an hour past 23']) },
  'cron-day-32': { examples: crons('7 9 32 * *', '7 9 1,32 * *'), generated: cron(BAD_CRONS['a day past 31']) },
  'cron-month-13': { examples: crons('7 9 1 13 *', '7 9 1 1,13 *'), generated: cron(BAD_CRONS['a month past 12']) },
  'cron-too-few-fields': { examples: crons('7 9 * *', '7'), generated: cron(BAD_CRONS['too few fields']) },
  'cron-too-many-fields': { examples: crons('7 9 * * * * * *'), generated: cron(BAD_CRONS['too many fields']) },
  'cron-not-a-cron': {
    examples: crons('every morning at nine', '7 noon * * *'),
    generated: cron(fc.oneof(BAD_CRONS['a sentence'], BAD_CRONS['letters for a field'])),
  },
  'zone-unknown': {
    examples: [
      { timezone: 'Europe/Nosuchplace' },
      { timezone: 'Nosuchplace' },
      { timezone: 'America/New York' },
      { timezone: '+02:00' },
    ],
    generated: badZone().map(({ text }) => ({ timezone: text })),
  },
};

const zones = (...names: readonly string[]) => names.map((timezone): Schedule => ({ timezone }));

/** Valid schedules by the class that they stand for, and generated ones. */
const VALID: Readonly<
  Record<
    string,
    { readonly classes: Readonly<Record<string, readonly Schedule[]>>; readonly generated: fc.Arbitrary<Schedule> }
  >
> = {
  'cron-hourly': {
    classes: {
      'on the hour': crons('0 * * * *'),
      'within the hour': crons('7 * * * *'),
      'in its last minute': crons('59 * * * *'),
    },
    generated: cron(fc.integer({ min: 0, max: 59 }).map((minute) => `${minute} * * * *`)),
  },
  'cron-single-minute': {
    classes: {
      daily: crons('0 0 * * *'),
      'once a year': crons('59 23 31 12 *'),
      'on weekdays': crons('30 9 * * 1-5'),
      'with steps and lists': crons('15 */6 1,15 * *', '15 9-17 1-15/2 * *'),
    },
    generated: cron(hourlyOrRarerCron()),
  },
  'zone-known': {
    classes: {
      'with daylight saving time': zones('America/New_York', 'America/Port-au-Prince'),
      'without it': zones('Asia/Tokyo', 'Africa/Abidjan', 'Pacific/Kiritimati'),
      'with a part of an hour': zones('Asia/Kabul', 'Australia/Adelaide', 'Pacific/Chatham'),
      'with a long name': zones('America/Argentina/Ushuaia', 'America/North_Dakota/Center'),
      'by its present name': zones('Asia/Kolkata', 'Asia/Kathmandu'),
    },
    generated: ianaZone().map((timezone) => ({ timezone })),
  },
};

/** If a tenant stores the time zone of an on-demand task, it has to refuse an unknown one. */
async function expectZoneOnDemand(check: Check, admin: Actor): Promise<void> {
  const timezone = 'Asia/Tokyo';
  const body = onDemandBody(check, { timezone });
  const answer = await admin.raw('createScheduledTask', { body });
  // A zone that stands inside of a schedule needs a cron beside it there.
  if (!isSuccess(answer) || hasAddedCron(check.tenant.wire.value('scheduled-tasks.cron'), answer)) return;
  const id = await createdTaskId(check, admin, answer, body);
  if ((await admin.preparing.getScheduledTask(id)).timezone !== timezone) return;
  const bad = onDemandBody(check, { timezone: 'Europe/Nosuchplace' });
  expect(await requestCreation(check, admin, bad), 'an on-demand task with an unknown zone').toBeRefusedWith(400);
}

/** An on-demand task may take no schedule at all; where it takes one, this has to be valid. */
async function expectCronOnDemand(check: Check, admin: Actor): Promise<void> {
  const scheduled = async () => {
    const { id, body } = await createOnDemandTask(check, admin);
    return { id, body: withoutOnDemand(check, body) };
  };
  const [task, other] = [await scheduled(), await scheduled()];
  if (!isSuccess(await updateTask(admin, other, { cron: '7 9 * * *' }))) return;
  expect(await updateTask(admin, task, { cron: '*/15 * * * *' }), 'for an on-demand task').toBeRefusedWith(400);
}

/** Further requests with an invalid schedule: in another state of the task, by another user, or with other members. */
const FURTHER: Readonly<
  Record<keyof typeof SCHEDULE_REQUESTS, (check: Check, admin: Actor) => Promise<Record<string, Sending | undefined>>>
> = {
  create(check, admin) {
    const creator = check.asOptional('TASK_CREATOR_TOKEN', 'task creator');
    const beside = { condition: conditionOf(check) };
    return Promise.resolve({
      'beside a condition': (schedule) => requestCreation(check, admin, taskBody(check, { ...beside, ...schedule })),
      'by a user without the admin role':
        creator && ((schedule) => requestCreation(check, creator, taskBody(check, schedule))),
    });
  },
  async update(check, admin) {
    const paused = await createTask(check, admin);
    await requestAction(admin, 'pause', paused);
    const creator = check.asOptional('TASK_CREATOR_TOKEN', 'task creator');
    const theirs = creator && (await taskIfTaken(check, creator, taskBody(check)));
    const path = { taskId: paused.id };
    const whole = (schedule: Schedule) =>
      admin.raw('updateScheduledTask', { path, body: { ...paused.body, ...schedule } });
    return {
      // Other requirements cover the pause; where it fails, this is an active task.
      'of a paused task': async (schedule) => {
        const answer = await whole(schedule);
        return answer.status === INVALID_SCHEDULE ? answer : updateTask(admin, paused, schedule);
      },
      'on its own': (schedule) => admin.raw('updateScheduledTask', { path, body: schedule }),
      'by a user without the admin role': theirs && ((schedule) => updateTask(creator, theirs, schedule)),
    };
  },
};
const INVALID_SCHEDULE = 400;

/**
 * What may be refused for another reason: the form of a condition is open, and so is whether an update is partial; that a user
 * may create tasks is another requirement.
 */
const MAY_BE_REFUSED: readonly string[] = ['beside a condition', 'on its own', 'by a user without the admin role'];

const VALID_SCHEDULE: Schedule = { cron: '7 9 * * *' };

type Sending = (schedule: Schedule) => Promise<Answer>;

/** What the first requests with an invalid schedule are. */
const FIRST = { create: 'on its own', update: 'beside other changes' } as const;

/** What one rule is tried with besides. */
const AFTER: Readonly<Record<string, (check: Check, admin: Actor) => Promise<void>>> = {
  'create.zone-unknown': expectZoneOnDemand,
  'update.cron-minute-step': expectCronOnDemand,
};

/** The share of the usual number of generated inputs, because inputs of one rule hardly differ. */
const SHARE = 0.15;

for (const [topic, prepare] of Object.entries(SCHEDULE_REQUESTS)) {
  const of = (rule: string) => verifies(`scheduled-tasks.${topic}.${rule}` as RequirementId);

  for (const [rule, { examples, generated }] of Object.entries(INVALID)) {
    test(...of(rule), async ({ check, admin }) => {
      const { send, look, before = await look() } = await prepare(check, admin);
      const further = await FURTHER[topic as keyof typeof FURTHER](check, admin);
      const expectBad = async (schedule: Schedule, sent: Sending) => {
        expect(await sent(schedule), JSON.stringify(schedule)).toBeRefusedWith(INVALID_SCHEDULE);
      };
      const expectBadIfTaken = async (schedule: Schedule, sent: Sending, name: string) => {
        const answer = await sent(schedule);
        const isOtherwise = isRefusal(answer) && answer.status !== INVALID_SCHEDULE;
        leaveOutIf(isOtherwise && MAY_BE_REFUSED.includes(name) && !isSuccess(await sent(VALID_SCHEDULE)));
        expect(answer, JSON.stringify(schedule)).toBeRefusedWith(INVALID_SCHEDULE);
      };
      await inEach(check, { [FIRST[topic as keyof typeof FIRST]]: generated }, (drawn) =>
        property(check, drawn, (schedule) => expectBad(schedule, send), { examples, share: SHARE }),
      );
      expect(await look(), 'state after the refused requests').toEqual(before);
      await inEach(check, further, (sent, name) => expectBadIfTaken(examples[0] as Schedule, sent, name));
      await AFTER[`${topic}.${rule}`]?.(check, admin);
      granted(await send({}), 'the same request with the usual schedule');
    });
  }

  for (const [rule, { classes, generated }] of Object.entries(VALID)) {
    test(...of(rule), async ({ check, admin }) => {
      const { send, clear } = await prepare(check, admin);
      await clear(granted(await send({}), 'the same request with the usual schedule'));
      const expectTaken = async (schedule: Schedule) => {
        const answer = await send(schedule);
        expect(answer, JSON.stringify(schedule)).toSucceed();
        await clear(answer);
      };
      await inEach(check, classes, (schedules) => inSequence(schedules, expectTaken));
      await inEach(check, { 'drawn by the seed': generated }, (drawn) =>
        property(check, drawn, expectTaken, { share: 2 * SHARE }),
      );
    });
  }
}

async function inSequence(schedules: readonly Schedule[], judge: (schedule: Schedule) => Promise<void>): Promise<void> {
  for (const schedule of schedules) await judge(schedule);
}

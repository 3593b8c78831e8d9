import { caseIf, inEach } from '../../harness/check/in-each.ts';
import fc from 'fast-check';
import { hourlyOrRarerCron } from '../../generators/cron.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { property } from '../../harness/check/property.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { expectFiresNext, minuteAhead, spanOf, OTHER_ZONES, severalFrom, UTC } from './times.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { run, taskIfTaken, update } from './histories.ts';
import { runsOf, threadsIn, type Run } from './runs.ts';
import { createTask, deleteTask, expectUpdated, isEnabled, updateTask, type CreatedTask } from './tasks.ts';

/** Expects that nextRunAt is the next time at which the cron fires; untested where a task does not show it. */
async function expectNextRun(admin: Actor, task: CreatedTask, cron: string, zone: string): Promise<void> {
  const answer = granted(await admin.ask('getScheduledTask', task.id), 'the task');
  if (!spanOf(answer.body.nextRunAt)) untested('a task with a schedule does not show nextRunAt');
  expectFiresNext(answer, cron, zone);
}

const SHARE = 0.3;

test(...verifies('scheduled-tasks.schedule.next-run-follows-cron'), async ({ check, admin }) => {
  await property(
    check,
    hourlyOrRarerCron(),
    async (cron) => {
      const task = await createTask(check, admin, { cron, timezone: UTC });
      await expectNextRun(admin, task, cron, UTC);
      await deleteTask(admin, task);
    },
    { examples: ['7 * * * *', '30 9 1 * *', '30 9 * * 1', '30 9 * 3 *', ...severalFrom(new Date())], share: SHARE },
  );
  const cron = '30 9 * * *';
  const task = await createTask(check, admin, { cron, timezone: UTC });
  await inEach(check, { 'after a run': run, 'after an update': update }, async (step) => {
    await step(check, admin, task);
    await expectNextRun(admin, task, cron, UTC);
  });
  await inEach(check, { 'once it has been due': caseIf(!check.tenant.isLive, () => '7 * * * *') }, async (hourly) => {
    const due = await createTask(check, admin, { cron: hourly, timezone: UTC });
    await check.clock.pass('2h');
    await expectNextRun(admin, due, hourly, UTC);
  });
});

test(...verifies('scheduled-tasks.schedule.next-run-in-zone'), async ({ check, admin }) => {
  const schedules = fc.record({
    cron: fc.tuple(fc.nat({ max: 59 }), fc.nat({ max: 23 })).map(([minute, hour]) => `${minute} ${hour} * * *`),
    zone: fc.constantFrom(...OTHER_ZONES),
  });
  await property(
    check,
    schedules,
    async ({ cron, zone }) => {
      const task = await createTask(check, admin, { cron, timezone: zone });
      await expectNextRun(admin, task, cron, zone);
      await deleteTask(admin, task);
    },
    {
      examples: [
        { cron: '30 9 * * *', zone: 'Asia/Kabul' },
        // A day of the week that is another one in UTC.
        { cron: '30 1 * * 3', zone: 'Asia/Kabul' },
      ],
      share: SHARE,
    },
  );
  await expectNextInSeasons(check, admin);
});

/** Nine o'clock in New York in winter and in summer, with the same time in UTC. */
const SEASONS = [
  ['0 9 15 1 *', '0 14 15 1 *'],
  ['0 9 15 7 *', '0 13 15 7 *'],
] as const;

async function expectNextInSeasons(check: Check, admin: Actor): Promise<void> {
  for (const [cron, inUtc] of SEASONS) {
    const task = await createTask(check, admin, { cron, timezone: 'America/New_York' });
    await expectNextRun(admin, task, inUtc, UTC);
    await deleteTask(admin, task);
  }
}

/** Updates a task to each of several schedules, and expects each time that its next run follows. */
async function expectFollowed(
  admin: Actor,
  task: CreatedTask,
  schedules: readonly { readonly cron: string; readonly timezone?: string }[],
): Promise<void> {
  for (const schedule of schedules) {
    await expectUpdated(admin, task, schedule);
    await expectNextRun(admin, task, schedule.cron, schedule.timezone ?? UTC);
  }
}

/** Whether an update may contain only the zone is open, and so is its effect on the cron. */
async function expectZoneAlone(admin: Actor, task: CreatedTask, cron: string, timezone: string): Promise<void> {
  const alone = await admin.raw('updateScheduledTask', { path: { taskId: task.id }, body: { timezone } });
  if (!isSuccess(alone) || (await admin.preparing.getScheduledTask(task.id)).cron !== cron) return;
  await expectNextRun(admin, task, cron, timezone);
}

test(...verifies('scheduled-tasks.schedule.next-run-updated'), async ({ check, admin }) => {
  const task = await createTask(check, admin, { cron: '7 9 * * *', timezone: UTC });
  const cron = '7 9 * * *';
  await expectFollowed(admin, task, [
    { cron: '41 18 * * *' },
    { cron: '7 10 * * *' },
    { cron: '8 10 * * *' },
    { cron, timezone: 'Asia/Tokyo' },
    { cron, timezone: 'America/Bogota' },
  ]);
  await expectZoneAlone(admin, task, cron, 'Asia/Tokyo');
});

const hourlyAt = (at: Date) => ({ cron: `${at.getUTCMinutes()} * * * *`, timezone: UTC });

function expectRun(check: Check, admin: Actor, task: CreatedTask, before = 0): Promise<void> {
  return eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs of a due task').toBeGreaterThan(before);
  });
}

/** A task that an update gave its schedule; undefined where the tenant shows it otherwise, which is open. */
async function onceOnDemand(check: Check, admin: Actor, schedule: object & { readonly cron: string }) {
  const task = await taskIfTaken(check, admin.preparing, onDemandBody(check));
  if (!task || !isSuccess(await updateTask(admin, task, schedule))) return undefined;
  const shown = await admin.preparing.getScheduledTask(task.id);
  return shown.cron === schedule.cron && isEnabled(check, shown) === true ? task : undefined;
}

test(...verifies('scheduled-tasks.schedule.runs-when-due'), async ({ check, clock, admin }) => {
  const schedule = hourlyAt(await minuteAhead(admin));
  const tasks = {
    'a new task': await createTask(check, admin, schedule),
    'one that was updated': await createTask(check, admin, schedule),
    'one that ran on demand': await onceOnDemand(check, admin, schedule),
  };
  await update(check, admin, tasks['one that was updated']);
  const started = await createTask(check, admin, schedule);
  const ran = await admin.ask('runScheduledTask', started.id);
  await clock.pass('5m');
  await inEach(check, tasks, (task) => expectRun(check, admin, task));
  // How long the run takes is open, and a tenant may leave out one that is due meanwhile.
  const isOver = isSuccess(ran) && !check.tenant.isLive;
  await inEach(check, { 'one that somebody ran': caseIf(isOver, () => started) }, (task) =>
    expectRun(check, admin, task, 1),
  );
});

test(...verifies('scheduled-tasks.schedule.runs-in-zone'), async ({ check, clock, admin }) => {
  const at = await minuteAhead(admin);
  const cronAt = (hour: number) => ({ cron: `${at.getUTCMinutes()} ${hour} * * *`, timezone: 'Asia/Tokyo' });
  const due = await createTask(check, admin, cronAt((at.getUTCHours() + 9) % 24));
  const dueInUtc = await createTask(check, admin, cronAt(at.getUTCHours()));
  await clock.pass('5m');
  await expectRun(check, admin, due);
  expect((await runsOf(admin, dueInUtc)).length, 'runs of a task that would have been due in UTC').toBe(0);
});

function severalOf(runs: readonly Run[]): readonly Run[] {
  if (runs.length < 2) throw setupFailed('an hourly task did not run twice within two hours');
  return runs;
}

test(...verifies('scheduled-tasks.schedule.new-thread'), async ({ check, clock, admin }) => {
  const task = await createTask(check, admin, hourlyAt(await minuteAhead(admin)));
  await clock.pass('2h');
  const threads = threadsIn(severalOf(await runsOf(admin, task)));
  expect(threads, 'threads of runs').toEqual([...new Set(threads)]);
});

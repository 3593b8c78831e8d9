import { granted } from '../../harness/http/answer.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { minuteAhead, UTC } from './times.ts';
import { runsOf } from './runs.ts';
import { requestAction, enabledOf, createTask, createPausedTask, pauseTask } from './tasks.ts';

test(...verifies('scheduled-tasks.pause.pauses'), async ({ check, admin }) => {
  const [task, neighbour] = [await createTask(check, admin), await createTask(check, admin)];
  const before = await enabledOf(check, admin, neighbour);
  await pauseTask(check, admin, task);
  expect((await enabledOf(check, admin, task)) ?? false, 'enabled of the task').toBe(false);
  expect(await enabledOf(check, admin, neighbour), 'enabled of the task that was not paused').toBe(before);
  await admin.ask('runScheduledTask', task.id);
  expect((await enabledOf(check, admin, task)) ?? false, 'enabled of the task after a run on demand').toBe(false);
});

test(...verifies('scheduled-tasks.resume.enables'), async ({ check, admin }) => {
  const task = await createPausedTask(check, admin);
  granted(await requestAction(check, admin, 'resume', task), 'the resume');
  expect((await enabledOf(check, admin, task)) ?? true, 'enabled of the task').toBe(true);
});

test(...verifies('scheduled-tasks.pause.stops-runs'), async ({ check, clock, admin }) => {
  const schedule = { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
  const [stopped, active] = [await createPausedTask(check, admin, schedule), await createTask(check, admin, schedule)];
  await clock.pass('5m');
  const runs = (await runsOf(admin, stopped)).length;
  if ((await runsOf(admin, active)).length === 0) throw setupFailed('the task that was not paused did not run either');
  expect(runs, 'runs of a paused task').toBe(0);
});

test(...verifies('scheduled-tasks.resume.schedules'), async ({ check, clock, admin }) => {
  const schedule = { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
  const task = await createPausedTask(check, admin, schedule);
  granted(await requestAction(check, admin, 'resume', task), 'the resume');
  await clock.pass('5m');
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs of a resumed task').toBeGreaterThan(0);
  });
});

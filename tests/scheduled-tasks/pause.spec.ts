import { granted } from '../../harness/http/answer.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { minuteAhead, UTC } from './moments.ts';
import { runsOf } from './runs.ts';
import { act, enabledOf, made, madePaused, paused } from './tasks.ts';

test(...verifies('scheduled-tasks.pause.pauses'), async ({ check, admin }) => {
  const [task, neighbour] = [await made(check, admin), await made(check, admin)];
  const before = await enabledOf(check, admin, neighbour);
  await paused(check, admin, task);
  expect((await enabledOf(check, admin, task)) ?? false, 'whether it shows itself as enabled').toBe(false);
  expect(await enabledOf(check, admin, neighbour), 'whether a task that nobody paused is enabled').toBe(before);
  await admin.ask('runScheduledTask', task.id);
  expect((await enabledOf(check, admin, task)) ?? false, 'whether it is enabled after a run on demand').toBe(false);
});

test(...verifies('scheduled-tasks.resume.enables'), async ({ check, admin }) => {
  const task = await madePaused(check, admin);
  granted(await act(check, admin, 'resume', task), 'the resume');
  expect((await enabledOf(check, admin, task)) ?? true, 'whether it shows itself as enabled').toBe(true);
});

test(...verifies('scheduled-tasks.pause.stops-runs'), async ({ check, clock, admin }) => {
  const schedule = { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
  const [resting, going] = [await madePaused(check, admin, schedule), await made(check, admin, schedule)];
  await clock.pass('5m');
  const ran = (await runsOf(admin, resting)).length;
  if ((await runsOf(admin, going)).length === 0) throw setupFailed('no schedule was carried out meanwhile');
  expect(ran, 'runs of a paused task').toBe(0);
});

test(...verifies('scheduled-tasks.resume.schedules'), async ({ check, clock, admin }) => {
  const schedule = { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
  const task = await madePaused(check, admin, schedule);
  granted(await act(check, admin, 'resume', task), 'the resume');
  await clock.pass('5m');
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs of a task that was resumed').toBeGreaterThan(0);
  });
});

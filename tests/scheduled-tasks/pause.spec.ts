import { meanwhile } from '../../harness/check/at-once.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { minuteAhead, UTC } from './times.ts';
import { requireRun, runsOf } from './runs.ts';
import { oneAfterTheOther, nothing, pause, resume, run, share, update, type Step } from './histories.ts';
import { requestAction, enabledOf, createTask, createPausedTask, pauseTask, type CreatedTask } from './tasks.ts';

/** What is asked of a task, and by whom; whether a second pause or resume is accepted is open. */
interface Request {
  readonly task: CreatedTask;
  readonly who: Actor;
  readonly before?: Step;
}

/** Pauses or resumes tasks after different histories, and expects them to show it. */
async function expectState(
  check: Check,
  admin: Actor,
  what: 'pause' | 'resume',
  requests: Readonly<Record<string, Request | undefined>>,
): Promise<void> {
  await inEach(check, requests, async ({ task, who, before = nothing }) => {
    await before(check, admin, task);
    granted(await requestAction(who, what, task), `the ${what}`);
    const expected = what === 'resume';
    expect((await enabledOf(check, admin, task)) ?? expected, 'enabled of the task').toBe(expected);
  });
}

test(...verifies('scheduled-tasks.pause.pauses'), async ({ check, admin }) => {
  const [task, neighbour] = [await createTask(check, admin), await createTask(check, admin)];
  const before = await enabledOf(check, admin, neighbour);
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const oauth = check.asOptional('OAUTH_TOKEN');
  await expectState(check, admin, 'pause', {
    'an active task': { task, who: admin },
    'a task that was resumed': { task, who: admin, before: resume },
    'with an OAuth token': oauth && { task, who: oauth, before: resume },
    'a task of another user': creator && { task: await createTask(check, creator), who: admin },
  });
  expect(await enabledOf(check, admin, neighbour), 'enabled of the task that was not paused').toBe(before);
  await inEach(check, { 'and paused again': pause, 'and run': run }, async (step) => {
    await step(check, admin, task);
    expect((await enabledOf(check, admin, task)) ?? false, 'enabled of a paused task').toBe(false);
  });
  await inEach(check, { 'beside an update at the same time': await createTask(check, admin) }, async (one) => {
    const [, answer] = await meanwhile(update(check, admin, one), () => pause(check, admin, one));
    leaveOutUnless(isSuccess(answer as Answer));
    expect((await enabledOf(check, admin, one)) ?? false, 'enabled of a paused task').toBe(false);
  });
});

test(...verifies('scheduled-tasks.resume.enables'), async ({ check, admin }) => {
  const task = await createPausedTask(check, admin);
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  await expectState(check, admin, 'resume', {
    'a paused task': { task, who: admin },
    'a second time': { task, who: admin, before: pause },
    'after a run while paused': { task, who: admin, before: oneAfterTheOther(pause, run) },
    'after an update while paused': { task, who: admin, before: oneAfterTheOther(pause, update) },
    'a task of another user': creator && { task: await createPausedTask(check, creator), who: admin },
  });
  await inEach(check, { 'and resumed again': resume }, async (step) => {
    await step(check, admin, task);
    expect((await enabledOf(check, admin, task)) ?? true, 'enabled of an active task').toBe(true);
  });
});

async function pauseThere(admin: Actor, task: CreatedTask | undefined): Promise<void> {
  if (task) await pauseTask(admin, task);
}

test(...verifies('scheduled-tasks.pause.stops-runs'), async ({ check, clock, admin }) => {
  const schedule = { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const active = await createTask(check, admin, schedule);
  const stopped = {
    'by its creator, for the second time': await createPausedTask(check, admin, schedule),
    'by an administrator': creator && (await createTask(check, creator, schedule)),
  };
  await oneAfterTheOther(resume, share, pause)(check, admin, stopped['by its creator, for the second time']);
  await pauseThere(admin, stopped['by an administrator']);
  await clock.pass('5m');
  await inEach(check, stopped, async (task) => {
    const runs = (await runsOf(admin, task)).length;
    await requireRun(admin, active);
    expect(runs, 'runs of a paused task').toBe(0);
  });
});

async function resumeInTurn(admin: Actor, tasks: readonly CreatedTask[]): Promise<void> {
  for (const task of tasks) granted(await requestAction(admin, 'resume', task), 'the resume');
}

test(...verifies('scheduled-tasks.resume.schedules'), async ({ check, clock, admin }) => {
  const schedule = { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
  const tasks = {
    'resumed once': await createPausedTask(check, admin, schedule),
    'resumed twice': await createPausedTask(check, admin, schedule),
  };
  await oneAfterTheOther(resume, pause, run)(check, admin, tasks['resumed twice']);
  const before = (await runsOf(admin, tasks['resumed twice'])).length;
  await resumeInTurn(admin, Object.values(tasks));
  await clock.pass('5m');
  const cases = {
    'resumed once': { task: tasks['resumed once'], runs: 0 },
    'resumed twice': { task: tasks['resumed twice'], runs: before },
  };
  await inEach(check, cases, ({ task, runs }) =>
    eventually(check, async () => {
      expect((await runsOf(admin, task)).length, 'runs of a resumed task').toBeGreaterThan(runs);
    }),
  );
});

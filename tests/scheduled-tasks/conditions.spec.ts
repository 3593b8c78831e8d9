import { BY_PLAIN } from '../../harness/things/administrators.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { fresh } from '../../harness/client/unique.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { minuteAhead, UTC } from './times.ts';
import { ifTaken, oneAfterTheOther, nothing, pause, resume, run, update, type Step } from './histories.ts';
import { requireRun, runsOf } from './runs.ts';
import { requestCreation, createTask, updateTask, expectUpdated, type CreatedTask } from './tasks.ts';

interface Measure {
  readonly value: number;
  readonly isAnomaly: boolean;
}

/** Values of a measure of a leased tenant that do not meet the condition, and that then do; the initial value is 500. */
const MEASURES: Readonly<Record<'threshold' | 'change' | 'anomaly', readonly [before: Measure, after: Measure]>> = {
  threshold: [
    { value: 900, isAnomaly: true },
    { value: 1_100, isAnomaly: false },
  ],
  change: [
    { value: 600, isAnomaly: true },
    { value: 780, isAnomaly: false },
  ],
  anomaly: [
    { value: 5_000, isAnomaly: false },
    { value: 5_000, isAnomaly: true },
  ],
};

const OTHER_KIND = { threshold: 'change', change: 'anomaly', anomaly: 'threshold' } as const;

/** Words of a condition in one direction only, which a tenant's own condition may have; the printed one has none. */
const ONE_DIRECTION = /up|down|increas|decreas|rise|rais|drop|fall|above|below|direction/i;

function conditionOf(check: Check, kind: keyof typeof MEASURES): { readonly measure?: string } {
  return check.tenant.wire.value(`scheduled-tasks.condition-${kind}`) as { readonly measure?: string };
}

/** A threshold condition whose numbers are all 0, which software takes for none. */
function atZero(kind: keyof typeof MEASURES, condition: object): Readonly<Record<string, object>> {
  if (kind !== 'threshold') return {};
  const numbers = Object.entries(condition).filter(([, value]) => typeof value === 'number');
  return { 'at zero': { ...condition, ...Object.fromEntries(numbers.map(([name]) => [name, 0])) } };
}

function givenAgain(kind: keyof typeof MEASURES, condition: object): Readonly<Record<string, object>> {
  return kind === 'threshold' ? { 'given again after it was removed': condition } : {};
}

async function hourly(admin: Actor): Promise<{ readonly cron: string; readonly timezone: string }> {
  return { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
}

for (const [name, [before, after]] of Object.entries(MEASURES)) {
  const kind = name as keyof typeof MEASURES;

  test(...verifies(`scheduled-tasks.condition.${kind}-created`), async ({ check, admin }) => {
    const creator = check.asOptional('TASK_CREATOR_TOKEN');
    await createTask(check, admin);
    const oauth = check.asOptional('OAUTH_TOKEN');
    const actors = {
      'an administrator': admin,
      'a user without the admin role': creator,
      'with an OAuth token': oauth,
    };
    await inEach(check, actors, async (actor) => {
      const answer = await requestCreation(check, actor, taskBody(check, { condition: conditionOf(check, kind) }));
      // Who may create tasks is about other requirements.
      leaveOutIf(!isSuccess(answer) && !isSuccess(await requestCreation(check, actor, taskBody(check))));
      expect(answer).toSucceed();
    });
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-updated`), async ({ check, admin }) => {
    const task = await createTask(check, admin);
    const change = { condition: conditionOf(check, kind) };
    const other: Step = () => updateTask(admin, task, { condition: conditionOf(check, OTHER_KIND[kind]) });
    await inEach(check, { 'none before': nothing, 'another before': other, 'while paused': pause }, async (step) => {
      await step(check, admin, task);
      expect(await updateTask(admin, task, change)).toSucceed();
    });
    await inEach(check, { 'beside a notification': { ...change, notificationEnabled: true } }, async (both) => {
      expect(await updateTask(admin, task, both)).toSucceed();
    });
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-holds-back`), async ({ check, clock, admin }) => {
    const condition = conditionOf(check, kind);
    const schedule = await hourly(admin);
    const unconditional = await createTask(check, admin, schedule);
    const conditional = await conditionalTasks(check, admin, { ...schedule, condition });
    await check.account.moveMeasure(condition.measure ?? '', before);
    await clock.pass('5m');
    await requireRun(admin, unconditional);
    await inEach(check, conditional, async (task) => {
      expect((await runsOf(admin, task)).length, 'runs of a task whose condition was not met').toBe(0);
    });
    await inEach(check, givenAgain(kind, condition), async (again) => {
      const task = await createTask(check, admin, { ...schedule, condition: again });
      await updateTask(admin, task, { condition: null });
      expect(await updateTask(admin, task, { condition: again })).toSucceed();
      await clock.pass('1h');
      expect((await runsOf(admin, task)).length, 'runs of a task whose condition was not met').toBe(0);
    });
    await inEach(check, atZero(kind, condition), async (zero) => {
      await check.account.moveMeasure(condition.measure ?? '', { value: -900, isAnomaly: false });
      const task = await createTask(check, admin, { ...schedule, condition: zero });
      await clock.pass('1h');
      expect((await runsOf(admin, task)).length, 'runs of a task whose condition was not met').toBe(0);
    });
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-lets-run`), async ({ check, clock, admin }) => {
    const condition = conditionOf(check, kind);
    const tasks = await conditionalTasks(check, admin, { ...(await hourly(admin)), condition });
    const countOf = async (one: CreatedTask) => (await runsOf(admin, one)).length;
    await check.account.moveMeasure(condition.measure ?? '', before);
    await clock.pass('5m');
    const runsBefore = await countsOf(tasks, countOf);
    await check.account.moveMeasure(condition.measure ?? '', after);
    await clock.pass('1h');
    await inEach(check, tasks, async (one) => {
      expect(await countOf(one), 'runs after the condition was met').toBeGreaterThan(runsBefore.get(one) ?? 0);
    });
    const task = tasks['a new task'];
    await inEach(check, { 'met once more': task }, async (one) => {
      await check.account.moveMeasure(condition.measure ?? '', before);
      await clock.pass('1h');
      const count = await countOf(one);
      await check.account.moveMeasure(condition.measure ?? '', after);
      await clock.pass('1h');
      expect(await countOf(one), 'runs after the condition was met once more').toBeGreaterThan(count);
    });
    const met = await countOf(task);
    await inEachFall(kind, condition, after, async (halved) => {
      await check.account.moveMeasure(condition.measure ?? '', halved);
      await clock.pass('1h');
      expect((await runsOf(admin, task)).length, 'runs after the measure halved').toBeGreaterThan(met);
    });
  });
}

async function countsOf(
  tasks: Readonly<Record<string, CreatedTask | undefined>>,
  countOf: (task: CreatedTask) => Promise<number>,
): Promise<ReadonlyMap<CreatedTask, number>> {
  const counts = new Map<CreatedTask, number>();
  for (const one of Object.values(tasks)) if (one) counts.set(one, await countOf(one));
  return counts;
}

/** Tasks with a schedule and a condition, of whom they are and by what happened to them. Leased tenants take each of these steps. */
async function conditionalTasks(check: Check, admin: Actor, body: { readonly condition: object }) {
  const { condition, ...schedule } = body;
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const [given, updated, resumed] = [
    await createTask(check, admin, schedule),
    await createTask(check, admin, body),
    await createTask(check, admin, body),
  ];
  await expectUpdated(admin, given, { condition });
  await update(check, admin, updated);
  const answer = (await oneAfterTheOther(pause, resume)(check, admin, resumed)) as Answer | undefined;
  return {
    'a new task': await createTask(check, admin, body),
    'of a user without the admin role': creator && (await createTask(check, creator, body)),
    'given by an update': given,
    'of an updated task': updated,
    // What stays paused is not run.
    'of a resumed task': answer && isSuccess(answer) ? resumed : undefined,
  };
}

/** Judges a condition after its measure fell by half, where that is a change that meets it as well. */
async function inEachFall(
  kind: keyof typeof MEASURES,
  condition: object,
  { value }: Measure,
  judge: (halved: Measure) => Promise<void>,
): Promise<void> {
  if (kind !== 'change' || ONE_DIRECTION.test(JSON.stringify(condition))) return;
  await judge({ value: value / 2, isAnomaly: false });
}

test(...verifies('scheduled-tasks.condition.lasting'), async ({ check, admin }) => {
  const condition = conditionOf(check, 'threshold');
  const task = await createTask(check, admin, { condition });
  const isShown = async () => ((await admin.preparing.getScheduledTask(task.id)).condition ?? null) !== null;
  testRequires(await isShown(), 'a task with a condition does not show it');
  // The condition is named again: what becomes of one that an update leaves out is open.
  const another: Step = () => updateTask(admin, task, { prompt: fresh('changed'), condition });
  const steps = {
    'read again': nothing,
    'after a run': run,
    'while paused': pause,
    'once resumed': resume,
    'after another prompt': another,
  };
  await inEach<Step>(check, steps, async (step) => {
    await step(check, admin, task);
    expect(await isShown(), 'the task shows a condition').toBe(true);
  });
});

test(...verifies('scheduled-tasks.condition.null-removes'), async ({ check, admin }) => {
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const task = await createTask(check, admin, { condition: conditionOf(check, 'threshold') });
  const others = creator && (await createTask(check, creator, { condition: conditionOf(check, 'threshold') }));
  const shown = async ({ id }: CreatedTask) => (await admin.preparing.getScheduledTask(id)).condition ?? null;
  requireShown(await shown(task));
  const giving =
    (kind: keyof typeof MEASURES): Step =>
    (_check, actor, one) =>
      updateTask(actor, one, { condition: conditionOf(check, kind) });
  const cases = {
    'a threshold': { task, before: nothing },
    'a second time': { task, before: ifTaken(giving('threshold')) },
    'a change': { task, before: ifTaken(giving('change')) },
    'an anomaly': { task, before: ifTaken(giving('anomaly')) },
    'beside another member': { task, before: ifTaken(giving('threshold')), more: { notificationEnabled: true } },
    alone: { task, before: ifTaken(giving('threshold')), isAlone: true },
    'of another user': others && { task: others, before: nothing },
    [BY_PLAIN]: others && { task: others, before: ifTaken(giving('threshold')), by: creator },
    'while paused': { task, before: oneAfterTheOther(ifTaken(giving('threshold')), pause) },
    'once resumed': { task, before: nothing, after: resume },
  };
  await inEach<Removal>(check, cases, async (one) => {
    await one.before(check, admin, one.task);
    const path = { taskId: one.task.id };
    // Whether an update may leave out all else is open.
    const alone = one.isAlone === true && (await admin.raw('updateScheduledTask', { path, body: { condition: null } }));
    leaveOutIf(alone && !isSuccess(alone));
    if (!alone) await expectUpdated(one.by ?? admin, one.task, { ...one.more, condition: null });
    await (one.after ?? nothing)(check, admin, one.task);
    expect(await shown(one.task), 'condition of the task').toBeNull();
  });
});

interface Removal {
  readonly task: CreatedTask;
  /** Who removes it; the administrator by default. */
  readonly by?: Actor | undefined;
  readonly before: Step;
  readonly after?: Step;
  readonly more?: object;
  readonly isAlone?: boolean;
}

function requireShown(condition: unknown): void {
  testRequires(condition !== null, 'a task with a condition does not show it');
}

test(...verifies('scheduled-tasks.condition.null-lets-run'), async ({ check, clock, admin }) => {
  const task = await createTask(check, admin, { ...(await hourly(admin)), condition: conditionOf(check, 'threshold') });
  await expectUpdated(admin, task, { condition: null });
  await clock.pass('5m');
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs of a due task').toBeGreaterThan(0);
  });
});

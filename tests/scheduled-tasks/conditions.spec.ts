import type { Actor } from '../../harness/client/actor.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { minuteAhead, UTC } from './times.ts';
import { runsOf } from './runs.ts';
import { requestCreation, createTask, updateTask, expectUpdated } from './tasks.ts';

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

/** Words of a condition in one direction only, which a tenant's own condition may have; the printed one has none. */
const ONE_DIRECTION = /up|down|increas|decreas|rise|rais|drop|fall|above|below|direction/i;

function conditionOf(check: Check, kind: keyof typeof MEASURES): { readonly measure?: string } {
  return check.tenant.wire.value(`scheduled-tasks.condition-${kind}`) as { readonly measure?: string };
}

async function hourly(admin: Actor): Promise<{ readonly cron: string; readonly timezone: string }> {
  return { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
}

for (const [name, [before, after]] of Object.entries(MEASURES)) {
  const kind = name as keyof typeof MEASURES;

  test(...verifies(`scheduled-tasks.condition.${kind}-created`), async ({ check, admin }) => {
    await createTask(check, admin);
    const answer = await requestCreation(check, admin, taskBody(check, { condition: conditionOf(check, kind) }));
    expect(answer).toSucceed();
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-updated`), async ({ check, admin }) => {
    const answer = await updateTask(admin, await createTask(check, admin), { condition: conditionOf(check, kind) });
    expect(answer).toSucceed();
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-holds-back`), async ({ check, clock, admin }) => {
    const condition = conditionOf(check, kind);
    const schedule = await hourly(admin);
    const [conditional, unconditional] = [
      await createTask(check, admin, { ...schedule, condition }),
      await createTask(check, admin, schedule),
    ];
    await check.account.moveMeasure(condition.measure ?? '', before);
    await clock.pass('5m');
    const runs = (await runsOf(admin, conditional)).length;
    if ((await runsOf(admin, unconditional)).length === 0)
      throw setupFailed('the unconditional task did not run either');
    expect(runs, 'runs of a task whose condition was not met').toBe(0);
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-lets-run`), async ({ check, clock, admin }) => {
    const condition = conditionOf(check, kind);
    const task = await createTask(check, admin, { ...(await hourly(admin)), condition });
    await check.account.moveMeasure(condition.measure ?? '', before);
    await clock.pass('5m');
    const runsBefore = (await runsOf(admin, task)).length;
    await check.account.moveMeasure(condition.measure ?? '', after);
    await clock.pass('1h');
    const met = (await runsOf(admin, task)).length;
    expect(met, 'runs after the condition was met').toBeGreaterThan(runsBefore);
    if (kind !== 'change' || ONE_DIRECTION.test(JSON.stringify(condition))) return;
    await check.account.moveMeasure(condition.measure ?? '', { value: after.value / 2, isAnomaly: false });
    await clock.pass('1h');
    expect((await runsOf(admin, task)).length, 'runs after the measure halved').toBeGreaterThan(met);
  });
}

test(...verifies('scheduled-tasks.condition.null-removes'), async ({ check, admin }) => {
  const task = await createTask(check, admin, { condition: conditionOf(check, 'threshold') });
  const shown = async () => (await admin.preparing.getScheduledTask(task.id)).condition ?? null;
  if ((await shown()) === null) untested('a task with a condition does not show it');
  await expectUpdated(admin, task, { condition: null });
  expect(await shown(), 'condition of the task').toBeNull();
});

test(...verifies('scheduled-tasks.condition.null-lets-run'), async ({ check, clock, admin }) => {
  const task = await createTask(check, admin, { ...(await hourly(admin)), condition: conditionOf(check, 'threshold') });
  await expectUpdated(admin, task, { condition: null });
  await clock.pass('5m');
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs of a due task').toBeGreaterThan(0);
  });
});

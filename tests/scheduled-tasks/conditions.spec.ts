import type { Actor } from '../../harness/client/actor.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { minuteAhead, UTC } from './moments.ts';
import { runsOf } from './runs.ts';
import { create, made, update, updated } from './tasks.ts';

interface Measure {
  readonly value: number;
  readonly isAnomaly: boolean;
}

/** What a measure of a leased tenant shows that does not meet its condition yet, and then does. It stands at 500. */
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

/** A tenant's own condition may ask for a move in one direction; what is printed does not. */
const ONE_WAY = /up|down|increas|decreas|rise|rais|drop|fall|above|below|direction/i;

function conditionOf(check: Check, kind: keyof typeof MEASURES): { readonly measure?: string } {
  return check.tenant.wire.value(`scheduled-tasks.condition-${kind}`) as { readonly measure?: string };
}

async function hourly(admin: Actor): Promise<{ readonly cron: string; readonly timezone: string }> {
  return { cron: `${(await minuteAhead(admin)).getUTCMinutes()} * * * *`, timezone: UTC };
}

for (const [name, [before, after]] of Object.entries(MEASURES)) {
  const kind = name as keyof typeof MEASURES;

  test(...verifies(`scheduled-tasks.condition.${kind}-created`), async ({ check, admin }) => {
    await made(check, admin);
    const answer = await create(check, admin, taskBody(check, { condition: conditionOf(check, kind) }));
    expect(unlessGuessed(check, `scheduled-tasks.condition-${kind}`, answer)).toSucceed();
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-updated`), async ({ check, admin }) => {
    const answer = await update(admin, await made(check, admin), { condition: conditionOf(check, kind) });
    expect(unlessGuessed(check, `scheduled-tasks.condition-${kind}`, answer)).toSucceed();
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-holds-back`), async ({ check, clock, admin }) => {
    const condition = conditionOf(check, kind);
    const schedule = await hourly(admin);
    const [held, free] = [await made(check, admin, { ...schedule, condition }), await made(check, admin, schedule)];
    await check.account.moveMeasure(condition.measure ?? '', before);
    await clock.pass('5m');
    const ran = (await runsOf(admin, held)).length;
    if ((await runsOf(admin, free)).length === 0) throw setupFailed('no schedule was carried out meanwhile');
    expect(ran, 'runs of a task whose condition was not met').toBe(0);
  });

  test(...verifies(`scheduled-tasks.condition.${kind}-lets-run`), async ({ check, clock, admin }) => {
    const condition = conditionOf(check, kind);
    const task = await made(check, admin, { ...(await hourly(admin)), condition });
    await check.account.moveMeasure(condition.measure ?? '', before);
    await clock.pass('5m');
    const early = (await runsOf(admin, task)).length;
    await check.account.moveMeasure(condition.measure ?? '', after);
    await clock.pass('1h');
    const met = (await runsOf(admin, task)).length;
    expect(met, 'runs once the condition was met').toBeGreaterThan(early);
    if (kind !== 'change' || ONE_WAY.test(JSON.stringify(condition))) return;
    await check.account.moveMeasure(condition.measure ?? '', { value: after.value / 2, isAnomaly: false });
    await clock.pass('1h');
    expect((await runsOf(admin, task)).length, 'runs once the measure had halved').toBeGreaterThan(met);
  });
}

test(...verifies('scheduled-tasks.condition.null-removes'), async ({ check, admin }) => {
  const task = await made(check, admin, { condition: conditionOf(check, 'threshold') });
  const shown = async () => (await admin.preparing.getScheduledTask(task.id)).condition ?? null;
  if ((await shown()) === null) untested('a task with a condition does not show it');
  await updated(admin, task, { condition: null });
  expect(await shown(), 'the condition that a task shows').toBeNull();
});

test(...verifies('scheduled-tasks.condition.null-lets-run'), async ({ check, clock, admin }) => {
  const task = await made(check, admin, { ...(await hourly(admin)), condition: conditionOf(check, 'threshold') });
  await updated(admin, task, { condition: null });
  await clock.pass('5m');
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs of a task that was due').toBeGreaterThan(0);
  });
});

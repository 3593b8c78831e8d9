import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { inBothDialects, refused, succeeded } from './leased.ts';
import { DAILY, HOUR, HOURLY, made, moment, runs, task } from './tasks.ts';

inBothDialects('runs of scheduled tasks', (lease) => {
  test('a task runs when its cron fires, each run in a thread of its own, and nextRunAt is the time', async () => {
    const tenant = await lease();
    const path = await made(tenant, HOURLY);
    tenant.advance(3 * HOUR);
    const ran = await runs(tenant, path);
    expect(ran).toHaveLength(3);
    expect(new Set(ran.map(({ threadId }) => threadId)).size).toBe(3);
    const at = moment((await task(tenant, path))['nextRunAt']);
    expect(at.getUTCMinutes()).toBe(7);
    expect(at.getTime()).toBeGreaterThan(tenant.tenant.clock.now());
  });

  test('the time zone decides when a cron fires', async () => {
    const tenant = await lease();
    const path = await made(tenant, { ...DAILY, timezone: 'Asia/Tokyo' });
    tenant.advance(24 * HOUR);
    const [run] = await runs(tenant, path);
    expect(moment(run?.startedAt).getUTCHours()).toBe(0);
  });

  test('after months without a request the list has the 50 latest runs, and a later request adds none', async () => {
    const tenant = await lease();
    const [hourly, daily] = [await made(tenant, HOURLY), await made(tenant)];
    tenant.advance(90 * 24 * HOUR);
    for (const [path, longest] of [
      [hourly, HOUR],
      [daily, 25 * HOUR],
    ] as const) {
      const ran = await runs(tenant, path);
      expect(ran).toHaveLength(50);
      const latest = Math.max(...ran.map(({ startedAt }) => moment(startedAt).getTime()));
      expect(tenant.tenant.clock.now() - latest).toBeLessThanOrEqual(longest);
      expect(await runs(tenant, path)).toEqual(ran);
    }
  });

  test('a task keeps running in a zone whose clocks move by half an hour', async () => {
    const tenant = await lease();
    tenant.advance(Date.UTC(2027, 3, 3) - tenant.tenant.clock.now());
    const path = await made(tenant, { ...HOURLY, timezone: 'Australia/Lord_Howe' });
    tenant.advance(24 * HOUR);
    await runs(tenant, path);
    tenant.advance(24 * HOUR);
    expect((await runs(tenant, path)).length).toBeGreaterThanOrEqual(46);
  });

  test('a task on demand runs only on request', async () => {
    const tenant = await lease();
    const path = await made(tenant, { prompt: 'On demand' });
    tenant.advance(48 * HOUR);
    expect(await runs(tenant, path)).toHaveLength(0);
    succeeded(await tenant.as('TASK_CREATOR_TOKEN')('runScheduledTask', { path }));
    expect(await runs(tenant, path)).toHaveLength(1);
  });

  test('the list of runs has the 50 most recent', async () => {
    const tenant = await lease();
    const path = await made(tenant, { prompt: 'Often' });
    for (let index = 0; index < 50; index += 1) await tenant.as('TASK_CREATOR_TOKEN')('runScheduledTask', { path });
    const fifty = await runs(tenant, path);
    expect(fifty).toHaveLength(50);
    await tenant.as('TASK_CREATOR_TOKEN')('runScheduledTask', { path });
    const after = await runs(tenant, path);
    expect(after).toHaveLength(50);
    const threads = (list: { threadId: string }[]) => list.map(({ threadId }) => Number(threadId.split('-').at(-1)));
    const first = Math.min(...threads(fifty));
    expect(threads(after).sort()).toEqual([...threads(fifty).filter((one) => one !== first), first + 50].sort());
  });

  test('pages of runs and tasks have each of them once, and no run of another task', async () => {
    const tenant = await lease();
    const path = await made(tenant, { prompt: 'Twice' });
    const other = await made(tenant, { prompt: 'Once' });
    const creator = tenant.as('TASK_CREATOR_TOKEN');
    for (const one of [path, other, path, path]) succeeded(await creator('runScheduledTask', { path: one }));
    const paged = async (operationId: AnyOperationId) => {
      const items: { id: number; taskId?: number }[] = [];
      let after: string | undefined;
      do {
        const query = { first: 2, ...(after !== undefined && { after }) };
        const { body } = succeeded(await creator(operationId, { path, query }));
        expect(body.items.length).toBeLessThanOrEqual(2);
        items.push(...body.items);
        after = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : undefined;
      } while (after !== undefined);
      return items;
    };
    const ran = await paged('listScheduledTaskRuns');
    expect(new Set(ran.map(({ id }) => id)).size).toBe(3);
    expect(ran.every(({ taskId }) => taskId === path.taskId)).toBe(true);
    await made(tenant);
    const whole = succeeded(await creator('listScheduledTasks')).body.items as { id: number }[];
    expect((await paged('listScheduledTasks')).map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
  });

  test('a paused task does not run, and a resumed one does', async () => {
    const tenant = await lease();
    const path = await made(tenant, HOURLY);
    succeeded(await tenant.as('TASK_CREATOR_TOKEN')('pauseScheduledTask', { path }));
    tenant.advance(5 * HOUR);
    expect(await runs(tenant, path)).toHaveLength(0);
    expect(await task(tenant, path)).toMatchObject({ enabled: false });
    succeeded(await tenant.as('TASK_CREATOR_TOKEN')('resumeScheduledTask', { path }));
    tenant.advance(2 * HOUR);
    expect(await runs(tenant, path)).toHaveLength(2);
  });

  for (const [condition, meets] of [
    [
      { type: 'threshold', measure: 'orders.count', direction: 'above', value: 1000 },
      { value: 1200, isAnomaly: false },
    ],
    [
      { type: 'change', measure: 'orders.count', percentage: 25 },
      { value: 700, isAnomaly: false },
    ],
    [
      { type: 'anomaly', measure: 'orders.count' },
      { value: 500, isAnomaly: true },
    ],
  ] as const) {
    test(`a task with the condition ${condition.type} runs when it is met, and not before`, async () => {
      const tenant = await lease();
      const path = await made(tenant, { ...HOURLY, condition });
      tenant.advance(2 * HOUR);
      expect(await runs(tenant, path)).toHaveLength(0);
      expect(await task(tenant, path)).toMatchObject({ condition, lastConditionCheck: { isMet: false } });
      tenant.tenant.move('orders.count', meets);
      tenant.advance(HOUR);
      expect((await runs(tenant, path)).length).toBeGreaterThan(0);
      succeeded(await tenant.as('TASK_CREATOR_TOKEN')('updateScheduledTask', { path, body: { condition: null } }));
      expect((await task(tenant, path))['condition'] ?? null).toBeNull();
      const before = (await runs(tenant, path)).length;
      tenant.advance(HOUR);
      expect(await runs(tenant, path)).toHaveLength(before + 1);
    });
  }

  test('a condition is checked with the measure at the time of the cron, however late the result is read', async () => {
    const tenant = await lease();
    const condition = { type: 'threshold', measure: 'orders.count', direction: 'above', value: 1000 };
    const path = await made(tenant, { ...HOURLY, condition });
    tenant.tenant.move('orders.count', { value: 1200, isAnomaly: false });
    tenant.advance(HOUR);
    tenant.tenant.move('orders.count', { value: 500, isAnomaly: false });
    tenant.advance(HOUR);
    expect(await runs(tenant, path)).toHaveLength(1);
  });

  for (const [what, condition] of Object.entries({
    'of no kind': { type: 'whim', measure: 'orders.count' },
    'without a measure': { type: 'anomaly' },
    'without a value': { type: 'threshold', measure: 'orders.count', direction: 'above' },
    'without a percentage': { type: 'change', measure: 'orders.count', percentage: '25' },
    'that is no object': 'always',
  })) {
    test(`a condition ${what} is refused, and the task is unchanged`, async () => {
      const tenant = await lease();
      const path = await made(tenant);
      const creator = tenant.as('TASK_CREATOR_TOKEN');
      refused(await creator('createScheduledTask', { body: { ...DAILY, condition } }));
      refused(await creator('updateScheduledTask', { path, body: { condition, prompt: 'Other' } }));
      expect(await task(tenant, path)).toMatchObject(DAILY);
    });
  }

  test('lastConditionCheck cannot be written', async () => {
    const tenant = await lease();
    const path = await made(tenant, { ...DAILY, lastConditionCheck: { value: 1 } });
    await tenant.as('TASK_CREATOR_TOKEN')('updateScheduledTask', { path, body: { lastConditionCheck: { value: 2 } } });
    expect((await task(tenant, path))['lastConditionCheck'] ?? null).toBeNull();
  });

  for (const failingAgents of [false, true]) {
    test(`the creator is notified of a run that ${failingAgents ? 'failed' : 'succeeded'}, if enabled`, async () => {
      const tenant = await lease({ features: { failingAgents } });
      const heard = async (as: SettingName) => {
        const authorization = `Bearer ${tenant.id(as)}`;
        const url = `${tenant.id('BASE_URL')}/api/v1/deployments/${tenant.id('DEPLOYMENT_ID')}/notifications`;
        const { text } = await tenant.raw(url, { method: 'GET', headers: { authorization } });
        return (JSON.parse(text) as { items: unknown[] }).items.length;
      };
      const quiet = await made(tenant, { prompt: 'Quiet' });
      const loud = await made(tenant, { prompt: 'Loud', notificationEnabled: true });
      succeeded(await tenant.as('ADMIN_TOKEN')('runScheduledTask', { path: quiet }));
      expect(await heard('TASK_CREATOR_TOKEN')).toBe(0);
      succeeded(await tenant.as('ADMIN_TOKEN')('runScheduledTask', { path: loud }));
      expect(await heard('TASK_CREATOR_TOKEN')).toBe(1);
      expect(await heard('ADMIN_TOKEN')).toBe(0);
    });
  }
});

import { expect, test } from '../test.ts';
import fc from 'fast-check';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const HOUR = 3_600_000;
const HOURLY = { prompt: 'Count orders', cron: '7 * * * *', timezone: 'UTC' };
const DAILY = { prompt: 'Count orders', cron: '7 9 * * *', timezone: 'Europe/Vienna' };

type Place = { readonly taskId: number; readonly deploymentId?: string };

async function made(tenant: Leased, body: object = DAILY, as: SettingName = 'TASK_CREATOR_TOKEN'): Promise<Place> {
  return { taskId: succeeded(await tenant.as(as)('createScheduledTask', { body })).body.id as number };
}

async function runs(tenant: Leased, path: Place): Promise<{ threadId: string; startedAt: unknown }[]> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('listScheduledTaskRuns', { path })).body.items;
}

async function task(tenant: Leased, path: Place): Promise<Record<string, unknown>> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('getScheduledTask', { path })).body;
}

/** A date-time in the format of either dialect. */
function moment(written: unknown): Date {
  return new Date(typeof written === 'number' ? written * 1000 : String(written));
}

function field(min: number, max: number) {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: 9 });
  const part = fc.oneof(
    value.map(String),
    range,
    fc.tuple(range, step).map(([of, by]) => `${of}/${by}`),
  );
  // Ranges may overlap, and a list may have duplicates.
  const list = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));
  return fc.oneof(
    fc.constant('*'),
    step.map((by) => `*/${by}`),
    list,
  );
}
const minute = fc.integer({ min: 0, max: 59 }).map(String);
const anyCron = fc
  .tuple(minute, field(0, 23), field(1, 28), field(1, 12), field(0, 6))
  .map((fields) => fields.join(' '));

inBothDialects('scheduled tasks', (lease) => {
  test('a task is created, read, changed, listed and deleted', async () => {
    const tenant = await lease();
    const creator = tenant.as('TASK_CREATOR_TOKEN');
    const path = await made(tenant);
    expect(await task(tenant, path)).toMatchObject({ ...DAILY, notificationEnabled: false });
    succeeded(await creator('updateScheduledTask', { path, body: { prompt: 'Other', notificationEnabled: true } }));
    expect(await task(tenant, path)).toMatchObject({ ...DAILY, prompt: 'Other', notificationEnabled: true });
    const listed = (await tenant.as('MEMBER_TOKEN')('listScheduledTasks')).body.items as { id: number }[];
    expect(listed.map(({ id }) => id)).toContain(path.taskId);
    refused(
      await tenant.as('ADMIN_TOKEN')('getScheduledTask', {
        path: { ...path, deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') },
      }),
    );
    succeeded(await creator('deleteScheduledTask', { path }));
    refused(await creator('getScheduledTask', { path }));
  });

  for (const cron of [
    '* * * * *',
    '*/15 * * * *',
    '0,30 * * * *',
    '0-10 * * * *',
    '60 * * * *',
    '0 24 * * *',
    '7 9 * *',
    'every morning',
    '',
    7,
  ]) {
    test(`the cron ${JSON.stringify(cron)} is refused with 400 on create and update`, async () => {
      const tenant = await lease();
      const path = await made(tenant);
      refusedWith(await tenant.as('TASK_CREATOR_TOKEN')('createScheduledTask', { body: { ...DAILY, cron } }), 400);
      refusedWith(
        await tenant.as('TASK_CREATOR_TOKEN')('updateScheduledTask', { path, body: { cron, prompt: 'x' } }),
        400,
      );
      expect(await task(tenant, path)).toMatchObject(DAILY);
    });
  }

  for (const timezone of ['Mars/Olympus', '', '+02:00', 7]) {
    test(`the time zone ${JSON.stringify(timezone)} is refused with 400`, async () => {
      const tenant = await lease();
      const path = await made(tenant);
      refusedWith(await tenant.as('TASK_CREATOR_TOKEN')('createScheduledTask', { body: { ...DAILY, timezone } }), 400);
      refusedWith(await tenant.as('TASK_CREATOR_TOKEN')('updateScheduledTask', { path, body: { timezone } }), 400);
    });
  }

  test('any cron of five fields whose minutes are a single number is accepted', async () => {
    const tenant = await lease();
    const path = await made(tenant);
    await fc.assert(
      fc.asyncProperty(anyCron, async (cron) => {
        succeeded(await tenant.as('TASK_CREATOR_TOKEN')('updateScheduledTask', { path, body: { cron } }));
        expect(await task(tenant, path)).toMatchObject({ cron });
      }),
      { numRuns: 60 },
    );
  });

  test('any time zone is accepted, and the cron is evaluated in it', async () => {
    const tenant = await lease();
    const path = await made(tenant);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), async (timezone) => {
        succeeded(await tenant.as('TASK_CREATOR_TOKEN')('updateScheduledTask', { path, body: { timezone } }));
        const clock = new Intl.DateTimeFormat('en', { timeZone: timezone, hourCycle: 'h23', timeStyle: 'short' });
        expect(clock.format(moment((await task(tenant, path))['nextRunAt']))).toBe('09:07');
      }),
      { numRuns: 40 },
    );
  });

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

  test('userId is the creator, also after others changed or ran the task', async () => {
    const tenant = await lease();
    const path = await made(tenant);
    const { userId } = await task(tenant, path);
    expect(userId).toBe(tenant.tenant.account.cast.taskCreator);
    succeeded(await tenant.as('ADMIN_TOKEN')('updateScheduledTask', { path, body: { prompt: 'By another' } }));
    expect(await task(tenant, path)).toMatchObject({ userId });
    expect((await task(tenant, await made(tenant, DAILY, 'ADMIN_TOKEN')))['userId']).not.toBe(userId);
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

  test('a creator may have twenty active tasks across deployments, on create and on resume', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const elsewhere = { deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    for (let index = 0; index < 10; index += 1) {
      succeeded(await admin('createScheduledTask', { body: DAILY }));
      succeeded(await admin('createScheduledTask', { path: elsewhere, body: DAILY }));
    }
    refusedWith(await admin('createScheduledTask', { body: DAILY }), 409);
    refusedWith(await admin('createScheduledTask', { path: elsewhere, body: DAILY }), 409);
    succeeded(await admin('createScheduledTask', { body: { prompt: 'On demand' } }));
    const { items } = (await admin('listScheduledTasks')).body as { items: { id: number; cron: string | null }[] };
    const path = { taskId: items.find(({ cron }) => cron !== null)?.id ?? 0 };
    succeeded(await admin('pauseScheduledTask', { path }));
    succeeded(await admin('createScheduledTask', { path: elsewhere, body: DAILY }));
    refusedWith(await admin('resumeScheduledTask', { path }), 409);
    expect(await task(tenant, path)).toMatchObject({ enabled: false });
    // The limit is per creator, and the user who resumes a task does not matter.
    const theirs = await made(tenant);
    succeeded(await admin('pauseScheduledTask', { path: theirs }));
    succeeded(await admin('resumeScheduledTask', { path: theirs }));
    // A deleted task no longer counts towards the limit.
    const active = items.find(({ id, cron }) => cron !== null && id !== path.taskId);
    succeeded(await admin('deleteScheduledTask', { path: { taskId: active?.id ?? 0 } }));
    succeeded(await admin('resumeScheduledTask', { path }));
    refusedWith(await admin('createScheduledTask', { body: DAILY }), 409);
  });

  test('concurrent requests cannot exceed the limit', async () => {
    const tenant = await lease();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => tenant.as('ADMIN_TOKEN')('createScheduledTask', { body: DAILY })),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  test('the limit of the creator applies, for any user who resumes', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const path = await made(tenant);
    succeeded(await admin('pauseScheduledTask', { path }));
    for (let index = 0; index < 20; index += 1) await made(tenant);
    refusedWith(await admin('resumeScheduledTask', { path }), 409);
    expect(await task(tenant, path)).toMatchObject({ enabled: false });
    refused(await admin('updateScheduledTask', { path: await made(tenant, { prompt: 'On demand' }), body: DAILY }));
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

  const deeds: readonly (readonly [AnyOperationId, object | undefined])[] = [
    ['updateScheduledTask', { prompt: 'By another' }],
    ['runScheduledTask', undefined],
    ['pauseScheduledTask', undefined],
    ['resumeScheduledTask', undefined],
    ['shareScheduledTask', { shared: true }],
    ['deleteScheduledTask', undefined],
  ];
  for (const [operationId, body] of deeds) {
    test(`${operationId} is for the creator, administrators and managers of tasks`, async () => {
      const tenant = await lease();
      for (const as of ['MEMBER_TOKEN', 'TASK_READER_TOKEN', 'BUILT_IN_ROLE_TOKEN'] as const) {
        refusedWith(await tenant.as(as)(operationId, { path: await made(tenant), body }), 403);
      }
      for (const as of ['TASK_CREATOR_TOKEN', 'ADMIN_TOKEN', 'TASK_MANAGER_TOKEN', 'ALL_ACTIONS_TOKEN'] as const) {
        succeeded(await tenant.as(as)(operationId, { path: await made(tenant), body }));
      }
    });
  }

  for (const [operationId, body] of [
    ['listScheduledTasks', undefined],
    ['createScheduledTask', DAILY],
    ['getScheduledTask', undefined],
    ['listScheduledTaskRuns', undefined],
    ...deeds,
  ] as const) {
    test(`${operationId} responds with 403 without read access, from an embed session and while tasks are off`, async () => {
      const tenant = await lease();
      const path = await made(tenant);
      refusedWith(await tenant.as('NO_ACCESS_TOKEN')(operationId, { path, body }), 403);
      refusedWith(await tenant.as('ADMIN_EMBED_TOKEN')(operationId, { path, body }), 403);
      tenant.tenant.features.scheduledTasks = false;
      refusedWith(await tenant.as('ADMIN_TOKEN')(operationId, { path, body }), 403);
    });
  }

  test('creating needs ScheduledTasksCreate, and removing the policy removes the right', async () => {
    const tenant = await lease();
    refusedWith(await tenant.as('NO_TASK_CREATE_TOKEN')('createScheduledTask', { body: DAILY }), 403);
    await made(tenant);
    const { roles } = tenant.tenant.account;
    const role = roles.find(({ name }) => name === 'Task creators');
    if (!role) throw new Error('the seed has no task creators');
    const policies = [
      { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: [tenant.id('DEPLOYMENT_ID')] },
    ];
    succeeded(await tenant.as('ADMIN_TOKEN')('updateRole', { path: { roleId: role.id }, body: { policies } }));
    refusedWith(await tenant.as('TASK_CREATOR_TOKEN')('createScheduledTask', { body: DAILY }), 403);
    succeeded(await tenant.as('TASK_CREATOR_TOKEN')('listScheduledTasks'));
  });

  test('a list without first returns every task', async () => {
    const tenant = await lease();
    for (let index = 0; index < 110; index += 1) await made(tenant, { prompt: `Task ${index}` });
    const { body } = succeeded(await tenant.as('MEMBER_TOKEN')('listScheduledTasks'));
    expect(body.items.length).toBeGreaterThanOrEqual(110);
  });
});

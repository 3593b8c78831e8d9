import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { inBothDialects, refused, refusedWith, succeeded } from './leased.ts';
import { DAILY, made, moment, task } from './tasks.ts';

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

  test('userId is the creator, also after others changed or ran the task', async () => {
    const tenant = await lease();
    const path = await made(tenant);
    const { userId } = await task(tenant, path);
    expect(userId).toBe(tenant.tenant.account.cast.taskCreator);
    succeeded(await tenant.as('ADMIN_TOKEN')('updateScheduledTask', { path, body: { prompt: 'By another' } }));
    expect(await task(tenant, path)).toMatchObject({ userId });
    expect((await task(tenant, await made(tenant, DAILY, 'ADMIN_TOKEN')))['userId']).not.toBe(userId);
  });

  test('a list without first returns every task', async () => {
    const tenant = await lease();
    for (let index = 0; index < 110; index += 1) await made(tenant, { prompt: `Task ${index}` });
    const { body } = succeeded(await tenant.as('MEMBER_TOKEN')('listScheduledTasks'));
    expect(body.items.length).toBeGreaterThanOrEqual(110);
  });
});

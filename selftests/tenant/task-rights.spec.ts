import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { inBothDialects, refused, refusedWith, succeeded } from './leased.ts';
import { DAILY, made, task } from './tasks.ts';

inBothDialects('rights and limits of scheduled tasks', (lease) => {
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

  const actions: readonly (readonly [AnyOperationId, object | undefined])[] = [
    ['updateScheduledTask', { prompt: 'By another' }],
    ['runScheduledTask', undefined],
    ['pauseScheduledTask', undefined],
    ['resumeScheduledTask', undefined],
    ['shareScheduledTask', { shared: true }],
    ['deleteScheduledTask', undefined],
  ];
  for (const [operationId, body] of actions) {
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
    ...actions,
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
});

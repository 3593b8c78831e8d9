import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

async function made(tenant: Leased, as: SettingName = 'ADMIN_TOKEN'): Promise<{ deliveryId: number }> {
  const body = { reportId: Number(tenant.id('REPORT_ID')), name: 'Weekly', recipients: ['a@example.com'] };
  return { deliveryId: (succeeded(await tenant.as(as)('createReportDelivery', { body })).body as { id: number }).id };
}

async function idsFor(tenant: Leased, as: SettingName): Promise<number[]> {
  const { body } = succeeded(await tenant.as(as)('listReportDeliveries'));
  return (body as { items: { id: number }[] }).items.map(({ id }) => id);
}

inBothDialects('report deliveries', (lease) => {
  test('a delivery is created, read, changed, run and deleted', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const path = await made(tenant);
    expect(await idsFor(tenant, 'ADMIN_TOKEN')).toContain(path.deliveryId);
    expect((await admin('updateReportDelivery', { path, body: { name: 'Renamed' } })).body).toMatchObject({
      name: 'Renamed',
    });
    expect((await admin('getReportDelivery', { path })).body).toMatchObject({ name: 'Renamed' });
    succeeded(await admin('pauseReportDelivery', { path }));
    expect((await admin('resumeReportDelivery', { path })).body).toMatchObject({ enabled: true });
    const other = await made(tenant);
    for (const each of [path, path, other]) succeeded(await admin('runReportDelivery', { path: each }));
    expect((await admin('listReportDeliveryRuns', { path })).body.items).toHaveLength(2);
    succeeded(await admin('deleteReportDelivery', { path }));
    refused(await admin('getReportDelivery', { path }));
    expect(await idsFor(tenant, 'ADMIN_TOKEN')).not.toContain(path.deliveryId);
  });

  test('bad bodies are refused and change nothing', async () => {
    const tenant = await lease();
    const path = await made(tenant);
    for (const body of [
      { name: '' },
      { reportId: 999_999 },
      { cron: 'often' },
      { timezone: 'Mars/Olympus' },
      { recipients: [7] },
    ]) {
      refused(await tenant.as('ADMIN_TOKEN')('updateReportDelivery', { path, body }));
    }
    expect((await tenant.as('ADMIN_TOKEN')('getReportDelivery', { path })).body).toMatchObject({ name: 'Weekly' });
  });

  test('readers of tasks see every delivery, others their own', async () => {
    const tenant = await lease();
    const { deliveryId } = await made(tenant);
    for (const as of ['TASK_READER_TOKEN', 'TASK_MANAGER_TOKEN', 'ALL_ACTIONS_TOKEN'] as const) {
      expect(await idsFor(tenant, as), as).toContain(deliveryId);
    }
    expect(await idsFor(tenant, 'MEMBER_TOKEN')).not.toContain(deliveryId);
    refused(await tenant.as('MEMBER_TOKEN')('getReportDelivery', { path: { deliveryId } }));
  });

  const actions: readonly (readonly [AnyOperationId, object | undefined])[] = [
    ['updateReportDelivery', { name: 'By another' }],
    ['pauseReportDelivery', undefined],
    ['resumeReportDelivery', undefined],
    ['runReportDelivery', undefined],
    ['shareReportDelivery', { shared: true }],
    ['transferReportDelivery', { userId: 0 }],
    ['deleteReportDelivery', undefined],
  ];
  for (const [operationId, given] of actions) {
    test(`${operationId} needs management of tasks for the delivery of another user`, async () => {
      const tenant = await lease();
      const path = await made(tenant, 'MEMBER_TOKEN');
      const body = operationId === 'transferReportDelivery' ? { userId: Number(tenant.id('MEMBER_USER_ID')) } : given;
      refusedWith(await tenant.as('TASK_READER_TOKEN')(operationId, { path, body }), 403);
      succeeded(await tenant.as('TASK_MANAGER_TOKEN')(operationId, { path, body }));
      const next = await made(tenant, 'MEMBER_TOKEN');
      succeeded(await tenant.as('ALL_ACTIONS_TOKEN')(operationId, { path: next, body }));
    });
  }
});

import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const HOUR = 3_600_000;
const MANIFEST = { nodes: { 'model.orders': { name: 'orders' }, 'model.customers': { name: 'customers' } } };

async function started(tenant: Leased, body: object): Promise<{ syncJobId: number }> {
  const got = succeeded(await tenant.as('ADMIN_TOKEN')('startTransformSync', { body }));
  expect(got.body).toMatchObject({
    branchName: expect.any(String),
    workflowId: expect.anything(),
  });
  return { syncJobId: got.body.syncJobId as number };
}

async function history(tenant: Leased, query: Record<string, string | number>): Promise<Record<string, unknown>[]> {
  return (await tenant.as('ADMIN_TOKEN')('listTransformSyncs', { query: { first: 500, ...query } })).body.items;
}

inBothDialects('transform sync', (lease) => {
  test('a sync runs, completes, and shows its result and its logs', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    for (const body of [
      { source: 'git', ref: 'main' },
      { source: 'manifest', manifest: MANIFEST, output: 'branch' },
    ]) {
      const path = await started(tenant, body);
      succeeded(await admin('getTransformSync', { path }));
      refused(await admin('getTransformSyncResult', { path }));
      tenant.advance(2_000);
      expect((await admin('getTransformSync', { path })).body.status).toBe('completed');
      succeeded(await admin('getTransformSyncResult', { path }));
      succeeded(await admin('getTransformSyncLogs', { path }));
      refused(await admin('listGeneratedFiles', { path }));
    }
  });

  test('other sources and outputs are refused and start nothing', async () => {
    const tenant = await lease();
    const before = (await history(tenant, {})).length;
    for (const body of [{ source: 'ftp' }, { output: 'paper' }, { source: 'manifest' }, { branchName: 7 }]) {
      refused(await tenant.as('ADMIN_TOKEN')('startTransformSync', { body }));
    }
    expect(await history(tenant, {})).toHaveLength(before);
  });

  test('the history is filtered by status and trigger and stays in its deployment', async () => {
    const tenant = await lease();
    const { syncJobId } = await started(tenant, { source: 'git' });
    await tenant.as('ADMIN_TOKEN')('cancelTransformSync', { path: { syncJobId } });
    expect((await history(tenant, { status: 'cancelled' })).map((one) => one['syncJobId'])).toEqual([syncJobId]);
    for (const trigger of ['schedule', 'webhook', 'manual']) {
      const found = await history(tenant, { trigger });
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map((one) => one['trigger']))).toEqual(new Set([trigger]));
    }
    const path = { syncJobId, deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    refusedWith(await tenant.as('ADMIN_TOKEN')('getTransformSync', { path }), 404);
    const paged = await tenant.as('ADMIN_TOKEN')('listTransformSyncs', { query: { first: 1, trigger: 'schedule' } });
    const after = paged.body.pageInfo.endCursor as string;
    const next = await tenant.as('ADMIN_TOKEN')('listTransformSyncs', {
      query: { first: 9, trigger: 'schedule', after },
    });
    expect(next.body.items).toHaveLength(1);
  });

  test('a sync that is cancelled while it runs does not complete', async () => {
    const tenant = await lease();
    const path = await started(tenant, { source: 'git' });
    succeeded(await tenant.as('ADMIN_TOKEN')('cancelTransformSync', { path }));
    tenant.advance(HOUR);
    expect((await tenant.as('ADMIN_TOKEN')('getTransformSync', { path })).body.status).toBe('cancelled');
  });

  test('generated files are there for an hour after the sync completed', async () => {
    const tenant = await lease();
    const path = await started(tenant, { source: 'manifest', manifest: MANIFEST, output: 'files' });
    tenant.advance(2_000);
    const files = succeeded(await tenant.as('MEMBER_TOKEN')('listGeneratedFiles', { path, query: { first: 1 } }));
    expect(files.body.items).toHaveLength(1);
    expect(files.body.pageInfo.hasNextPage).toBe(true);
    refusedWith(await tenant.as('NO_ACCESS_TOKEN')('listGeneratedFiles', { path }), 403);
    tenant.advance(0.98 * HOUR);
    succeeded(await tenant.as('ADMIN_TOKEN')('listGeneratedFiles', { path }));
    tenant.advance(0.03 * HOUR);
    refusedWith(await tenant.as('ADMIN_TOKEN')('listGeneratedFiles', { path }), 404);
  });

  for (const operationId of [
    'getTransformSync',
    'getTransformSyncResult',
    'getTransformSyncLogs',
    'cancelTransformSync',
    'listGeneratedFiles',
  ] as const) {
    test(`${operationId} of an unknown job responds with 404`, async () => {
      refusedWith(await (await lease()).as('ADMIN_TOKEN')(operationId, { path: { syncJobId: 999_999 } }), 404);
    });
  }
});

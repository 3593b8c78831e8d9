import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const DAY = 86_400_000;

async function started(tenant: Leased, views = ['orders']): Promise<{ previewId: string }> {
  const body = { dataSourceName: tenant.id('DATA_SOURCE_NAME'), views };
  const got = await tenant.as('ADMIN_TOKEN')('startMetricViewPreview', { body });
  refusedWith(got, 202);
  return { previewId: got.body.previewId as string };
}

inBothDialects('lakehouse', (lease) => {
  test('a preview is accepted, runs and has its result for seven days', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const path = await started(tenant);
    succeeded(await admin('getMetricViewPreview', { path }));
    refusedWith(await admin('getMetricViewPreviewResult', { path }), 409);
    tenant.advance(1_000);
    succeeded(await admin('getMetricViewPreviewResult', { path }));
    tenant.advance(7 * DAY - 2_000);
    succeeded(await admin('getMetricViewPreviewResult', { path }));
    tenant.advance(2_000);
    refused(await admin('getMetricViewPreviewResult', { path }));
  });

  test('a preview that ends without a result responds with 409, and a deleted one is gone', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const failing = await started(tenant, ['no_such_view']);
    const deleted = await started(tenant);
    succeeded(await admin('cancelMetricViewPreview', { path: deleted }));
    tenant.advance(1_000);
    refusedWith(await admin('getMetricViewPreviewResult', { path: failing }), 409);
    refused(await admin('getMetricViewPreviewResult', { path: deleted }));
  });

  test('an integration is created at 0 and changed at its version alone', async () => {
    const tenant = await lease();
    const put = (dataSourceName: string, expectedConfigurationVersion: unknown, schema: string) =>
      tenant.as('ADMIN_TOKEN')('putMetricViewIntegration', {
        path: { dataSourceName },
        body: { catalog: 'main', schema, expectedConfigurationVersion },
      });
    const read = (dataSourceName: string) =>
      tenant.as('ADMIN_TOKEN')('getMetricViewIntegration', { path: { dataSourceName } });
    const spare = tenant.id('SPARE_DATA_SOURCE_NAME');
    refused(await read(spare));
    refused(await put(spare, 1, 'a'));
    refused(await put(spare, undefined, 'a'));
    succeeded(await put(spare, 0, 'a'));
    refused(await put(spare, 0, 'b'));
    const { configurationVersion } = succeeded(await read(spare)).body;
    succeeded(await put(spare, configurationVersion, 'c'));
    refused(await put(spare, configurationVersion, 'd'));
    expect((await read(spare)).body).toMatchObject({ schema: 'c' });
    refused(await read('nowhere'));
  });

  test('with the preview feature closed nothing succeeds', async () => {
    const tenant = await lease({ features: { previews: false } });
    const admin = tenant.as('ADMIN_TOKEN');
    const path = { dataSourceName: tenant.id('DATA_SOURCE_NAME'), previewId: 'x' };
    const body = {
      dataSourceName: path.dataSourceName,
      views: ['orders'],
      catalog: 'a',
      schema: 'b',
      expectedConfigurationVersion: 1,
    };
    for (const operationId of [
      'startMetricViewPreview',
      'getMetricViewPreview',
      'getMetricViewPreviewResult',
      'cancelMetricViewPreview',
      'getMetricViewIntegration',
      'putMetricViewIntegration',
    ] as const) {
      refused(await admin(operationId, { path, ...(/^(start|put)/.test(operationId) && { body }) }));
    }
  });
});

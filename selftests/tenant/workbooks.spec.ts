import { createHash } from 'node:crypto';
import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const at = (tenant: Leased) => ({ workbookId: tenant.id('WORKBOOK_ID') });

async function file(tenant: Leased): Promise<{ content: string; hash: string }> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('getDashboardFile', { path: at(tenant) })).body;
}

inBothDialects('workbooks', (lease) => {
  test('the draft is text with its SHA-256, and a patch replaces exact text', async () => {
    const tenant = await lease();
    const patch = (body: object) => tenant.as('ADMIN_TOKEN')('patchDashboardFile', { path: at(tenant), body });
    const before = await file(tenant);
    expect(before.hash).toBe(createHash('sha256').update(before.content).digest('hex'));
    refused(await patch({ oldText: '"CHART"', newText: '"table"' }));
    refused(await patch({ oldText: '"chart"', newText: '"' }));
    expect(await file(tenant)).toEqual(before);
    succeeded(await patch({ oldText: '"chart"', newText: '"bar"' }));
    const after = await file(tenant);
    expect(after.content).toBe(before.content.replace('"chart"', '"bar"'));
    expect(after.hash).not.toBe(before.hash);
    refused(
      await tenant.as('MEMBER_TOKEN')('patchDashboardFile', {
        path: at(tenant),
        body: { oldText: '"bar"', newText: '"pie"' },
      }),
    );
  });

  test('a workbook is published, duplicated, and its widget tied to a thread', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const before = await file(tenant);
    succeeded(await admin('publishWorkbook', { path: at(tenant) }));
    succeeded(await admin('publishWorkbook', { path: at(tenant), body: {} }));
    for (const body of [undefined, {}, { shared: true }, { shared: false }]) {
      succeeded(await admin('duplicateWorkbook', { path: at(tenant), ...(body && { body }) }));
    }
    refused(await admin('duplicateWorkbook', { path: at(tenant), body: { shared: 'yes' } }));
    expect(await file(tenant)).toEqual(before);
    const tie = { widgetId: tenant.id('AI_WIDGET_ID'), threadId: tenant.id('CHAT_THREAD_ID') };
    refused(await admin('createAiWidgetThread', { path: at(tenant), body: { threadId: tie.threadId } }));
    refused(await admin('createAiWidgetThread', { path: at(tenant), body: { widgetId: tie.widgetId } }));
    expect(await file(tenant)).toEqual(before);
    succeeded(await admin('createAiWidgetThread', { path: at(tenant), body: tie }));
    expect((await file(tenant)).content).toContain(tie.threadId);
  });

  test('workbooks of other deployments are unknown', async () => {
    const tenant = await lease();
    const path = { ...at(tenant), deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    refused(await tenant.as('ADMIN_TOKEN')('getDashboardFile', { path }));
  });
});

inBothDialects('promotions', (lease) => {
  const preview = async (tenant: Leased) => {
    const body = { targetDeploymentId: Number(tenant.id('OTHER_DEPLOYMENT_ID')) };
    return succeeded(await tenant.as('ADMIN_TOKEN')('previewPromotion', { path: at(tenant), body })).body as {
      previewId: string;
      sourceHash: string;
    };
  };
  const promotions = async (tenant: Leased) =>
    succeeded(await tenant.as('ADMIN_TOKEN')('listPromotions', { path: at(tenant) })).body.items as unknown[];

  test('a previewed promotion is applied once per key, and shown', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const { previewId, sourceHash } = await preview(tenant);
    const body = { previewId, sourceHash, idempotencyKey: 'one' };
    for (let index = 0; index < 3; index += 1) succeeded(await admin('applyPromotion', { path: at(tenant), body }));
    succeeded(
      await admin('applyPromotion', { path: at(tenant), body: { previewId }, headers: { 'idempotency-key': 'one' } }),
    );
    expect(await promotions(tenant)).toHaveLength(1);
    succeeded(await admin('applyPromotion', { path: at(tenant), body: { previewId, idempotencyKey: 'two' } }));
    expect(await promotions(tenant)).toHaveLength(2);
    succeeded(await admin('getPromotion', { path: at(tenant) }));
    expect(succeeded(await admin('listPromotionLinks', { path: at(tenant) })).body.items).toHaveLength(1);
  });

  test('a source that has changed since its preview is not promoted', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const { previewId } = await preview(tenant);
    succeeded(await admin('patchDashboardFile', { path: at(tenant), body: { oldText: '"chart"', newText: '"bar"' } }));
    refused(await admin('applyPromotion', { path: at(tenant), body: { previewId } }));
    expect(await promotions(tenant)).toHaveLength(0);
  });

  test('both deployments are needed, and embed sessions are refused', async () => {
    const tenant = await lease();
    const body = { targetDeploymentId: Number(tenant.id('OTHER_DEPLOYMENT_ID')) };
    refused(await tenant.as('SCOPED_TOKEN')('previewPromotion', { path: at(tenant), body }));
    refusedWith(await tenant.as('NO_ACCESS_TOKEN')('previewPromotion', { path: at(tenant), body }), 403);
    for (const operationId of ['previewPromotion', 'listPromotions', 'getPromotion', 'listPromotionLinks'] as const) {
      refused(
        await tenant.as('ADMIN_EMBED_TOKEN')(operationId, {
          path: at(tenant),
          ...(operationId === 'previewPromotion' && { body }),
        }),
      );
    }
  });
});

inBothDialects('families that are only named', (lease) => {
  test('every declared operation responds as declared', async () => {
    const tenant = await lease();
    const document = tenant.tenant.document() as {
      paths: Record<string, { get?: { operationId: string; tags: string[] } }>;
    };
    const named = Object.entries(document.paths).filter(([, { get }]) => get?.tags.includes('named'));
    expect(named.length).toBeGreaterThan(14);
    for (const [path, { get }] of named) {
      const url = path
        .replace('{deploymentId}', tenant.id('DEPLOYMENT_ID'))
        .replace('{environmentId}', tenant.id('ENVIRONMENT_ID'));
      const headers = { authorization: `Bearer ${tenant.id('ADMIN_TOKEN')}` };
      const got = await tenant.raw(tenant.id('BASE_URL') + url, { method: 'GET', headers });
      expect(got.status, get?.operationId).toBe(200);
      expect(Object.keys(JSON.parse(got.text) as object).length, get?.operationId).toBeGreaterThan(0);
    }
  });
});

import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

async function workbooks(tenant: Leased, accessSource?: string, name = tenant.id('EMBED_TENANT')): Promise<string[]> {
  const got = await tenant.as('ADMIN_TOKEN')('listEmbedTenantWorkbooks', {
    path: { embedTenantName: name },
    query: accessSource === undefined ? {} : { accessSource },
  });
  return (succeeded(got).body as { items: { id: number }[] }).items.map(({ id }) => String(id));
}

const LENT = {
  tenant: 'TENANT_WORKBOOK_ID',
  allEmbedUsers: 'ALL_EMBED_USERS_WORKBOOK_ID',
  folder: 'FOLDER_WORKBOOK_ID',
} as const;

inBothDialects('embed tenants', (lease) => {
  for (const [source, setting] of Object.entries(LENT)) {
    test(`the list by ${source} has what is visible through it and nothing else`, async () => {
      const tenant = await lease();
      const listed = await workbooks(tenant, source);
      expect(listed).toContain(tenant.id(setting));
      for (const other of Object.values(LENT).filter((one) => one !== setting)) {
        expect(listed).not.toContain(tenant.id(other));
      }
      expect(await workbooks(tenant)).toEqual(expect.arrayContaining(listed));
    });
  }

  test('pages of any size together are the list', async () => {
    const tenant = await lease();
    const whole = await workbooks(tenant);
    expect(whole.length).toBeGreaterThanOrEqual(3);
    for (const first of [1, 2, whole.length, whole.length + 1]) {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const query = { first, ...(after !== undefined && { after }) };
        const path = { embedTenantName: tenant.id('EMBED_TENANT') };
        const { body } = await tenant.as('ADMIN_TOKEN')('listEmbedTenantWorkbooks', { path, query });
        expect(body.items.length).toBeLessThanOrEqual(first);
        ids.push(...(body.items as { id: number }[]).map(({ id }) => String(id)));
        after = body.pageInfo.hasNextPage === true ? (body.pageInfo.endCursor as string) : undefined;
      } while (after !== undefined);
      expect(ids).toEqual(whole);
    }
  });

  test('the list is the administrator’s, of a tenant that is there', async () => {
    const tenant = await lease();
    const path = { embedTenantName: tenant.id('EMBED_TENANT') };
    refusedWith(await tenant.as('MEMBER_TOKEN')('listEmbedTenantWorkbooks', { path }), 403);
    succeeded(await tenant.as('ADMIN_EMBED_TOKEN')('listEmbedTenantWorkbooks', { path }));
    const admin = tenant.as('ADMIN_TOKEN');
    refused(await admin('listEmbedTenantWorkbooks', { path: { embedTenantName: 'nobody' } }));
    refused(await admin('listEmbedTenantWorkbooks', { path, query: { accessSource: 'magic' } }));
    const elsewhere = { ...path, deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    expect((await admin('listEmbedTenantWorkbooks', { path: elsewhere })).body.items).toEqual([]);
  });

  test('a deleted tenant is gone with its sessions, and others stay as they were', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const embedTenantName = tenant.id('SPARE_EMBED_TENANT');
    const before = await workbooks(tenant);
    const session = async (name: string) => {
      const body = { deploymentId: tenant.id('DEPLOYMENT_ID'), externalId: 'peter', embedTenantName: name };
      const { sessionId } = succeeded(await admin('generateEmbedSession', { body })).body as { sessionId: string };
      return sessionId;
    };
    const [theirs, others] = [await session(embedTenantName), await session(tenant.id('EMBED_TENANT'))];
    const path = { embedTenantName };
    refused(await tenant.as('MEMBER_TOKEN')('deleteEmbedTenant', { path }));
    refused(await tenant.as('SCOPED_TOKEN')('deleteEmbedTenant', { path }));
    refused(await admin('deleteEmbedTenant', { path: { embedTenantName: 'nobody' } }));
    succeeded(await admin('deleteEmbedTenant', { path }));
    refused(await admin('deleteEmbedTenant', { path }));
    refused(await admin('listEmbedTenantWorkbooks', { path }));
    refused(await admin('exchangeEmbedSession', { body: { sessionId: theirs } }));
    succeeded(await admin('exchangeEmbedSession', { body: { sessionId: others } }));
    expect(await workbooks(tenant)).toEqual(before);
  });
});

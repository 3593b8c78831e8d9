import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

interface Held {
  readonly id: number;
  readonly direct: boolean;
  readonly groupIds: readonly number[];
}

async function rolesOf(tenant: Leased, id: string): Promise<{ isAdmin: boolean; roles: Held[] }> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('listUserRoles', { path: { id } })).body;
}

async function holders(tenant: Leased, roleId: string, query = {}): Promise<{ id: number; roles: { id: number }[] }[]> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('listRoleHolders', { path: { roleId }, query })).body.items;
}

inBothDialects('role holders', (lease) => {
  test('a role is granted, held directly, and revoked', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const userId = tenant.id('NO_ACCESS_USER_ID');
    for (const roleId of [tenant.id('BUILT_IN_ROLE_ID'), tenant.id('GROUP_ROLE_ID')]) {
      succeeded(await admin('grantRole', { path: { roleId, userId } }));
      expect((await holders(tenant, roleId)).map(({ id }) => String(id))).toContain(userId);
      expect((await rolesOf(tenant, userId)).roles.find(({ id }) => String(id) === roleId)).toMatchObject({
        direct: true,
        groupIds: [],
      });
      succeeded(await admin('revokeRole', { path: { roleId, userId } }));
      expect((await holders(tenant, roleId)).map(({ id }) => String(id))).not.toContain(userId);
    }
    refusedWith(await admin('grantRole', { path: { roleId: tenant.id('ADMIN_ROLE_ID'), userId } }), 404);
    refusedWith(await admin('grantRole', { path: { roleId: 99_999, userId } }), 404);
    expect((await rolesOf(tenant, userId)).isAdmin).toBe(false);
  });

  test('holders through a group and deactivated ones are listed, each with all of their roles', async () => {
    const tenant = await lease();
    const found = await holders(tenant, tenant.id('GROUP_ROLE_ID'));
    const ids = found.map(({ id }) => String(id));
    expect(ids).toEqual(expect.arrayContaining([tenant.id('MEMBER_USER_ID'), tenant.id('DEACTIVATED_USER_ID')]));
    const member = found.find(({ id }) => String(id) === tenant.id('MEMBER_USER_ID'));
    const { isAdmin, roles } = await rolesOf(tenant, tenant.id('MEMBER_USER_ID'));
    expect(member?.roles.map(({ id }) => id).sort()).toEqual(roles.map(({ id }) => id).sort());
    expect(isAdmin).toBe(false);
    const throughGroup = roles.find(({ id }) => String(id) === tenant.id('GROUP_ROLE_ID'));
    const groups = [Number(tenant.id('GROUP_ID')), Number(tenant.id('OTHER_GROUP_ID'))];
    // In any order: a tenant may list them as it likes.
    expect(throughGroup).toMatchObject({ direct: false, groupIds: expect.arrayContaining(groups) });
    expect(throughGroup?.groupIds).toHaveLength(groups.length);
    expect(await holders(tenant, tenant.id('GROUP_ROLE_ID'), { first: 1 })).toHaveLength(1);
  });

  test('a granted role confers the rights of its policies, and no more', async () => {
    const tenant = await lease();
    const stranger = tenant.as('NO_ACCESS_TOKEN');
    refusedWith(await stranger('listReports'), 403);
    const path = { roleId: tenant.id('BUILT_IN_ROLE_ID'), userId: tenant.id('NO_ACCESS_USER_ID') };
    succeeded(await tenant.as('ADMIN_TOKEN')('grantRole', { path }));
    succeeded(await stranger('listReports'));
    refusedWith(await stranger('listRoles'), 403);
    succeeded(await tenant.as('ADMIN_TOKEN')('revokeRole', { path }));
    refusedWith(await stranger('listReports'), 403);
  });
});

inBothDialects('users', (lease) => {
  test('settings merge, sheets field by field, and null clears sheets', async () => {
    const tenant = await lease();
    const me = tenant.as('MEMBER_TOKEN');
    const settings = async () => succeeded(await me('getMe')).body.settings as Record<string, unknown>;
    const before = await settings();
    succeeded(await me('updateMySettings', { body: { locale: 'de-AT', sheets: { decimalPlaces: 5 } } }));
    expect(await settings()).toEqual({
      ...before,
      locale: 'de-AT',
      sheets: { ...(before['sheets'] as object), decimalPlaces: 5 },
    });
    succeeded(await me('updateMySettings', { body: { lastSeenChangelogId: 12 } }));
    expect(await settings()).toMatchObject({ locale: 'de-AT' });
    succeeded(await me('updateMySettings', { body: { sheets: null } }));
    expect((await settings())['sheets'] ?? null).toBeNull();
    expect(succeeded(await tenant.as('ADMIN_TOKEN')('getMe')).body.settings as object).toEqual(before);
    refused(await me('updateMySettings', { body: { sheets: 'wide' } }));
  });

  test('users and groups are searched by part of a name, ignoring case, on all pages', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    for (const [operationId, search] of [
      ['listUsers', 'MARY'],
      ['listGroups', 'ANALYST'],
    ] as const) {
      const found = succeeded(await admin(operationId, { query: { search } })).body.items as object[];
      expect(found.length).toBeGreaterThan(0);
      const all = succeeded(await admin(operationId)).body.items as object[];
      expect(found.length).toBeLessThan(all.length);
      expect(succeeded(await admin(operationId, { query: { search: 'zzzz' } })).body.items).toEqual([]);
      const first = succeeded(await admin(operationId, { query: { first: 1 } })).body;
      const next = succeeded(
        await admin(operationId, { query: { first: 500, after: first.pageInfo.endCursor as string } }),
      ).body;
      expect([...first.items, ...next.items]).toEqual(all);
    }
  });

  test('bulk actions are closed to scoped keys', async () => {
    const tenant = await lease();
    const body = { action: 'activate', userIds: [Number(tenant.id('MEMBER_USER_ID'))] };
    succeeded(await tenant.as('ADMIN_TOKEN')('bulkUserAction', { body }));
    refusedWith(await tenant.as('SCOPED_TOKEN')('bulkUserAction', { body }), 403);
    const away = { action: 'deactivate', userIds: body.userIds };
    succeeded(await tenant.as('ADMIN_TOKEN')('bulkUserAction', { body: away }));
    refusedWith(await tenant.as('MEMBER_TOKEN')('getMe'), 401);
  });
});

inBothDialects('API keys, tokens and SCIM', (lease) => {
  test('a key shows its token once, works as it is scoped, and is dead when deleted', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const scope = tenant.tenant.dialect.vendor.called('api-keys', 'deploymentIds');
    const body = { name: 'Scoped', [scope]: [Number(tenant.id('DEPLOYMENT_ID'))] };
    const made = succeeded(await admin('createApiKey', { body })).body as { id: number; token: string };
    const key = tenant.with(made.token);
    succeeded(await key('listReports'));
    refusedWith(await key('listReports', { path: { deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') } }), 403);
    refusedWith(await key('listRoles'), 403);
    for (const got of [await admin('getApiKey', { path: { id: made.id } }), await admin('listApiKeys')]) {
      expect(succeeded(got).text).not.toContain(made.token);
    }
    succeeded(await admin('deleteApiKey', { path: { id: made.id } }));
    refusedWith(await key('listReports'), 401);
    refused(await admin('getApiKey', { path: { id: made.id } }));
    refused(await admin('createApiKey', { body: { name: '' } }));
    for (const operationId of ['listApiKeys', 'createApiKey', 'createUsageAnalyticsToken'] as const) {
      refusedWith(
        await tenant.as('MEMBER_TOKEN')(operationId, { ...(operationId === 'createApiKey' && { body }) }),
        403,
      );
    }
  });

  test('a usage-analytics token has a lifetime of an hour', async () => {
    const tenant = await lease();
    const { expiresAt } = succeeded(await tenant.as('ADMIN_TOKEN')('createUsageAnalyticsToken')).body as {
      expiresAt: string | number;
    };
    const at = typeof expiresAt === 'number' ? expiresAt * 1000 : Date.parse(expiresAt);
    expect(Math.abs(at - tenant.tenant.clock.now() - 3_600_000)).toBeLessThan(2_000);
  });

  test('SCIM accepts its own token with both prefixes, and no other', async () => {
    const tenant = await lease();
    const path = { resource: 'Users' };
    const scim = tenant.id('SCIM_TOKEN');
    succeeded(await tenant.ask('probeScim', `Bearer ${scim}`, { path }));
    succeeded(await tenant.ask('probeScim', `Api-Key ${scim}`, { path }));
    refusedWith(await tenant.ask('probeScim', undefined, { path }), 401);
    refusedWith(await tenant.ask('probeScim', `Bearer ${scim}x`, { path }), 401);
  });
});

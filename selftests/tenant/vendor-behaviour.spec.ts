import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded } from './leased.ts';
import { VendorCalls } from './vendor.ts';

type Members = Readonly<Record<string, unknown>>;

inBothDialects('what vendors let administrators do', (lease) => {
  test('a user is given a role and a key, and both are gone with the user', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const admin = tenant.as('ADMIN_TOKEN');
    const user = vendor.made(
      'users',
      await vendor.ask('createUser', { kind: 'users', body: { email: 'p@example.com' } }),
    );
    refused(await vendor.ask('createUser', { kind: 'users', body: { email: 'P@example.com' } }));
    const role = succeeded(await admin('createRole', { body: { name: 'Played', policies: [] } })).body as {
      id: number;
    };
    const { called } = tenant.tenant.dialect.vendor;
    const key = succeeded(
      await admin('createApiKey', { body: { name: 'Player', [called('api-keys', 'userId')]: user['id'] } }),
    ).body as { token: string };
    const player = tenant.with(key.token);
    expect(succeeded(await player('getMe')).body).toMatchObject({ id: user['id'], userPolicies: [] });
    refusedWith(await player('listRoles'), 403);
    succeeded(await admin('grantRole', { path: { roleId: role.id, userId: Number(user['id']) } }));
    const held = succeeded(await admin('listUserRoles', { path: { id: Number(user['id']) } })).body as {
      roles: readonly Members[];
    };
    expect(held.roles).toHaveLength(1);
    succeeded(await vendor.ask('deleteUser', { path: { id: user['id'] ?? '' } }));
    refusedWith(await player('getMe'), 401);
    refused(await vendor.ask('deleteUser', { path: { id: tenant.tenant.account.cast.admin } }));
  });

  test('a key counts until the moment that its body names', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const { called } = tenant.tenant.dialect.vendor;
    const [until, days] = [called('api-keys', 'expiresAt'), called('api-keys', 'expiresInDays')];
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { token } = succeeded(await admin('createApiKey', { body: { name: 'Short', [until]: soon } })).body as {
      token: string;
    };
    succeeded(await tenant.with(token)('getMe'));
    tenant.tenant.clock.advance(60_000);
    refusedWith(await tenant.with(token)('getMe'), 401);
    for (const wrong of [{ [until]: soon }, { [until]: 'soon' }, { [days]: 0 }, { [days]: 1, [until]: soon }]) {
      refused(await admin('createApiKey', { body: { name: 'Wrong', ...wrong } }));
    }
    refused(await admin('createApiKey', { body: { name: 'Wrong', [called('api-keys', 'userId')]: 99_999 } }));
  });

  test('a new workbook has a dashboard that is read, published and embedded', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const admin = tenant.as('ADMIN_TOKEN');
    const made = vendor.made(
      'workbooks',
      await vendor.ask('createWorkbook', { kind: 'workbooks', body: { name: 'W' } }),
    );
    const path = { workbookId: Number(made['id']) };
    expect(succeeded(await admin('getDashboardFile', { path })).text).toContain('ai');
    succeeded(await admin('publishWorkbook', { path }));
    succeeded(
      await admin('startDashboardExport', { body: { format: 'png', dashboardPublicId: String(made['publicId']) } }),
    );
    const plain = { name: 'Plain', withAiWidget: false };
    const other = vendor.made('workbooks', await vendor.ask('createWorkbook', { kind: 'workbooks', body: plain }));
    const file = succeeded(await admin('getDashboardFile', { path: { workbookId: Number(other['id']) } }));
    expect((file.body as { content: string }).content).not.toContain('"ai"');
  });

  test('a report is made in a folder, and stays when the folder goes', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const folder = vendor.made('folders', await vendor.ask('createFolder', { kind: 'folders', body: { name: 'F' } }));
    const body = { name: 'In it', folderId: folder['id'] };
    const report = vendor.made('reports', await vendor.ask('createReport', { kind: 'reports', body }));
    expect(report).toMatchObject({ folderId: folder['id'] });
    const list = async () =>
      succeeded(await tenant.as('ADMIN_TOKEN')('listReports', { query: { folderId: Number(folder['id']) } })).body as {
        items: readonly Members[];
      };
    expect((await list()).items).toHaveLength(1);
    succeeded(await vendor.ask('deleteFolder', { path: { folderId: folder['id'] ?? '' } }));
    expect((await list()).items).toHaveLength(0);
    const kept = await tenant.as('ADMIN_TOKEN')('getReportFile', { path: { reportId: Number(report['id']) } });
    succeeded(kept);
    refused(await vendor.ask('createReport', { kind: 'reports', body }));
  });

  test('a new data source takes its first integration', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const admin = tenant.as('ADMIN_TOKEN');
    const path = { dataSourceName: 'made' };
    refused(await admin('getMetricViewIntegration', { path }));
    const made = await vendor.ask('createDataSource', { kind: 'data-sources', body: { name: 'made' } });
    expect(vendor.made('data-sources', made)).toMatchObject({ hasLakehouse: false });
    refused(await admin('getMetricViewIntegration', { path }));
    const body = { expectedConfigurationVersion: 0, catalog: 'main', schema: 'made' };
    succeeded(await admin('putMetricViewIntegration', { path, body }));
    const list = vendor.listed('data-sources', await vendor.ask('listDataSources'));
    expect(list.find(({ name }) => name === 'made')).toMatchObject({ hasLakehouse: true });
  });

  test('SCIM makes a user, who is read and found by both, and removes them', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const token = tenant.id('SCIM_TOKEN');
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'scim@example.com',
      name: { givenName: 'Sally', familyName: 'Scim' },
      emails: [{ value: 'scim@example.com', primary: true }],
      active: true,
    };
    const made = await vendor.ask('createScimUser', { token, body });
    refusedWith(made, 201);
    const user = JSON.parse(made.text) as { id: string };
    expect(user).toMatchObject({ id: expect.any(String), userName: body.userName, active: true });
    const found = succeeded(await vendor.ask('getScimUser', { token, path: user }));
    expect(JSON.parse(found.text)).toEqual(user);
    expect(found.text).toContain('Sally');
    const list = await tenant.as('ADMIN_TOKEN')('listUsers', { query: { search: 'scim@' } });
    expect(succeeded(list).text).toContain('Sally');
    refused(await vendor.ask('createScimUser', { token, body }));
    refused(await vendor.ask('createScimUser', { token, body: { ...body, schemas: [] } }));
    refusedWith(await vendor.ask('createScimUser', { body, token: tenant.id('MEMBER_TOKEN') }), 401);
    refusedWith(await vendor.ask('getScimUser', { path: user, token: tenant.id('SCOPED_TOKEN') }), 401);
    const byKey = await vendor.ask('getScimUser', { path: user });
    refusedWith(byKey, tenant.tenant.dialect.scimTokens === 'keys' ? 200 : 401);
    refusedWith(await vendor.ask('deleteScimUser', { token, path: user }), 204);
    refused(await vendor.ask('getScimUser', { token, path: user }));
  });

  test('a group gives its roles to its users', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const admin = tenant.as('ADMIN_TOKEN');
    const group = vendor.made('groups', await vendor.ask('createGroup', { kind: 'groups', body: { name: 'G' } }));
    refused(await vendor.ask('createGroup', { kind: 'groups', body: { name: 'G' } }));
    const { id: roleId } = succeeded(await admin('createRole', { body: { name: 'Held', policies: [] } })).body as {
      id: number;
    };
    const userId = tenant.tenant.account.cast.outsider;
    const path = { groupId: group['id'] ?? '', userId, roleId };
    const held = async () =>
      (succeeded(await admin('listUserRoles', { path: { id: userId } })).body as { roles: unknown[] }).roles;
    succeeded(await vendor.ask('addGroupUser', { path }));
    succeeded(await vendor.ask('addGroupRole', { path }));
    expect(await held()).toHaveLength(1);
    succeeded(await vendor.ask('removeGroupUser', { path }));
    expect(await held()).toHaveLength(0);
    refused(await vendor.ask('removeGroupUser', { path }));
    refused(await vendor.ask('addGroupRole', { path: { ...path, roleId: 1 } }));
    succeeded(await vendor.ask('removeGroupRole', { path }));
    refusedWith(await vendor.ask('addGroupUser', { path, token: tenant.id('MEMBER_TOKEN') }), 403);
  });

  test('a branch that is made runs unless its body says otherwise', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const make = async (body: Members) => vendor.ask('createBranch', { kind: 'branches', body });
    succeeded(await make({ branchName: 'runs', parentBranch: 'main' }));
    succeeded(await make({ branchName: 'stands', parentBranch: 'runs', isRunning: false }));
    refused(await make({ branchName: 'runs', parentBranch: 'main' }));
    refused(await make({ branchName: 'lost', parentBranch: 'nowhere' }));
    const list = vendor.listed('branches', succeeded(await vendor.ask('listBranches')));
    expect(list).toContainEqual({ branchName: 'runs', isRunning: true });
    expect(list).toContainEqual({ branchName: 'stands', isRunning: false });
    const session = (branchName: string) =>
      tenant.as('ADMIN_TOKEN')('generateEmbedSession', {
        body: { deploymentId: Number(tenant.id('DEPLOYMENT_ID')), externalId: 'v', branchName },
      });
    succeeded(await session('runs'));
    refusedWith(await session('stands'), 400);
  });

  test('a user is let read, edit and manage what is shared with them, until that is taken back', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const member = tenant.as('MEMBER_TOKEN');
    const folder = vendor.made('folders', await vendor.ask('createFolder', { kind: 'folders', body: { name: 'F' } }));
    const report = vendor.made('reports', await vendor.ask('createReport', { kind: 'reports', body: { name: 'R' } }));
    const userId = tenant.id('MEMBER_USER_ID');
    const [path, inFolder] = [
      { reportId: report['id'] ?? '', userId },
      { folderId: folder['id'] ?? '', userId },
    ];
    const share = async (access: string) => vendor.ask('shareReport', { kind: 'sharing', path, body: { access } });
    const rename = async () => member('updateReport', { path, body: { name: 'Renamed' } });
    const move = async () => member('updateReport', { path, body: { folderId: folder['id'] } });
    refused(await member('getReportFile', { path }));
    succeeded(await share('read'));
    succeeded(await member('getReportFile', { path }));
    refused(await rename());
    succeeded(await share('edit'));
    succeeded(await rename());
    refused(await move());
    succeeded(await share('manage'));
    succeeded(await vendor.ask('shareFolder', { kind: 'sharing', path: inFolder, body: { access: 'read' } }));
    refused(await move());
    succeeded(await vendor.ask('shareFolder', { kind: 'sharing', path: inFolder, body: { access: 'edit' } }));
    succeeded(await move());
    refused(await share('own'));
    for (const [operation, of] of [
      ['unshareReport', path],
      ['unshareFolder', inFolder],
    ] as const) {
      succeeded(await vendor.ask(operation, { path: of }));
      refused(await vendor.ask(operation, { path: of }));
    }
    refused(await member('getReportFile', { path }));
  });

  test('a workbook is opened to an embed tenant, to all of them and through its folder', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const make = async (kind: 'folders' | 'workbooks' | 'embed-tenants', operation: string, body: Members) =>
      vendor.made(kind, succeeded(await vendor.ask(operation, { kind, body })));
    const folder = await make('folders', 'createFolder', { name: 'F' });
    await make('embed-tenants', 'createEmbedTenant', { name: 'Made' });
    const inside = { name: 'W', folderId: folder['id'] };
    const workbook = await make('workbooks', 'createWorkbook', inside);
    const path = { workbookId: workbook['id'] ?? '', folderId: folder['id'] ?? '' };
    const open = async (operation: string, body: Members) =>
      vendor.ask(operation, { kind: 'embed-sharing', path, body });
    const sources = async () => {
      const got = await tenant.as('ADMIN_TOKEN')('listEmbedTenantWorkbooks', { path: { embedTenantName: 'Made' } });
      const { items } = succeeded(got).body as { items: { id: number; accessSources: string[] }[] };
      return items.find(({ id }) => id === workbook['id'])?.accessSources ?? [];
    };
    expect(await sources()).toEqual([]);
    succeeded(await open('setWorkbookEmbedAccess', { embedTenants: ['Made'], allEmbedUsers: true }));
    succeeded(await open('setFolderEmbedAccess', { embedTenants: ['Made'] }));
    expect((await sources()).sort()).toEqual(['allEmbedUsers', 'folder', 'tenant']);
    succeeded(await open('setWorkbookEmbedAccess', {}));
    succeeded(await open('setFolderEmbedAccess', { embedTenants: [] }));
    expect(await sources()).toEqual([]);
    refused(await open('setWorkbookEmbedAccess', { embedTenants: ['Nobody'] }));
  });

  test('an agent suggests its prompts to whom it is for, until it is removed', async () => {
    const tenant = await lease();
    const vendor = new VendorCalls(tenant);
    const make = async (body: Members) =>
      vendor.made('agents', succeeded(await vendor.ask('createAgent', { kind: 'agents', body })));
    const open = await make({ name: 'Open', starterPrompts: ['Why?'] });
    const closed = await make({ name: 'Closed', starterPrompts: ['Who?'], isForManagers: true });
    const suggested = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') =>
      (succeeded(await tenant.as(as)('listAgentSuggestions')).body as { items: { agentId: string }[] }).items.map(
        ({ agentId }) => agentId,
      );
    expect(await suggested('ADMIN_TOKEN')).toEqual(expect.arrayContaining([open['id'], closed['id']]));
    expect(await suggested('MEMBER_TOKEN')).toContain(open['id']);
    expect(await suggested('MEMBER_TOKEN')).not.toContain(closed['id']);
    const path = { agentId: open['id'] ?? '' };
    refusedWith(await vendor.ask('deleteAgent', { path, token: tenant.id('MEMBER_TOKEN') }), 403);
    succeeded(await vendor.ask('deleteAgent', { path }));
    refused(await vendor.ask('deleteAgent', { path }));
    expect(await suggested('ADMIN_TOKEN')).not.toContain(open['id']);
  });
});

import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Caller } from './leased.ts';

const policy = (resources: readonly string[], actions = ['ReportRead']) => ({
  resourceType: 'Deployment',
  actions,
  resources,
});

async function made(admin: Caller, body: object): Promise<number> {
  return (succeeded(await admin('createRole', { body })).body as { id: number }).id;
}

inBothDialects('roles', (lease) => {
  test('a role is created, read, renamed, listed and removed', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const id = await made(admin, { name: 'First', description: 'd', policies: [policy(['1'])] });
    expect((await admin('getRole', { path: { roleId: id } })).body).toMatchObject({
      id,
      name: 'First',
      description: 'd',
    });
    refusedWith(await admin('createRole', { body: { name: 'First' } }), 409);
    const other = await made(admin, { name: 'Second' });
    refusedWith(await admin('updateRole', { path: { roleId: other }, body: { name: 'First' } }), 409);
    expect((await admin('updateRole', { path: { roleId: id }, body: { name: 'First' } })).status).toBe(200);
    expect((await admin('updateRole', { path: { roleId: id } })).body).toMatchObject({
      name: 'First',
      description: 'd',
    });
    const listed = (await admin('listRoles', { query: { first: 500 } })).body as { items: { id: number }[] };
    expect(listed.items.map((role) => role.id)).toEqual(expect.arrayContaining([id, other]));
    succeeded(await admin('deleteRole', { path: { roleId: id } }));
    refusedWith(await admin('getRole', { path: { roleId: id } }), 404);
    refusedWith(await admin('updateRole', { path: { roleId: id }, body: {} }), 404);
  });

  test('an update changes only members that are present, and null has its specified meaning', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const path = { roleId: await made(admin, { name: 'Merge', description: 'd', policies: [policy(['1'])] }) };
    expect((await admin('updateRole', { path, body: { description: null } })).body.description ?? null).toBeNull();
    refusedWith(await admin('updateRole', { path, body: { name: null } }), 400);
    refusedWith(await admin('updateRole', { path, body: { policies: null } }), 400);
    const { body } = await admin('updateRole', { path, body: { policies: [policy(['2'])] } });
    expect(body.policies).toHaveLength(1);
    expect(body.policies[0]).toMatchObject(policy(['2']));
    expect((await admin('updateRole', { path, body: { policies: [] } })).body.policies).toEqual([]);
  });

  for (const [what, name, fits] of [
    ['empty', '', false],
    ['of one character', 'n', true],
    ['of 255 characters', 'n'.repeat(255), true],
    ['of 256 characters', 'n'.repeat(256), false],
  ] as const) {
    test(`a name ${what} is ${fits ? 'taken' : 'refused'} on create and update`, async () => {
      const admin = (await lease()).as('ADMIN_TOKEN');
      const path = { roleId: await made(admin, { name: 'Bound' }) };
      const [update, create] = [
        await admin('updateRole', { path, body: { name } }),
        await admin('createRole', { body: { name: name } }),
      ];
      if (!fits) {
        refused(update);
        refused(create);
        expect((await admin('getRole', { path })).body.name).toBe('Bound');
      } else {
        expect(succeeded(update).body.name).toBe(name);
        refusedWith(create, 409);
      }
    });
  }

  test('a description has at most 255 characters, a role at most 200 policies', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const path = { roleId: await made(admin, { name: 'Bounds' }) };
    succeeded(await admin('updateRole', { path, body: { description: 'd'.repeat(255) } }));
    refused(await admin('updateRole', { path, body: { description: 'd'.repeat(256) } }));
    const policies = (count: number) => Array.from({ length: count }, (_, index) => policy([String(index + 1)]));
    succeeded(await admin('updateRole', { path, body: { policies: policies(200) } }));
    refused(await admin('updateRole', { path, body: { policies: policies(201) } }));
    refused(await admin('createRole', { body: { name: 'More', policies: policies(201) } }));
    expect((await admin('getRole', { path })).body.policies).toHaveLength(200);
  });

  test('invalid policies are refused with 400, every problem at once, and nothing is applied', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const path = { roleId: await made(admin, { name: 'Policies' }) };
    for (const broken of [policy([]), policy(['1'], []), policy(['sales']), policy(['1', 'Sales'])]) {
      refusedWith(await admin('updateRole', { path, body: { name: 'Renamed', policies: [broken] } }), 400);
      refusedWith(await admin('createRole', { body: { name: 'Renamed', policies: [broken] } }), 400);
    }
    refusedWith(await admin('updateRole', { path, body: { name: 'Admin' } }), 400);
    const both = await admin('updateRole', { path, body: { policies: [policy([]), policy(['1'], [])] } });
    expect(both.text).toContain('names no resource');
    expect(both.text).toContain('grants no action');
    expect((await admin('getRole', { path })).body).toMatchObject({ name: 'Policies', policies: [] });
    refused(await admin('updateRole', { path, body: { policies: [policy(['1'], ['Teleport'])] } }));
    succeeded(await admin('updateRole', { path, body: { policies: [policy(['987654']), policy(['All'])] } }));
  });

  test('pages of any size together are the list', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    for (let index = 0; index < 7; index += 1) await made(admin, { name: `Page ${index}` });
    const whole = (await admin('listRoles', { query: { first: 500 } })).body as { items: { id: number }[] };
    for (const first of [1, 2, 5, whole.items.length, whole.items.length + 1]) {
      const ids: number[] = [];
      let after: string | undefined;
      do {
        const { body } = await admin('listRoles', { query: { first, ...(after !== undefined && { after }) } });
        ids.push(...(body.items as { id: number }[]).map((role) => role.id));
        after = body.pageInfo.hasNextPage === true ? (body.pageInfo.endCursor as string) : undefined;
      } while (after !== undefined);
      expect(ids).toEqual(whole.items.map((role) => role.id));
    }
  });

  test('built-in roles are neither listed, updated nor removed', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const names = (await admin('listRoles', { query: { first: 500 } })).body.items.map(
      (role: { name: string }) => role.name,
    );
    expect(names).not.toContain('Admin');
    refusedWith(await admin('updateRole', { path: { roleId: 1 }, body: {} }), 404);
    refused(await admin('deleteRole', { path: { roleId: 1 } }));
  });

  for (const operationId of ['listRoles', 'getRole', 'updateRole', 'deleteRole', 'createRole'] as const) {
    test(`${operationId} is the administrator's alone`, async () => {
      const tenant = await lease();
      const path = { roleId: tenant.id('GROUP_ROLE_ID') };
      refusedWith(await tenant.with(undefined)(operationId, { path }), 401);
      refusedWith(await tenant.with('nonsense')(operationId, { path }), 401);
      refusedWith(await tenant.as('EXPIRED_TOKEN')(operationId, { path }), 401);
      refusedWith(await tenant.as('MEMBER_TOKEN')(operationId, { path }), 403);
      refusedWith(await tenant.as('SCOPED_TOKEN')(operationId, { path }), 403);
      refusedWith(await tenant.ask(operationId, `Token ${tenant.id('ADMIN_TOKEN')}`, { path }), 401);
      succeeded(await tenant.as('OAUTH_TOKEN')(operationId, { path, body: { name: `By ${operationId}` } }));
    });
  }
});

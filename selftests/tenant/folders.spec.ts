import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

interface Listed {
  readonly items: readonly { readonly id: number; readonly user: object | null }[];
  readonly data: readonly unknown[];
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

async function list(
  tenant: Leased,
  query: Record<string, string | number> = {},
  as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN' = 'ADMIN_TOKEN',
): Promise<Listed> {
  return JSON.parse(succeeded(await tenant.as(as)('listFolders', { query })).text) as Listed;
}

inBothDialects('folders', (lease) => {
  test('are listed in their envelope, and shared ones have no owner', async () => {
    const tenant = await lease();
    const { items, data, count } = await list(tenant);
    expect(items.find(({ id }) => String(id) === tenant.id('SHARED_FOLDER_ID'))?.user).toBeNull();
    expect(items.filter(({ user }) => user === null)).toHaveLength(1);
    expect(data).toHaveLength(count);
    expect(items).toHaveLength(count);
  });

  test('on pages of any size are together the list', async () => {
    const tenant = await lease();
    const whole = (await list(tenant)).items.map(({ id }) => id);
    for (const first of [1, 3, whole.length, whole.length + 1]) {
      const ids: number[] = [];
      for (let after: string | undefined; ;) {
        const page = await list(tenant, { first, ...(after !== undefined && { after }) });
        expect(page.count).toBe(whole.length);
        ids.push(...page.items.map(({ id }) => id));
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor;
      }
      expect(ids).toEqual(whole);
    }
    for (const query of [{ first: 0 }, { first: 'x' }, { after: '?' }]) {
      refused(await tenant.as('ADMIN_TOKEN')('listFolders', { query }));
    }
  });

  test('are those of the deployment that the caller may read', async () => {
    const tenant = await lease();
    const { content, account, deployments } = tenant.tenant;
    const id = content.folders.nextId();
    await list(tenant, {}, 'MEMBER_TOKEN');
    content.folders.add({ id, deploymentId: deployments.home, name: 'Secret', ownerId: account.cast.admin });
    const idsOf = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') =>
      (await list(tenant, {}, as)).items.map((one) => String(one.id));
    const seen = await idsOf('MEMBER_TOKEN');
    expect(await idsOf('ADMIN_TOKEN')).toContain(String(id));
    expect(seen).not.toContain(String(id));
    for (const name of ['EDITABLE_FOLDER_ID', 'READ_ONLY_FOLDER_ID', 'SHARED_FOLDER_ID'] as const) {
      expect(seen).toContain(tenant.id(name));
    }
    refused(await tenant.as('NO_ACCESS_TOKEN')('listFolders'));
    refusedWith(await tenant.with(undefined)('listFolders'), 401);
  });
});

import type { AnyOperationId } from '../../contracts/operations.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';
import type { VendorKind } from '../../mock/vendor/ways.ts';
import { expect, test } from '../test.ts';
import { inBothDialects, inSeeded, refused, refusedWith, succeeded, type LeaseIt, type Leased } from './leased.ts';
import { VendorCalls } from './vendor.ts';

const SEEDS = 60;

type Members = Readonly<Record<string, unknown>>;

/** A kind of thing that can be made: what its body needs, and where it shows. */
interface Thing {
  readonly kind: VendorKind;
  readonly create: string;
  /** The operation that removes it, printed or not. */
  readonly remove: string | { readonly printed: AnyOperationId; readonly isInQuery?: true };
  /** The parameter that says which one, and the member whose value stands there. */
  readonly parameter: string;
  readonly by?: string;
  readonly body: Members;
  /** What it is made from, which it does not show. */
  readonly from?: Members;
  /** The list in which it shows, printed or not. */
  readonly list:
    | { readonly own: string }
    | { readonly printed: AnyOperationId; readonly query?: Record<string, string> };
}

const THINGS: readonly Thing[] = [
  {
    kind: 'users',
    create: 'createUser',
    remove: 'deleteUser',
    parameter: 'id',
    body: { email: 'newcomer@example.com', firstName: 'New' },
    list: { printed: 'listUsers', query: { search: 'newcomer@' } },
  },
  {
    kind: 'folders',
    create: 'createFolder',
    remove: 'deleteFolder',
    parameter: 'folderId',
    body: { name: 'Made' },
    list: { printed: 'listFolders' },
  },
  {
    kind: 'reports',
    create: 'createReport',
    remove: 'deleteReport',
    parameter: 'reportId',
    body: { name: 'Made' },
    list: { printed: 'listReports' },
  },
  {
    kind: 'workbooks',
    create: 'createWorkbook',
    remove: 'deleteWorkbook',
    parameter: 'workbookId',
    body: { name: 'Made' },
    list: { own: 'listWorkbooks' },
  },
  {
    kind: 'environments',
    create: 'createEnvironment',
    remove: 'deleteEnvironment',
    parameter: 'environmentId',
    body: { name: 'Made' },
    list: { printed: 'listEnvironments' },
  },
  {
    kind: 'data-sources',
    create: 'createDataSource',
    remove: 'deleteDataSource',
    parameter: 'dataSourceName',
    by: 'name',
    body: { name: 'made' },
    list: { own: 'listDataSources' },
  },
  {
    kind: 'branches',
    create: 'createBranch',
    remove: { printed: 'deleteBranch', isInQuery: true },
    parameter: 'branchName',
    by: 'branchName',
    body: { branchName: 'made', isRunning: false },
    from: { parentBranch: 'main' },
    list: { own: 'listBranches' },
  },
  {
    kind: 'embed-tenants',
    create: 'createEmbedTenant',
    remove: { printed: 'deleteEmbedTenant' },
    parameter: 'embedTenantName',
    by: 'name',
    body: { name: 'Made' },
    list: { own: 'listEmbedTenants' },
  },
  {
    kind: 'oidc-token-configs',
    create: 'createOidcTokenConfig',
    remove: 'deleteOidcTokenConfig',
    parameter: 'id',
    body: { name: 'Made', audience: 'https://made.example.com' },
    list: { own: 'listOidcTokenConfigs' },
  },
  {
    kind: 'groups',
    create: 'createGroup',
    remove: 'deleteGroup',
    parameter: 'groupId',
    body: { name: 'Made' },
    list: { printed: 'listGroups' },
  },
];

/** Whether a list has a thing at this moment. */
async function listed(
  tenant: Leased,
  vendor: VendorCalls,
  { kind, list, by = 'id' }: Thing,
  thing: Members,
): Promise<boolean> {
  const isIt = (one: Members) => String(one[by]) === String(thing[by]);
  if ('own' in list) return vendor.listed(kind, succeeded(await vendor.ask(list.own))).some(isIt);
  // A larger page is refused by some tenants.
  const got = await tenant.as('ADMIN_TOKEN')(list.printed, { query: { first: 20, ...list.query } });
  // Names of printed lists and ids of some kinds are others on the wire, where the answer to the creation was read.
  return new RegExp(`id":"?${String(thing[by])}"?[,}]`, 'i').test(succeeded(got).text);
}

function aboutThings(lease: LeaseIt): void {
  for (const about of THINGS) {
    const { kind, create, remove, parameter, by = 'id', body: own, from } = about;
    const body = { ...own, ...from };
    test(`${kind}: one is made, listed, removed and gone, by administrators`, async () => {
      const tenant = await lease();
      const vendor = new VendorCalls(tenant);
      if (!vendor.isOffered(create)) return;
      for (const member of ['MEMBER_TOKEN', 'ADMIN_EMBED_TOKEN'] as const) {
        refusedWith(await vendor.ask(create, { kind, body, token: tenant.id(member) }), 403);
      }
      refused(await vendor.ask(create, { kind, body: {} }));
      if (tenant.tenant.dialect.further[create]) refused(await vendor.ask(create, { kind, body, isLacking: true }));
      const elsewhere = { organizationId: 'another' };
      if (vendor.isBelowAccount(create)) refused(await vendor.ask(create, { kind, body, path: elsewhere }));

      const thing = vendor.made(kind, succeeded(await vendor.ask(create, { kind, body })));
      expect(thing).toMatchObject(own);
      await expect.poll(() => listed(tenant, vendor, about, thing)).toBe(true);

      const one = { [parameter]: thing[by] ?? '' };
      const removed = async (token: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') => {
        if (typeof remove === 'string') return vendor.ask(remove, { path: one, token: tenant.id(token) });
        return tenant.as(token)(remove.printed, remove.isInQuery ? { query: one } : { path: one });
      };
      refused(await removed('MEMBER_TOKEN'));
      succeeded(await removed('ADMIN_TOKEN'));
      expect(await listed(tenant, vendor, about, thing)).toBe(false);
      refused(await removed('ADMIN_TOKEN'));
    });
  }
}

inBothDialects('things that vendors let administrators make', (lease) => {
  aboutThings(lease);

  test('all kinds are offered', async () => {
    const vendor = new VendorCalls(await lease());
    const operations = THINGS.flatMap(({ create, remove }) => [
      create,
      ...(typeof remove === 'string' ? [remove] : []),
    ]);
    expect(operations.filter((one) => !vendor.isOffered(one))).toEqual([]);
  });
});

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13])
  inSeeded(`what seed ${seed} lets administrators make`, seed, aboutThings);

test('some seeds offer nothing, some everything, and what each offers is declared', () => {
  const counts = { nothing: 0, everything: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { routes } = dialectNamed(`any:${seed}`).vendor;
    // Where nothing can be made, what there is may be listed.
    if (Object.keys(routes).every((operationId) => operationId.startsWith('list'))) counts.nothing += 1;
    if (THINGS.every(({ create }) => routes[create] !== undefined)) counts.everything += 1;
  }
  expect(counts.nothing).toBeGreaterThanOrEqual(SEEDS / 10);
  expect(counts.everything).toBeGreaterThanOrEqual(SEEDS / 10);
});

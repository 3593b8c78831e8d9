import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { inOwnAccount } from '../../harness/tenant/own-account.ts';

const contract = await loadContract();
const GET = { get: { responses: { 200: { description: 'An answer.' } } } };
const BELOW = '/api/v1/organizations/{organizationId}/users';

function documentWith(...paths: readonly string[]): string {
  return JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(paths.map((path) => [path, GET])) });
}

/** The paths of a document once the account is known, on a tenant that answers these reads. */
async function pathsOf(document: string, answers: Readonly<Record<string, unknown>>): Promise<string[]> {
  const own = await inOwnAccount(document, (path) =>
    Promise.resolve(path in answers ? JSON.stringify(answers[path]) : undefined),
  );
  return Object.keys((JSON.parse(own) as { readonly paths: object }).paths);
}

const LISTED = documentWith('/api/v1/organizations', BELOW);

for (const [what, list] of Object.entries({
  'in an envelope': { data: [{ id: 'org-1', name: 'One' }], meta: { total: 1 } },
  'without an envelope': [{ id: 'org-1' }],
  'as a resource object': { data: [{ type: 'organizations', id: 'org-1', attributes: { name: 'One' } }] },
})) {
  test(`the only account of a list ${what} stands in the paths`, async () => {
    const paths = await pathsOf(LISTED, { '/api/v1/organizations': list });
    expect(paths).toEqual(['/api/v1/organizations', '/api/v1/organizations/org-1/users']);
  });
}

test('a parameter is filled by what is called like it', async () => {
  const paths = await pathsOf(documentWith('/api/v1/orgs', '/api/v1/orgs/{orgSlug}/users'), {
    '/api/v1/orgs': [{ id: 7, slug: 'northern' }],
  });
  expect(paths).toContain('/api/v1/orgs/northern/users');
});

test('the list is read below the path of the server', async () => {
  const document = JSON.stringify({
    openapi: '3.1.0',
    servers: [{ url: 'https://tenant.example/api/v1' }],
    paths: { '/accounts': GET, '/accounts/{id}/groups': GET },
  });
  expect(await pathsOf(document, { '/api/v1/accounts': [{ id: 12 }] })).toEqual(['/accounts', '/accounts/12/groups']);
});

for (const [what, user] of Object.entries({
  'by its id': { id: 1, organizationId: 'org-2' },
  'as an object': { id: 1, organization: { id: 'org-2', name: 'Two' } },
  'by name alone': { id: 1, organization: 'org-2' },
})) {
  test(`an account that no list shows is that of the user, shown ${what}`, async () => {
    expect(await pathsOf(documentWith(BELOW), { '/api/v1/users/me': user })).toEqual([
      '/api/v1/organizations/org-2/users',
    ]);
  });
}

test('a path of a deployment stays as it is beside one of the account', async () => {
  const ofDeployment = '/api/v1/deployments/{deploymentId}/organizations/{organizationId}/rows';
  const unversioned = ['/organizations', '/organizations/{organizationId}/users'];
  const paths = await pathsOf(documentWith(...unversioned, ofDeployment), { '/organizations': [{ id: 'org-1' }] });
  expect(paths).toEqual(['/organizations', '/organizations/org-1/users', ofDeployment]);
});

test('what is served below the account is recognized', () => {
  const groups = '/api/v1/organizations/org-1/groups';
  const wire = new WireFormat(contract, {}, documentWith(groups));
  expect(wire.route('listGroups')).toEqual({ method: 'get', path: groups });
});

for (const [what, document, answers] of [
  ['one of several accounts', LISTED, { '/api/v1/organizations': [{ id: 'a' }, { id: 'b' }] }],
  ['an account that cannot be read', LISTED, {}],
  ['an answer that is no JSON object', LISTED, { '/api/v1/organizations': 'no', '/api/v1/users/me': 7 }],
  [
    'an embed tenant',
    documentWith('/api/v1/embed/tenants', '/api/v1/embed/tenants/{name}/workbooks'),
    { '/api/v1/embed/tenants': [{ name: 'one' }] },
  ],
  [
    'an account of a deployment',
    documentWith('/api/v1/accounts', '/api/v1/deployments/{deploymentId}/accounts/{id}/rows'),
    { '/api/v1/accounts': [{ id: 'one' }] },
  ],
] as const) {
  test(`paths stay as they are for ${what}`, async () => {
    expect(await pathsOf(document, answers)).toEqual(Object.keys((JSON.parse(document) as { paths: object }).paths));
  });
}

import { readTenantDocument, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { GROUP } from '../../harness/provision/groups.ts';
import { creationOf, idShown, operationOn, type ThingKind } from '../../harness/provision/kinds.ts';
import { linkOf } from '../../harness/provision/links.ts';
import { USER } from '../../harness/provision/people.ts';
import { removalOf, retirementOf } from '../../harness/provision/removals.ts';
import * as kinds from '../../harness/provision/ways.ts';
import { inOwnAccount } from '../../harness/tenant/own-account.ts';
import { Api } from '../../mock/api.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';
import { OWN_ACCOUNT } from '../../mock/vendor/organizations.ts';
import { expect, test } from '../test.ts';

const SEEDS = 40;

/** For each kind, the operations of the reference tenant that create and list one. */
const OPERATIONS: readonly (readonly [kind: ThingKind, create: string, list?: string])[] = [
  [kinds.REPORT, 'createReport'],
  [kinds.FOLDER, 'createFolder'],
  [kinds.WORKBOOK, 'createWorkbook', 'listWorkbooks'],
  [kinds.ENVIRONMENT, 'createEnvironment'],
  [kinds.DATA_SOURCE, 'createDataSource', 'listDataSources'],
  [kinds.BRANCH, 'createBranch', 'listBranches'],
  [kinds.EMBED_TENANT, 'createEmbedTenant', 'listEmbedTenants'],
  [kinds.OIDC_CONFIG, 'createOidcTokenConfig', 'listOidcTokenConfigs'],
  [GROUP, 'createGroup'],
  [USER, 'createUser'],
];

test('each creation and list of a seeded tenant is recognised by its document, and none is taken for another', async () => {
  test.setTimeout(120_000);
  const contract = await loadContract();
  const mistaken: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const dialect = dialectNamed(`any:${seed}`);
    const { document } = await Api.create(contract, dialect);
    // The paths of what belongs to the account may name it.
    const account = JSON.stringify([OWN_ACCOUNT]);
    const read = readTenantDocument(await inOwnAccount(JSON.stringify(document), () => Promise.resolve(account)));
    if ('refused' in read) throw new Error(read.refused);
    for (const [kind, create, list] of OPERATIONS) {
      const { routes } = dialect.vendor;
      const pathOf = (operation: string | undefined) =>
        routes[operation ?? '']?.path.replace('{organizationId}', OWN_ACCOUNT.id);
      const expected = { create: pathOf(create), list: pathOf(list) };
      const found = {
        create: creationOf(read, kind)?.path,
        list: list === undefined ? undefined : operationOn(read, 'get', kind)?.path,
      };
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        mistaken.push(`${kind.name} of seed ${seed}: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`);
      }
    }
  }
  expect(mistaken).toEqual([]);
});

const body = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});

/** A document of operations, each `method path`, with the members of its body. */
function documentOf(operations: Readonly<Record<string, object>>): TenantDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, properties] of Object.entries(operations)) {
    const [method = '', path = '', operationId] = route.split(' ');
    paths[path] = { ...paths[path], [method]: { operationId, requestBody: body(properties), responses: {} } };
  }
  return new TenantDocument({ openapi: '3.1.0', paths });
}

const D = '/api/v1/deployments/{deploymentId}';
const NAMED = { name: { type: 'string' } };

/** Forms of creation that vendors use: the operations of a document, and the path that creates one. */
const CREATIONS: readonly (readonly [what: string, kind: ThingKind, operations: readonly string[], path: string])[] = [
  ['another word', kinds.REPORT, [`post ${D}/explorations`, `delete ${D}/explorations/{id}`], `${D}/explorations`],
  ['another word', kinds.FOLDER, [`post ${D}/collections`, `delete ${D}/collections/{id}`], `${D}/collections`],
  ['another word', kinds.DATA_SOURCE, [`post ${D}/warehouses`], `${D}/warehouses`],
  [
    'its own word before another',
    kinds.WORKBOOK,
    [`post ${D}/dashboards`, `post ${D}/workbooks`, `delete ${D}/workbooks/{id}`],
    `${D}/workbooks`,
  ],
  ['customers of embedding', kinds.EMBED_TENANT, ['post /api/v1/embed/customers'], '/api/v1/embed/customers'],
  ['a name in the path', kinds.EMBED_TENANT, ['put /api/v1/embed-tenants/{name}'], '/api/v1/embed-tenants/{name}'],
  ['the account', kinds.WORKBOOK, ['post /api/v1/workbooks'], '/api/v1/workbooks'],
];

for (const [what, kind, operations, path] of CREATIONS) {
  test(`${what}: the creation of a ${kind.name} is recognised at ${path}`, () => {
    const members = { ...NAMED, deploymentId: { type: 'integer' } };
    const document = documentOf(Object.fromEntries(operations.map((operation) => [operation, members])));
    expect(creationOf(document, kind)?.path).toBe(path);
  });
}

test('what is no creation of a kind is not taken for one', () => {
  const nothing: readonly (readonly [ThingKind, string])[] = [
    [kinds.EMBED_TENANT, 'post /api/v1/organizations'],
    [kinds.EMBED_TENANT, 'post /api/v1/tenants'],
    [kinds.DATA_SOURCE, `put ${D}/metric-view-integrations/{dataSourceName}`],
    [kinds.DATA_SOURCE, `post ${D}/source-control-connection`],
    [kinds.ENVIRONMENT, `post ${D}/environments/{environmentId}/tokens`],
    [kinds.WORKBOOK, `post ${D}/workbooks/{workbookId}/duplicate`],
    [kinds.REPORT, `post ${D}/report-deliveries`],
    [USER, '/api/scim/v2/Users'],
    [kinds.FOLDER, 'post /api/v1/folders'],
  ];
  const found = nothing.filter(([kind, operation]) => creationOf(documentOf({ [operation]: NAMED }), kind));
  expect(found.map(([kind, operation]) => `${kind.name}: ${operation}`)).toEqual([]);
});

test('a removal is that of the same collection', () => {
  const document = documentOf({
    [`post ${D}/explorations`]: NAMED,
    [`delete ${D}/explorations/{explorationId}`]: {},
    [`delete ${D}/dashboards/{dashboardId}`]: {},
  });
  const creation = creationOf(document, kinds.REPORT);
  expect(creation && removalOf(document, kinds.REPORT, creation)).toBe(`${D}/explorations/{id}`);
});

test('a user whom nothing removes is switched off by the update that says whether one is active', () => {
  const flag = { active: { type: 'boolean' }, firstName: { type: 'string' } };
  const withUpdate = (properties: object) =>
    documentOf({ 'post /api/v1/users': NAMED, 'patch /api/v1/users/{userKey}': properties });
  const retired = (kind: ThingKind, document: TenantDocument) => {
    const creation = creationOf(document, kind);
    expect(creation && removalOf(document, kind, creation)).toBeUndefined();
    return creation && retirementOf(document, kind, creation);
  };
  const body = { active: false };
  expect(retired(USER, withUpdate(flag))).toEqual({ method: 'PATCH', path: '/api/v1/users/{id}', body });
  expect(retired(USER, withUpdate({ firstName: { type: 'string' } }))).toBeUndefined();
  const { mayStay: _, ...removable } = USER;
  expect(retired(removable, withUpdate(flag))).toBeUndefined();
});

test('a user is put into a group by the path, or by a member that takes one or several', () => {
  const what = ['user', 'member'];
  const at = (operation: string, properties: object) => linkOf(documentOf({ [operation]: properties }), GROUP, what);
  expect(at('put /api/v1/groups/{groupId}/users/{userId}', {})).toEqual({
    path: '/api/v1/groups/{groupId}/users/{userId}',
    method: 'PUT',
  });
  const path = '/api/v1/teams/{teamId}/members';
  expect(
    linkOf(
      documentOf({ [`post ${path}`]: { userIds: { type: 'array', items: {} } } }),
      { ...GROUP, words: ['team'] },
      what,
    ),
  ).toEqual({
    path,
    method: 'POST',
    member: { name: 'userIds', isList: true },
  });
  expect(at('post /api/v1/groups/{groupId}/users', { userId: {} })?.member).toEqual({ name: 'userId', isList: false });
  expect(at('put /api/v1/groups/{groupId}/avatar', { userId: {} })).toBeUndefined();
  expect(at('patch /api/v1/groups/{groupId}', { memberIds: { type: 'array', items: {} } })).toEqual({
    path: '/api/v1/groups/{groupId}',
    method: 'PATCH',
    member: { name: 'memberIds', isList: true },
    isUpdate: true,
  });
  expect(at('patch /api/v1/groups/{groupId}', { memberId: {} })).toBeUndefined();
});

test('a user is put into a group by a membership, and a role by the path beside it', () => {
  const document = documentOf({
    'post /api/v1/groups/{groupId}/memberships': { role_in_group: { enum: ['member', 'owner'] }, user: {} },
    'put /api/v1/groups/{groupId}/roles/{roleId}': {},
  });
  expect(linkOf(document, GROUP, ['user', 'member'])).toEqual({
    path: '/api/v1/groups/{groupId}/memberships',
    method: 'POST',
    member: { name: 'user', isList: false },
  });
  expect(linkOf(document, GROUP, ['role'])?.path).toBe('/api/v1/groups/{groupId}/roles/{roleId}');
});

test('the id of a thing is never that of another thing beside it', () => {
  expect(idShown({ deploymentId: 1, id: 5, userId: 2 }, kinds.REPORT)).toBe(5);
  expect(idShown({ deploymentId: 1, report_id: 6 }, kinds.REPORT)).toBe(6);
  expect(idShown({ deployment_id: 1, explorationId: 'e7', ownerId: 2 }, kinds.REPORT)).toBe('e7');
  expect(idShown({ deploymentId: 1, userId: 2, publicId: 'p' }, kinds.REPORT)).toBeUndefined();
});

import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { isRunning } from '../../harness/provision/branches.ts';
import { DeclaredBodies } from '../../harness/provision/declared-bodies.ts';
import { grantsIn } from '../../harness/provision/grants.ts';
import { namesInQuery, namesOneOf } from '../../harness/provision/kinds.ts';
import { isMainOf } from '../../harness/provision/shown-things.ts';
import { BRANCH, REPORT } from '../../harness/provision/ways.ts';
import { expect, test } from '../test.ts';

const TEXT = { type: 'string' };
const BRANCHES = '/build/api/v1/deployments/{d}/branches';
const AUDIENCE = '/api/v1/deployments/{d}/folders/{f}/embed-audience';

function bodiesOf(path: string, method: string, schema: object) {
  const operation = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  const document = new TenantDocument({ openapi: '3.1.0', paths: { [path]: { [method]: operation } } });
  const bodies = new DeclaredBodies(
    document,
    () => ({ DEPLOYMENT_ID: '7' }),
    (what) => `conformance-${what}`,
  );
  return { bodies, document, declared: document.operations[0] };
}

test('what is shared with somebody is shared with nobody else', () => {
  const { bodies } = bodiesOf(AUDIENCE, 'put', {
    required: ['tenantNames', 'everyEmbedUser', 'tenantIds', 'note'],
    properties: {
      tenantNames: { type: 'array', items: TEXT },
      tenantIds: { type: 'array', items: { type: 'integer' } },
      everyEmbedUser: { type: 'boolean', default: true },
      note: TEXT,
    },
  });
  const body = (member: string, value: unknown) =>
    bodies.forSharing({ path: AUDIENCE, method: 'PUT', at: [member] }, value);
  expect(body('tenantNames', ['acme'])).toMatchObject({ tenantNames: ['acme'], tenantIds: [], everyEmbedUser: false });
  expect(body('everyEmbedUser', true)).toMatchObject({ tenantNames: [], tenantIds: [], everyEmbedUser: true });
  expect(body('everyEmbedUser', true)).toHaveProperty('note');
});

test('what says whether a thing is shared at all is switched on', () => {
  const { bodies } = bodiesOf(AUDIENCE, 'put', {
    properties: {
      isEnabled: { type: 'boolean' },
      allEmbedUsers: { type: 'boolean' },
      tenantNames: { type: 'array', items: TEXT },
    },
  });
  const sharing = { path: AUDIENCE, method: 'PUT', at: ['tenantNames'] };
  expect(bodies.forSharing(sharing, ['acme'])).toEqual({ isEnabled: true, tenantNames: ['acme'] });
});

test('a value that is listed says with whom something is shared', () => {
  const { bodies } = bodiesOf(AUDIENCE, 'put', {
    required: ['audience'],
    properties: {
      audience: { type: 'string', enum: ['NOBODY', 'TENANTS', 'ALL_EMBED_USERS'] },
      embedTenants: { type: 'array', items: TEXT },
    },
  });
  const sharing = { path: AUDIENCE, method: 'PUT' };
  const withTenants = bodies.forSharing({ ...sharing, at: ['embedTenants'] }, ['acme']);
  expect(withTenants).toEqual({ audience: 'TENANTS', embedTenants: ['acme'] });
  const withAll = bodies.forSharing({ ...sharing, at: ['audience'], says: 'ALL_EMBED_USERS' }, true);
  expect(withAll).toEqual({ audience: 'ALL_EMBED_USERS' });
});

const GRANTEE = {
  oneOf: [
    { type: 'object', required: ['kind', 'name'], properties: { kind: { const: 'EmbedTenant' }, name: TEXT } },
    { type: 'object', required: ['kind'], properties: { kind: { const: 'AllEmbedUsers' } } },
    { type: 'object', required: ['kind', 'userId'], properties: { kind: { const: 'User' }, userId: TEXT } },
  ],
};
const ACCESS = { type: 'string', enum: ['EDIT', 'READ'] };
const TENANTS = { like: /^tenants$/, kind: /^embed tenant$/ };
const EVERYBODY = { like: /^everyone$/, kind: /^all embed user$/, isOneValue: true };

test('a list of grants names whom a grant is for by a kind, and lets them read', () => {
  const grant = { type: 'object', required: ['grantee', 'access'], properties: { grantee: GRANTEE, access: ACCESS } };
  const { bodies, document } = bodiesOf(AUDIENCE, 'put', {
    required: ['grants'],
    properties: { grants: { type: 'array', items: grant } },
  });
  const shared = (whom: typeof TENANTS, value: unknown) => {
    const { at = [], to } = grantsIn(document, bodies.schemaAt('PUT', AUDIENCE), whom) ?? {};
    return to && bodies.forSharing({ path: AUDIENCE, method: 'PUT', at, grant: to }, value);
  };
  const withTenant = { grants: [{ grantee: { kind: 'EmbedTenant', name: 'acme' }, access: 'READ' }] };
  expect(shared(TENANTS, ['acme'])).toEqual(withTenant);
  expect(shared(EVERYBODY, true)).toEqual({ grants: [{ grantee: { kind: 'AllEmbedUsers' }, access: 'READ' }] });
});

test('a request may be one grant, and one whose levels say nothing of reading shares nothing', () => {
  const properties = {
    principalType: { type: 'string', enum: ['USER', 'EMBED_TENANT'] },
    principal: TEXT,
    role: ACCESS,
  };
  const required = ['principalType', 'principal', 'role'];
  const { bodies, document } = bodiesOf(AUDIENCE, 'post', { required, properties });
  const { at, to } = grantsIn(document, bodies.schemaAt('POST', AUDIENCE), TENANTS) ?? {};
  expect(at).toEqual([]);
  const sharing = { path: AUDIENCE, method: 'POST', at: [], ...(to && { grant: to }) };
  const granted = { principalType: 'EMBED_TENANT', principal: 'acme', role: 'READ' };
  expect(bodies.forSharing(sharing, ['acme'])).toEqual(granted);
  const other = bodiesOf(AUDIENCE, 'post', { required, properties: { ...properties, role: { enum: ['A', 'B'] } } });
  expect(grantsIn(other.document, other.bodies.schemaAt('POST', AUDIENCE), TENANTS)).toBeUndefined();
});

test('nothing is shared by a value whose meaning is a guess', () => {
  const { bodies } = bodiesOf(AUDIENCE, 'put', {
    required: ['plan'],
    properties: { plan: { enum: ['A', 'B'] }, embedTenants: { type: 'array', items: TEXT } },
  });
  const share = () => bodies.forSharing({ path: AUDIENCE, method: 'PUT', at: ['embedTenants'] }, ['acme']);
  expect(share).toThrow(/which plan/);
});

test('what says with whom something is shared may stand in one member, with an object for each', () => {
  const element = { type: 'object', required: ['type', 'name'], properties: { type: { const: 'tenant' }, name: TEXT } };
  const { bodies } = bodiesOf(AUDIENCE, 'put', {
    required: ['audience'],
    properties: {
      audience: {
        required: ['everyone', 'embed_tenants'],
        properties: { everyone: { type: 'boolean' }, embed_tenants: { type: 'array', items: element } },
      },
    },
  });
  const body = bodies.forSharing({ path: AUDIENCE, method: 'PUT', at: ['audience', 'embed_tenants'] }, ['acme']);
  expect(body).toEqual({ audience: { everyone: false, embed_tenants: [{ type: 'tenant', name: 'acme' }] } });
});

test('a new thing is known by its name and not by what is displayed in its place, in whatever order both are listed', () => {
  const { bodies, declared } = bodiesOf(BRANCHES, 'post', {
    required: ['display_name', 'name'],
    properties: { display_name: TEXT, name: TEXT },
  });
  if (!declared) throw new Error('the document declares no operation');
  const { body } = bodies.forCreation(BRANCH, declared, { name: 'new', deploymentId: '7', wanted: [] });
  expect(body).toMatchObject({ name: 'new', display_name: expect.not.stringMatching(/^new$/) });
});

test('a new thing may begin at one that an object with its kind names, and be put into one', () => {
  const reference = (kind: string, named: string) => ({
    type: 'object',
    required: ['type', named],
    properties: { type: { const: kind }, [named]: named === 'id' ? { type: 'integer' } : TEXT },
  });
  const { bodies, declared } = bodiesOf(BRANCHES, 'post', {
    required: ['branch'],
    properties: {
      branch: {
        required: ['name', 'source'],
        properties: {
          name: TEXT,
          source: reference('branch_reference', 'name'),
          parent: reference('folder_reference', 'id'),
        },
      },
    },
  });
  if (!declared) throw new Error('the document declares no operation');
  const about = { name: 'new', deploymentId: '7', wanted: [{ like: /^folder$/, value: '5' }] };
  const { alike = [] } = bodies.forCreation(BRANCH, declared, about);
  const { body } = bodies.forCreation(BRANCH, declared, { ...about, standing: { members: alike, value: 'main' } });
  expect(bodies.hasPlace(BRANCH, declared, /^folder$/)).toBe(true);
  expect(body).toEqual({
    branch: {
      name: 'new',
      source: { type: 'branch_reference', name: 'main' },
      parent: { type: 'folder_reference', id: 5 },
    },
  });
});

test('a new thing may name one of its kind that is there already', () => {
  const { bodies, declared } = bodiesOf(BRANCHES, 'post', {
    required: ['name', 'from'],
    properties: { name: TEXT, from: { type: 'object', required: ['branch'], properties: { branch: TEXT } } },
  });
  if (!declared) throw new Error('the document declares no operation');
  const about = { name: 'new', deploymentId: '7', wanted: [] };
  const { unknown, alike = [] } = bodies.forCreation(BRANCH, declared, about);
  expect(unknown).toEqual(['from.branch']);
  expect(alike).toEqual(['branch']);
  const standing = { members: alike, value: 'main' };
  expect(bodies.forCreation(BRANCH, declared, { ...about, standing })).toEqual({
    body: { name: 'new', from: { branch: 'main' } },
    unknown: [],
    alike: [],
  });
  expect(namesOneOf(BRANCH, 'owner.userId')).toBe(false);
});

test('what a new thing stands for or begins at is no invented text', () => {
  const { bodies, declared } = bodiesOf(BRANCHES, 'post', {
    required: ['branchName', 'parentBranch', 'homeDeploymentId', 'purpose'],
    properties: { branchName: TEXT, parentBranch: TEXT, homeDeploymentId: { type: 'integer' }, purpose: TEXT },
  });
  if (!declared) throw new Error('the document declares no operation');
  const { body, unknown } = bodies.forCreation(BRANCH, declared, { name: 'new', deploymentId: undefined, wanted: [] });
  expect(unknown).toEqual(['parentBranch']);
  expect(body).toMatchObject({ branchName: 'new', homeDeploymentId: 7 });
  expect(body).toHaveProperty('purpose');
});

test('a new thing has a name as short, and of the characters, that the document allows', () => {
  const nameIn = (schema: object, name = 'conformance-run-mb2k1x9q-0a1b2c3d-branch-aab') => {
    const { bodies, declared } = bodiesOf(BRANCHES, 'post', { properties: { name: { ...TEXT, ...schema } } });
    if (!declared) throw new Error('the document declares no operation');
    return bodies.nameFor(BRANCH, declared, name);
  };
  expect(nameIn({})).toBe('conformance-run-mb2k1x9q-0a1b2c3d-branch-aab');
  expect(nameIn({ maxLength: 20 })).toMatch(/^.{11}-[0-9a-f]{8}$/);
  expect(nameIn({ pattern: '^[a-z0-9_]+$' })).toMatch(/^conformance_run_.*_[0-9a-f]{8}$/);
  expect(nameIn({ pattern: '^[A-Z][A-Z0-9]{3,31}$', maxLength: 32 })).toMatch(/^[A-Z0-9]{32}$/);
  expect(nameIn({ maxLength: 20 })).not.toBe(nameIn({ maxLength: 20 }, 'conformance-run-mb2k1x9r-0a1b2c3d-branch-aab'));
  // Where no form is accepted, the tenant says what it thinks of the name.
  expect(nameIn({ pattern: '^#' })).toBe('conformance-run-mb2k1x9q-0a1b2c3d-branch-aab');
});

test('whether a branch runs is told by its state or that of its environment', () => {
  expect(isRunning({ branchName: 'b', stagingStatus: 'STOPPED' })).toBe(false);
  expect(isRunning({ branchName: 'b', environment_state: 'running' })).toBe(true);
  expect(isRunning({ branchName: 'b', environment: { phase: 'ready' } })).toBe(true);
  expect(isRunning({ branchName: 'b', stagingEnvironment: 'RUNNING' })).toBe(true);
  expect(isRunning({ branchName: 'b', stagingEnvironment: 'STOPPED' })).toBeUndefined();
  expect(isRunning({ branchName: 'b', stagingEnvironment: 'b-staging' })).toBeUndefined();
  expect(isRunning({ branchName: 'b', buildStatus: 'ready' })).toBeUndefined();
});

test('the one that others begin at says so by its name or a flag', () => {
  expect(isMainOf({ name: 'main' }, BRANCH)).toBe(true);
  expect(isMainOf({ name: 'work', default: true }, BRANCH)).toBe(true);
  expect(isMainOf({ name: 'work', default: false }, BRANCH)).toBe(false);
});

const REPORTS = '/api/v1/deployments/{d}/reports';
const NEW_REPORT = {
  required: ['reportName', 'kind'],
  properties: { reportName: { ...TEXT, maxLength: 12 }, kind: { enum: ['table', 'chart'] }, description: TEXT },
};

for (const [holder, schema, place] of [
  [
    'the name of its kind',
    { required: ['report'], properties: { report: NEW_REPORT, notify: { type: 'boolean' } } },
    ['report'],
  ],
  [
    'attributes',
    {
      required: ['data'],
      properties: {
        data: { required: ['type', 'attributes'], properties: { type: { const: 'reports' }, attributes: NEW_REPORT } },
      },
    },
    ['data', 'attributes'],
  ],
] as const) {
  test(`what is said of a new thing may stand under ${holder}, with a name of its own each time`, () => {
    const { bodies, declared } = bodiesOf(REPORTS, 'post', schema);
    if (!declared) throw new Error('the document declares no operation');
    const made = ['one', 'two'].map((which) => {
      const name = bodies.nameFor(REPORT, declared, `conformance-run-report-${which}`);
      return bodies.forCreation(REPORT, declared, { name, deploymentId: '7', wanted: [] });
    });
    const names = made.map(({ body }) => at(body, [...place, 'reportName']));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(String(name).length).toBeLessThanOrEqual(12);
    for (const { body, unknown } of made) {
      expect(unknown).toEqual([]);
      expect(at(body, [...place, 'description'])).toMatch(/checks/);
    }
    expect(Object.keys(bodies.propertiesFor(REPORT, declared))).toContain('reportName');
  });
}

function at(value: unknown, [first, ...rest]: readonly string[]): unknown {
  return first === undefined ? value : at((value as Readonly<Record<string, unknown>>)[first], rest);
}

test('a new thing may be named in the query of its creation, in the form that is asked for there', () => {
  const schema = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' };
  const operation = {
    parameters: [
      { in: 'query', name: 'branchId', required: true, schema },
      { in: 'query', name: 'validateOnly', schema: { type: 'boolean' } },
    ],
    requestBody: { content: { 'application/json': { schema: { properties: { title: TEXT } } } } },
    responses: {},
  };
  const document = new TenantDocument({ openapi: '3.1.0', paths: { [BRANCHES]: { post: operation } } });
  const bodies = new DeclaredBodies(document, () => ({}), fresh);
  const creation = document.operations[0] as (typeof document.operations)[number];
  expect(namesInQuery(document, BRANCH, creation).map(({ name }) => name)).toEqual(['branchId']);
  expect(bodies.nameFor(BRANCH, creation, 'conformance-branch')).toMatch(/^[a-z][a-z0-9_]*$/);
});

function fresh(what: string): string {
  return `conformance-${what}`;
}

import { sized } from '../size.ts';
import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { compareDocuments } from '../../contracts/drift/compare.ts';
import { driftAsText } from '../../contracts/drift/drift.ts';
import { FIXED_DIALECTS } from '../../contracts/dialects.ts';
import { Host } from '../../mock/host.ts';

type Node = Record<string, unknown>;

const contract = await loadContract();
const { host } = await Host.start({ dialect: 'plain' });
const { tenant } = await host.lease();
const served = JSON.stringify(tenant.document());

test.afterAll(() => host.close());

/** The node at a place of a document. */
function at(root: Node, ...place: readonly string[]): Node {
  return place.reduce<Node>((node, name) => node[name] as Node, root);
}

function driftAfter(change: (document: Node) => void): string[] {
  const root = JSON.parse(served) as Node;
  change(root);
  const document = new TenantDocument(root);
  const found = compareDocuments(contract, resolveBindings(contract, {}, document), document);
  return found.map((one) => `${one.requirement ?? 'none'} | ${driftAsText(one)}`);
}

for (const dialect of FIXED_DIALECTS) {
  test(`the document of the reference tenant does not drift, ${dialect}`, async () => {
    const lease = await host.lease({ dialect });
    const document = new TenantDocument(lease.tenant.document());
    const found = compareDocuments(contract, resolveBindings(contract, {}, document), document);
    expect(found.filter(({ requirement }) => requirement !== undefined)).toEqual([]);
  });
}

test('a document that declares any media type in place of JSON does not drift', () => {
  const drift = driftAfter((root) => {
    const operations = Object.values(at(root, 'paths') as Record<string, Node>).flatMap((item) => Object.values(item));
    for (const { responses } of operations as { readonly responses?: Record<string, Node> }[]) {
      for (const response of Object.values(responses ?? {})) {
        const content = response['content'] as Node | undefined;
        if (content?.['application/json']) response['content'] = { '*/*': content['application/json'] };
      }
    }
  });
  expect(drift.filter((one) => !one.startsWith('none'))).toEqual([]);
});

test('a document that does not list the operation by which it is served does not drift', () => {
  const drift = driftAfter((root) => {
    delete at(root, 'paths')['/api/v1/spec'];
  });
  expect(drift.filter((one) => !one.startsWith('none'))).toEqual([]);
});

const schema = (root: Node, name: string) => at(root, 'components', 'schemas', name);
const member = (root: Node, name: string, property: string) => at(schema(root, name), 'properties', property);

/** Changes of the document, with the drift that has to be found. */
const CHANGES: Readonly<Record<string, readonly [change: (root: Node) => void, found: string]>> = {
  'a missing operation': [
    (root) => delete at(root, 'paths')['/api/v1/api-keys/{id}'],
    'openapi-spec.document.platform-operations | getApiKey: missing, expected GET /api/v1/api-keys/{id}',
  ],
  'a bound that is off by one': [
    (root) => Object.assign(member(root, 'RoleUpdateBody', 'name'), { maxLength: 256 }),
    'openapi-spec.document.bounds | updateRole request name: looser, expected maxLength 255, seen 256',
  ],
  'an exclusive bound that is off by one': [
    (root) => Object.assign(member(root, 'ReportListResponse', 'count'), { minimum: undefined, exclusiveMinimum: 0 }),
    'openapi-spec.document.bounds | listReports answer count: stricter, expected minimum 0, seen 1',
  ],
  'another type': [
    (root) => Object.assign(member(root, 'Role', 'name'), { type: ['integer', 'null'] }),
    'openapi-spec.document.member-types | getRole answer name: other, expected string, seen integer',
  ],
  'a missing value': [
    (root) => Object.assign(schema(root, 'ResourceType'), { enum: ['Global', 'Deployment'] }),
    'openapi-spec.document.resource-types | updateRole request policies[].resourceType: stricter, expected "ChatThread"',
  ],
  'a twelfth resource type': [
    (root) => (schema(root, 'ResourceType')['enum'] as string[]).push('Notebook'),
    'none | updateRole request policies[].resourceType: added, seen "Notebook"',
  ],
  'a missing member': [
    (root) => delete at(schema(root, 'Role'), 'properties')['policies'],
    'openapi-spec.document.answer-members | getRole answer policies: missing',
  ],
  'a missing deprecation mark': [
    (root) => delete member(root, 'ReportListResponse', 'count')['deprecated'],
    'versioning.legacy.reports-count-deprecated | listReports answer count: other, expected deprecated',
  ],
  'an optional member declared as required': [
    (root) => Object.assign(schema(root, 'RoleUpdateBody'), { required: ['name'] }),
    'openapi-spec.document.optional-members | updateRole request name: stricter, seen required',
  ],
  'an additional member': [
    (root) => Object.assign(at(schema(root, 'Role'), 'properties'), { colour: { type: 'string' } }),
    'none | getRole answer colour: added',
  ],
  'another default': [
    (root) => Object.assign(member(root, 'StartDashboardExportInput', 'layout'), { default: 'print' }),
    'openapi-spec.document.defaults | startDashboardExport request layout: other, expected "screenshot", seen "print"',
  ],
  'another success': [
    (root) => {
      const responses = at(root, 'paths', '/api/v1/roles/{roleId}', 'put', 'responses');
      responses['202'] = responses['200'];
      delete responses['200'];
    },
    'openapi-spec.document.statuses | updateRole status 200: missing, seen 202, 400, 401, 403, 404, 409, 4XX',
  ],
};

for (const [name, [change, found]] of Object.entries(CHANGES)) {
  test(`drift: ${name}`, () => {
    const before = new Set(driftAfter(() => undefined));
    expect(driftAfter(change).filter((one) => !before.has(one))).toContain(found);
  });
}

test('an equivalent schema is not drift', () => {
  const before = driftAfter(() => undefined);
  const after = driftAfter((root) => {
    const { type, ...name } = member(root, 'RoleUpdateBody', 'name');
    Object.assign(at(schema(root, 'RoleUpdateBody'), 'properties'), {
      name: { anyOf: [{ type, ...name }, { type: 'null' }] },
    });
    const layout = member(root, 'StartDashboardExportInput', 'layout');
    Object.assign(layout, { enum: undefined, oneOf: [{ const: 'screenshot' }, { const: 'print' }], type: undefined });
  });
  expect(after).toEqual(before);
});

/** Changes of the document that keep its meaning. */
const RESTATED: Readonly<Record<string, (root: Node) => void>> = {
  'paths below a server whose path is a variable': (root) => {
    const variables = { region: { default: 'eu' }, root: { default: 'api/v1' } };
    root['servers'] = [{ url: 'https://{region}.example.com/{root}', variables }];
    root['paths'] = pathsBelow(root, '/api/v1', {});
  },
  'a server that is a variable without a default': (root) => {
    root['servers'] = [{ url: '{base_url}/api/v1' }];
    root['paths'] = pathsBelow(root, '/api/v1', {});
  },
  'a server relative to the document': (root) => {
    root['servers'] = [{ url: '../../' }];
  },
  'path items with a server of their own': (root) => {
    root['paths'] = pathsBelow(root, '/build/api/v1', { servers: [{ url: '/build/api/v1' }] });
  },
  'path items that stand among the components': (root) => {
    const entries = Object.entries(at(root, 'paths'));
    at(root, 'components')['pathItems'] = Object.fromEntries(entries.map(([, item], index) => [`P${index}`, item]));
    root['paths'] = Object.fromEntries(
      entries.map(([path], index) => [path, { $ref: `#/components/pathItems/P${index}` }]),
    );
  },
  'query parameters as the members of one': (root) => {
    const list = at(root, 'paths', '/api/v1/deployments/{deploymentId}/reports', 'get');
    const [path, ...query] = parametersOf(root, list);
    const properties = Object.fromEntries(query.map((one) => [String(one['name']), one['schema']]));
    list['parameters'] = [path, { name: 'query', in: 'query', schema: { type: 'object', properties } }];
  },
  'a policy as a choice of shapes that share their members': (root) => {
    const { required, properties } = schema(root, 'PolicyInput') as { required: unknown; properties: Node };
    const actions = [...(schema(root, 'Action')['enum'] as string[])];
    const types = schema(root, 'ResourceType')['enum'] as string[];
    const shape = (some: string[], fitting: string[]) => ({
      type: 'object',
      required,
      properties: {
        ...properties,
        resourceType: { enum: some },
        actions: { type: 'array', items: { enum: fitting } },
      },
    });
    const half = actions.splice(20);
    at(root, 'components', 'schemas')['PolicyInput'] = {
      oneOf: [shape(types.slice(0, 2), half), shape(types.slice(2), actions)],
    };
  },
};

for (const [name, restate] of Object.entries(RESTATED)) {
  test(`no drift: ${name}`, () => {
    expect(driftAfter(restate)).toEqual(driftAfter(() => undefined));
  });
}

/** The paths of a document, with a prefix removed where they have it. */
function pathsBelow(root: Node, prefix: string, more: Node): Node {
  const paths = Object.entries(at(root, 'paths')) as [string, Node][];
  return Object.fromEntries(
    paths.map(([path, item]) => {
      const below = path.slice(prefix.length);
      // What has servers of its own is not below the server of the document.
      const isAlone = path.startsWith(`${prefix}/`) && !(below in at(root, 'paths')) && !('servers' in item);
      return isAlone ? [below, { ...item, ...more }] : [path, item];
    }),
  );
}

function parametersOf(root: Node, operation: Node): Node[] {
  return (operation['parameters'] as Node[]).map((one) => {
    const { $ref } = one;
    return typeof $ref === 'string' ? at(root, ...$ref.split('/').slice(1)) : one;
  });
}

/** The path to every node of a document. */
function placesIn(node: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) => [[...place, name], ...placesIn(inner, [...place, name])]);
}

test('no malformed document makes the comparison throw', () => {
  const places = placesIn(JSON.parse(served));
  const strange = fc.constantFrom<unknown>(null, 1, 'text', true, [], {}, [null], { $ref: '#/nowhere' }, { $ref: 7 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...places), strange), { minLength: 1, maxLength: 4 }), (changes) => {
      driftAfter((root) => {
        for (const [place, value] of changes) {
          const parent: unknown = place
            .slice(0, -1)
            .reduce<unknown>((node, name) => (node as Node | null)?.[name], root);
          if (typeof parent === 'object' && parent !== null) (parent as Node)[place.at(-1) ?? ''] = value;
        }
      });
    }),
    // A value that is not a schema, for a member that should be deprecated.
    {
      numRuns: sized(100, 300),
      examples: [[[[['components', 'schemas', 'ReportListResponse', 'properties', 'count'], null]]]],
    },
  );
});

/** The schema of an operation's success, as its own copy at every depth. */
function ownAnswer(root: Node, operationId: string): Node {
  const document = new TenantDocument(root);
  const declared = document.operations.find(({ operation }) => operation.operationId === operationId);
  const responses = Object.entries((declared?.operation.responses ?? {}) as unknown as Record<string, Node>);
  const [, response] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const media = at(response ?? {}, 'content', 'application/json');
  const copied = (node: unknown, depth = 0): unknown => {
    const followed = depth > 12 ? {} : document.follow(node);
    if (Array.isArray(followed)) return followed.map((one) => copied(one, depth + 1));
    if (typeof followed !== 'object' || followed === null) return followed;
    return Object.fromEntries(Object.entries(followed).map(([key, value]) => [key, copied(value, depth + 1)]));
  };
  return (media['schema'] = copied(media['schema']) as Node);
}

const elementsOf = (list: Node) => at(list, 'properties', 'items', 'items', 'properties');

function lacking(members: Node, ...names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(members, name);
}

/** Documents that declare no more than is printed for an operation. */
const SAYING_LESS: Readonly<Record<string, (root: Node) => void>> = {
  'a read of an API key without the token': (root) => {
    lacking(at(ownAnswer(root, 'getApiKey'), 'properties'), 'token');
  },
  'a list of API keys without the token': (root) => {
    lacking(elementsOf(ownAnswer(root, 'listApiKeys')), 'token');
  },
  'a list of users without what only a user of their own sees': (root) => {
    lacking(elementsOf(ownAnswer(root, 'listUsers')), 'userPolicies', 'settings');
  },
  'a list of tasks without their conditions': (root) => {
    lacking(elementsOf(ownAnswer(root, 'listScheduledTasks')), 'condition', 'lastConditionCheck');
  },
  'holders whose roles are shown under other names': (root) => {
    const { roles } = elementsOf(ownAnswer(root, 'listRoleHolders'));
    const { anyOf = [] } = at(roles as Node, 'items') as { readonly anyOf?: readonly Node[] };
    const shown = at(anyOf[0] ?? {}, 'properties');
    lacking(shown, 'id', 'name');
    shown['roleId'] = shown['label'] = { type: 'string' };
  },
  'a theme without its deprecated members': (root) => {
    lacking(at(ownAnswer(root, 'getAppTheme'), 'properties'), 'light', 'dark');
  },
  'a deprecation that is told in words': (root) => {
    const count = member(root, 'ReportListResponse', 'count');
    delete count['deprecated'];
    count['description'] = 'Deprecated. All reports that the caller can read.';
  },
  'a page of roles with a cursor alone': (root) => {
    lacking(at(ownAnswer(root, 'listRoles'), 'properties', 'pageInfo', 'properties'), 'hasPreviousPage', 'startCursor');
  },
  'a list of roles without pages': (root) => {
    lacking(at(ownAnswer(root, 'listRoles'), 'properties'), 'pageInfo');
  },
};

for (const [name, change] of Object.entries(SAYING_LESS)) {
  test(`no drift: ${name}`, () => {
    const before = new Set(driftAfter(() => undefined));
    expect(driftAfter(change).filter((one) => !before.has(one) && !one.startsWith('none'))).toEqual([]);
  });
}

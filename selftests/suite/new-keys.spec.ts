import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { canExpire, canOwn, canScope, canServe, newKey, SHORTEST_LIFE } from '../../harness/provision/keys.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { Secret } from '../../harness/http/secrets.ts';
import { expect, test } from '../test.ts';

type Body = Readonly<Record<string, unknown>>;

/** A source of keys on a tenant whose document has this of the body, and the body of the last key. */
function tenantWith(
  properties: Body,
  named: Body = { name: { type: 'string' } },
  required: readonly string[] = [],
): { readonly sourcing: Sourcing; readonly sent: () => Body } {
  const schema = { type: 'object', required, properties: { ...named, ...properties } };
  const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  let last: Body = {};
  const raw = (_operation: string, asked: { readonly body: Body }) => {
    last = asked.body;
    return Promise.resolve({ status: 201, headers: {}, text: '', body: { token: new Secret('mk-1', 0) } });
  };
  const sourcing = {
    document: new TenantDocument({ openapi: '3.1.0', paths: { '/api/v1/api-keys': { post } } }),
    admin: { preparing: { raw } },
    fresh: (what: string) => what,
    now: () => Date.now(),
  } as unknown as Sourcing;
  return { sourcing, sent: () => last };
}

const ID = { type: 'integer' };
const TEXT = { type: 'string' };
const listOf = (items: object) => ({ type: 'array', items });

/** How a body says that a key is for deployment 7 alone. */
const SCOPES: readonly (readonly [properties: Body, expected: Body])[] = [
  [{ deploymentIds: listOf(ID) }, { deploymentIds: [7] }],
  [{ scoped_deployments: { anyOf: [listOf(TEXT), { type: 'null' }] } }, { scoped_deployments: ['7'] }],
  [{ deploymentId: TEXT }, { deploymentId: '7' }],
  [{ deployments: listOf({ type: 'object', properties: { id: ID } }) }, { deployments: [{ id: 7 }] }],
  [
    { resources: listOf({ type: 'object', properties: { type: { enum: ['account', 'deployment'] }, id: TEXT } }) },
    { resources: [{ type: 'deployment', id: '7' }] },
  ],
  [
    { allDeployments: { type: 'boolean' }, deployments: listOf(ID) },
    { allDeployments: false, deployments: [7] },
  ],
  [
    { scope: { type: 'object', properties: { type: { enum: ['all', 'deployments'] }, deploymentIds: listOf(ID) } } },
    { scope: { type: 'deployments', deploymentIds: [7] } },
  ],
  [
    { accessScope: { enum: ['ALL_DEPLOYMENTS', 'SELECTED_DEPLOYMENTS'] }, deploymentIds: listOf(ID) },
    { accessScope: 'SELECTED_DEPLOYMENTS', deploymentIds: [7] },
  ],
];

for (const [properties, expected] of SCOPES) {
  test(`a key is bound to a deployment by ${JSON.stringify(expected)}`, async () => {
    const { sourcing, sent } = tenantWith(properties);
    expect(canScope(sourcing, 1)).toBe(true);
    expect(await newKey(sourcing, 'key', { scope: ['7'] })).toBe('mk-1');
    expect(sent()).toEqual({ name: 'key', ...expected });
  });
}

test('a key for all deployments says so where each body has to say for which it is', async () => {
  const SCOPE_KINDS = [
    { type: 'object', required: ['mode'], properties: { mode: { enum: ['all'] } } },
    {
      type: 'object',
      required: ['mode', 'deploymentIds'],
      properties: { mode: { enum: ['selected'] }, deploymentIds: listOf(ID) },
    },
  ];
  const required = tenantWith({ scope: { oneOf: SCOPE_KINDS } }, { name: TEXT }, ['scope']);
  await newKey(required.sourcing, 'key', {});
  expect(required.sent()).toEqual({ name: 'key', scope: { mode: 'all' } });
  await newKey(required.sourcing, 'key', { scope: ['7'] });
  expect(required.sent()).toEqual({ name: 'key', scope: { mode: 'selected', deploymentIds: [7] } });
  const optional = tenantWith({ scope: { oneOf: SCOPE_KINDS } });
  await newKey(optional.sourcing, 'key', {});
  expect(optional.sent()).toEqual({ name: 'key' });
});

test('a list of names of rights is no scope, and one deployment is not two', () => {
  for (const properties of [
    { scopes: listOf({ enum: ['read', 'write'] }) },
    { scopes: listOf(TEXT) },
    { permissions: listOf(TEXT) },
    { deploymentIds: { ...listOf(ID), readOnly: true } },
    {},
  ]) {
    expect(canScope(tenantWith(properties).sourcing, 1), JSON.stringify(properties)).toBe(false);
  }
  expect(canScope(tenantWith({ deploymentId: ID }).sourcing, 2)).toBe(false);
});

const OWNERS: readonly (readonly [properties: Body, expected: Body])[] = [
  [{ userId: ID }, { userId: 9 }],
  [{ owner_id: TEXT }, { owner_id: '9' }],
  [{ onBehalfOf: TEXT }, { onBehalfOf: '9' }],
  [{ owner: { type: 'object', properties: { id: ID } } }, { owner: { id: 9 } }],
  [{ userEmail: { type: 'string', format: 'email' } }, { userEmail: 'a@example.com' }],
  [{ owner: { type: 'object', properties: { userId: ID } } }, { owner: { userId: 9 } }],
  [{ owner: { type: 'object', properties: { user_email: TEXT } } }, { owner: { user_email: 'a@example.com' } }],
  [
    { principal: { type: 'object', properties: { user: { properties: { id: TEXT } } } } },
    { principal: { user: { id: '9' } } },
  ],
  [
    { subject: { type: 'object', properties: { type: { enum: ['account', 'user'] }, id: ID } } },
    { subject: { type: 'user', id: 9 } },
  ],
];

for (const [properties, expected] of OWNERS) {
  test(`a key is made for a user by ${JSON.stringify(expected)}`, async () => {
    const { sourcing, sent } = tenantWith(properties);
    expect(canOwn(sourcing)).toBe(true);
    await newKey(sourcing, 'key', { owner: { id: '9', email: 'a@example.com' } });
    expect(sent()).toEqual({ name: 'key', ...expected });
  });
}

/** How a body says the same where it holds the whole key in members of its own. */
const WRAPPED: readonly (readonly [properties: Body, expected: Body])[] = [
  [
    { apiKey: { type: 'object', properties: { name: TEXT, owner: { properties: { userId: ID } } } } },
    { apiKey: { name: 'key', owner: { userId: 9 } } },
  ],
  [
    {
      data: {
        type: 'object',
        properties: {
          attributes: { properties: { name: TEXT } },
          relationships: {
            properties: {
              owner: { properties: { data: { properties: { type: { enum: ['role', 'user'] }, id: TEXT } } } },
            },
          },
        },
      },
    },
    { data: { attributes: { name: 'key' }, relationships: { owner: { data: { type: 'user', id: '9' } } } } },
  ],
];

for (const [properties, expected] of WRAPPED) {
  test(`a key that a request wraps is made for a user by ${JSON.stringify(expected)}`, async () => {
    const { sourcing, sent } = tenantWith(properties, {});
    expect(canOwn(sourcing)).toBe(true);
    await newKey(sourcing, 'key', { owner: { id: '9', email: 'a@example.com' } });
    expect(sent()).toEqual(expected);
  });
}

test('what names somebody else is no owner of a key', () => {
  for (const properties of [
    { createdBy: ID },
    { ownerTeam: { type: 'object', properties: { id: ID } } },
    { user: { type: 'object', properties: { role: TEXT } } },
  ]) {
    expect(canOwn(tenantWith(properties).sourcing), JSON.stringify(properties)).toBe(false);
  }
});

const MOMENT = { type: 'string', format: 'date-time' };

/** How a body says that a key counts for two seconds. */
const ENDS: readonly (readonly [properties: Body, said: (sent: Body) => unknown, expected: unknown])[] = [
  [{ expiresAt: MOMENT }, ({ expiresAt }) => Date.parse(String(expiresAt)) - Date.now() <= SHORTEST_LIFE, true],
  [{ valid_until: MOMENT }, ({ valid_until: at }) => Date.parse(String(at)) > Date.now(), true],
  [{ expiresAt: { type: 'integer' } }, ({ expiresAt }) => Number(expiresAt) - Date.now() / 1_000 <= 2, true],
  [{ ttlSeconds: { type: 'integer', minimum: 1 } }, ({ ttlSeconds }) => ttlSeconds, 2],
  [{ lifetime_ms: ID }, ({ lifetime_ms: ms }) => ms, 2_000],
  [{ expiresIn: ID }, ({ expiresIn }) => expiresIn, 2],
  [{ expires_in: { enum: ['1s', '1d', 'never'] } }, ({ expires_in: one }) => one, '1s'],
  [{ duration: { type: 'string', format: 'duration' } }, ({ duration }) => duration, 'PT2S'],
  [
    { expiration: { type: 'object', properties: { type: { enum: ['never', 'at'] }, at: MOMENT } } },
    ({ expiration }) => (expiration as Body)['type'],
    'at',
  ],
  [
    { expiry: { type: 'object', properties: { amount: ID, unit: { enum: ['days', 'seconds'] } } } },
    ({ expiry }) => JSON.stringify(expiry),
    JSON.stringify({ amount: 2, unit: 'seconds' }),
  ],
];

for (const [properties, said, expected] of ENDS) {
  test(`a key ends soon by ${JSON.stringify(properties)}`, async () => {
    const { sourcing, sent } = tenantWith(properties);
    expect(canExpire(sourcing)).toBe(true);
    await newKey(sourcing, 'key', { lives: SHORTEST_LIFE });
    expect(said(sent())).toBe(expected);
  });
}

test('a life that cannot be short enough is none', () => {
  for (const properties of [
    { expiresInDays: ID },
    { days: ID },
    { expiresIn: { type: 'integer', minimum: 60 } },
    { expiresIn: { type: 'integer', description: 'Days until the key ends.' } },
    { expires_in: { enum: ['30d', '90d'] } },
    { name: TEXT },
  ]) {
    expect(canExpire(tenantWith(properties).sourcing), JSON.stringify(properties)).toBe(false);
  }
});

for (const [properties, expected] of [
  [{ scim: { type: 'boolean' } }, { scim: true }],
  [{ isScimToken: { type: 'boolean' } }, { isScimToken: true }],
  [{ kind: { enum: ['api', 'scim'] } }, { kind: 'scim' }],
  [{ rights: listOf({ enum: ['read', 'provisioning'] }) }, { rights: ['provisioning'] }],
] as const) {
  test(`a key is made for SCIM where ${JSON.stringify(properties)} says how`, async () => {
    const { sourcing, sent } = tenantWith(properties);
    expect(canServe(sourcing, 'scim')).toBe(true);
    await newKey(sourcing, 'key for SCIM', { isFor: 'scim' });
    expect(sent()).toMatchObject(expected);
  });
}

for (const [properties, expected] of [
  [{ products: listOf({ enum: ['platform', 'scim', 'ai'] }) }, { products: ['ai'] }],
  [{ kind: { enum: ['REST', 'AGENTS'] } }, { kind: 'AGENTS' }],
  [{ forAgents: { type: 'boolean' } }, { forAgents: true }],
] as const) {
  test(`a key is made for agents where ${JSON.stringify(properties)} says how`, async () => {
    const { sourcing, sent } = tenantWith(properties);
    expect(canServe(sourcing, 'agents')).toBe(true);
    await newKey(sourcing, 'key for agents', { isFor: 'agents' });
    expect(sent()).toMatchObject(expected);
  });
}

test('no key is made for SCIM where nothing says how', () => {
  expect(canServe(tenantWith({ isDiscreet: { type: 'boolean' }, kind: { enum: ['api'] } }).sourcing, 'scim')).toBe(
    false,
  );
});

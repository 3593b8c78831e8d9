import { canonicalSet } from '../../contracts/canonical.ts';
import { connect } from 'node:net';
import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf } from '../../contracts/document.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../../contracts/operations.ts';
import { inBothDialects, refused, succeeded, type Leased } from './leased.ts';

const contract = await loadContract();
const OPERATIONS = [
  ...operationsOf(contract).map(({ operation }) => operation.operationId as AnyOperationId),
  ...(Object.keys(BOUND_OPERATIONS) as AnyOperationId[]),
];
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 400);

const CREDENTIAL_OF: Partial<Record<AnyOperationId, 'SCIM_TOKEN' | 'DATA_API_TOKEN' | 'AI_API_KEY'>> = {
  probeScim: 'SCIM_TOKEN',
  coreDataLoad: 'DATA_API_TOKEN',
  coreDataSql: 'DATA_API_TOKEN',
  coreDataMeta: 'DATA_API_TOKEN',
  streamChat: 'AI_API_KEY',
};

/** Member names that operations use, so that generated bodies pass the first validation. */
const MEMBERS = memberNames(contract.components.schemas);

function memberNames(node: unknown, found = new Set<string>()): string[] {
  if (typeof node === 'object' && node !== null) {
    if ('properties' in node && typeof node.properties === 'object' && node.properties !== null) {
      for (const name of Object.keys(node.properties)) found.add(name);
    }
    for (const value of Object.values(node)) memberNames(value, found);
  }
  return [...found];
}

const scalar = fc.oneof(
  fc.constantFrom(
    'All',
    'Deployment',
    'ReportRead',
    '1',
    '0',
    '-1',
    '',
    'main',
    'png',
    'pdf',
    'print',
    'git',
    '7 * * * *',
    'UTC',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: -5, max: 5_000 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { value: anything } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
  object: fc.dictionary(fc.constantFrom(...MEMBERS), tie('value'), { maxKeys: 6 }),
}));
const segment = fc.oneof(
  fc.integer({ min: -2, max: 1_100 }).map(String),
  fc.constantFrom(
    '1',
    '2',
    '101',
    '1001',
    '701',
    'me',
    'x',
    '%',
    ' ',
    '0x1',
    '1e3',
    '999999999999999999',
    'ü',
    "'; --",
    '__proto__',
  ),
);
const query = fc.dictionary(
  fc.constantFrom('first', 'after', 'search', 'sortBy', 'sortDirection', 'folderId', 'branchName', 'status', 'zzz'),
  fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('1', '0', '-1', 'name', 'ASC', '1e9')),
  { maxKeys: 3 },
);

/** Fills the path parameters with generated values; the deployment usually exists. */
function pathOf(segments: readonly string[], inHome: boolean, tenant: Leased): Record<string, string> {
  let next = 0;
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) =>
        inHome && name === 'deploymentId' ? tenant.id('DEPLOYMENT_ID') : (segments[next++ % segments.length] ?? 'x'),
    },
  );
}

inBothDialects('robustness', (lease) => {
  test('no generated request makes the tenant fail or violate the contract', async () => {
    test.setTimeout(180_000);
    const tenant = await lease();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...OPERATIONS),
        fc.array(segment, { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        query,
        fc.option(anything, { nil: undefined }),
        async (operationId, segments, inHome, asked, body) => {
          const path = pathOf(segments, inHome, tenant);
          const caller = tenant.as(CREDENTIAL_OF[operationId] ?? 'ADMIN_TOKEN');
          // The client throws for 5xx and for violations of the contract.
          const got = await caller(operationId, { path, query: asked, ...(body !== undefined && { body }) });
          expect(got.status).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS, seed: 20_260, endOnFailure: false },
    );
    succeeded(await tenant.as('ADMIN_TOKEN')('listRoles'));
  });

  const hostile: readonly (readonly [what: string, text: string])[] = [
    ['broken JSON', '{"name": '],
    ['no JSON at all', '\u0000\u0001'],
    ['200 levels of nesting', `{"name":${'['.repeat(200)}${']'.repeat(200)}}`],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['a member called __proto__', '{"__proto__":{"isAdmin":true},"name":"x"}'],
    ['a list', '[]'],
    ['a number', '7'],
  ];
  for (const [what, text] of hostile) {
    test(`${what} as a body is refused and changes nothing`, async () => {
      const tenant = await lease();
      const admin = tenant.as('ADMIN_TOKEN');
      const roles = async () => canonicalSet((await admin('listRoles', { query: { first: 500 } })).body);
      const before = await roles();
      refused(await admin('createRole', { text }));
      expect(await roles()).toBe(before);
    });
  }

  test('other content types, huge bodies, long and unknown paths and wrong methods are refused', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const authorization = `Bearer ${tenant.id('ADMIN_TOKEN')}`;
    refused(await admin('createRole', { body: { name: 'x' }, headers: { 'content-type': 'text/plain' } }));
    refused(await admin('createRole', { text: JSON.stringify({ name: 'x'.repeat(5_000_000) }) }));
    const base = tenant.id('BASE_URL');
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['GET', `/api/v1/roles/${'9'.repeat(10_000)}`],
      ['PATCH', '/api/v1/roles'],
      ['GET', '/api/v1/roles/%zz'],
      ['GET', '/v1/meta'],
    ] as const) {
      refused(await tenant.raw(base + path, { method, headers: { authorization } }));
    }
    succeeded(await admin('listRoles'));
  });

  test('plain HTTP on the same port gets no answer from the API', async () => {
    const tenant = await lease();
    const { port } = new URL(tenant.id('BASE_URL'));
    const heard = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `GET /api/v1/roles HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tenant.id('ADMIN_TOKEN')}\r\n\r\n`,
        );
      });
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('close', () => {
        resolve(text);
      });
      socket.on('error', () => undefined);
      socket.setTimeout(2_000, () => socket.destroy());
    });
    expect(heard).not.toContain('policies');
    expect(heard).not.toMatch(/^HTTP\/1\.1 2/);
  });

  test('one of many roles of one name is made, and no acknowledged update is lost', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const made = await Promise.all(Array.from({ length: 25 }, () => admin('createRole', { body: { name: 'One' } })));
    expect(made.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(24);
    const roleId = made.find(({ status }) => status < 300)?.body.id as number;
    const members = [{ name: 'Two' }, { description: 'kept' }, { policies: [] }];
    for (const got of await Promise.all(members.map((body) => admin('updateRole', { path: { roleId }, body }))))
      succeeded(got);
    expect((await admin('getRole', { path: { roleId } })).body).toMatchObject({ name: 'Two', description: 'kept' });
  });

  test('no 21st task becomes active, however many are created at once', async () => {
    const tenant = await lease();
    const creator = tenant.as('TASK_CREATOR_TOKEN');
    const body = { name: 'Many', prompt: 'Count', cron: '7 9 * * *', timezone: 'UTC' };
    const made = await Promise.all(Array.from({ length: 30 }, () => creator('createScheduledTask', { body })));
    expect(made.filter(({ status }) => status < 300)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(10);
  });

  test('tenants do not share data', async () => {
    const [one, other] = [await lease(), await lease()];
    const { id } = (await one.as('ADMIN_TOKEN')('createRole', { body: { name: 'Mine' } })).body as { id: number };
    refused(await other.as('ADMIN_TOKEN')('getRole', { path: { roleId: id + 1_000 } }));
    expect((await other.as('ADMIN_TOKEN')('listRoles', { query: { first: 500 } })).text).not.toContain('Mine');
  });
});

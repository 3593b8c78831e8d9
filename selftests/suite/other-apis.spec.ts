import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ProvidedThing } from '../../evidence/provided.ts';
import { filledAddress } from '../../contracts/bindings/declared-addresses.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { Provision } from '../../harness/provision/provision.ts';
import { queriesOn, statementsOn } from '../../harness/provision/queries.ts';
import { places, textsOfAgents } from '../../harness/provision/conversation.ts';
import type { Sourcing, Wanted } from '../../harness/provision/source.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import type { DialectName } from '../../mock/index.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';
import { ownFolder } from '../folders.ts';
import { bare, startLive, type LiveTenant } from '../runs/live.ts';
import { expect, test } from '../test.ts';

const OF_DATA: readonly Wanted[] = ['DATA_API_URL', 'DATA_API_TOKEN', 'DATA_QUERY', 'DATA_SQL_QUERY'];
const OF_AGENTS: readonly Wanted[] = ['AI_URL', 'ACCOUNT_NAME', 'AGENT_ID', 'AI_CHAT_REQUEST', 'AI_API_KEY'];

/** What a run obtains of the other APIs, with nothing stated but what is given. */
async function obtained(live: LiveTenant, given: Readonly<Record<string, string>> = {}, isLook = false) {
  const settings = readConfiguration({ ...bare(live), ...given }, ownFolder('no-settings'));
  const provision = await Provision.begin(settings, isLook);
  const things = await provision.obtain([...OF_DATA, ...OF_AGENTS]);
  const { values } = provision;
  await provision.end();
  return { things, values };
}

const namesOf = (things: readonly ProvidedThing[]) =>
  things.filter(({ source }) => source !== undefined).map(({ setting }) => setting);

/** Tenants that show their addresses in their document, in answers, in both, and nowhere. */
const seeds = Array.from({ length: 30 }, (_, index) => `any:${index + 1}` as const);
const showing = (isDeclared: boolean, isShown: boolean): DialectName =>
  seeds.find((seed) => {
    const { declared, shown } = dialectNamed(seed).otherApis;
    return declared === isDeclared && shown === isShown;
  }) ?? 'plain';

for (const dialect of ['plain', 'contrary', showing(true, true), showing(true, false), showing(false, true)] as const) {
  test(`the other APIs are found where the tenant shows them, dialect ${dialect}`, async () => {
    const live = await startLive({ dialect });
    const { env } = live;
    const { things, values } = await obtained(live);
    expect(namesOf(things), things.map(({ how }) => how).join('\n')).toEqual([...OF_DATA, ...OF_AGENTS]);
    const { DATA_API_URL, AI_URL, ACCOUNT_NAME, AGENT_ID } = values;
    expect({ DATA_API_URL, AI_URL, ACCOUNT_NAME, AGENT_ID }).toEqual({
      DATA_API_URL: env['DATA_API_URL'],
      AI_URL: env['AI_URL'],
      ACCOUNT_NAME: env['ACCOUNT_NAME'],
      AGENT_ID: env['AGENT_ID'],
    });
    const look = await obtained(live, {}, true);
    expect(namesOf(look.things)).toEqual(namesOf(things));
    await live.close();
  });
}

test('a tenant that shows nothing of its other APIs has none of them tested', async () => {
  const live = await startLive({ dialect: showing(false, false) });
  for (const isLook of [false, true]) {
    expect(namesOf((await obtained(live, {}, isLook)).things)).toEqual(['AGENT_ID']);
  }
  await live.close();
});

test('nothing is found with a credential by a run that only reads', async () => {
  const live = await startLive();
  const { things } = await obtained(live, { READ_ONLY: '1' });
  expect(namesOf(things)).toEqual(['AGENT_ID']);
  await live.close();
});

/** A host that is none of the tenant, at an address that the tenant shows nevertheless. */
async function foreignHost({ host, tenant }: LiveTenant, answer: (isAnonymous: boolean) => readonly [number, string]) {
  const seen: { readonly path: string; readonly authorization: string | undefined }[] = [];
  const server = createServer(host.certificates, ({ url = '', headers: { authorization } }, response) => {
    seen.push({ path: url, authorization });
    const [status, type] = answer(authorization === undefined);
    response.writeHead(status, { 'content-type': type }).end(type.includes('json') ? '{"cubes":[]}' : '<html></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tenant.addresses = { coreData: address + tenant.dialect.dataApiBase, ai: address };
  return { seen, close: () => server.close() };
}

for (const status of [200, 302, 404, 500] as const) {
  test(`a host that answers ${status} without a credential never gets one`, async () => {
    test.setTimeout(60_000);
    const live = await startLive({ dialect: 'contrary' });
    const foreign = await foreignHost(live, () => [status, 'application/json']);
    const { things } = await obtained(live);
    expect(namesOf(things)).toEqual(['AGENT_ID']);
    expect(foreign.seen.map(({ path }) => path)).toContain(`${live.tenant.dialect.dataApiBase}/v1/meta`);
    expect(foreign.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    foreign.close();
    await live.close();
  });
}

test('a host that answers a token with a page is not taken for the API', async () => {
  const live = await startLive({ dialect: 'contrary' });
  const foreign = await foreignHost(live, (isAnonymous) =>
    isAnonymous ? [401, 'application/json'] : [200, 'text/html'],
  );
  const { things } = await obtained(live);
  expect(namesOf(things)).toEqual(['AGENT_ID']);
  foreign.close();
  await live.close();
});

for (const isDeclared of [true, false]) {
  const where = isDeclared ? 'the document' : 'an answer';
  test(`a host that refuses with a page and that ${where} names ${isDeclared ? 'is' : 'is not'} taken for the API`, async () => {
    const live = await startLive({ dialect: showing(isDeclared, !isDeclared) });
    const foreign = await foreignHost(live, (isAnonymous) =>
      isAnonymous ? [401, 'text/html'] : [200, 'application/json'],
    );
    const { values } = await obtained(live);
    expect(values.DATA_API_URL !== undefined).toBe(isDeclared);
    expect(foreign.seen.some(({ authorization }) => authorization !== undefined)).toBe(isDeclared);
    foreign.close();
    await live.close();
  });
}

test('a host that ALLOWED_HOSTS does not name, or that DENIED_HOSTS names, is not contacted', async () => {
  const live = await startLive({ dialect: 'contrary' });
  const foreign = await foreignHost(live, () => [401, 'application/json']);
  const own = new URL(live.env['BASE_URL'] ?? '').hostname;
  expect(own).not.toBe('127.0.0.1');
  for (const hosts of [{ ALLOWED_HOSTS: own }, { DENIED_HOSTS: '127.0.0.1' }]) {
    expect(namesOf((await obtained(live, hosts)).things)).toEqual(['AGENT_ID']);
  }
  expect(foreign.seen).toEqual([]);
  foreign.close();
  await live.close();
});

test('operations of other hosts are not those of the platform', () => {
  const get = { get: { responses: {} } };
  const variables = { deployment_id: { default: '1' }, region: { default: 'eu' } };
  const document = new TenantDocument({
    servers: [{ url: 'https://acme.example.com' }],
    paths: {
      '/api/v1/roles': get,
      '/api/v1/regions': { ...get, servers: [{ url: 'https://eu.example.com' }] },
      '/v1/meta': { ...get, servers: [{ url: 'https://d{deployment_id}.{region}.example.com/data/', variables }] },
      '/v1/versions': { ...get, servers: [{ url: '/' }] },
    },
  });
  expect(document.operations.map(({ path }) => path)).toEqual(['/api/v1/roles', '/api/v1/regions', '/v1/versions']);
  const [meta] = document.elsewhere;
  const known = (name: string) => (name === 'deployment_id' ? '42' : undefined);
  expect(meta?.addresses?.map((one) => filledAddress(one, known))).toEqual(['https://d42.eu.example.com/data/v1/meta']);
  const everywhere = new TenantDocument({
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      ['/api/v1/roles', '/api/v1/users', '/v1/status'].map((path) => [
        path,
        { ...get, servers: [{ url: 'https://production.example.com' }] },
      ]),
    ),
  });
  expect(everywhere.elsewhere).toEqual([]);
});

const META = {
  'a list of cubes': { cubes: [{ name: 'orders', measures: [{ name: 'orders.amount' }, { name: 'orders.count' }] }] },
  'objects by name': { data: { views: { orders: { measures: { amount: { type: 'sum' }, count: {} } } } } },
  'names alone': [{ id: 'orders', metrics: ['amount', 'count'] }],
};

for (const [what, meta] of Object.entries(META)) {
  test(`queries are built on metadata: ${what}`, () => {
    expect(queriesOn(meta)[0]).toEqual({ query: { measures: ['orders.count'], limit: 1 } });
    expect(statementsOn(meta)[0]).toEqual({ query: 'SELECT MEASURE(count) FROM orders LIMIT 1' });
  });
}

test('what metadata lists without measures is counted, and a statement may ask for nothing', () => {
  const meta = { data: { cubes: [{ name: 'orders' }] } };
  expect(queriesOn(meta)[0]).toEqual({ query: { measures: ['orders.count'], limit: 1 } });
  expect(statementsOn(meta)[0]).toEqual({ query: 'SELECT MEASURE(count) FROM orders LIMIT 1' });
  expect(queriesOn({ version: { name: 'v2' } })).toEqual([]);
  expect(statementsOn(undefined)).toEqual([{ query: 'SELECT 1' }, { sql: 'SELECT 1' }]);
});

for (const [what, shown] of Object.entries({
  'what reads of the account show': { account: { aiUrl: 'https://ai.example', accountName: 'northern' }, agents: [] },
  'the address of an agent': {
    account: {},
    agents: [{ id: 'a', aiUrl: 'https://ai.example/api/v1/public/northern/agents/a' }],
  },
})) {
  test(`the AI API and the name of the account are found by ${what}`, async () => {
    const wire = { resolved: new Map([['named.workspace', { source: 'discovered', value: { path: '/workspace' } }]]) };
    const read = (path: string) =>
      Promise.resolve({ status: 200, headers: {}, text: '', wire: path === '/workspace' ? shown.account : {} });
    const preparing = {
      raw: () => Promise.resolve({ status: 403, headers: {}, text: '' }),
      listDeployments: () => Promise.resolve({ items: [] }),
    };
    const sourcing = {
      wire,
      admin: { read, preparing },
      settings: { BASE_URL: 'https://tenant.example', DEPLOYMENT_ID: '1' },
      things: { list: () => Promise.resolve(shown.agents) },
      permits: () => true,
    } as unknown as Sourcing;
    expect(await places(sourcing)).toMatchObject([{ url: 'https://ai.example', accountName: 'northern' }]);
  });
}

test('the address of an agent is one of the API, whatever it is called', () => {
  const streamUrl = 'https://ai.example.com/api/v1/public/acme/agents/a1/chat/stream-chat-state';
  const agents = [{ id: 'a1', streamUrl, avatarUrl: 'https://example.com/a1.png' }];
  const found = textsOfAgents(agents);
  expect(found.find(({ value }) => value === streamUrl)?.words).toBe('agent url');
  expect(found.find(({ value }) => value.endsWith('.png'))?.words).toBe('avatar url');
});

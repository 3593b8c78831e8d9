import type { ServerResponse } from 'node:http';
import { Provision } from '../../harness/provision/provision.ts';
import { admissionOf } from '../../harness/undo/administrator.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import type { Wanted } from '../../harness/provision/source.ts';
import { ownFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { startLive } from './live.ts';
import { startProxy, type Disturbance } from './proxy.ts';

test.describe.configure({ timeout: 120_000 });

function refuse(response: ServerResponse, status: number): 'taken' {
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":"no"}');
  return 'taken';
}

const PROVIDED = ['DEPLOYMENT_ID', 'REPORT_ID', 'SPARE_DATA_SOURCE_NAME', 'OIDC_TOKEN_CONFIG_ID'] as const;

/** What a run comes by on a tenant that is given by two settings, behind something that answers some requests itself. */
async function provided(disturbance: Disturbance, settings: readonly Wanted[] = PROVIDED) {
  const live = await startLive();
  const proxy = await startProxy(live, disturbance);
  const { BASE_URL = '', ADMIN_TOKEN = '', TLS_CA = '' } = proxy.env;
  const provision = await Provision.begin(
    readConfiguration({ BASE_URL, ADMIN_TOKEN, TLS_CA }, ownFolder('no-settings')),
  );
  const things = await provision.obtain(settings);
  const { remarks } = provision;
  const { entries } = await provision.end();
  await proxy.close();
  await live.close();
  return { of: (setting: string) => things.find((thing) => thing.setting === setting), remarks, entries };
}

const isCreation = (url: string | undefined, method: string | undefined, collection: string) =>
  method === 'POST' && new RegExp(`/${collection}(/new)?$`).test(url ?? '');

test('a creation that costs money is one line, and the run goes on', async () => {
  const { of, remarks } = await provided(({ url, method }, response) =>
    isCreation(url, method, 'data-?(sources|connections)') ? refuse(response, 402) : undefined,
  );
  expect(of('SPARE_DATA_SOURCE_NAME')).toEqual({
    setting: 'SPARE_DATA_SOURCE_NAME',
    how: 'a new data source of DEPLOYMENT_ID: the creation of a data source was refused, it costs money, or the plan of the account does not include it: 402 {"error":"no"}',
  });
  expect(of('REPORT_ID')?.source).toBe('made');
  expect(remarks).toEqual([
    'Not made: SPARE_DATA_SOURCE_NAME. The tenant refused with 402: it costs money, or the plan of the account does not include it. What needs them is untested',
  ]);
});

for (const status of [409, 422, 429]) {
  test(`a quota that is answered with ${status} is one line, and the run goes on`, async () => {
    const { of, remarks } = await provided(({ url, method }, response) => {
      if (!isCreation(url, method, 'data-?(sources|connections)')) return undefined;
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end('{"error":"the quota of the account is used up"}');
      return 'taken';
    });
    expect(of('SPARE_DATA_SOURCE_NAME')?.source).toBeUndefined();
    expect(of('REPORT_ID')?.source).toBe('made');
    expect(remarks).toEqual([
      `Not made: SPARE_DATA_SOURCE_NAME. The tenant refused with ${status}: a quota is used up. What needs them is untested`,
    ]);
  });
}

test('with a key that can only read what was found is used, and the rest is one line', async () => {
  const { of, remarks, entries } = await provided(({ method }, response) =>
    method === 'GET' ? undefined : refuse(response, 403),
  );
  expect(of('REPORT_ID')?.source).toBe('found');
  expect(of('SPARE_DATA_SOURCE_NAME')?.source).toBeUndefined();
  expect(remarks).toHaveLength(1);
  expect(remarks[0]).toMatch(/^Not made: SPARE_DATA_SOURCE_NAME.* The tenant refused with 403: ADMIN_TOKEN may not /);
  expect(remarks[0]).toMatch(/\. What needs them is untested; if the key can only read, set READ_ONLY=1$/);
  expect(entries.filter(({ became }) => became === 'undone')).toEqual(
    entries.filter(({ became }) => became !== 'left'),
  );
});

test('what was made and cannot be read is removed, and not used', async () => {
  const { of, entries } = await provided(({ url, method }, response) =>
    method === 'GET' && /oidc-token-configs\/\d+$/.test(url ?? '') ? refuse(response, 404) : undefined,
  );
  const { source, how = '' } = of('OIDC_TOKEN_CONFIG_ID') ?? {};
  expect(source).not.toBe('made');
  if (source === undefined) expect(how).toContain('was made and cannot be read (404)');
  expect(entries.find(({ what }) => what.startsWith('OIDC'))?.became).toBe('undone');
});

test('a removal that fails is said with what is left', async () => {
  const { of, entries } = await provided(({ method, url }, response) =>
    method === 'DELETE' && /reports/.test(url ?? '') ? refuse(response, 500) : undefined,
  );
  expect(of('REPORT_ID')?.source).toBe('made');
  const left = entries.filter(({ became }) => became === 'left');
  expect(left.map(({ what, why }) => `${what}: ${why ?? ''}`)).toEqual([
    expect.stringMatching(/^report .*: could not be undone: its removal was answered with 500$/),
  ]);
});

test('an administrator is told from a scoped key and from another user', async () => {
  const live = await startLive();
  const { BASE_URL = '', TLS_CA = '', ADMIN_TOKEN: admin = '', SCOPED_TOKEN = '', MEMBER_TOKEN = '' } = live.env;
  const admission = (ADMIN_TOKEN: string) =>
    admissionOf(readConfiguration({ BASE_URL, TLS_CA, ADMIN_TOKEN }, ownFolder('no-settings')));
  const admissions = [await admission(admin), await admission(SCOPED_TOKEN), await admission(MEMBER_TOKEN)];
  await live.close();
  expect(admissions).toEqual([{}, { limit: 'scoped' }, { limit: 'other user' }]);
});

test('of a tenant that shows one user as each new one two settings are not the same user, and the run goes on', async () => {
  const { of } = await provided(
    ({ url, method }, response) => {
      if (!isCreation(url, method, 'users')) return undefined;
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":14,"email":"one@example.com"}');
      return 'taken';
    },
    ['MEMBER_USER_ID', 'NO_ACCESS_USER_ID'],
  );
  const ids = [of('MEMBER_USER_ID')?.value, of('NO_ACCESS_USER_ID')?.value];
  expect(ids).toContain('14');
  expect(new Set(ids).size, 'different users, or one of them left out').toBe(2);
});

import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import type { Check } from '../../harness/check/check.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { wantedFor } from '../../harness/provision/wanted.ts';
import { addressOf } from '../../harness/rules/declared-reads.ts';
import type { Settings } from '../../harness/tenant/configuration.ts';
import { contract, registry } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { expect, test } from '../test.ts';

const DASHBOARDS = '/api/v1/deployments/{deploymentId}/dashboards';
const answers = { responses: { 200: {} } };
const NUMBER: Schema = { type: 'integer' };
const TEXT: Schema = { type: 'string' };

/** A document in which what embed users may read of a dashboard stands below it. */
function documentWith(name: string, schema: Schema, isListed: boolean) {
  const parameters = [
    { name: 'deploymentId', in: 'path', required: true, schema: NUMBER },
    { name, in: 'path', required: true, schema },
  ];
  const list = { [DASHBOARDS]: { get: answers } };
  const paths = {
    ...(isListed && list),
    [`${DASHBOARDS}/{${name}}/embed-access`]: { get: { ...answers, parameters } },
  };
  return { openapi: '3.1.0', paths };
}

async function addressIn(
  [name, schema, isListed = false]: readonly [name: string, schema: Schema, isListed?: boolean],
  settings: Settings,
  where: 'home' | 'elsewhere' = 'home',
) {
  const document = new TenantDocument(documentWith(name, schema, isListed));
  const declared = document.find('get', `${DASHBOARDS}/{${name}}/embed-access`);
  const wire = { results: [{ id: 21, publicId: 'd-9' }] };
  const admin = { read: () => Promise.resolve({ wire }) } as unknown as Actor;
  const check = { tenant: { settings } } as unknown as Check;
  const address = declared && (await addressOf(check, admin, document, declared, where));
  return address?.replace(/^.*\/dashboards\//, '').replace('/embed-access', '');
}

const PUBLIC = { DEPLOYMENT_ID: '7', OTHER_DEPLOYMENT_ID: '8', DASHBOARD_PUBLIC_ID: 'd-3' };
const BOTH = { ...PUBLIC, DASHBOARD_ID: '14' };

test('a dashboard in a path is named by its public id, or by its id where the document has a number', async () => {
  expect(await addressIn(['dashboardId', TEXT], BOTH)).toBe('d-3');
  expect(await addressIn(['dashboardId', NUMBER], BOTH)).toBe('14');
});

test('a number that is not known is taken from a list, or the path has no address', async () => {
  expect(await addressIn(['dashboardId', NUMBER], PUBLIC)).toBeUndefined();
  expect(await addressIn(['dashboardId', NUMBER, true], PUBLIC)).toBe('21');
});

test('of a listed dashboard of the other deployment the id is taken that the path has', async () => {
  expect(await addressIn(['dashboardId', NUMBER, true], BOTH, 'elsewhere')).toBe('21');
  expect(await addressIn(['publicId', TEXT, true], BOTH, 'elsewhere')).toBe('d-9');
});

test('the id of a dashboard is wanted where a path has a number', () => {
  const rows = [...registry.values()].filter(({ family }) => family === 'named');
  const wanted = (schema: Schema) => {
    const document = JSON.stringify(documentWith('dashboardId', schema, false));
    return wantedFor(rows, rows, new WireFormat(contract, {}, document)).includes('DASHBOARD_ID');
  };
  expect([wanted(NUMBER), wanted(TEXT)]).toEqual([true, false]);
});

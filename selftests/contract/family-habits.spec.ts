import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { expect, test } from '../test.ts';

const contract = await loadContract();
const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';

const get = (operationId: string, ...tags: readonly string[]) => ({ get: { operationId, tags, responses: {} } });
const found = (id: string, paths: object) =>
  resolveBindings(contract, {}, new TenantDocument({ openapi: '3.1.0', paths })).get(id);

test.describe('a family that is only named', () => {
  test('is the only collection whose operationId says so', () => {
    const paths = { '/api/v1/attributes': get('listUserAttributes'), '/api/v1/other': get('listOtherAttributes') };
    const at = { method: 'get', path: '/api/v1/attributes' };
    expect(found('named.user-attributes', paths)).toEqual({ value: at, source: 'discovered' });
    expect(found('named.user-attribute-values', paths)).not.toMatchObject({ source: 'discovered' });
  });

  test('is the only collection whose tag says so', () => {
    const path = `${DEPLOYMENT}/model-files`;
    const own = { [path]: get('listFiles', 'Data model'), [`${path}/{name}`]: get('getFile', 'Data model') };
    expect(found('named.data-model', own)).toEqual({ value: { method: 'get', path }, source: 'discovered' });
    const several = { ...own, [`${DEPLOYMENT}/model-checks`]: get('listChecks', 'Data model') };
    expect(found('named.data-model', several)).not.toMatchObject({ source: 'discovered' });
  });
});

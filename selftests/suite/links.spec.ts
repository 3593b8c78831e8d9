import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { DeclaredThings } from '../../harness/provision/declared-things.ts';
import { GROUP } from '../../harness/provision/groups.ts';
import { idFor, linkOf } from '../../harness/provision/links.ts';
import type { Ledger } from '../../harness/undo/ledger.ts';
import { expect, test } from '../test.ts';

const ROLE = ['role', 'assignment'];
const IDS = { type: 'array', items: { type: 'integer' } };

/** A document of operations, each `method path`, with the members of its body, all of which it requires. */
function documentOf(operations: Readonly<Record<string, object>>): TenantDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, properties] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    const schema = { type: 'object', properties, required: Object.keys(properties) };
    const requestBody = { content: { 'application/json': { schema } } };
    paths[path] = { ...paths[path], [method]: { requestBody, responses: {} } };
  }
  return new TenantDocument({ openapi: '3.1.0', paths });
}

const below = (operation: string, properties: object = {}) =>
  linkOf(documentOf({ [operation]: properties }), GROUP, ROLE);

test('a role is given to a group below the role, by the path or by what the body names', () => {
  const [path, one] = ['/api/v1/roles/{role_id}/groups', '/api/v1/roles/{role_id}/groups/{group_id}'];
  expect(below(`put ${one}`)).toEqual({ path: one, method: 'PUT', isBelowOther: true });
  expect(below(`put /api/v1/admin/roles/{r}/user-groups/{g}`)?.isBelowOther).toBe(true);
  const member = { name: 'groupId', isList: false };
  expect(below(`post ${path}`, { groupId: {} })).toEqual({ path, method: 'POST', isBelowOther: true, member });
  expect(below(`post ${path}`, { group_ids: IDS })?.member).toEqual({ name: 'group_ids', isList: true });
});

test('what may replace the groups of a role, wants more or is of something else gives no role to a group', () => {
  const path = '/api/v1/roles/{role_id}/groups';
  expect(below(`put ${path}`, { groupIds: IDS })).toBeUndefined();
  expect(below(`post ${path}`, { groupId: {}, until: {} })).toBeUndefined();
  expect(below(`put ${path}/{g}`, { until: {} })).toBeUndefined();
  expect(below(`delete ${path}/{g}`)).toBeUndefined();
  expect(below(`put ${path}/{g}/mapping`)).toBeUndefined();
  expect(below(`put /api/v1/folders/{f}/groups/{g}`)).toBeUndefined();
  expect(below(`put /api/v1/deployments/{d}/roles/{r}/groups/{g}`)).toBeUndefined();
});

test('what stands below the group goes before what stands below the role', () => {
  const document = documentOf({
    'put /api/v1/roles/{role_id}/groups/{group_id}': {},
    'post /api/v1/groups/{group_id}/roles': { roleId: {} },
  });
  expect(linkOf(document, GROUP, ROLE)?.path).toBe('/api/v1/groups/{group_id}/roles');
});

test('each id stands where an operation below the role has it', async () => {
  const sent: unknown[] = [];
  const request = (...told: unknown[]) => Promise.resolve({ status: 204, told: sent.push(told) });
  const give = async (operation: string, properties: object) => {
    const document = documentOf({ [operation]: properties });
    const things = new DeclaredThings(
      document,
      {} as Ledger,
      () => ({}),
      (what) => what,
    );
    await things.link({ request } as unknown as Actor, GROUP, '5', ROLE, '8');
  };
  await give('put /api/v1/roles/{role_id}/groups/{group_id}', {});
  await give('post /api/v1/roles/{role_id}/groups', { groupIds: IDS });
  expect(sent).toEqual([
    ['PUT', '/api/v1/roles/8/groups/5', undefined],
    ['POST', '/api/v1/roles/8/groups', { groupIds: [5] }],
  ]);
});

test('an id is sent as the text that the document has, and else as a number', () => {
  const path = '/api/v1/groups/{id}/roles';
  const sent = (roleIds: object) => {
    const document = documentOf({ [`post ${path}`]: { roleIds } });
    const link = linkOf(document, GROUP, ROLE);
    return link && idFor(document, link, '7');
  };
  expect(sent({ type: 'array', items: { type: 'string' } })).toBe('7');
  expect(sent({ type: 'array', items: { type: ['string', 'integer'] } })).toBe(7);
  expect(sent({ type: 'array', items: {} })).toBe(7);
});

import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { DeclaredThings } from '../../harness/provision/declared-things.ts';
import { newWorkbookBy } from '../../harness/provision/embed-workbooks.ts';
import { canHold, hold } from '../../harness/provision/held-lists.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { EMBED_TENANT, FOLDER } from '../../harness/provision/ways.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { ADMIN, filesOf, withoutDelays } from './ledgers.ts';
import { expect, test } from '../test.ts';

const TENANTS = '/api/v1/embed-tenants/{embedTenantName}/';
const WORKBOOKS = '/api/v1/deployments/{deploymentId}/workbooks';
const WORKBOOK_WORDS = ['workbook', 'notebook'];

const bodyOf = (properties: object, required: readonly string[] = []) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties, required } } } },
  responses: { 200: {} },
});
const IDS = { type: 'array', items: { type: 'integer' } };
const UPDATE = bodyOf({ name: { type: 'string' }, workbookIds: IDS });

/** A tenant with an embed tenant that lists its workbooks, updated by such an operation. */
function tenantWith(
  update: object = { patch: UPDATE, get: { responses: { 200: {} } } },
  path = TENANTS,
  more: object = {},
) {
  const document = new TenantDocument({
    openapi: '3.1.0',
    paths: {
      [path]: update,
      [WORKBOOKS]: { post: bodyOf({ name: { type: 'string' } }, ['name']) },
      [`${WORKBOOKS}/{workbookId}`]: { delete: { responses: { 204: {} } } },
      ...more,
    },
  });
  const acme: Record<string, unknown> = { name: 'acme', plan: 'paid', workbookIds: [1, 2] };
  const sent: (readonly [request: string, body: unknown])[] = [];
  const answer = (wire: unknown) =>
    Promise.resolve({ operation: 'x' as AnyOperationId, status: 200, headers: {}, text: '', wire, body: wire });
  const admin = {
    identity: ADMIN,
    read: () => answer({ data: structuredClone(acme) }) as unknown as Promise<Answer>,
    request(method: string, at: string, body: Record<string, unknown> = {}) {
      sent.push([`${method} ${at}`, body]);
      if (at.includes('embed')) Object.assign(acme, body);
      return answer({ id: 3, name: body['name'] });
    },
    in: () => ({ preparing: { raw: () => answer({}) } }),
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  const settings = { DEPLOYMENT_ID: '7', EMBED_TENANT: 'acme' };
  const things = new DeclaredThings(
    document,
    ledger,
    () => settings,
    (what) => `conformance-${what}`,
  );
  const sourcing = { document, admin, things, settings, isOwn: () => false } as unknown as Sourcing;
  return { sourcing, ledger, acme, sent };
}

test('a new workbook is shared with an embed tenant that lists its workbooks, until the end of the run', async () => {
  const { sourcing, ledger, acme, sent } = tenantWith();
  const source = newWorkbookBy('tenant');
  expect(source.isPossible?.(sourcing)).toBe(true);
  expect(await source.obtain(sourcing, 'TENANT_WORKBOOK_ID')).toBe('3');
  expect(acme['workbookIds']).toEqual([1, 2, 3]);
  expect(sent.find(([request]) => request.startsWith('PATCH'))).toEqual([
    'PATCH /api/v1/embed-tenants/acme/',
    { workbookIds: [1, 2, 3] },
  ]);
  expect((await ledger.settle()).map(({ became }) => became)).not.toContain('left');
  expect(acme['workbookIds']).toEqual([1, 2]);
});

test('what an update cannot leave out is sent as the embed tenant shows it', async () => {
  const put = bodyOf({ plan: { type: 'string' }, workbookIds: IDS }, ['plan', 'workbookIds']);
  const { sourcing, ledger, sent } = tenantWith({ put, get: { responses: { 200: {} } } });
  await hold(sourcing, EMBED_TENANT, 'acme', WORKBOOK_WORDS, '3');
  await ledger.settle();
  expect(sent.map(([, body]) => body)).toEqual([
    { plan: 'paid', workbookIds: [1, 2, 3] },
    { plan: 'paid', workbookIds: [1, 2] },
  ]);
});

test('what another one has added in the meantime stays', async () => {
  const { sourcing, ledger, acme } = tenantWith();
  await hold(sourcing, EMBED_TENANT, 'acme', WORKBOOK_WORDS, '3');
  acme['workbookIds'] = [1, 2, 3, 4];
  await ledger.settle();
  expect(acme['workbookIds']).toEqual([1, 2, 4]);
});

test('nothing is sent where an embed tenant does not show its workbooks', async () => {
  const { sourcing, acme, sent } = tenantWith();
  delete acme['workbookIds'];
  await expect(hold(sourcing, EMBED_TENANT, 'acme', WORKBOOK_WORDS, '3')).rejects.toThrow(/does not show/);
  expect(sent).toEqual([]);
});

test('an embed tenant holds what its update has a list of ids for, if it can be read', () => {
  const get = { responses: { 200: {} } };
  const holds = (...args: Parameters<typeof tenantWith>) =>
    canHold(tenantWith(...args).sourcing, EMBED_TENANT, WORKBOOK_WORDS);
  expect(holds()).toBe(true);
  expect(holds({ patch: UPDATE, get }, '/api/v1/embed/tenants/{name}')).toBe(true);
  expect(holds({ patch: UPDATE })).toBe(false);
  expect(holds({ patch: bodyOf({ workbookIds: { type: 'integer' } }), get })).toBe(false);
  const objects = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };
  expect(holds({ patch: bodyOf({ workbooks: objects }), get })).toBe(false);
  expect(holds({ patch: UPDATE, get }, '/api/v1/reports/{reportId}')).toBe(false);
  expect(canHold(tenantWith().sourcing, EMBED_TENANT, FOLDER.words)).toBe(false);
});

test('a new workbook is shared with an embed tenant that the path of an operation below it names', async () => {
  const put = { responses: { 204: {} } };
  const at = (path: string, said: object = put) =>
    tenantWith({}, TENANTS, { [`${WORKBOOKS}/{workbookId}/${path}`]: { put: said } });
  const { sourcing, sent } = at('embed-access/tenants/{name}');
  const source = newWorkbookBy('tenant');
  expect(await source.obtain(sourcing, 'TENANT_WORKBOOK_ID')).toBe('3');
  expect(sent.slice(0, 2).map(([request]) => request)).toEqual([
    'POST /api/v1/deployments/7/workbooks',
    'PUT /api/v1/deployments/7/workbooks/3/embed-access/tenants/acme',
  ]);
  const isPossible = (...args: Parameters<typeof at>) => source.isPossible?.(at(...args).sourcing);
  expect(isPossible('embed-tenants/{tenant}')).toBe(true);
  expect(isPossible('tenants/{tenant}')).toBe(false);
  expect(isPossible('promotions/tenants/{tenant}')).toBe(false);
  expect(isPossible('embed-access/users/{user}')).toBe(false);
  expect(isPossible('embed-access/tenants/{name}', bodyOf({ until: {} }, ['until']))).toBe(false);
});

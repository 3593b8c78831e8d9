import { expect, test } from '../test.ts';
import { activatesByPath, activationsOf } from '../../contracts/bindings/bulk-actions.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';

const contract = await loadContract();
const IDS = { type: 'array', items: { type: 'integer' } };
const ACTION = { type: 'string', enum: ['activate_user', 'deactivate_user', 'delete_user'] };
const ID = { type: 'integer' };

const operation = (properties: object, said: object = {}, required = Object.keys(properties)) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties, required } } } },
  responses: { 200: {} },
  ...said,
});
const documentOf = (paths: Readonly<Record<string, object>>) => {
  const posts = Object.entries(paths).map(([path, post]) => [path, { post }]);
  return new TenantDocument({ openapi: '3.1.0', paths: Object.fromEntries(posts) });
};
const foundIn = (paths: Readonly<Record<string, object>>) =>
  (resolveBindings(contract, {}, documentOf(paths)).get('users.bulk-action') as { readonly value?: unknown }).value;
const route = (path: string) => ({ method: 'post', path });

test('a bulk action may be one operation for each action, of which that one is taken that activates users', () => {
  const several = operation({ userIds: IDS, reason: { type: 'string' } });
  for (const base of [
    '/api/v1/users/actions/',
    '/api/v1/users:',
    '/api/v1/users/bulk/',
    '/api/v1/users-admin/bulk-actions/',
  ]) {
    const paths = { [`${base}deactivate`]: several, [`${base}activate`]: several };
    expect(foundIn(paths)).toEqual(route(`${base}activate`));
    const declared = documentOf(paths).find('post', `${base}activate`);
    expect(declared && activatesByPath(documentOf(paths), declared)).toBe(true);
  }
  for (const path of ['/api/v1/users/bulk/reactivate', '/api/v1/users:bulkActivate'])
    expect(foundIn({ [path]: several })).toEqual(route(path));
  expect(foundIn({ '/api/v1/users/actions/deactivate': several })).toEqual(route('/api/v1/users/bulk'));
});

test('a body that has a place for an action says it itself', () => {
  const path = '/api/v1/users-admin/bulk-reactivate';
  const document = documentOf({ [path]: operation({ userIds: IDS, action: { type: 'string' } }) });
  const declared = document.find('post', path);
  expect(declared && activatesByPath(document, declared)).toBe(false);
});

test('a bulk action is found at another address by what its document calls it', () => {
  const body = operation({ operations: { type: 'array' } }, { summary: 'Bulk user actions', tags: ['users admin'] });
  expect(foundIn({ '/api/v1/batch': body })).toEqual(route('/api/v1/batch'));
  const other = operation({ operations: { type: 'array' } }, { summary: 'Run a batch', tags: ['users admin'] });
  expect(foundIn({ '/api/v1/batch': other })).toEqual(route('/api/v1/users/bulk'));
});

test('what a bulk action lists is a pair or an object of an action and a user', () => {
  const bodyOf = (items: object, more: object = {}) => {
    const document = documentOf({ '/api/v1/batch': operation({ operations: { type: 'array', items }, ...more }) });
    const declared = document.find('post', '/api/v1/batch');
    return declared && activationsOf(document, declared, 7);
  };
  const pair = (...prefixItems: readonly object[]) => ({ type: 'array', prefixItems });
  const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
  expect(bodyOf(pair(ACTION, ID))).toEqual({ operations: [['activate_user', 7]] });
  expect(bodyOf(pair(ID, ACTION))).toEqual({ operations: [[7, 'activate_user']] });
  expect(bodyOf(object({ op: ACTION, userId: ID }))).toEqual({ operations: [{ op: 'activate_user', userId: 7 }] });
  expect(bodyOf(object({ op: ACTION, userId: ID, until: ID }))).toBeUndefined();
  expect(bodyOf(pair({ enum: ['delete_user', 'lock_user'] }, ID))).toBeUndefined();
  expect(bodyOf(pair(ACTION, ID), { mode: { type: 'string' } })).toBeUndefined();
  expect(bodyOf({ type: 'integer' })).toBeUndefined();
});

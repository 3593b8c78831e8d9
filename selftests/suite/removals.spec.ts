import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { canInvite } from '../../harness/provision/invitations.ts';
import { creationOf, type ThingKind } from '../../harness/provision/kinds.ts';
import { creationBelowUsers } from '../../harness/provision/keys-of-users.ts';
import { USER } from '../../harness/provision/people.ts';
import { removalOf, retirementOf } from '../../harness/provision/removals.ts';
import { REPORT, WORKBOOK } from '../../harness/provision/ways.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { sendRetirement } from '../../harness/undo/rules/retirement.ts';
import { deploymentRemoval } from '../../contracts/bindings/removals.ts';
import { expect, test } from '../test.ts';

const D = '/api/v1/deployments/{deploymentId}';
const ids = (name: string) => [{ name, in: 'query', required: true, schema: { type: 'string' } }];
const body = { content: { 'application/json': { schema: { type: 'object', properties: { reason: {} } } } } };

/** A document of operations, each `method path`, with what else is said of them. */
function documentOf(operations: Readonly<Record<string, object>>): TenantDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, said] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method]: { responses: {}, ...said } };
  }
  return new TenantDocument({ openapi: '3.1.0', paths });
}

function removalIn(kind: ThingKind, operations: Readonly<Record<string, object>>): string | undefined {
  const document = documentOf(operations);
  const creation = creationOf(document, kind);
  return creation && removalOf(document, kind, creation);
}

const REPORTS = `${D}/reports`;
const created = { [`post ${REPORTS}:create`]: {} };

test('a thing is created by an action on its collection, or put under a name that the client chooses', () => {
  expect(creationOf(documentOf(created), REPORT)?.path).toBe(`${REPORTS}:create`);
  const put = `${D}/workbooks/by-slug/{slug}`;
  expect(creationOf(documentOf({ [`put ${put}`]: {} }), WORKBOOK)?.path).toBe(put);
  expect(creationOf(documentOf({ [`put ${D}/workbooks/{workbookId}`]: {} }), WORKBOOK)).toBeUndefined();
});

test('a thing is removed by an action, or by its collection', () => {
  expect(removalIn(REPORT, { ...created, [`post ${REPORTS}/{r}/delete`]: {} })).toBe(`POST ${REPORTS}/{id}/delete`);
  expect(removalIn(REPORT, { ...created, [`post ${REPORTS}/{r}:remove`]: {} })).toBe(`POST ${REPORTS}/{id}:remove`);
  expect(removalIn(REPORT, { ...created, [`delete ${REPORTS}`]: { parameters: ids('ids') } })).toBe(
    `${REPORTS}?ids={id}`,
  );
  expect(removalIn(REPORT, { ...created, [`post ${REPORTS}/{r}/delete`]: {}, [`delete ${REPORTS}/{r}`]: {} })).toBe(
    `${REPORTS}/{id}`,
  );
});

test('what is archived is removed only where the document says so', () => {
  const archived = (said: object) => removalIn(REPORT, { ...created, [`post ${REPORTS}/{r}/archive`]: said });
  expect(archived({ summary: 'Removes a report' })).toBe(`POST ${REPORTS}/{id}/archive`);
  expect(archived({ summary: 'Archives a report' })).toBeUndefined();
  expect(archived({ summary: 'Archives a report, which does not delete it' })).toBeUndefined();
  expect(archived({ summary: 'Removes a report', requestBody: body })).toBeUndefined();
  const path = `${D}/archive`;
  expect(deploymentRemoval(documentOf({ [`post ${path}`]: { summary: 'Removes a deployment' } }))).toBe(
    'POST /api/v1/deployments/{id}/archive',
  );
});

test('what needs more than an id, or removes something else, is no removal', () => {
  const more = [...ids('ids'), ...ids('reason')];
  expect(removalIn(REPORT, { ...created, [`delete ${REPORTS}`]: { parameters: more } })).toBeUndefined();
  expect(removalIn(REPORT, { ...created, [`delete ${REPORTS}`]: {} })).toBeUndefined();
  expect(removalIn(REPORT, { ...created, [`delete ${REPORTS}`]: { parameters: ids('before') } })).toBeUndefined();
  expect(removalIn(REPORT, { ...created, [`post ${REPORTS}/{r}/comments/delete`]: {} })).toBeUndefined();
});

test('a user is invited where an invitation can be accepted, and removed again', () => {
  const invitation = { 'post /api/v1/invitations': { operationId: 'inviteUser' }, 'get /api/v1/users': {} };
  const accept = { 'post /api/v1/invitations/{code}/accept': {} };
  const remove = { 'delete /api/v1/users/{id}': {} };
  const whole = documentOf({ ...invitation, ...accept, ...remove });
  expect(canInvite(whole, USER)).toBe(true);
  expect(creationOf(whole, USER)).toBeUndefined();
  expect(canInvite(documentOf({ ...invitation, ...remove }), USER)).toBe(false);
  expect(canInvite(documentOf({ ...invitation, ...accept }), USER)).toBe(false);
});

test('a key of a user is made below the path of the user where it can be removed', () => {
  const path = '/api/v1/users/{userId}/credentials';
  const creation = { [`post ${path}`]: {} };
  expect(creationBelowUsers(documentOf(creation))).toBeUndefined();
  expect(creationBelowUsers(documentOf({ ...creation, [`delete ${path}/{keyId}`]: {} }))?.removal).toBe(
    `${path}/{keyId}`,
  );
  expect(
    creationBelowUsers(
      documentOf({ 'post /api/v1/users/{id}/sessions': {}, 'delete /api/v1/users/{id}/sessions/{s}': {} }),
    ),
  ).toBeUndefined();
});

test('a user is switched off by an update that has all that it says in one member', () => {
  const user = {
    type: 'object',
    properties: { type: { const: 'user' }, status: { type: 'string', enum: ['active', 'deactivated'] } },
  };
  const request = { content: { 'application/json': { schema: { type: 'object', properties: { user } } } } };
  const document = documentOf({ 'post /api/v1/users': {}, 'put /api/v1/users/{id}': { requestBody: request } });
  const creation = creationOf(document, USER);
  expect(creation && retirementOf(document, USER, creation)).toEqual({
    method: 'PUT',
    path: '/api/v1/users/{id}',
    body: { user: { type: 'user', status: 'deactivated' } },
  });
});

test('a user is switched off by an action of that name, if there is one and it needs nothing more', () => {
  const switchedOff = (paths: object) => {
    const document = documentOf({ 'post /api/v1/users': {}, ...paths });
    const creation = creationOf(document, USER);
    return creation && retirementOf(document, USER, creation);
  };
  const path = '/api/v1/users/{userId}';
  const expected = { method: 'POST', path: '/api/v1/users/{id}:deactivate', body: {} };
  expect(switchedOff({ [`post ${path}:deactivate`]: {}, [`post ${path}:reactivate`]: {} })).toEqual(expected);
  expect(switchedOff({ [`post ${path}/suspend`]: {} })?.path).toBe('/api/v1/users/{id}/suspend');
  expect(switchedOff({ [`post ${path}/keys/disable`]: {} })).toBeUndefined();
  const schema = { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } };
  const request = { content: { 'application/json': { schema } } };
  expect(switchedOff({ [`post ${path}:deactivate`]: { requestBody: request } })).toBeUndefined();
});

test('an update that switches a user off repeats what it requires beside that and a read shows', async () => {
  const properties = {
    email: { type: 'string' },
    profile: { type: 'object' },
    version: { type: 'integer' },
    reason: { type: 'string' },
    status: { type: 'string', enum: ['ACTIVE', 'DEACTIVATED'] },
  };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const required = ['email', 'profile', 'version', 'status', 'reason'];
  const { reason: _, ...shown } = properties;
  const path = '/api/v1/users/{id}';
  const document = documentOf({
    'post /api/v1/users': {},
    [`get ${path}`]: { responses: { 200: json({ type: 'object', properties: shown }) } },
    [`put ${path}`]: { requestBody: json({ type: 'object', required, properties }) },
  });
  const creation = creationOf(document, USER);
  const retirement = creation && retirementOf(document, USER, creation);
  const [body, repeats] = [{ status: 'DEACTIVATED' }, ['email', 'profile', 'version']];
  expect(retirement).toEqual({ method: 'PUT', path, body, repeats });
  const sent: unknown[] = [];
  const user = {
    id: 7,
    email: 'a@b.example',
    profile: { firstName: 'A', picture: null },
    version: 2,
    status: 'ACTIVE',
  };
  const admin = {
    request: (method: string, at: string, one?: unknown) => {
      sent.push([method, at, one]);
      return Promise.resolve({ status: 200, wire: { data: user } });
    },
  };
  expect(retirement && (await sendRetirement(admin as unknown as Actor, retirement, 7))).toBe(200);
  const whole = { email: 'a@b.example', profile: { firstName: 'A' }, version: 2, status: 'DEACTIVATED' };
  expect(sent).toEqual([
    ['GET', '/api/v1/users/7', undefined],
    ['PUT', '/api/v1/users/7', whole],
  ]);
});

const json = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', required, properties } } } },
});

function retiredBy(operations: Readonly<Record<string, object>>) {
  const document = documentOf({ 'post /api/v1/users': {}, ...operations });
  const creation = creationOf(document, USER);
  return creation && retirementOf(document, USER, creation);
}

test('a user is switched off by the state that is put below it', () => {
  const state = json({ state: { type: 'string', enum: ['active', 'deactivated'] } });
  expect(retiredBy({ 'put /api/v1/users/{user_id}/state': state })).toEqual({
    method: 'PUT',
    path: '/api/v1/users/{id}/state',
    body: { state: 'deactivated' },
  });
  expect(retiredBy({ 'put /api/v1/users/{user_id}/notifications': state })).toBeUndefined();
  expect(
    retiredBy({ 'put /api/v1/users/{user_id}/state': json({ state: { enum: ['online', 'away'] } }) }),
  ).toBeUndefined();
});

test('a user is switched off by an action on several users, which is told the ids', async () => {
  const several = json({ userIds: { type: 'array', items: { type: 'integer' } }, reason: { type: 'string' } });
  const path = '/api/v1/users/actions/deactivate';
  const retirement = retiredBy({ [`post ${path}`]: several, 'post /api/v1/users/actions/activate': several });
  expect(retirement).toEqual({ method: 'POST', path, body: { reason: 'conformance run' }, ids: 'userIds' });
  expect(retiredBy({ 'post /api/v1/users:batchDeactivate': several })?.ids).toBe('userIds');
  const sent: unknown[] = [];
  const request = (...told: unknown[]) => Promise.resolve({ status: 200, told: sent.push(told) });
  if (retirement) await sendRetirement({ request } as unknown as Actor, retirement, '7');
  expect(sent).toEqual([['POST', path, { reason: 'conformance run', userIds: [7] }]]);
});

test('an action on several users that needs to be told more, or that has no list of ids, switches nobody off', () => {
  const at = (properties: object) => retiredBy({ 'post /api/v1/users/actions/deactivate': json(properties) });
  const ids = { type: 'array', items: { type: 'string' } };
  expect(at({ userIds: ids, transferTo: { type: 'integer' } })).toBeUndefined();
  expect(at({ filter: { type: 'string' } })).toBeUndefined();
  expect(at({ userIds: ids, teamIds: ids })).toBeUndefined();
});

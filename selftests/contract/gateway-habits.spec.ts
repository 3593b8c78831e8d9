import { expect, test } from '../test.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { stateFor } from '../../contracts/bindings/discovery/states.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { meantValues } from '../../contracts/bindings/words.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { nearest } from '../../harness/requests/fitting.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';

/** Habits of documents that are generated from protocol buffers. */
const contract = await loadContract();
const TEXT = { type: 'string' };
const TASKS = '/api/v1/deployments/{deploymentId}/scheduled-tasks';
const DELIVERY = '/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

function operation({ request, answer }: { readonly request?: object; readonly answer?: object }): object {
  return { ...(request && { requestBody: json(request) }), responses: { 200: json(answer ?? object({})) } };
}

function foundIn(paths: object): (id: string) => unknown {
  const resolved = resolveBindings(contract, {}, new TenantDocument({ openapi: '3.1.0', paths }));
  return (id) => (resolved.get(id) as { readonly value?: unknown }).value;
}

test('a member two levels down is found by its own name where the names above it say no more', () => {
  const cron = object({ expression: TEXT, timeZone: TEXT });
  const threshold = object({ measure: TEXT, value: { type: 'number' } });
  const request = object({
    prompt: TEXT,
    schedule: {
      ...object({ cron, onDemand: object({}) }),
      oneOf: [{ required: ['cron'] }, { required: ['onDemand'] }],
    },
    condition: object({ threshold }),
  });
  const found = foundIn({ [TASKS]: { post: operation({ request }) } });
  expect(found('scheduled-tasks.cron')).toBe('schedule.cron.expression');
  expect(found('scheduled-tasks.time-zone')).toBe('schedule.cron.timeZone');
});

test('a state stands for a flag', () => {
  const states = ['STATE_UNSPECIFIED', 'ENABLED', 'DISABLED'];
  const request = object({ branchName: TEXT, state: { ...TEXT, enum: states } });
  const path = '/build/api/v1/deployments/{deploymentId}/branches/staging-environment';
  expect(foundIn({ [path]: { put: operation({ request }) } })('build.staging-enabled')).toBe('state');
  expect([true, false].map((one) => stateFor(states, one))).toEqual(['ENABLED', 'DISABLED']);
});

test('a notification may name the scheduled task that it is about', () => {
  const path = '/api/v1/deployments/{deploymentId}/notifications';
  const listing = (members: object) => ({
    [path]: { get: operation({ answer: object({ notifications: { type: 'array', items: object(members) } }) }) },
  });
  const about = { id: TEXT, message: TEXT, read: { type: 'boolean' } };
  expect(foundIn(listing({ ...about, scheduledTask: TEXT }))('scheduled-tasks.inbox')).toEqual({ method: 'get', path });
  expect(foundIn(listing({ ...about, schedule: TEXT }))('scheduled-tasks.inbox')).toBeUndefined();
});

test('a verb behind a colon may be of several words, and stand behind a collection', () => {
  const request = object({ userIds: { type: 'array', items: TEXT } });
  const found = foundIn({
    [`${DELIVERY}:transferOwnership`]: { post: operation({ request: object({ newOwner: TEXT }) }) },
    '/api/v1/users:batchReactivate': { post: operation({ request }) },
    '/api/v1/users:batchDelete': { post: operation({ request }) },
  });
  expect(found('report-deliveries.transfer')).toEqual({ method: 'post', path: `${DELIVERY}:transferOwnership` });
  expect(found('users.bulk-action')).toEqual({ method: 'post', path: '/api/v1/users:batchReactivate' });
});

test.describe('a group whose name is its path', () => {
  const searched = (name: object) => {
    const groups = { type: 'array', items: object({ name, displayName: TEXT }) };
    return foundIn({ '/api/v1/groups': { get: operation({ answer: object({ groups }) }) } })('users.group-searched');
  };

  test('is searched by another member', () => {
    expect(searched({ ...TEXT, readOnly: true })).toBe('displayName');
    expect(searched({ ...TEXT, description: 'Resource name, `groups/{group}`' })).toBe('displayName');
  });

  test('is none where anybody may name it', () => {
    expect(searched(TEXT)).toBe('name');
  });
});

test('another provider in the settings of a deployment is none of clouds', () => {
  const shown = (members: object) =>
    foundIn({ '/api/v1/deployments/{deploymentId}/settings': { get: operation({ answer: object(members) }) } });
  expect(shown({ gitProvider: TEXT, queryTimeout: TEXT })('deployments.settings-cloud-provider')).toBeUndefined();
  expect(shown({ provider: TEXT, queryTimeout: TEXT })('deployments.settings-cloud-provider')).toBe('provider');
});

test('the value that stands for none is not chosen', () => {
  expect(meantValues(['KIND_UNSPECIFIED', 'EMAIL', null])).toEqual(['EMAIL', null]);
  expect(meantValues(['KIND_UNSPECIFIED', null])).toEqual(['KIND_UNSPECIFIED', null]);
  expect(nearest(['UNSPECIFIED', 'DAILY', 'WEEKLY'], 'hourly')).toBe('DAILY');
});

test.describe('a list that an answer leaves out', () => {
  const links = { type: 'array', items: object({ id: { type: 'string' } }) };
  const read = (required: readonly string[], wire: object, members: object = { links }) => {
    const path = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/promotion-links';
    const paths = { [path]: { get: operation({ answer: object(members, required) }) } };
    const format = new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', info: {}, paths }));
    return format.fromTenant('listPromotionLinks', { status: 200, headers: {}, wire }) as { readonly items?: unknown };
  };

  test('is empty where the document does not say that it is always there', () => {
    expect(read([], {}).items).toEqual([]);
  });

  test('is missing otherwise', () => {
    expect(read(['links'], {}).items).toBeUndefined();
  });

  test('is missing where something else is in its place', () => {
    expect(read([], { id: 'a' }).items).toBeUndefined();
    expect(read([], { others: [] }).items).toBeUndefined();
    expect(read([], { page: {}, _links: {} }, { links, page: object({}) }).items).toEqual([]);
  });

  test('is empty where only members that nobody declares are beside it', () => {
    expect(read([], { _links: {} }).items).toEqual([]);
  });

  test('is none where it is there', () => {
    expect(read([], { links: [{}] }).items).toHaveLength(1);
  });

  test('may be left out with the member that holds it', () => {
    const within = (required: readonly string[]) => ({ _embedded: object({ links }, required), page: object({}) });
    expect(read([], {}, within([])).items).toEqual([]);
    expect(read([], { _embedded: {} }, within([])).items).toEqual([]);
    expect(read(['_embedded'], {}, within([])).items).toBeUndefined();
    expect(read([], { _embedded: {} }, within(['links'])).items).toBeUndefined();
  });
});

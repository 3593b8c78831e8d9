import { expect, test } from '../test.ts';
import { bind, placeFor } from '../../contracts/bindings/bind.ts';
import type { BindingId } from '../../contracts/bindings/index.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import type { Resolution } from '../../contracts/bindings/resolved.ts';
import { readTenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf } from '../../contracts/document.ts';

const contract = await loadContract();

const TASK = '/api/v1/deployments/{deployment}/scheduled-tasks/{task}';
const DELIVERY = '/api/v1/deployments/{deployment_id}/report-deliveries/{delivery_id}';
const OURS = '/api/v1/deployments/{deploymentId}';

const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

/** What is read from a document in which updates take these members. */
function resolved(updates: Readonly<Record<string, Readonly<Record<string, object>>>>) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [address, properties] of Object.entries(updates)) {
    const [method = '', path = ''] = address.split(' ');
    const schema = { type: 'object', properties };
    const operation = {
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 200: { description: 'Updated' } },
    };
    paths[path] = { ...paths[path], [method]: operation };
  }
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Acme', version: '1' }, paths });
  const document = readTenantDocument(text);
  if ('refused' in document) throw new Error(document.refused);
  return resolveBindings(contract, {}, document);
}

function found(resolutions: ReadonlyMap<string, Resolution>, id: BindingId): unknown {
  const resolution = resolutions.get(id);
  return resolution && 'source' in resolution && resolution.source === 'discovered' ? resolution.value : undefined;
}

const STATES = {
  'a flag': [{ isActive: { type: 'boolean' } }, { isActive: false }, { isActive: true }],
  'a flag of the pause': [{ paused: { type: ['boolean', 'null'] } }, { paused: true }, { paused: false }],
  'a list of values': [
    { status: { type: 'string', enum: ['DRAFT', 'ACTIVE', 'PAUSED'] } },
    { status: 'PAUSED' },
    { status: 'ACTIVE' },
  ],
  'the constants of a choice': [
    { state: { oneOf: [{ const: 'running' }, { const: 'suspended' }] }, enabled: { type: 'boolean' } },
    { state: 'suspended' },
    { state: 'running' },
  ],
} as const;

for (const [what, [members, paused, active]] of Object.entries(STATES)) {
  test(`a task is paused by an update of ${what} where it has no path for that`, () => {
    const all = resolved({ [`put ${TASK}`]: texts('prompt'), [`patch ${TASK}`]: { ...texts('title'), ...members } });
    const route = { method: 'patch', path: `${OURS}/scheduled-tasks/{taskId}` };
    expect(found(all, 'scheduled-tasks.pause')).toEqual(route);
    expect(found(all, 'scheduled-tasks.resume')).toEqual(route);
    expect(found(all, 'scheduled-tasks.pause-body')).toEqual(paused);
    expect(found(all, 'scheduled-tasks.resume-body')).toEqual(active);
  });
}

test('a delivery is paused and transferred by its update, and the operations keep their own places', () => {
  const all = resolved({ [`patch ${DELIVERY}`]: { ...texts('subject', 'owner_id'), enabled: { type: 'boolean' } } });
  const route = { method: 'patch', path: `${OURS}/report-deliveries/{deliveryId}` };
  for (const id of ['update', 'pause', 'resume', 'transfer'] as const) {
    expect(found(all, `report-deliveries.${id}`), id).toEqual(route);
  }
  expect(found(all, 'report-deliveries.update-body')).toEqual({ subject: 'Conformance delivery, renamed' });
  const bound = bind(contract, all);
  const places = operationsOf(bound).filter(({ operation }) =>
    /^(update|pause|resume)ReportDelivery/.test(operation.operationId),
  );
  expect(places.map(({ path }) => path)).toEqual([
    route.path,
    `${route.path}#pauseReportDelivery`,
    `${route.path}#resumeReportDelivery`,
  ]);
  expect(operationsOf(bound)).toHaveLength(operationsOf(contract).length);
  expect(placeFor(bound.paths, { method: 'delete', path: '/unknown' }, 'deleteIt')).toBe('/unknown');
});

test('a path of its own comes before an update, and two flags decide nothing', () => {
  const flags = { enabled: { type: 'boolean' }, paused: { type: 'boolean' } };
  const one = resolved({ [`post ${TASK}:pause`]: {}, [`put ${TASK}`]: { enabled: { type: 'boolean' } } });
  expect(found(one, 'scheduled-tasks.pause')).toEqual({
    method: 'post',
    path: `${OURS}/scheduled-tasks/{taskId}:pause`,
  });
  expect(found(one, 'scheduled-tasks.pause-body')).toBeUndefined();
  expect(found(resolved({ [`put ${TASK}`]: flags }), 'scheduled-tasks.pause')).toBeUndefined();
});

const SESSIONS = {
  'by a word for it': [{ properties: texts('deployment_id', 'visitor_ref', 'theme') }, 'visitor_ref'],
  'as the only text that it requires': [
    { properties: texts('deploymentId', 'login', 'theme'), required: ['deploymentId', 'login'] },
    'login',
  ],
  'as the only text that is left': [{ properties: texts('deploymentId', 'tenantName', 'login') }, 'login'],
  'in no culture': [{ properties: texts('deploymentId', 'culture'), required: ['culture'] }, undefined],
  'in no text that cannot hold a name': [
    {
      properties: {
        region: { type: 'string', pattern: '^[a-z]{2}$' },
        stage: { type: 'string', maxLength: 8 },
        login: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      },
      required: ['region', 'stage'],
    },
    'login',
  ],
} as const;

for (const [how, [schema, name]] of Object.entries(SESSIONS)) {
  test(`who an embed session is for is found ${how}`, () => {
    const body = { content: { 'application/json': { schema: { type: 'object', ...schema } } } };
    const post = { requestBody: body, responses: { 200: { description: 'Made' } } };
    const paths = { '/api/v1/embed/generate-session': { post } };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Acme', version: '1' }, paths });
    const document = readTenantDocument(text);
    if ('refused' in document) throw new Error(document.refused);
    expect(found(resolveBindings(contract, {}, document), 'embed.session-user')).toBe(name);
  });
}

test('an object that a member is inside of may be null', () => {
  const schedule = { type: ['object', 'null'], properties: texts('cron', 'zone') };
  const post = {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { schedule } } } } },
    responses: { 201: { description: 'Made' } },
  };
  const paths = { '/api/v1/deployments/{id}/scheduled-tasks': { post } };
  const document = readTenantDocument(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Acme', version: '1' }, paths }),
  );
  if ('refused' in document) throw new Error(document.refused);
  const all = resolveBindings(contract, {}, document);
  expect(found(all, 'scheduled-tasks.cron')).toBe('schedule.cron');
  const cron = { cron: { type: ['string', 'null'] }, zone: { type: ['string', 'null'] } };
  const scheduleIn = ({ components: { schemas } }: ReturnType<typeof bind>) =>
    schemas['ScheduledTask']?.properties?.['schedule'];
  // A task may show something else than an object there, such as the text "on demand".
  expect(scheduleIn(bind(contract, all))).not.toHaveProperty('type');
  expect(scheduleIn(bind(contract, all))).toMatchObject({ properties: cron });
  expect(scheduleIn(bind(contract, all, 'typed'))).toMatchObject({ type: ['object', 'null'], properties: cron });
});

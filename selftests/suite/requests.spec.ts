import type { StatedBindings } from '../../contracts/bindings/resolve.ts';
import { Requests } from '../../harness/requests/requests.ts';
import type { Settings } from '../../harness/tenant/configuration.ts';
import { contract } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { expect, test } from '../test.ts';

type Asked = Parameters<Requests['write']>[1];

const D = '/api/v1/deployments/{deploymentId}';
const SETTINGS = { DEPLOYMENT_ID: '7', WORKBOOK_ID: '42', MEMBER_USER_ID: '9' };

/** A tenant whose document has the given schemas of requests, by method and path; or none at all. */
function tenantWith(
  bodies: Readonly<Record<string, object>> | undefined,
  stated: StatedBindings = {},
  settings: Settings = SETTINGS,
) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [address, schema] of Object.entries(bodies ?? {})) {
    const [method = '', path = ''] = address.split(' ');
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    paths[path] = { ...paths[path], [method]: { requestBody, responses: {} } };
  }
  const document = JSON.stringify({ openapi: '3.1.0', paths });
  const requests = new Requests(new WireFormat(contract, stated, bodies && document));
  return (operation: AnyOperationId, asked: Asked, namesAreKnown = false) =>
    requests.write(operation, asked, { settings, namesAreKnown, fresh: (what) => `conformance-${what}-1` });
}

const text = { type: 'string' };

test.describe('what a document requires', () => {
  test('is filled in beside what the check sends, also in nested objects', () => {
    const write = tenantWith({
      [`put ${D}/reports/{reportId}/connect-workbook`]: {
        required: ['mode'],
        properties: {
          mode: { enum: ['fast', 'slow'] },
          resultChecksum: {
            type: 'object',
            required: ['algorithm'],
            properties: { payload: text, algorithm: { const: 'sha' } },
          },
        },
      },
    });
    const { body, fromDocument } = write('connectReportToWorkbook', { body: { resultChecksum: { payload: 'x' } } });
    expect(body).toEqual({ resultChecksum: { payload: 'x', algorithm: 'sha' }, mode: 'fast' });
    expect(fromDocument).toMatchObject({ places: ['resultChecksum.algorithm', 'mode'], areListed: true });
    const other = write('connectReportToWorkbook', { body: { resultChecksum: { payload: 'y' } } });
    expect(other.fromDocument.form).toBe(fromDocument.form);
    const longer = write('connectReportToWorkbook', { body: { resultChecksum: { payload: 'x' }, host: 'x' } });
    expect(longer.fromDocument.form).not.toBe(fromDocument.form);
  });

  test('has no such form where it repeats what was last seen of a thing, which may be out of date', () => {
    const write = tenantWith({
      [`put ${D}/reports/{reportId}/connect-workbook`]: {
        required: ['mode'],
        properties: { mode: { enum: ['fast', 'slow'] } },
      },
    });
    const { fromDocument } = write('connectReportToWorkbook', { body: { mode: 'fast' }, stored: ['mode'] });
    expect(fromDocument).toEqual({ places: ['mode'], areListed: false });
  });

  test('has a form that can be sent again only if all that the document asks for are listed values', () => {
    const write = tenantWith({
      [`put ${D}/reports/{reportId}/connect-workbook`]: { required: ['note'], properties: { note: text } },
    });
    const { fromDocument } = write('connectReportToWorkbook', { body: {} });
    expect(fromDocument).toEqual({ places: ['note'], areListed: false });
  });

  test('is a cron or a time zone where its name or what is said of it means one', () => {
    const said = (description: string) => ({ ...text, description });
    const properties = {
      title: text,
      timing: {
        type: 'object',
        required: ['fires', 'where'],
        properties: { fires: said('A cron expression of five fields.'), where: said('An IANA time zone.') },
      },
      schedule: { type: 'object', required: ['expression'], properties: { expression: text } },
    };
    const required = ['title', 'timing', 'schedule'];
    const write = tenantWith({ [`post ${D}/report-deliveries`]: { required, properties } });
    expect(write('createReportDelivery', { body: {} }).body).toMatchObject({
      timing: { fires: expect.stringMatching(/^\d+ \d+ /), where: expect.stringMatching(/^\w+\/\w+$/) },
      schedule: { expression: expect.stringMatching(/^\d+ \d+ /) },
    });
  });

  test('is not filled in where the specification prints a partial body, but in the objects that it holds', () => {
    const schema = {
      required: ['name', 'extra'],
      properties: {
        name: text,
        extra: text,
        policies: { type: 'array', items: { required: ['note'], properties: { note: { const: 'n' } } } },
      },
    };
    const write = tenantWith({ 'put /api/v1/roles/{roleId}': schema });
    expect(write('updateRole', { path: { roleId: 1 }, body: {} }).body).toEqual({});
    expect(write('updateRole', { path: { roleId: 1 } }).body).toBeUndefined();
    const sent = { policies: [{ resourceType: 'Global' }] };
    expect(write('updateRole', { path: { roleId: 1 }, body: sent }).body).toEqual({
      policies: [{ resourceType: 'Global', note: 'n' }],
    });
  });

  test('is not filled in where the check leaves it out, the specification prints it as optional, or it has a printed default', () => {
    const create = {
      required: ['name', 'description', 'policies'],
      properties: { name: text, description: text, policies: { type: 'array' } },
    };
    const write = tenantWith({
      'post /api/v1/roles': create,
      [`put ${D}/reports/{reportId}/refresh`]: {
        required: ['placementId', 'sheetName'],
        properties: { placementId: { type: 'integer' }, sheetName: text },
      },
      [`post ${D}/scheduled-tasks`]: {
        required: ['notificationEnabled'],
        properties: { notificationEnabled: { type: 'boolean' } },
      },
    });
    expect(write('createRole', { body: { name: undefined, policies: [] } }).body).toEqual({
      name: undefined,
      policies: [],
    });
    expect(write('createRole', { body: { policies: [] }, omits: ['name'] }).body).toEqual({ policies: [] });
    expect(write('refreshReport', { body: { placementId: '3' } }).body).toEqual({ placementId: 3 });
    expect(write('createScheduledTask', { body: { prompt: 'p' } }).body).toEqual({ prompt: 'p' });
  });

  test('is the body of an operation for which the specification prints none', () => {
    const write = tenantWith({
      [`post ${D}/scheduled-tasks/{taskId}/run`]: { type: 'object', required: ['why'], properties: { why: text } },
    });
    expect(write('runScheduledTask', { path: { taskId: '1' } }).body).toEqual({ why: 'conformance' });
  });

  test('is looked up where it names a thing, in the path before the settings, and reported where nobody knows one', () => {
    const properties = {
      deploymentId: { type: 'integer' },
      workbookId: { type: 'integer' },
      planId: { type: 'integer' },
    };
    const write = tenantWith({ 'post /api/v1/roles': { required: Object.keys(properties), properties } });
    const { body, unknown } = write('createRole', { path: { deploymentId: '8' }, body: { name: 'n' } });
    expect(body).toEqual({ name: 'n', deploymentId: 8, workbookId: 42 });
    expect(unknown).toEqual(['planId']);
  });

  test('never replaces what is printed, though the document forbids it', () => {
    const properties = { name: { type: 'integer' }, other: text };
    const write = tenantWith({
      'post /api/v1/roles': { required: ['other'], properties, additionalProperties: false },
    });
    const { body } = write('createRole', { body: { name: '12', description: 'd' } });
    expect(body).toEqual({ name: '12', description: 'd', other: 'conformance' });
  });
});

test.describe('a guess', () => {
  test('is what neither the specification nor the document nor the user says, with the line that states it', () => {
    const asked = { body: { prompt: 'p', cron: '7 4 1 1 *', name: 'Conformance task' } };
    const whatOf = (write: ReturnType<typeof tenantWith>) =>
      write('createScheduledTask', asked).guesses.map(({ what }) => what);
    expect(whatOf(tenantWith(undefined))).toEqual([
      'scheduled-tasks.prompt',
      'scheduled-tasks.cron',
      'scheduled-tasks.create',
    ]);
    const declared = tenantWith({
      [`post ${D}/scheduled-tasks`]: { properties: { prompt: text, cron: text, name: text } },
    });
    expect(whatOf(declared).filter((what) => what !== 'scheduled-tasks.create')).toEqual([]);
    const stated = {
      'scheduled-tasks.prompt': 'prompt',
      'scheduled-tasks.cron': 'cron',
      'scheduled-tasks.create': { name: 'Conformance task' },
    };
    expect(whatOf(tenantWith(undefined, stated))).toEqual([]);
    const [, , line] = tenantWith(undefined)('createScheduledTask', asked).guesses;
    expect(line?.line).toBe('"scheduled-tasks.create": {"name":"Conformance task"}');
  });

  test('is what is left of a default of which the document leaves out a part', () => {
    const condition = { type: 'object', properties: { measure: text, above: { type: 'number' } } };
    const write = tenantWith({ [`post ${D}/scheduled-tasks`]: { properties: { condition } } });
    const ofMeasure = { type: 'anomaly', measure: 'orders.count' };
    const { body, guesses } = write('createScheduledTask', { body: { condition: ofMeasure } });
    expect(body).toEqual({ condition: { measure: 'orders.count' } });
    expect(guesses.map(({ what }) => what)).toEqual(['scheduled-tasks.condition-anomaly']);
  });

  test('has what the document declares in the place of members that it calls otherwise', () => {
    const operator = { oneOf: [{ enum: ['gt', 'lt'] }, { enum: [null] }] };
    const properties = { type: { enum: ['threshold', 'anomaly'] }, measure: text, operator, value: { type: 'number' } };
    const condition = { type: 'object', required: ['type', 'measure'], properties };
    const write = tenantWith({ [`post ${D}/scheduled-tasks`]: { properties: { condition } } });
    const sent = (asked: object) => write('createScheduledTask', { body: { condition: asked } }).body;
    const threshold = { type: 'threshold', measure: 'orders.count', direction: 'above', value: 1000 };
    const known = { type: 'threshold', measure: 'orders.count', value: 1000 };
    expect(sent(threshold)).toEqual({ condition: { ...known, operator: 'gt' } });
    expect(sent({ type: 'anomaly', measure: 'orders.count' })).toEqual({
      condition: { type: 'anomaly', measure: 'orders.count' },
    });
  });

  test('that is empty is so in the form that the document has', () => {
    const schema = { properties: { tenantGroups: { type: 'object' }, embedTenantProfile: { type: 'array' } } };
    const write = tenantWith({ 'post /api/v1/embed/generate-session': schema, 'post /api/v1/roles': schema });
    const { body } = write('generateEmbedSession', { body: { tenantGroups: [], embedTenantProfile: {} } });
    expect(body).toEqual({ tenantGroups: {}, embedTenantProfile: [] });
    expect(write('createRole', { body: { policies: [] } }).body).toEqual({ policies: [] });
  });

  test('is no body where an action has nothing to say', () => {
    const asked = { path: { taskId: 1 } };
    for (const action of ['pauseScheduledTask', 'resumeScheduledTask', 'pauseReportDelivery'] as const)
      expect(tenantWith({})(action, asked)).not.toHaveProperty('body');
    const stated = { 'scheduled-tasks.pause-body': { state: 'PAUSED' } };
    expect(tenantWith(undefined, stated)('pauseScheduledTask', asked).body).toEqual({ state: 'PAUSED' });
  });

  test('is the address and the name of a query parameter too', () => {
    const write = tenantWith(undefined);
    expect(write('pauseScheduledTask', { path: { taskId: 1 } }).guesses).toMatchObject([
      { what: 'scheduled-tasks.pause', isAddress: true },
    ]);
    expect(write('listReports', { query: { sortBy: 'name', sortDirection: 'ASC' } }).guesses).toMatchObject([
      { what: 'reports.sort-direction' },
    ]);
    expect(write('listReports', { query: { sortBy: 'name' } }).guesses).toEqual([]);
  });

  test('is nothing on a tenant whose names are known, and nothing in a body that is printed', () => {
    const write = tenantWith(undefined);
    expect(write('createScheduledTask', { body: { prompt: 'p' } }, true).guesses).toEqual([]);
    expect(
      write('createRole', {
        body: { name: 'n', policies: [{ resourceType: 'Global', actions: ['All'], resources: ['1'] }] },
      }).guesses,
    ).toEqual([]);
  });

  test('gives way to a value and a member that the document has', () => {
    const write = tenantWith({
      [`put ${D}/reports/{reportId}/connect-workbook`]: {
        properties: { host: { enum: ['excel', 'sheets'] }, sheetId: { type: 'integer' } },
      },
    });
    const { body } = write('connectReportToWorkbook', { body: { host: 'GOOGLE_SHEETS', sheetId: '0' } });
    expect(body).toEqual({ host: 'sheets', sheetId: 0 });
  });

  test('gives way where it comes from an example of another operation, and this one has no such member', () => {
    const write = tenantWith({
      [`post ${D}/scheduled-tasks`]: { properties: { prompt: text }, example: { name: 'n', title: 'sample' } },
      [`put ${D}/scheduled-tasks/{taskId}`]: { properties: { prompt: text } },
    });
    const body = { prompt: 'p', name: 'n', title: 'sample' };
    expect(write('createScheduledTask', { body }).body).toEqual(body);
    const update = write('updateScheduledTask', { path: { taskId: '1' }, body });
    expect(update).toMatchObject({ body: { prompt: 'p' }, guesses: [] });
  });

  test('gives way where the document allows no value of its kind, and where it has no such name', () => {
    const view = { type: 'object', required: ['cube'], properties: { cube: { const: 'c' } } };
    const write = tenantWith({
      [`post ${D}/lakehouse-metric-view-previews`]: {
        required: ['dataSourceName', 'views'],
        properties: { dataSourceName: text, views: { type: 'array', minItems: 1, items: view } },
      },
      'post /api/v1/api-keys': { required: ['usage'], properties: { usage: { enum: ['A'] } } },
      [`post ${D}/dashboard-exports`]: {
        required: ['format', 'workbookId'],
        properties: { format: text, workbookId: { type: 'integer' } },
      },
    });
    const preview = { body: { views: ['orders'], dataSourceName: 's' } };
    expect(write('startMetricViewPreview', preview).body).toEqual({ dataSourceName: 's', views: [{ cube: 'c' }] });
    // The text of a default is made unique by whoever sends it.
    expect(write('createApiKey', { body: { name: 'conformance-key-1' } }).body).toEqual({ usage: 'A' });
    const start = { body: { dashboardPublicId: 'p', format: 'png' } };
    expect(write('startDashboardExport', start).body).toEqual({ format: 'png', workbookId: 42 });
  });

  test('of a thing is of the deployment in the path', () => {
    const properties = { workbookId: { type: 'integer' } };
    const settings = { ...SETTINGS, OTHER_DEPLOYMENT_ID: '8', OTHER_WORKBOOK_ID: '43' };
    const write = tenantWith({ 'post /api/v1/roles': { required: ['workbookId'], properties } }, {}, settings);
    const asked = (deploymentId: string) => ({ path: { deploymentId }, body: { name: 'n' } });
    expect(write('createRole', asked('8')).body).toEqual({ name: 'n', workbookId: 43 });
    expect(write('createRole', asked('7')).body).toEqual({ name: 'n', workbookId: 42 });
  });
});

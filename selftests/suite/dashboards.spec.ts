import type { Schema } from '../../contracts/document.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { dashboardIdOf } from '../../harness/provision/dashboard-ids.ts';
import { dashboardOf } from '../../harness/provision/dashboards.ts';
import { dashboardOfTenant } from '../../harness/provision/embedding.ts';
import type { ThingKind } from '../../harness/provision/kinds.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { wantedFor } from '../../harness/provision/wanted.ts';
import { Requests } from '../../harness/requests/requests.ts';
import type { Settings } from '../../harness/tenant/configuration.ts';
import { contract, registry } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { expect, test } from '../test.ts';

const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';
const WORKBOOKS = `${DEPLOYMENT}/workbooks`;
const HERE = '/api/v1/deployments/7/workbooks';
const answers = { responses: { 200: {} } };

interface Shown {
  /** The elements of the list of workbooks. */
  readonly workbooks?: readonly object[];
  /** The elements of the list of dashboards; there is no such list without them. */
  readonly dashboards?: readonly object[];
  /** What reads of other paths show. */
  readonly reads?: Readonly<Record<string, object>>;
}

/** A source on a tenant with one workbook that an embed tenant may read, and another one. */
function tenantThatShows({ workbooks = [{ id: 3 }, { id: 4 }], dashboards, reads = {} }: Shown) {
  const answer = (wire: unknown, status = 200) => Promise.resolve({ status, headers: {}, text: '', wire, body: wire });
  const raw = (operation: string, { path }: { path?: { publicId?: string } } = {}) => {
    if (operation === 'listDashboardComments') return answer([], path?.publicId === 'd-3' ? 200 : 403);
    return answer({ sessionId: 1, token: 'token' });
  };
  const preparing = { raw, listEmbedTenantWorkbooks: () => Promise.resolve({ items: [{ id: 3 }] }) };
  const lists: Readonly<Record<string, readonly object[] | undefined>> = { workbook: workbooks, dashboard: dashboards };
  const paths = {
    [WORKBOOKS]: { get: answers },
    ...(dashboards && { [`${DEPLOYMENT}/dashboards`]: { get: answers } }),
    ...(Object.keys(reads).length > 0 && { [`${WORKBOOKS}/{w}/dashboard`]: { get: answers } }),
  };
  return {
    document: new TenantDocument({ openapi: '3.1.0', paths }),
    admin: { preparing, read: (path: string) => answer(reads[path] ?? {}), in: () => ({ preparing }) },
    as: () => ({ preparing }),
    things: {
      canList: ({ name }: ThingKind) => lists[name] !== undefined,
      list: (_: unknown, { name }: ThingKind) => Promise.resolve(lists[name]),
    },
    wire: { value: () => undefined },
    fresh: (what: string) => what,
    settings: { WORKBOOK_ID: '3', DEPLOYMENT_ID: '7', EMBED_TENANT: 'acme' },
    isOwn: () => false,
  } as unknown as Sourcing;
}

const PLACES: Readonly<Record<string, Shown>> = {
  'the list of workbooks': {
    workbooks: [
      { id: 3, publicId: 'd-3' },
      { id: 4, publicId: 'd-4' },
    ],
  },
  'the list of dashboards': {
    dashboards: [
      { id: 13, publicId: 'd-4', workbookId: 4 },
      { id: 14, publicId: 'd-3', workbookId: 3 },
    ],
  },
  'a list of dashboards that show their workbooks': {
    dashboards: [
      { id: 13, publicId: 'd-4', workbook: { id: 4 } },
      { id: 14, publicId: 'd-3', workbook: { id: 3 } },
    ],
  },
  'reads of dashboards': {
    reads: {
      [`${HERE}/3/dashboard`]: { id: 14, publicId: 'd-3' },
      [`${HERE}/4/dashboard`]: { id: 13, publicId: 'd-4' },
    },
  },
};

for (const [place, shown] of Object.entries(PLACES)) {
  test(`the public id of a dashboard is found in ${place}`, async () => {
    const tenant = tenantThatShows(shown);
    expect(dashboardOfTenant.isPossible?.(tenant)).toBe(true);
    expect(await dashboardOfTenant.obtain(tenant, 'EMBED_DASHBOARD_PUBLIC_ID')).toBe('d-3');
    const { obtain } = dashboardOf('WORKBOOK_ID', 'DEPLOYMENT_ID');
    expect(await obtain(tenant, 'DASHBOARD_PUBLIC_ID')).toBe('d-3');
  });
}

const IDS: readonly (readonly [where: string, shown: Shown, id: string | undefined])[] = [
  ['beside the public id in the list of dashboards', PLACES['the list of dashboards'] as Shown, '14'],
  ['beside the public id where a dashboard is read', PLACES['reads of dashboards'] as Shown, '14'],
  [
    'with the workbook',
    {
      workbooks: [
        { id: 3, publicId: 'd-3', dashboardId: 14 },
        { id: 4, dashboardId: 13 },
      ],
    },
    '14',
  ],
  ['in the dashboard of a workbook', { workbooks: [{ id: 3, dashboard: { id: 14, publicId: 'd-3' } }] }, '14'],
  ['nowhere: an id beside it is that of the workbook', PLACES['the list of workbooks'] as Shown, undefined],
  [
    'nowhere: the workbook has another dashboard',
    { workbooks: [{ id: 3, publicId: 'd-9', dashboardId: 19 }] },
    undefined,
  ],
];

for (const [where, shown, id] of IDS) {
  test(`the id of a dashboard is shown ${where}`, async () => {
    const tenant = tenantThatShows(shown);
    const settings = { ...tenant.settings, DASHBOARD_PUBLIC_ID: 'd-3' };
    const { obtain } = dashboardIdOf('DASHBOARD_PUBLIC_ID', 'WORKBOOK_ID', 'DEPLOYMENT_ID');
    expect(await obtain({ ...tenant, settings }, 'DASHBOARD_ID')).toBe(id);
  });
}

const PUBLIC = {
  DEPLOYMENT_ID: '7',
  OTHER_DEPLOYMENT_ID: '8',
  DASHBOARD_PUBLIC_ID: 'd-3',
  OTHER_DASHBOARD_PUBLIC_ID: 'd-5',
};
const BOTH = { ...PUBLIC, DASHBOARD_ID: '14', OTHER_DASHBOARD_ID: '15' };

/** How exports are started on a tenant whose document has such a body of them. */
function exportsBy(properties: Readonly<Record<string, Schema>>) {
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const post = { requestBody: { required: true, content: { 'application/json': { schema } } }, ...answers };
  const document = JSON.stringify({ openapi: '3.1.0', paths: { [`${DEPLOYMENT}/dashboard-exports`]: { post } } });
  const wire = new WireFormat(contract, {}, document);
  const requests = new Requests(wire);
  return {
    wire,
    write: (dashboardPublicId: string, settings: Settings) =>
      requests.write(
        'startDashboardExport',
        { body: { dashboardPublicId } },
        { settings, namesAreKnown: false, fresh: (what) => what },
      ),
  };
}

const FORMS: readonly (readonly [
  what: string,
  properties: Readonly<Record<string, Schema>>,
  ids: readonly unknown[],
])[] = [
  ['a text', { dashboardId: { type: 'string' } }, [{ dashboardId: 'd-3' }, { dashboardId: 'd-5' }]],
  ['a number', { dashboardId: { type: 'integer' } }, [{ dashboardId: 14 }, { dashboardId: 15 }]],
  [
    'a number in an object',
    { dashboard: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
    [{ dashboard: { id: 14 } }, { dashboard: { id: 15 } }],
  ],
];

for (const [what, properties, ids] of FORMS) {
  test(`an export names its dashboard by ${what}`, () => {
    const { write } = exportsBy(properties);
    const written = [BOTH.DASHBOARD_PUBLIC_ID, BOTH.OTHER_DASHBOARD_PUBLIC_ID].map((id) => write(id, BOTH));
    expect(written.map(({ body }) => body)).toEqual(ids);
    expect(written.flatMap(({ guesses, unknown }) => [...guesses, ...unknown])).toEqual([]);
  });
}

test('without the id that a number has to be, no export is sent, and a public id in a text needs none', () => {
  const number = exportsBy({ dashboardId: { type: 'integer' } });
  expect(number.write('d-3', PUBLIC)).toMatchObject({ body: {}, unknown: ['dashboardId'] });
  const rows = [...registry.values()].filter(({ family }) => family === 'dashboard-exports');
  const ids = (wire: WireFormat) => wantedFor(rows, rows, wire).filter((one) => /DASHBOARD_ID$/.test(one));
  expect(ids(number.wire)).toEqual(['DASHBOARD_ID', 'OTHER_DASHBOARD_ID']);
  expect(ids(exportsBy({ dashboardId: { type: 'string' } }).wire)).toEqual([]);
});

test('a number that is no id of a dashboard names none', () => {
  const { wire } = exportsBy({ dashboardWidth: { type: 'integer' }, pages: { type: 'integer' } });
  expect(wire.value('dashboard-exports.dashboard')).toBeUndefined();
});

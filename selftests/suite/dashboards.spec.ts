import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { dashboardOf } from '../../harness/provision/dashboards.ts';
import { dashboardOfTenant } from '../../harness/provision/embedding.ts';
import type { ThingKind } from '../../harness/provision/kinds.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
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

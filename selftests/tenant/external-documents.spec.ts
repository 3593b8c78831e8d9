import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const entriesOf = async (tenant: Leased, as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN', path: { externalWorkbookId: string }) =>
  succeeded(await tenant.as(as)('listPlacements', { path })).body.items as Record<string, unknown>[];

inBothDialects('external documents', (lease) => {
  test('placements are listed across deployments, and a denied one keeps back its name alone', async () => {
    const tenant = await lease();
    const path = { externalWorkbookId: tenant.id('EXTERNAL_WORKBOOK_ID') };
    const [all, some] = [await entriesOf(tenant, 'ADMIN_TOKEN', path), await entriesOf(tenant, 'MEMBER_TOKEN', path)];
    expect(all.every(({ access }) => access === 'GRANTED')).toBe(true);
    expect(new Set(all.map(({ deploymentId }) => deploymentId)).size).toBe(2);
    const denied = some.filter(({ access }) => access === 'DENIED');
    expect(denied.length).toBeGreaterThan(0);
    expect(some).toHaveLength(all.length);
    for (const entry of denied) {
      const whole = all.find(({ placementId }) => placementId === entry['placementId']);
      expect(entry).toEqual({ ...whole, access: 'DENIED', reportName: null });
    }
  });

  for (const [name, fits] of [
    ['FULL_WORKBOOK_ID', true],
    ['CROWDED_WORKBOOK_ID', false],
    ['PACKED_WORKBOOK_ID', true],
    ['OVERFULL_WORKBOOK_ID', false],
  ] as const) {
    test(`${name} is ${fits ? 'listed to the end' : 'refused with 422'}`, async () => {
      const tenant = await lease();
      const path = { externalWorkbookId: tenant.id(name) };
      const got = await tenant.as('ADMIN_TOKEN')('listPlacements', { path, query: { first: 400 } });
      if (!fits) refusedWith(got, 422);
      else {
        let count = succeeded(got).body.items.length as number;
        let { pageInfo } = got.body as { pageInfo: { hasNextPage: boolean; endCursor: string } };
        while (pageInfo.hasNextPage) {
          const next = await tenant.as('ADMIN_TOKEN')('listPlacements', {
            path,
            query: { first: 400, after: pageInfo.endCursor },
          });
          count += next.body.items.length as number;
          pageInfo = next.body.pageInfo;
        }
        expect(count).toBe(name === 'FULL_WORKBOOK_ID' ? 500 : 2000);
      }
    });
  }

  test('a full spreadsheet accepts another exploration only after one is removed', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    for (const name of ['FULL_WORKBOOK_ID', 'PACKED_WORKBOOK_ID'] as const) {
      const externalWorkbookId = tenant.id(name);
      const asked = {
        path: { reportId: tenant.id('REPORT_ID') },
        body: { externalWorkbookId, sheetName: 'S', anchorCell: 'A1' },
      };
      const listed = () => admin('listPlacements', { path: { externalWorkbookId }, query: { first: 1 } });
      succeeded(await listed());
      succeeded(await admin('connectReportToWorkbook', asked));
      refusedWith(await listed(), 422);
      succeeded(await admin('disconnectReportFromWorkbook', asked));
      succeeded(await listed());
    }
  });

  test('the content of a full spreadsheet is also listed as reports', async () => {
    const tenant = await lease();
    const externalWorkbookId = tenant.id('FULL_WORKBOOK_ID');
    const { archive } = tenant.tenant.deployments;
    const found = succeeded(
      await tenant.as('ADMIN_TOKEN')('listReports', {
        path: { deploymentId: archive },
        query: { externalWorkbookId, first: 500 },
      }),
    ).body.items as { id: number; name: string }[];
    expect(found).toHaveLength(500);
    const [entry] = await entriesOf(tenant, 'ADMIN_TOKEN', { externalWorkbookId });
    expect(found.find(({ id }) => id === entry?.['reportId'])?.name).toBe(entry?.['reportName']);
    const denied = await entriesOf(tenant, 'MEMBER_TOKEN', { externalWorkbookId });
    expect(denied.every(({ access, reportName }) => access === 'DENIED' && reportName === null)).toBe(true);
  });

  test('a placement comes with its connection and goes with it', async () => {
    const tenant = await lease();
    const [here, there] = [{ externalWorkbookId: 'here' }, { externalWorkbookId: 'there' }];
    const admin = tenant.as('ADMIN_TOKEN');
    const asked = {
      path: { reportId: tenant.id('UNREADABLE_REPORT_ID') },
      body: { ...here, sheetName: 'S', anchorCell: 'A1' },
    };
    expect(await entriesOf(tenant, 'ADMIN_TOKEN', here)).toEqual([]);
    succeeded(await admin('connectReportToWorkbook', asked));
    expect(await entriesOf(tenant, 'ADMIN_TOKEN', here)).toMatchObject([{ access: 'GRANTED' }]);
    expect(await entriesOf(tenant, 'MEMBER_TOKEN', here)).toMatchObject([{ access: 'DENIED', reportName: null }]);
    expect(await entriesOf(tenant, 'ADMIN_TOKEN', there)).toEqual([]);
    succeeded(await admin('disconnectReportFromWorkbook', asked));
    expect(await entriesOf(tenant, 'ADMIN_TOKEN', here)).toEqual([]);
    expect(await entriesOf(tenant, 'ADMIN_TOKEN', { externalWorkbookId: '__proto__' })).toEqual([]);
  });

  test('pages together are the list, and invalid page sizes and cursors are refused', async () => {
    const tenant = await lease();
    const path = { externalWorkbookId: tenant.id('EXTERNAL_WORKBOOK_ID') };
    const whole = await entriesOf(tenant, 'ADMIN_TOKEN', path);
    for (const first of [1, 2, whole.length]) {
      const entries: unknown[] = [];
      for (let after: string | undefined; ;) {
        const query = { first, ...(after !== undefined && { after }) };
        const { body } = succeeded(await tenant.as('ADMIN_TOKEN')('listPlacements', { path, query }));
        entries.push(...(body.items as unknown[]));
        if (body.pageInfo.hasNextPage !== true) break;
        after = body.pageInfo.endCursor as string;
      }
      expect(entries).toEqual(whole);
    }
    for (const query of [{ first: 0 }, { after: '?' }]) {
      refused(await tenant.as('ADMIN_TOKEN')('listPlacements', { path, query }));
    }
  });
});

import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly folderId: number | null;
  readonly externalWorkbookPlacements: readonly {
    readonly id: string;
    readonly workbookId: string;
    readonly syncStatus: string;
  }[];
}

async function list(
  tenant: Leased,
  query: Record<string, string | number> = {},
  as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN' = 'ADMIN_TOKEN',
) {
  return succeeded(await tenant.as(as)('listReports', { query })).body as {
    items: Listed[];
    data: Listed[];
    count: number;
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
}

const at = (tenant: Leased) => ({ reportId: tenant.id('REPORT_ID') });

async function read(tenant: Leased, id: string | number): Promise<Listed | undefined> {
  return (await list(tenant)).items.find((one) => String(one.id) === String(id));
}

inBothDialects('reports', (lease) => {
  for (const sortBy of ['name', 'createdAt', 'updatedAt'] as const) {
    for (const sortDirection of ['ASC', 'DESC'] as const) {
      test(`pages sorted by ${sortBy} ${sortDirection} are together the list, whatever their size`, async () => {
        const tenant = await lease();
        const whole = (await list(tenant, { sortBy, sortDirection })).items.map(({ id }) => id);
        expect(whole.length).toBeGreaterThan(10);
        if (sortBy === 'name') {
          const names = (await list(tenant, { sortBy, sortDirection })).items.map(({ name }) => name);
          const sorted = [...names].sort((a, b) => (a < b ? -1 : 1));
          expect(names).toEqual(sortDirection === 'ASC' ? sorted : sorted.reverse());
        }
        for (const first of [1, 4, whole.length]) {
          const ids: number[] = [];
          for (let after: string | undefined; ;) {
            const page = await list(tenant, { sortBy, sortDirection, first, ...(after !== undefined && { after }) });
            expect(page.items.length).toBeLessThanOrEqual(first);
            ids.push(...page.items.map(({ id }) => id));
            if (!page.pageInfo.hasNextPage) break;
            after = page.pageInfo.endCursor;
          }
          expect(ids).toEqual(whole);
        }
      });
    }
  }

  test('deprecated members are still filled, and count ignores pagination', async () => {
    const tenant = await lease();
    const { items, count } = await list(tenant);
    const page = await list(tenant, { first: 2 });
    expect(page.data.length).toBeGreaterThan(0);
    expect(page.count).toBe(count);
    expect(count).toBe(items.length);
  });

  test('filters by folder, spreadsheet and search', async () => {
    const tenant = await lease();
    const folder = await list(tenant, { folderId: tenant.id('FOLDER_ID') });
    expect(folder.items.length).toBeGreaterThan(0);
    expect(folder.items.every(({ folderId }) => String(folderId) === tenant.id('FOLDER_ID'))).toBe(true);
    const placed = await list(tenant, { externalWorkbookId: tenant.id('EXTERNAL_WORKBOOK_ID') });
    expect(placed.items.length).toBeGreaterThan(0);
    expect((await list(tenant, { search: 'Churn' })).items.map(({ name }) => name)).toEqual(['Churn']);
    expect((await list(tenant, { search: 'no such report' })).items).toEqual([]);
    for (const query of [{ first: 0 }, { first: -1 }, { first: 'x' }, { sortBy: 'colour' }]) {
      refused(await tenant.as('ADMIN_TOKEN')('listReports', { query }));
    }
  });

  test('a member sees only what they may read, and may do what their roles say', async () => {
    const tenant = await lease();
    const seen = (await list(tenant, {}, 'MEMBER_TOKEN')).items.map(({ id }) => String(id));
    expect(seen).toContain(tenant.id('READ_ONLY_REPORT_ID'));
    expect(seen).not.toContain(tenant.id('UNREADABLE_REPORT_ID'));
    const update = (name: 'READ_ONLY_REPORT_ID' | 'EDITABLE_REPORT_ID' | 'UNREADABLE_REPORT_ID', body: object) =>
      tenant.as('MEMBER_TOKEN')('updateReport', { path: { reportId: tenant.id(name) }, body });
    refused(await update('UNREADABLE_REPORT_ID', { name: 'x' }));
    refused(await update('READ_ONLY_REPORT_ID', { name: 'x' }));
    succeeded(await update('EDITABLE_REPORT_ID', { name: 'x' }));
  });

  test('a move needs management of the report and editing of the destination', async () => {
    const tenant = await lease();
    const move = (
      report: 'MANAGED_REPORT_ID' | 'EDITABLE_REPORT_ID',
      folder: 'EDITABLE_FOLDER_ID' | 'READ_ONLY_FOLDER_ID',
    ) =>
      tenant.as('MEMBER_TOKEN')('updateReport', {
        path: { reportId: tenant.id(report) },
        body: { folderId: Number(tenant.id(folder)) },
      });
    refused(await move('EDITABLE_REPORT_ID', 'EDITABLE_FOLDER_ID'));
    refused(await move('MANAGED_REPORT_ID', 'READ_ONLY_FOLDER_ID'));
    expect((await read(tenant, tenant.id('MANAGED_REPORT_ID')))?.folderId ?? null).toBeNull();
    succeeded(await move('MANAGED_REPORT_ID', 'EDITABLE_FOLDER_ID'));
    expect(String((await read(tenant, tenant.id('MANAGED_REPORT_ID')))?.folderId)).toBe(
      tenant.id('EDITABLE_FOLDER_ID'),
    );
  });

  for (const member of ['name', 'title'] as const) {
    test(`${member} has at most 255 characters`, async () => {
      const tenant = await lease();
      const update = (length: number) =>
        tenant.as('ADMIN_TOKEN')('updateReport', { path: at(tenant), body: { [member]: 'n'.repeat(length) } });
      succeeded(await update(255));
      refusedWith(await update(256), 400);
    });
  }

  test('an update with another version than the stored one answers 409 and changes nothing', async () => {
    const tenant = await lease();
    const update = (body: object) => tenant.as('ADMIN_TOKEN')('updateReport', { path: at(tenant), body });
    const version = (await read(tenant, tenant.id('REPORT_ID')))?.version ?? 0;
    refusedWith(await update({ name: 'Late', expectedVersion: version + 7 }), 409);
    expect((await read(tenant, tenant.id('REPORT_ID')))?.name).not.toBe('Late');
    succeeded(await update({ name: 'In time', expectedVersion: version }));
    refusedWith(await update({ name: 'Late', expectedVersion: version }), 409);
    succeeded(await update({ name: 'No matter' }));
  });

  test('placements are connected, refreshed and disconnected, by id and by address', async () => {
    const tenant = await lease();
    const member = tenant.as('MEMBER_TOKEN');
    const address = { externalWorkbookId: 'mine', sheetName: 'Sheet1', anchorCell: 'B2' };
    const body = { ...address, host: 'GOOGLE_SHEETS', resultChecksum: { payload: 'a1' } };
    const placements = async () =>
      ((await read(tenant, tenant.id('REPORT_ID')))?.externalWorkbookPlacements ?? []).filter(
        ({ workbookId }) => workbookId === 'mine',
      );
    succeeded(await member('connectReportToWorkbook', { path: at(tenant), body }));
    succeeded(await member('connectReportToWorkbook', { path: at(tenant), body }));
    const [placement, ...more] = await placements();
    expect(more).toEqual([]);
    expect(placement?.syncStatus).toBe('UP_TO_DATE');
    succeeded(await tenant.as('ADMIN_TOKEN')('updateReport', { path: at(tenant), body: { sqlQuery: 'SELECT 1' } }));
    expect((await placements())[0]?.syncStatus).toBe('CHANGED');
    succeeded(await member('refreshReport', { path: at(tenant), body: { placementId: placement?.id } }));
    expect((await placements())[0]?.syncStatus).toBe('UP_TO_DATE');
    succeeded(await member('disconnectReportFromWorkbook', { path: at(tenant), body: address }));
    expect(await placements()).toEqual([]);
    refused(await member('disconnectReportFromWorkbook', { path: at(tenant), body: { placementId: 'nowhere' } }));
    refused(await member('connectReportToWorkbook', { path: { reportId: tenant.id('UNREADABLE_REPORT_ID') }, body }));
    for (const payload of ['', 'a'.repeat(129)]) {
      refused(
        await member('connectReportToWorkbook', { path: at(tenant), body: { ...body, resultChecksum: { payload } } }),
      );
    }
  });

  test('a file is canonical text with its SHA-256, and a patch replaces exact text', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const file = async () =>
      succeeded(await admin('getReportFile', { path: at(tenant) })).body as { content: string; hash: string };
    const before = await file();
    expect(before.hash).toBe(createHash('sha256').update(before.content).digest('hex'));
    refused(
      await admin('patchReportFile', { path: at(tenant), body: { oldText: '"orders by month"', newText: '"x"' } }),
    );
    refused(
      await admin('patchReportFile', {
        path: at(tenant),
        body: { oldText: 'Orders by month', newText: 'x'.repeat(256) },
      }),
    );
    expect(await file()).toEqual(before);
    succeeded(
      await admin('patchReportFile', {
        path: at(tenant),
        body: { oldText: 'Orders by month', newText: 'Orders by week', hash: before.hash },
      }),
    );
    const after = await file();
    expect(after.content).toBe(before.content.replace('Orders by month', 'Orders by week'));
    refused(
      await admin('patchReportFile', {
        path: at(tenant),
        body: { oldText: 'week', newText: 'day', hash: before.hash },
      }),
    );
  });

  test('folders are listed in their envelope, with nobody as the owner of what is shared', async () => {
    const tenant = await lease();
    const { body } = succeeded(await tenant.as('ADMIN_TOKEN')('listFolders'));
    const folders = JSON.parse((await tenant.as('ADMIN_TOKEN')('listFolders')).text) as {
      items: { id: number; user: object | null }[];
      data: unknown[];
      count: number;
    };
    expect(body).toBeDefined();
    expect(folders.items.find(({ id }) => String(id) === tenant.id('SHARED_FOLDER_ID'))?.user).toBeNull();
    expect(folders.items.some(({ user }) => user !== null)).toBe(true);
    expect(folders.data.length).toBe(folders.count);
  });
});

inBothDialects('external documents', (lease) => {
  test('placements are listed across deployments, and a denied one keeps back its name alone', async () => {
    const tenant = await lease();
    const path = { externalWorkbookId: tenant.id('EXTERNAL_WORKBOOK_ID') };
    const seen = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') =>
      succeeded(await tenant.as(as)('listPlacements', { path })).body.items as Record<string, unknown>[];
    const [all, some] = [await seen('ADMIN_TOKEN'), await seen('MEMBER_TOKEN')];
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
});

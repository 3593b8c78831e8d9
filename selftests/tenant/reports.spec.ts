import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded } from './leased.ts';
import { at, list, read } from './reports.ts';

inBothDialects('reports', (lease) => {
  for (const sortBy of ['name', 'createdAt', 'updatedAt'] as const) {
    for (const sortDirection of ['ASC', 'DESC'] as const) {
      test(`pages of any size sorted by ${sortBy} ${sortDirection} together are the list`, async () => {
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

  test('a member sees only what they may read, and may do what their roles allow', async () => {
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

  test('an update with another version than the stored one is refused with 409 and changes nothing', async () => {
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

  test('of two updates for the same version one alone succeeds', async () => {
    const tenant = await lease();
    const expectedVersion = (await read(tenant, tenant.id('REPORT_ID')))?.version ?? 0;
    const answers = await Promise.all(
      ['First', 'Second', 'Third'].map((name) =>
        tenant.as('ADMIN_TOKEN')('updateReport', { path: at(tenant), body: { name, expectedVersion } }),
      ),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status >= 300)) refusedWith(answer, 409);
  });

  test('a report is unknown in another deployment, and so is a folder', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const elsewhere = { reportId: tenant.id('REPORT_ID'), deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    refused(await admin('updateReport', { path: elsewhere, body: { name: 'Elsewhere' } }));
    refused(await admin('getReportFile', { path: elsewhere }));
    const folder = tenant.tenant.content.folders.find(({ name }) => name === 'Elsewhere');
    for (const folderId of [folder?.id, 987_654, 'x', 1.5, {}]) {
      refused(await admin('updateReport', { path: at(tenant), body: { folderId } }));
    }
    succeeded(await admin('updateReport', { path: at(tenant), body: { folderId: null } }));
    expect((await read(tenant, tenant.id('REPORT_ID')))?.folderId ?? null).toBeNull();
  });

  test('a folder that the caller may not read is refused like one that is not there', async () => {
    const tenant = await lease();
    const { content, account, deployments } = tenant.tenant;
    const id = content.folders.nextId();
    content.folders.add({ id, deploymentId: deployments.home, name: 'Secret', ownerId: account.cast.admin });
    const move = (folderId: number) =>
      tenant.as('MEMBER_TOKEN')('updateReport', {
        path: { reportId: tenant.id('MANAGED_REPORT_ID') },
        body: { folderId },
      });
    const [secret, nowhere] = [await move(id), await move(987_654)];
    refused(secret);
    expect([secret.status, secret.text]).toEqual([nowhere.status, nowhere.text]);
  });

  for (const sortDirection of ['ASC', 'DESC'] as const) {
    test(`a list by lastViewedAt ${sortDirection} is in that order and has no cursors`, async () => {
      const tenant = await lease();
      const { items, pageInfo } = await list(tenant, { sortBy: 'lastViewedAt', sortDirection });
      const viewed = items.map(({ id }) => tenant.tenant.content.reports.get(id)?.lastViewedAt ?? 0);
      const sorted = [...viewed].sort((a, b) => (sortDirection === 'ASC' ? a - b : b - a));
      expect(viewed).toEqual(sorted);
      expect(pageInfo).toMatchObject({ startCursor: null, endCursor: null });
    });
  }

  test('a placement accepts a payload of 1 to 128 characters or none, one of two hosts, and any reader', async () => {
    const tenant = await lease();
    const connect = (more: object) =>
      tenant.as('MEMBER_TOKEN')('connectReportToWorkbook', {
        path: { reportId: tenant.id('READ_ONLY_REPORT_ID') },
        body: { externalWorkbookId: 'mine', sheetName: 'S', anchorCell: 'A1', ...more },
      });
    for (const payload of ['a', 'a'.repeat(128), ' \u0000 {"x"} \u{1f600}']) {
      const got = succeeded(await connect({ resultChecksum: { payload } }));
      const [placement] = got.body.externalWorkbookPlacements as { resultChecksum: { payload: string } }[];
      expect(placement?.resultChecksum.payload).toBe(payload);
    }
    succeeded(await connect({ resultChecksum: {} }));
    succeeded(await connect({ host: 'EXCEL', addressOnly: true }));
    for (const more of [{ host: 'PAPER' }, { host: 5 }, { sheetName: [] }, { placementId: 'nowhere' }]) {
      refused(await connect(more));
    }
  });

  test('a report that is placed in a second spreadsheet stays in the first, until it is taken out of it', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const place = (externalWorkbookId: string) => ({ externalWorkbookId, sheetName: 'S', anchorCell: 'A1' });
    for (const id of ['one', 'two']) {
      succeeded(await admin('connectReportToWorkbook', { path: at(tenant), body: place(id) }));
    }
    const isIn = async (externalWorkbookId: string) => (await list(tenant, { externalWorkbookId })).items.length;
    expect([await isIn('one'), await isIn('two')]).toEqual([1, 1]);
    succeeded(await admin('disconnectReportFromWorkbook', { path: at(tenant), body: place('one') }));
    expect([await isIn('one'), await isIn('two')]).toEqual([0, 1]);
  });
});

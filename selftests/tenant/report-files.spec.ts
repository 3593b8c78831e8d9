import { createHash } from 'node:crypto';
import { expect, test } from '../test.ts';
import { inBothDialects, refused, succeeded } from './leased.ts';
import { at } from './reports.ts';

inBothDialects('reports', (lease) => {
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

  test('a patch that would leave no sound report is refused and changes nothing', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const path = at(tenant);
    const before = succeeded(await admin('getReportFile', { path })).body as { content: string; hash: string };
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const [oldText, newText] of [
      ['"display": "table"', `"display": ${deep}`],
      ['"display": "table"', '"__proto__": { "display": "table" }'],
      ['"name": "Orders"', '"name": "zz\\ud800"'],
      ['"name": "Orders"', '"name": null'],
      ['"name": "Orders"', '"name": "Orders", "version": 7'],
      ['  "description": "How orders went",\n', ''],
      [before.content, 'null'],
      [before.content, '[]'],
      ['orders.count', 'orders.sum'],
      ['', 'x'],
    ] as const) {
      refused(await admin('patchReportFile', { path, body: { oldText, newText } }));
    }
    expect((await admin('getReportFile', { path })).body).toEqual(before);
    succeeded(await admin('listReports', { query: { sortBy: 'name', sortDirection: 'DESC', first: 1 } }));
  });

  test('a file is the same text whenever its report is', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const file = async () => succeeded(await admin('getReportFile', { path: at(tenant) })).body as { content: string };
    const update = (meta: object) => admin('updateReport', { path: at(tenant), body: { meta } });
    succeeded(await update({ b: { d: 1, c: [2] }, a: 3 }));
    const { content } = await file();
    succeeded(await update({ a: 3, b: { c: [2], d: 1 } }));
    expect((await file()).content).toBe(content);
    const members = Object.keys(JSON.parse(content) as object);
    expect(members).toEqual([...members].sort());
  });
});

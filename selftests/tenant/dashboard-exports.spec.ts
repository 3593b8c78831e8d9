import { inflateSync } from 'node:zlib';
import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const MINUTES = 60_000;

async function started(tenant: Leased, options: object): Promise<{ jobId: string }> {
  const body = { dashboardPublicId: tenant.id('DASHBOARD_PUBLIC_ID'), ...options };
  return {
    jobId: (succeeded(await tenant.as('ADMIN_TOKEN')('startDashboardExport', { body })).body as { jobId: string })
      .jobId,
  };
}

inBothDialects('dashboard exports', (lease) => {
  for (const [options, signature] of [
    [{ format: 'png' }, '\x89PNG\r\n'],
    [{ format: 'png', layout: 'screenshot' }, '\x89PNG\r\n'],
    [{ format: 'pdf' }, '%PDF-1.'],
    [{ format: 'pdf', layout: 'print' }, '%PDF-1.'],
  ] as const) {
    test(`${JSON.stringify(options)} becomes a file`, async () => {
      const tenant = await lease();
      const path = await started(tenant, options);
      tenant.advance(1_000);
      succeeded(await tenant.as('ADMIN_TOKEN')('getDashboardExport', { path }));
      const { bytes } = succeeded(await tenant.as('ADMIN_TOKEN')('downloadDashboardExport', { path }));
      expect(bytes.toString('latin1').startsWith(signature)).toBe(true);
      if (options.format === 'png') expect(pixels(bytes)).toBeGreaterThan(1_000);
      else expect(bytes.toString('latin1')).toMatch(/startxref\n\d+\n%%EOF\n$/);
    });
  }

  test('the default layout is screenshot', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const sizes = await Promise.all(
      [{}, { layout: 'screenshot' }, { layout: 'print' }].map(async (layout) => {
        const path = await started(tenant, { format: 'pdf', ...layout });
        tenant.advance(1_000);
        return /MediaBox \[[^\]]+\]/.exec((await admin('downloadDashboardExport', { path })).text)?.[0];
      }),
    );
    expect(sizes[0]).toBe(sizes[1]);
    expect(sizes[0]).not.toBe(sizes[2]);
  });

  test('print does not allow png, and other formats and layouts are refused', async () => {
    const tenant = await lease();
    const dashboardPublicId = tenant.id('DASHBOARD_PUBLIC_ID');
    const ask = (body: object) =>
      tenant.as('ADMIN_TOKEN')('startDashboardExport', { body: { dashboardPublicId, ...body } });
    refusedWith(await ask({ format: 'png', layout: 'print' }), 400);
    refused(await ask({ format: 'gif' }));
    refused(await ask({ format: 'png', layout: 'poster' }));
    refused(await ask({}));
    refused(await ask({ format: 'png', dashboardPublicId: 'nowhere' }));
  });

  test('renderAs is the administrator’s, for a console or an embed subject', async () => {
    const tenant = await lease();
    const userId = Number(tenant.id('MEMBER_USER_ID'));
    for (const renderAs of [
      { type: 'console', userId },
      { type: 'embed', externalId: 'x' },
    ]) {
      const body = { dashboardPublicId: tenant.id('DASHBOARD_PUBLIC_ID'), format: 'png', renderAs };
      succeeded(await tenant.as('ADMIN_TOKEN')('startDashboardExport', { body }));
      refused(await tenant.as('MEMBER_TOKEN')('startDashboardExport', { body }));
    }
  });

  test('job and file are there for five minutes from the submission, however often they are read', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const path = await started(tenant, { format: 'png' });
    tenant.advance(4.9 * MINUTES);
    succeeded(await admin('getDashboardExport', { path }));
    succeeded(await admin('downloadDashboardExport', { path }));
    tenant.advance(0.1 * MINUTES);
    refused(await admin('getDashboardExport', { path }));
    refused(await admin('downloadDashboardExport', { path }));
  });

  test('a job belongs to its deployment and to the user who requested it', async () => {
    const tenant = await lease();
    const path = await started(tenant, { format: 'png' });
    refused(await tenant.as('MEMBER_TOKEN')('getDashboardExport', { path }));
    const elsewhere = { ...path, deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    refused(await tenant.as('ADMIN_TOKEN')('getDashboardExport', { path: elsewhere }));
  });
});

/** The number of bytes of image data in a PNG, from its chunks. */
function pixels(png: Buffer): number {
  const start = png.indexOf('IDAT');
  const length = png.readUInt32BE(start - 4);
  return inflateSync(png.subarray(start + 4, start + 4 + length)).length;
}

import { expect, test, verifies } from '../support/test.ts';

test(...verifies('auth.scoped-key.several'), async ({ check, twoScoped }) => {
  for (const setting of ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] as const) {
    expect(await twoScoped.in(check.lent(setting)).ask('listReports'), setting).toSucceed();
  }
});

test(...verifies('auth.unscoped-key.every-deployment'), async ({ check, admin }) => {
  for (const setting of ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] as const) {
    expect(await admin.in(check.lent(setting)).ask('listReports'), setting).toSucceed();
  }
});

import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded } from './leased.ts';

inBothDialects('dev mode', (lease) => {
  test('it is entered on a branch and switched to another', async () => {
    const tenant = await lease();
    for (const setting of ['BRANCH', 'RUNNING_BRANCH', 'BRANCH'] as const) {
      const branchName = tenant.id(setting);
      const { body } = succeeded(await tenant.as('ADMIN_TOKEN')('enterDevMode', { body: { branchName } }));
      expect(body).toMatchObject({ active: true, branchName, parentBranch: 'main' });
    }
  });

  test('each user has a current branch, and validation applies to that branch', async () => {
    const tenant = await lease();
    const [admin, other] = [tenant.as('ADMIN_TOKEN'), tenant.as('ALL_ACTIONS_TOKEN')];
    succeeded(await admin('enterDevMode', { body: { branchName: tenant.id('BROKEN_BRANCH') } }));
    succeeded(await other('enterDevMode', { body: { branchName: tenant.id('BRANCH') } }));
    expect((await admin('validateDataModel')).body.valid).toBe(false);
    expect((await other('validateDataModel')).body.valid).toBe(true);
    succeeded(await other('deleteBranch', { query: { branchName: tenant.id('BROKEN_BRANCH') } }));
    expect((await admin('validateDataModel')).body.valid).toBe(true);
  });

  for (const [what, body] of [
    ['a branch that is not there', { branchName: 'nowhere' }],
    ['an empty name', { branchName: '' }],
    ['a number', { branchName: 7 }],
    ['null', { branchName: null }],
    ['no name', {}],
  ] as const) {
    test(`${what} is refused and switches nothing`, async () => {
      const tenant = await lease();
      const admin = tenant.as('ADMIN_TOKEN');
      succeeded(await admin('enterDevMode', { body: { branchName: tenant.id('BROKEN_BRANCH') } }));
      refused(await admin('enterDevMode', { body }));
      expect((await admin('validateDataModel')).body.valid).toBe(false);
    });
  }

  test('it needs permission to change the data model', async () => {
    const tenant = await lease();
    const body = { branchName: tenant.id('BRANCH') };
    succeeded(await tenant.as('ALL_ACTIONS_TOKEN')('enterDevMode', { body }));
    refused(await tenant.as('MEMBER_TOKEN')('enterDevMode', { body }));
    refusedWith(await tenant.as('NO_ACCESS_TOKEN')('enterDevMode', { body }), 403);
  });
});

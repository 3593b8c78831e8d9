import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith } from './leased.ts';

inBothDialects('OIDC token configs', (lease) => {
  test('a config is read whole, by any user of the account', async () => {
    const tenant = await lease();
    const id = Number(tenant.id('OIDC_TOKEN_CONFIG_ID'));
    for (const actor of ['ADMIN_TOKEN', 'MEMBER_TOKEN', 'OAUTH_TOKEN'] as const) {
      const got = await tenant.as(actor)('getOidcTokenConfig', { path: { id } });
      refusedWith(got, 200);
      expect(got.body).toMatchObject({
        id,
        name: expect.any(String),
        audience: expect.any(String),
        audienceType: expect.any(String),
        isEnabled: true,
        subFormat: expect.any(String),
        customClaims: expect.any(Object),
        targetEnvVar: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
    }
    const other = await tenant.as('ADMIN_TOKEN')('getOidcTokenConfig', { path: { id: id + 1 } });
    expect(other.body).toMatchObject({ id: id + 1, isEnabled: false });
  });

  for (const id of ['1', '0', '-1', '5001.5', 'x', '999999999999999999']) {
    test(`there is no config ${id}`, async () => {
      refused(await (await lease()).as('ADMIN_TOKEN')('getOidcTokenConfig', { path: { id } }));
    });
  }
});

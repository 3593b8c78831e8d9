import { expect, test } from '../test.ts';
import { inBothDialects, succeeded } from './leased.ts';

const FIELDS = [
  'appTheme',
  'applyThemeGlobally',
  'creatorMode',
  'embedding',
  'aiPaywalled',
  'dashboardAppsEnabled',
  'restrictDataDownload',
  'sheetsAgentChatEnabled',
  'timezoneSettings',
];

inBothDialects('app config', (lease) => {
  test('the configuration has every field, for any credential', async () => {
    const tenant = await lease();
    for (const actor of ['ADMIN_TOKEN', 'NO_ACCESS_TOKEN', 'ADMIN_EMBED_TOKEN'] as const) {
      const { body } = succeeded(await tenant.as(actor)('getAppConfig'));
      expect(Object.keys(body)).toEqual(expect.arrayContaining(FIELDS));
    }
  });

  test('the theme is given in its new form and still in its old one', async () => {
    const tenant = await lease();
    const { body } = succeeded(await tenant.as('MEMBER_TOKEN')('getAppTheme'));
    for (const member of ['palette', 'logoUrl', 'light', 'dark']) expect(body[member]).toBeTruthy();
    const config = succeeded(await tenant.as('MEMBER_TOKEN')('getAppConfig')).body;
    expect(config.appTheme).toMatchObject({ palette: body.palette, logoUrl: body.logoUrl });
    const { light, dark } = themeIn(tenant.tenant.document());
    expect([light.deprecated, dark.deprecated]).toEqual([true, true]);
  });

  for (const embedding of [true, false]) {
    test(`the configuration says that embedding is ${embedding ? 'on' : 'off'}`, async () => {
      const tenant = await lease({ features: { embedding } });
      expect((await tenant.as('ADMIN_TOKEN')('getAppConfig')).body.embedding).toBe(embedding);
    });
  }
});

type Theme = Readonly<Record<'light' | 'dark', { readonly deprecated?: boolean }>>;

function themeIn(document: Record<string, unknown>): Theme {
  const { schemas } = document['components'] as { schemas: { AppTheme: { properties: Theme } } };
  return schemas.AppTheme.properties;
}

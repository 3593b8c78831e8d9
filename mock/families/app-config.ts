import { ok } from '../answer.ts';
import type { Tenant } from '../tenant.ts';
import type { FamilyBehaviour } from './family.ts';

/** Rules of app config and theme, as data. */
export const appConfigRules = () => ({
  theme: ({ account }: Tenant): Record<string, unknown> => ({
    palette: { primary: '#2554c7', accent: '#f2a33a' },
    logoUrl: `https://cdn.example.com/${account.name}/logo.svg`,
    // Superseded by the palette and the logo, and filled for clients that still ask.
    light: { primary: '#2554c7' },
    dark: { primary: '#9db7ff' },
  }),
  config: (tenant: Tenant): Record<string, unknown> => ({
    appTheme: tenant.rules.appConfig.theme(tenant),
    applyThemeGlobally: false,
    creatorMode: true,
    embedding: tenant.features.embedding,
    aiPaywalled: false,
    dashboardAppsEnabled: true,
    restrictDataDownload: false,
    sheetsAgentChatEnabled: true,
    timezoneSettings: { default: 'UTC', allowUserOverride: true },
  }),
});

export const appConfig: FamilyBehaviour = {
  handlers: {
    getAppConfig: ({ tenant }) => ok(tenant.rules.appConfig.config(tenant)),
    getAppTheme: ({ tenant }) => ok(tenant.rules.appConfig.theme(tenant)),
  },
};

import type { Dialect } from '../dialects/dialect.ts';
import type { TenantState } from '../state.ts';

/** Rules of app config and theme, as data. */
export const appConfigRules = () => {
  const rules = {
    /** Whether somebody may read how the application looks. */
    mayRead: (isAdministrator: boolean, { outcomes }: Dialect): boolean =>
      isAdministrator || outcomes.appConfig === 'everybody',
    theme: ({ account }: TenantState): Record<string, unknown> => ({
      palette: { primary: '#2554c7', accent: '#f2a33a' },
      logoUrl: `https://cdn.example.com/${account.name}/logo.svg`,
      // Superseded by the palette and the logo, and filled for clients that still ask.
      light: { primary: '#2554c7' },
      dark: { primary: '#9db7ff' },
    }),
    config: (tenant: TenantState): Record<string, unknown> => ({
      appTheme: rules.theme(tenant),
      applyThemeGlobally: false,
      creatorMode: true,
      embedding: tenant.features.embedding,
      aiPaywalled: false,
      dashboardAppsEnabled: true,
      restrictDataDownload: false,
      sheetsAgentChatEnabled: true,
      timezoneSettings: { default: 'UTC', allowUserOverride: true },
    }),
  };
  return rules;
};

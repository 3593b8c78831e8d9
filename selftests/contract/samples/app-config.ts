import type { Samples } from './sample.ts';

export const appConfig: Samples = {
  AppConfig: {
    conforming: [
      {
        appTheme: { palette: ['#102030'] },
        applyThemeGlobally: true,
        creatorMode: false,
        embedding: true,
        aiPaywalled: false,
        dashboardAppsEnabled: true,
        restrictDataDownload: false,
        sheetsAgentChatEnabled: true,
        timezoneSettings: { default: 'UTC' },
      },
    ],
    free: [
      { point: 'U083', value: {} },
      {
        point: 'U083',
        value: { appTheme: null, creatorMode: 'full', embedding: { enabled: true }, timezoneSettings: [] },
      },
      { point: 'U104', value: { creatorMode: false, region: 'eu' } },
    ],
    defects: [
      { defect: 'it is a list', lines: '256', value: [], blames: 'app-config.config.fields' },
      { defect: 'it is null', lines: '256', value: null, blames: 'app-config.config.fields' },
    ],
  },
  AppTheme: {
    conforming: [{ palette: { primary: '#102030' }, logoUrl: 'https://example.com/logo.svg' }],
    free: [
      { point: 'U083', value: {} },
      { point: 'U083', value: { palette: null, logoUrl: null, light: {}, dark: null } },
      { point: 'U104', value: { palette: ['#102030'], font: 'Inter' } },
    ],
    defects: [{ defect: 'it is a string', lines: '256, 335', value: 'dark', blames: 'app-config.theme.fields' }],
  },
};

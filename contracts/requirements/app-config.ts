import { requirements } from './row.ts';

export const appConfig = requirements('app-config', [
  // The configuration. Its fields are named without types, and any of them may be null.
  {
    id: 'app-config.config.fields',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: 'Reading the app configuration answers an object.',
    classes: ['an administrator', 'once more', 'by an OAuth token', 'a plain user'],
  },
  {
    id: 'app-config.config.app-theme',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field appTheme: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.apply-theme-globally',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field applyThemeGlobally: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.creator-mode',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field creatorMode: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.embedding',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field embedding: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.ai-paywalled',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field aiPaywalled: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.dashboard-apps-enabled',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field dashboardAppsEnabled: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.restrict-data-download',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field restrictDataDownload: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.sheets-agent-chat-enabled',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field sheetsAgentChatEnabled: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.config.timezone-settings',
    kind: 'shape',
    lines: '256',
    operations: ['getAppConfig', 'getSpec'],
    sentence:
      "The app configuration has a field timezoneSettings: the answer shows it, or the tenant's document declares it for that answer.",
  },

  // The theme.
  {
    id: 'app-config.theme.fields',
    kind: 'shape',
    lines: '256, 335',
    operations: ['getAppTheme'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: 'Reading the app theme answers an object.',
    classes: ['an administrator', 'once more', 'by an OAuth token', 'a plain user'],
  },
  {
    id: 'app-config.theme.palette',
    kind: 'deprecation',
    lines: '335',
    operations: ['getAppTheme', 'getSpec'],
    sentence:
      "The app theme offers palette in place of light and dark: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.theme.logo-url',
    kind: 'deprecation',
    lines: '335',
    operations: ['getAppTheme', 'getSpec'],
    sentence:
      "The app theme offers logoUrl in place of light and dark: the answer shows it, or the tenant's document declares it for that answer.",
  },
  {
    id: 'app-config.theme.light-deprecated',
    kind: 'deprecation',
    lines: '335',
    operations: ['getSpec', 'getAppTheme'],
    sentence: "The tenant's document marks light as deprecated wherever the app theme declares it.",
  },
  {
    id: 'app-config.theme.dark-deprecated',
    kind: 'deprecation',
    lines: '335',
    operations: ['getSpec', 'getAppTheme'],
    sentence: "The tenant's document marks dark as deprecated wherever the app theme declares it.",
  },
]);

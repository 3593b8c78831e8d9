import { asPairs, asPairsForSome, gone, renamed } from '../../lib/app-config.ts';
import { UNDECLARED } from '../../lib/document.ts';
import { faults, type Deviation } from '../../lib/fault.ts';

function field(from: string, to: string): Deviation {
  return {
    name: 'renamed',
    also: UNDECLARED,
    sentence: `The app configuration has ${to} and no ${from}.`,
    patch: renamed('config', from, to),
  };
}

/** Faults of the configuration of the app. */
export const configFaults = faults({
  'app-config.config.fields': [
    {
      name: 'pairs',
      sentence: 'The app configuration is answered as a list of names and values.',
      patch: ({ handlers, appConfig }) => {
        // Some dialects answer it as a member of an object.
        handlers['getAppConfig'] = ({ tenant }) => ({ kind: 'ok', body: asPairs(appConfig.config(tenant)) });
      },
    },
    ...asPairsForSome('getAppConfig', 'The app configuration'),
  ],
  'app-config.config.app-theme': field('appTheme', 'theme'),
  'app-config.config.apply-theme-globally': [
    field('applyThemeGlobally', 'themeAppliesGlobally'),
    {
      name: 'gone',
      sentence: 'The app configuration neither shows nor declares applyThemeGlobally.',
      also: UNDECLARED,
      patch: gone('config', 'applyThemeGlobally'),
    },
  ],
  'app-config.config.creator-mode': field('creatorMode', 'creator_mode'),
  'app-config.config.embedding': field('embedding', 'embeddingEnabled'),
  'app-config.config.ai-paywalled': field('aiPaywalled', 'isAiPaywalled'),
  'app-config.config.dashboard-apps-enabled': field('dashboardAppsEnabled', 'dashboardApps'),
  'app-config.config.restrict-data-download': field('restrictDataDownload', 'dataDownloadRestricted'),
  'app-config.config.sheets-agent-chat-enabled': field('sheetsAgentChatEnabled', 'sheetsAgentChat'),
  'app-config.config.timezone-settings': field('timezoneSettings', 'timeZoneSettings'),
});

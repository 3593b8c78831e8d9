import type { Patch } from '../../mock/index.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { all } from '../lib/patches.ts';
import { declaring, membersOf, UNDECLARED, undeclare, type Tree } from '../lib/document.ts';

type Members = Record<string, unknown>;

function showing(what: 'config' | 'theme', change: (shown: Members) => unknown): Patch {
  return ({ appConfig }) => {
    const { [what]: original } = appConfig;
    appConfig[what] = (tenant) => change(original(tenant)) as Members;
  };
}

const SCHEMAS = { config: 'AppConfig', theme: 'AppTheme' } as const;

/** A member goes by another name, in the answer and in the document alike. */
function renamed(what: 'config' | 'theme', from: string, to: string): Patch {
  const rename = ({ [from]: value, ...rest }: Members): Members => ({ ...rest, [to]: value });
  return all(
    showing(what, rename),
    declaring((document) => {
      const members = membersOf(document, SCHEMAS[what]);
      members[to] = members[from];
      undeclare(document, SCHEMAS[what], from);
    }),
  );
}

/** A member is neither shown nor declared. */
function gone(what: 'config' | 'theme', member: string): Patch {
  return all(
    showing(what, ({ [member]: _, ...rest }) => rest),
    declaring((document) => {
      undeclare(document, SCHEMAS[what], member);
    }),
  );
}

function field(from: string, to: string): Deviation {
  return {
    name: 'renamed',
    also: UNDECLARED,
    sentence: `The app configuration has ${to} and no ${from}.`,
    patch: renamed('config', from, to),
  };
}

/** The document says otherwise how a member of the theme stands. */
function marked(member: 'light' | 'dark', change: (schema: Tree) => void): Patch {
  return declaring((document) => {
    change(membersOf(document, 'AppTheme')[member] as Tree);
  });
}

function asPairs(members: Members) {
  return Object.entries(members).map(([name, value]) => ({ name, value }));
}

export const appConfigFaults = faults({
  // The configuration.
  'app-config.config.fields': {
    name: 'pairs',
    sentence: 'The app configuration is answered as a list of names and values.',
    patch: ({ handlers, appConfig }) => {
      // Some dialects answer it as a member of an object.
      handlers['getAppConfig'] = ({ tenant }) => ({ kind: 'ok', body: asPairs(appConfig.config(tenant)) });
    },
  },
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

  // The theme.
  'app-config.theme.fields': {
    name: 'pairs',
    sentence: 'The app theme is answered as a list of names and values.',
    patch: ({ handlers, appConfig }) => {
      // What the configuration shows of the theme is another answer.
      handlers['getAppTheme'] = ({ tenant }) => ({ kind: 'ok', body: asPairs(appConfig.theme(tenant)) });
    },
  },
  'app-config.theme.palette': [
    {
      name: 'gone',
      sentence: 'The app theme has light and dark, and no palette.',
      also: UNDECLARED,
      patch: gone('theme', 'palette'),
    },
    {
      name: 'renamed',
      sentence: 'The app theme has colors in the place of palette.',
      also: UNDECLARED,
      patch: renamed('theme', 'palette', 'colors'),
    },
  ],
  'app-config.theme.logo-url': {
    name: 'renamed',
    sentence: 'The app theme has a logo in the place of logoUrl.',
    also: UNDECLARED,
    patch: renamed('theme', 'logoUrl', 'logo'),
  },
  'app-config.theme.light-deprecated': [
    {
      name: 'unmarked',
      sentence: 'The document no longer says that light is deprecated.',
      patch: marked('light', (schema) => delete schema['deprecated']),
    },
    {
      name: 'in-words',
      sentence: 'The document says in words alone that light is deprecated.',
      patch: marked('light', (schema) => {
        schema['deprecated'] = false;
        schema['description'] = 'Deprecated.';
      }),
    },
  ],
  'app-config.theme.dark-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that dark is deprecated.',
    patch: marked('dark', (schema) => delete schema['deprecated']),
  },
});

import type { Patch } from '../../../mock/index.ts';
import { asPairs, asPairsForSome, gone, renamed } from '../../lib/app-config.ts';
import { declaring, membersOf, UNDECLARED, type Tree } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';

/** The document says otherwise how a member of the theme stands. */
function marked(member: 'light' | 'dark', change: (schema: Tree) => void): Patch {
  return declaring((document) => {
    change(membersOf(document, 'AppTheme')[member] as Tree);
  });
}

/** Faults of the theme of the app. */
export const themeFaults = faults({
  'app-config.theme.fields': [
    {
      name: 'pairs',
      sentence: 'The app theme is answered as a list of names and values.',
      patch: ({ handlers, appConfig }) => {
        // What the configuration shows of the theme is another answer.
        handlers['getAppTheme'] = ({ tenant }) => ({ kind: 'ok', body: asPairs(appConfig.theme(tenant)) });
      },
    },
    ...asPairsForSome('getAppTheme', 'The app theme'),
  ],
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

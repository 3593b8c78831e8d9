import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { all, byTimes, replaceSync, withBody } from '../lib/patches.ts';
import type { When } from '../lib/only.ts';

/** Faults of the app configuration and theme that show only to some callers, or when they are read once more. */

const asPairs = (members: Body) => Object.entries(members).map(([name, value]) => ({ name, value }));
const pairsIf = (operation: string, when: When): Patch =>
  replaceSync(operation, (call, original) => (when(call) ? withBody(original(call), asPairs) : original(call)));
const byToken = ({ principal }: Call): unknown => principal.token;

const otherwise = (operation: string, what: string): readonly Deviation[] => [
  {
    name: 'pairs-for-oauth',
    sentence: `${what} is answered as a list of names and values to an OAuth token.`,
    patch: pairsIf(operation, byOAuth),
  },
  {
    name: 'pairs-again',
    sentence: `${what} is answered as a list of names and values to whoever reads it once more.`,
    patch: byTimes(operation, byToken, (times, call, original) =>
      times > 1 ? withBody(original(call), asPairs) : original(call),
    ),
  },
  {
    name: 'pairs-for-plain-users',
    sentence: `${what} is answered as a list of names and values to users without the admin role.`,
    // In dialects in which administrators alone may read it as well.
    patch: all(
      ({ appConfig }) => {
        appConfig.mayRead = () => true;
      },
      pairsIf(operation, byPlainUser),
    ),
  },
];

export const appConfigOnlyFaults = faults({
  'app-config.config.fields': otherwise('getAppConfig', 'The app configuration'),
  'app-config.theme.fields': otherwise('getAppTheme', 'The app theme'),
});

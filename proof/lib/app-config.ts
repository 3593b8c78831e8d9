import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from './access.ts';
import { declaring, membersOf, undeclare } from './document.ts';
import type { Deviation } from './fault.ts';
import { byCaller } from './earlier-calls.ts';
import type { When } from './conditions.ts';
import { all, byTimes, replaceSync, withBody } from './patches.ts';

/** How faults of the configuration and the theme of the app are written. */

export const asPairs = (members: Body) => Object.entries(members).map(([name, value]) => ({ name, value }));

const pairsIf = (operation: string, when: When): Patch =>
  replaceSync(operation, (call, original) => (when(call) ? withBody(original(call), asPairs) : original(call)));

export const asPairsForSome = (operation: string, what: string): readonly Deviation[] => [
  {
    name: 'pairs-for-oauth',
    sentence: `${what} is answered as a list of names and values to an OAuth token.`,
    patch: pairsIf(operation, byOAuth),
  },
  {
    name: 'pairs-again',
    sentence: `${what} is answered as a list of names and values to whoever reads it once more.`,
    patch: byTimes(operation, byCaller, (times, call, original) =>
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

type Members = Record<string, unknown>;

function showingOtherwise(what: 'config' | 'theme', change: (shown: Members) => unknown): Patch {
  return ({ appConfig }) => {
    const { [what]: original } = appConfig;
    appConfig[what] = (tenant) => change(original(tenant)) as Members;
  };
}

const SCHEMAS = { config: 'AppConfig', theme: 'AppTheme' } as const;

/** A member goes by another name, in the answer and in the document alike. */
export function renamed(what: 'config' | 'theme', from: string, to: string): Patch {
  const rename = ({ [from]: value, ...rest }: Members): Members => ({ ...rest, [to]: value });
  return all(
    showingOtherwise(what, rename),
    declaring((document) => {
      const members = membersOf(document, SCHEMAS[what]);
      members[to] = members[from];
      undeclare(document, SCHEMAS[what], from);
    }),
  );
}

/** A member is neither shown nor declared. */
export function gone(what: 'config' | 'theme', member: string): Patch {
  return all(
    showingOtherwise(what, ({ [member]: _, ...rest }) => rest),
    declaring((document) => {
      undeclare(document, SCHEMAS[what], member);
    }),
  );
}

import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { byOAuth, byPlainUser, isAdministrator } from '../lib/access.ts';
import { storedIn, withSequel, type Configuration } from '../lib/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { given, type Past } from '../lib/given.ts';
import { isBeyondLatin } from '../lib/only.ts';
import { changeBodySync, replace, withRules } from '../lib/patches.ts';
import { changeRequest } from '../lib/reports.ts';

/** Faults of deployments and of environment tokens that show after some history, for some keys or to some callers. */

const UPDATE = 'updateDeployment';
const SETTINGS = 'getDeploymentSettings';
const TOKENS = 'listEnvironmentTokens';
const SYNC = 'createMetaSyncToken';

type Condition = (call: Call, past: Past) => boolean;

const withSecrets = changeBodySync(SETTINGS, (settings, call) => ({
  ...settings,
  connection: { ...storedIn(call)?.secrets },
}));

/** A member that an update leaves out is set all the same, under a condition. */
function setting(isMeant: Condition, name: string, value: (before: Configuration) => unknown): Patch {
  return given(
    UPDATE,
    isMeant,
    withSequel((body, before) => (name in body ? {} : { [name]: value(before) })),
  );
}

const differs =
  (name: string): Condition =>
  (call) =>
    name in bodyOf(call) && bodyOf(call)[name] !== storedIn(call)?.configuration[name];

/** Members that an update acknowledges and does not store, under a condition. */
function losing(isMeant: Condition, name: string): Patch {
  return given(
    UPDATE,
    isMeant,
    changeRequest(UPDATE, ({ [name]: _, ...rest }) => rest),
  );
}

/** New template variables that are not stored, for some of their keys. */
function forgetting(isMeant: (key: string, value: unknown) => boolean): Patch {
  return changeRequest(UPDATE, (body, call) => {
    const { templateVariables } = body;
    if (typeof templateVariables !== 'object' || templateVariables === null) return body;
    const stored = (storedIn(call)?.configuration['templateVariables'] ?? {}) as Body;
    const kept = Object.entries(templateVariables as Body).filter(
      ([key, value]) => key in stored || !isMeant(key, value),
    );
    return { ...body, templateVariables: Object.fromEntries(kept) };
  });
}

/** Other rules of tokens for some calls of an operation. */
function ruled(
  operation: string,
  isMeant: (call: Call) => boolean,
  others: (own: Rules['environments'], call: Call) => Partial<Rules['environments']>,
): Patch {
  return replace(operation, (call, original) =>
    isMeant(call)
      ? withRules(call, 'environments', others(call.tenant.rules.environments, call), () => original(call))
      : original(call),
  );
}

const asked = (call: Call): readonly string[] => {
  const { scopes } = bodyOf(call, { optional: true });
  return Array.isArray(scopes) ? (scopes as readonly string[]) : [];
};

/** What a meta-sync token is signed with, for some calls. */
function signing(
  isMeant: (call: Call) => boolean,
  change: (signed: readonly string[], call: Call) => readonly string[],
): Patch {
  return ruled(SYNC, isMeant, ({ metaSync }, call) => ({
    metaSync: (requested, mayReadSchema) => change(metaSync(requested, mayReadSchema), call),
  }));
}

/** The same after another kind of caller had a meta-sync token. */
function signingAfter(
  isFirst: (call: Call) => boolean,
  isMeant: (call: Call) => boolean,
  change: (signed: readonly string[], call: Call) => readonly string[],
): Patch {
  return (rules) => {
    let isAfter = false;
    signing((call) => {
      const wasAfter = isAfter;
      isAfter ||= isFirst(call);
      return wasAfter && isMeant(call);
    }, change)(rules);
  };
}

const isReader = (call: Call): boolean => byPlainUser(call) && asked(call).includes('meta-private');
const withPrivate = (signed: readonly string[]): readonly string[] => [...new Set([...signed, 'meta-private'])];
const withoutMeta = (signed: readonly string[]): readonly string[] => signed.filter((scope) => scope !== 'meta');
const withoutPrivate = (signed: readonly string[]): readonly string[] =>
  signed.filter((scope) => scope !== 'meta-private');
const withAll = (signed: readonly string[], call: Call): readonly string[] => [
  ...new Set([...signed, ...asked(call).filter((one) => one !== 'meta-private')]),
];

export const deploymentsWhenFaults = faults({
  'deployments.settings.no-secrets': [
    {
      name: 'after-an-update',
      sentence: 'The settings of a deployment that was updated contain its secrets.',
      patch: given(SETTINGS, (_call, { done }) => done > 0, withSecrets, { past: UPDATE }),
    },
    {
      name: 'after-a-refused-update',
      sentence: 'The settings of a deployment whose last update was refused contain its secrets.',
      patch: given(SETTINGS, (_call, { wasRefused }) => wasRefused, withSecrets, { past: UPDATE }),
    },
  ],
  'deployments.update.keeps-template-variables': [
    {
      name: 'cleared-with-the-template',
      sentence: 'A change of the template empties the templateVariables that the update leaves out.',
      patch: setting(differs('template'), 'templateVariables', () => ({})),
    },
  ],
  'deployments.update.several-members': [
    {
      name: 'version-lost-beside-others',
      sentence: 'A releaseChannelVersion that is sent beside other members is acknowledged and not stored.',
      also: [
        {
          id: 'deployments.update.unlisted-version',
          because: 'one that is not listed is acknowledged beside others, too',
        },
      ],
      patch: losing((call) => Object.keys(bodyOf(call)).length > 1, 'releaseChannelVersion'),
    },
  ],
  'deployments.update.template-variables-add': [
    {
      name: 'not-beyond-latin',
      sentence: 'A new template variable whose key has letters beyond Latin is acknowledged and not stored.',
      patch: forgetting(isBeyondLatin),
    },
    {
      name: 'not-with-signs',
      sentence: 'A new template variable whose key has a dot or a hyphen is acknowledged and not stored.',
      patch: forgetting((key) => /[.-]/.test(key)),
    },
  ],

  'environments.tokens.live-only': [
    {
      name: 'expired-shown-to-plain-users',
      sentence: 'A plain user is shown tokens that have expired.',
      patch: ruled(TOKENS, byPlainUser, () => ({ isLive: () => true })),
    },
    {
      name: 'expired-shown-to-oauth',
      sentence: 'Who asks with an OAuth token is shown tokens that have expired.',
      patch: ruled(TOKENS, byOAuth, () => ({ isLive: () => true })),
    },
  ],
  'environments.tokens.others-hidden': [
    {
      name: 'all-to-administrators-by-oauth',
      sentence: 'An administrator who asks with an OAuth token is shown the tokens of everybody.',
      also: [{ id: 'environments.tokens.live-only', because: 'the tokens of others are among those that it looks at' }],
      patch: ruled(
        TOKENS,
        (call) => byOAuth(call) && isAdministrator(call),
        () => ({ isOwn: () => true }),
      ),
    },
  ],
  'environments.meta-sync.meta-beside-others': [
    {
      name: 'lost-for-oauth',
      sentence: 'Who asks with an OAuth token for a scope beside meta gets no meta.',
      patch: signing((call) => byOAuth(call) && asked(call).includes('data'), withoutMeta),
    },
    {
      name: 'lost-for-readers',
      sentence: 'A plain user who asks for a scope beside meta gets no meta.',
      patch: signing((call) => byPlainUser(call) && asked(call).includes('data'), withoutMeta),
    },
    {
      name: 'lost-after-a-reader',
      sentence: 'Once a plain user had a token, an administrator who asks for another scope gets no meta.',
      patch: signingAfter(byPlainUser, (call) => isAdministrator(call) && asked(call).includes('data'), withoutMeta),
    },
  ],
  'environments.meta-sync.meta-beside-private': [
    {
      name: 'lost-after-a-reader',
      sentence: 'Once a plain user asked for meta-private, an administrator who does so gets no meta.',
      also: alsoThese('the scope is asked for beside all others there', 'environments.meta-sync.meta-beside-others'),
      patch: signingAfter(
        isReader,
        (call) => isAdministrator(call) && asked(call).includes('meta-private'),
        withoutMeta,
      ),
    },
  ],
  'environments.meta-sync.meta-unasked': [
    {
      name: 'lost-after-a-reader',
      sentence: 'Once a plain user had a token, an administrator who asks for no scope gets no meta.',
      patch: signingAfter(byPlainUser, (call) => isAdministrator(call) && asked(call).length === 0, withoutMeta),
    },
  ],
  'environments.meta-sync.private-unasked': [
    {
      name: 'to-administrators-after-a-reader',
      sentence: 'Once a plain user asked for meta-private, an administrator gets it without asking.',
      patch: signingAfter(
        isReader,
        (call) => isAdministrator(call) && !asked(call).includes('meta-private'),
        withPrivate,
      ),
    },
  ],
  'environments.meta-sync.private-held': [
    {
      name: 'lost-after-an-administrator',
      sentence: 'Once an administrator had a token, a holder of SchemaRead does not get meta-private.',
      patch: signingAfter(isAdministrator, byPlainUser, withoutPrivate),
    },
    {
      name: 'lost-beside-another-scope',
      sentence: 'A holder of SchemaRead who asks for meta-private beside another scope does not get it.',
      patch: signing((call) => asked(call).includes('data'), withoutPrivate),
    },
  ],
  'environments.meta-sync.private-not-held': [
    {
      name: 'after-an-administrator',
      sentence: 'Once an administrator had a token, a plain user who asks for meta-private gets it.',
      also: [{ id: 'environments.meta-sync.private-elsewhere', because: 'the user there is a plain one as well' }],
      patch: signingAfter(
        isAdministrator,
        (call) => byPlainUser(call) && asked(call).includes('meta-private'),
        withPrivate,
      ),
    },
  ],
  'environments.meta-sync.others-ignored': [
    {
      name: 'signed-after-a-reader',
      sentence: 'Once a plain user had a token, an administrator is signed every scope that he asks for.',
      patch: signingAfter(byPlainUser, isAdministrator, withAll),
    },
    {
      name: 'signed-beside-private-for-oauth',
      sentence: 'An OAuth token that asks for meta-private and another scope is signed the latter.',
      patch: signing((call) => byOAuth(call) && asked(call).includes('meta-private'), withAll),
    },
  ],
});

import type { Answer } from '../../mock/answer.ts';
import { isAdmin, may } from '../../mock/authority.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { replace, withRules, refusing } from '../lib/patches.ts';
import { reaching } from '../lib/other-deployments.ts';
import { isAsked } from '../lib/reports.ts';
import { continuing, endingEarly, hiding, pagesOf, startingOver } from '../lib/paging.ts';
import { byOAuth } from '../lib/access.ts';

const LIST = 'listEnvironments';
const TOKENS = 'listEnvironmentTokens';
const MINT = 'createEnvironmentToken';
const SYNC = 'createMetaSyncToken';

type TokenRules = Rules['environments'];

function bodyIn(call: Call): Body {
  return bodyOf(call, { optional: true });
}

/** The scopes that a request asks for. */
function askedIn(call: Call): readonly string[] {
  const { scopes } = bodyIn(call);
  return Array.isArray(scopes) ? (scopes as readonly string[]) : [];
}

function othersIn(call: Call): readonly string[] {
  return askedIn(call).filter((scope) => scope !== 'meta' && scope !== 'meta-private');
}

/** Changes the description of a minted token in the response. */
function minted(change: (body: Body, call: Call) => unknown): Patch {
  return replace(MINT, async (call, original): Promise<Answer> => {
    const answer = await original(call);
    return answer.kind === 'created' ? { ...answer, body: change(answer.body as Body, call) } : answer;
  });
}

/** Changes the scopes in the description of a minted token. */
function told(change: (scopes: readonly string[], call: Call) => unknown): Patch {
  return minted(({ data }, call) => {
    const token = data as Body;
    return { data: { ...token, scopes: change(token['scopes'] as readonly string[], call) } };
  });
}

/** A list that has the tokens of everybody for some who ask for it. */
function showingAll(isMeant: (call: Call) => boolean): Patch {
  return replace(TOKENS, (call, original) =>
    withRules(call, 'environments', isMeant(call) ? { isOwn: () => true } : {}, () => original(call)),
  );
}

/** An operation on the tokens of any environment, under the path of whatever deployment. */
function anywhere(operation: string): Patch {
  return reaching(operation, ({ tenant, path }) => {
    const { environments } = tenant.deployments;
    return environments.find(({ id }) => id === Number(path['environmentId']))?.deploymentId;
  });
}

/** What a meta-sync token is signed with, changed. */
function syncing(
  change: (signed: readonly string[], requested: readonly string[], mayReadSchema: boolean) => readonly string[],
): Patch {
  return ({ environments }) => {
    const { metaSync } = environments;
    environments.metaSync = (requested, mayReadSchema) =>
      change(metaSync(requested, mayReadSchema), requested, mayReadSchema);
  };
}

function withoutScope(scope: string, scopes: readonly string[]): readonly string[] {
  return scopes.filter((one) => one !== scope);
}

/** Who may have the private part of the metadata, other than it should be. */
function schemaReaders(mayRead: (own: TokenRules['mayReadSchema']) => TokenRules['mayReadSchema']): Patch {
  return ({ environments }) => {
    environments.mayReadSchema = mayRead(environments.mayReadSchema);
  };
}

/** Faults of environments: their list, the list of their tokens, and the tokens. */
export const environmentsFaults = faults({
  // The list.
  'environments.list.shows-environment': {
    name: 'left-out',
    sentence: 'The first environment of a deployment is in no list.',
    patch: hiding(LIST, (id, { tenant, path }) => {
      const { environments } = tenant.deployments;
      return id === environments.find((one) => one.deploymentId === Number(path['deploymentId']))?.id;
    }),
  },
  'environments.list.first-limits': [
    {
      name: 'one-more',
      sentence: 'A page of environments holds one more than was asked for.',
      patch: pagesOf(LIST, (first) => first + 1),
    },
    {
      name: 'at-least-two',
      sentence: 'A page of one environment is silently made one of two.',
      patch: pagesOf(LIST, (first) => Math.max(2, first)),
    },
  ],
  'environments.list.after-continues': [
    {
      name: 'repeats-one',
      sentence: 'A page of environments begins with the last of the page before it.',
      patch: continuing(LIST, 'one-early'),
    },
    {
      name: 'starts-over',
      sentence: 'Behind the second environment or a later one the list starts over.',
      patch: startingOver(LIST),
    },
  ],
  'environments.list.pages-complete': [
    {
      name: 'skips-one',
      sentence: 'Between two pages of environments one is skipped.',
      patch: continuing(LIST, 'one-late'),
    },
    {
      name: 'last-alone',
      sentence: 'A page is told to be the last one where a single environment would follow.',
      patch: endingEarly(LIST),
    },
  ],
  'environments.list.pages-hold-no-more': [
    {
      name: 'whenever-in-pages',
      sentence: 'A list that is asked for with a size of its pages has the environments of every deployment.',
      patch: replace(LIST, (call, original) => {
        const others = isAsked(call, 'first') ? { isOfDeployment: () => true } : {};
        return withRules(call, 'environments', others, () => original(call));
      }),
    },
    {
      name: 'every-deployment',
      sentence: 'A page after a cursor has the environments of every deployment.',
      patch: replace(LIST, (call, original) => {
        const { environments } = call.tenant.rules;
        const { isOfDeployment } = environments;
        environments.isOfDeployment = isAsked(call, 'after') ? () => true : isOfDeployment;
        try {
          return original(call);
        } finally {
          environments.isOfDeployment = isOfDeployment;
        }
      }),
    },
  ],

  // The list of an environment's tokens.
  'environments.tokens.own-shown': [
    {
      name: 'with-context-left-out',
      sentence: 'A token that was minted with a security context that is not empty is in no list.',
      patch: (rules) => {
        const hidden = new Set<unknown>();
        replace(MINT, async (call, original) => {
          const answer = await original(call);
          const { data } = (answer.kind === 'created' ? answer.body : {}) as { readonly data?: Body };
          const { security_context: context } = bodyIn(call);
          if (Object.keys(context ?? {}).length > 0) hidden.add(data?.['id']);
          return answer;
        })(rules);
        const { isOwn } = rules.environments;
        rules.environments.isOwn = (token, userId) => isOwn(token, userId) && !hidden.has(token.id);
      },
    },
    {
      name: 'a-minute-late',
      sentence: 'A token is listed from a minute after it was minted.',
      patch: ({ environments }) => {
        const { isLive } = environments;
        environments.isLive = (token, now) => isLive(token, now) && now - token.mintedAt >= 60_000;
      },
      also: [
        { id: 'environments.tokens.covers-1000', because: 'a list that is a minute late has not the newest token' },
        { id: 'environments.tokens.live-only', because: 'what is not listed while it lives cannot be seen to go' },
      ],
    },
  ],
  'environments.tokens.others-hidden': [
    {
      name: 'administrators-see-all',
      sentence: 'An administrator is shown the tokens of everybody.',
      patch: replace(TOKENS, (call, original) => {
        const { environments } = call.tenant.rules;
        const { isOwn } = environments;
        if (isAdmin(call.tenant, call.principal)) environments.isOwn = () => true;
        try {
          return original(call);
        } finally {
          environments.isOwn = isOwn;
        }
      }),
    },
    {
      name: 'everybody-sees-those-of-administrators',
      sentence: 'Everybody is shown the tokens that an administrator minted.',
      patch: replace(TOKENS, (call, original) => {
        const { environments } = call.tenant.rules;
        const { isOwn } = environments;
        const { admin } = call.tenant.account.cast;
        environments.isOwn = (token, userId) => isOwn(token, userId) || token.mintedBy === admin;
        try {
          return original(call);
        } finally {
          environments.isOwn = isOwn;
        }
      }),
    },
    {
      name: 'oauth-sees-all',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'Who asks with an OAuth token is shown the tokens of everybody.',
      patch: showingAll(byOAuth),
    },
    {
      name: 'holders-of-all-see-all',
      sentence: 'Who holds All on the deployment and is no administrator is shown the tokens of everybody.',
      patch: showingAll(
        ({ tenant, principal, path }) =>
          !isAdmin(tenant, principal) && may(tenant, principal, 'All', Number(path['deploymentId'])),
      ),
    },
  ],
  'environments.tokens.environment-only': {
    name: 'deployment',
    sentence: 'The list has the tokens of all environments of the deployment.',
    patch: ({ environments }) => {
      environments.listedWith = (environmentId, beside) => [
        environmentId,
        // The crowd of tokens of one environment would push those of the others out of the list.
        ...beside.flatMap(({ id, name }) => (name === 'continuous integration' ? [] : [id])),
      ];
    },
  },
  'environments.tokens.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'The tokens of an environment are listed in whatever deployment that is, with any key.',
    patch: anywhere(TOKENS),
  },
  'environments.tokens.live-only': [
    {
      name: 'for-ever',
      sentence: 'A token stays in the list when it has expired.',
      patch: ({ environments }) => {
        environments.isLive = () => true;
      },
    },
    {
      name: 'an-hour-more',
      sentence: 'A token stays in the list for an hour after it has expired.',
      patch: ({ environments }) => {
        environments.isLive = (token, now) => now < token.expiresAt + 3_600_000;
      },
    },
  ],
  'environments.tokens.covers-1000': [
    {
      name: 'one-less',
      sentence: 'The list covers the 999 most recent tokens.',
      patch: ({ environments }) => {
        environments.covered = 999;
      },
    },
    {
      name: 'oldest',
      sentence: 'The list covers the 1000 oldest tokens.',
      patch: ({ environments }) => {
        environments.inOrder = (tokens) => tokens;
      },
    },
    {
      name: 'expired-count',
      sentence: 'Of the 1000 tokens that the list covers some have expired and are not shown.',
      patch: ({ environments }) => {
        environments.takesPlace = () => true;
      },
    },
  ],
  'environments.tokens.at-most-1000': [
    {
      name: 'one-more',
      sentence: 'The list covers the 1001 most recent tokens.',
      patch: ({ environments }) => {
        environments.covered = 1001;
      },
    },
    {
      name: 'all',
      sentence: 'The list covers every live token.',
      patch: ({ environments }) => {
        environments.covered = Number.MAX_SAFE_INTEGER;
      },
    },
  ],

  // A minted token.
  'environments.token.takes-scopes': {
    name: 'one-only',
    sentence: 'A token with more than one scope is refused.',
    patch: refusing(MINT, (call) => askedIn(call).length > 1, 'invalid'),
  },
  'environments.token.takes-security-context': {
    name: 'empty-only',
    sentence: 'A security context that is not empty is refused.',
    patch: refusing(
      MINT,
      (call) => {
        const context = bodyIn(call)['security_context'];
        return typeof context === 'object' && context !== null && Object.keys(context).length > 0;
      },
      'invalid',
    ),
  },
  'environments.token.data': [
    {
      name: 'bare',
      sentence: 'The answer is the token itself, without data around it.',
      patch: minted(({ data }) => data),
    },
    {
      name: 'list',
      sentence: 'The data of the answer is a list of one token.',
      patch: minted(({ data }) => ({ data: [data] })),
    },
  ],
  'environments.token.data-scopes': [
    { name: 'text', sentence: 'The scopes are one text with blanks.', patch: told((scopes) => scopes.join(' ')) },
    {
      name: 'absent',
      sentence: 'The data of a minted token has no scopes.',
      patch: minted(({ data }) => {
        const { scopes: _, ...rest } = data as Body;
        return { data: rest };
      }),
    },
    {
      name: 'objects',
      sentence: 'Each of the scopes is an object with its name.',
      patch: told((scopes) => scopes.map((name) => ({ name }))),
    },
  ],
  'environments.token.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'A token is minted for an environment of whatever deployment, with any key.',
    patch: anywhere(MINT),
  },
  'environments.token.scopes-not-invented': [
    {
      name: 'as-requested',
      sentence: 'The scopes that were asked for are answered, also those that were not signed.',
      patch: told((_scopes, call) => askedIn(call)),
    },
    {
      name: 'always-meta',
      sentence: 'The scopes of an answer always have meta.',
      patch: told((scopes) => [...new Set(['meta', ...scopes])]),
    },
  ],
  'environments.token.scopes-not-withheld': [
    {
      name: 'first-only',
      sentence: 'The first alone of the signed scopes is answered.',
      patch: told((scopes) => scopes.slice(0, 1)),
    },
    {
      name: 'more-signed',
      sentence: 'Every token is signed with data, and the answer has it only where it was asked for.',
      patch: (rules) => {
        const { signed } = rules.environments;
        rules.environments.signed = (requested, known) => [...new Set([...signed(requested, known), 'data'])];
        told((scopes, call) => scopes.filter((scope) => askedIn(call).includes(scope)))(rules);
      },
    },
  ],

  // A token for the sync of metadata.
  'environments.meta-sync.meta-unasked': {
    name: 'nothing-signed',
    sentence: 'A meta-sync token that is asked for without scopes is signed with none.',
    patch: syncing((signed, requested) => (requested.length === 0 ? [] : signed)),
  },
  'environments.meta-sync.meta-beside-private': {
    name: 'replaced',
    sentence: 'A meta-sync token that is signed with meta-private is not signed with meta, unless that was asked for.',
    also: [{ id: 'environments.meta-sync.meta-beside-others', because: 'meta-private is one of the others' }],
    patch: syncing((signed, requested) =>
      signed.includes('meta-private') && !requested.includes('meta') ? withoutScope('meta', signed) : signed,
    ),
  },
  'environments.meta-sync.meta-beside-others': {
    name: 'nothing-signed',
    sentence: 'A meta-sync token that is asked for with other scopes alone is signed with none.',
    patch: syncing((signed, requested) => {
      const isMeant = requested.length > 0 && !requested.some((scope) => /^meta/.test(scope));
      return isMeant ? [] : signed;
    }),
  },
  'environments.meta-sync.private-held': [
    {
      name: 'administrators-only',
      sentence: 'Where RBAC is on, only an administrator gets meta-private.',
      also: alsoThese('the user has the right through a group there', 'environments.meta-sync.private-through-group'),
      patch: schemaReaders((own) => (holds, isAdministrator, rbac) => {
        const may = own(holds, isAdministrator, rbac);
        return rbac ? may && isAdministrator : may;
      }),
    },
    {
      name: 'alone-only',
      sentence: 'A meta-private that is asked for beside meta is left out.',
      patch: syncing((signed, requested) =>
        requested.includes('meta') ? withoutScope('meta-private', signed) : signed,
      ),
    },
  ],
  'environments.meta-sync.private-unasked': {
    name: 'always',
    sentence: 'Whoever may have meta-private gets it without asking.',
    patch: syncing((signed, _requested, mayReadSchema) =>
      mayReadSchema ? [...new Set([...signed, 'meta-private'])] : signed,
    ),
  },
  'environments.meta-sync.private-not-held': {
    name: 'readers-suffice',
    sentence: 'Where RBAC is on, whoever reads the deployment gets meta-private.',
    patch: schemaReaders((own) => (holds, isAdministrator, rbac) => rbac || own(holds, isAdministrator, rbac)),
  },
  'environments.meta-sync.private-elsewhere': {
    name: 'wherever-it-is-held',
    sentence: 'Whoever holds SchemaRead on any deployment gets meta-private for the environments of all.',
    patch: replace(SYNC, (call, original) => {
      const { tenant, principal } = call;
      const isHeld = tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, 'SchemaRead', id));
      const others = isHeld && !isAdmin(tenant, principal) ? { mayReadSchema: () => true } : {};
      return withRules(call, 'environments', others, () => original(call));
    }),
  },
  'environments.meta-sync.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'A meta-sync token is minted for an environment of whatever deployment, with any key.',
    patch: anywhere(SYNC),
  },
  'environments.meta-sync.private-administrator': {
    name: 'policies-only',
    sentence: 'Where RBAC is off, an administrator gets no meta-private.',
    patch: schemaReaders(
      (own) => (holds, isAdministrator, rbac) => (rbac || !isAdministrator) && own(holds, isAdministrator, rbac),
    ),
  },
  'environments.meta-sync.private-plain-user': {
    name: 'everybody',
    sentence: 'Where RBAC is off, everybody gets meta-private.',
    patch: schemaReaders((own) => (holds, isAdministrator, rbac) => !rbac || own(holds, isAdministrator, rbac)),
  },
  'environments.meta-sync.others-accepted': {
    name: 'refused',
    sentence: 'A request for a meta-sync token with other scopes is refused.',
    patch: refusing(SYNC, (call) => othersIn(call).length > 0, 'invalid'),
  },
  'environments.meta-sync.others-ignored': [
    {
      name: 'known-signed',
      sentence: 'A meta-sync token is signed with every scope that was asked for and that the tenant knows.',
      patch: syncing((signed, requested) => [...signed, ...requested.filter((scope) => scope === 'data')]),
    },
    {
      name: 'signed-beside-meta',
      sentence: 'Scopes that are asked for beside meta are signed as they are.',
      patch: syncing((signed, requested) =>
        requested.includes('meta') ? [...new Set([...signed, ...withoutScope('meta-private', requested)])] : signed,
      ),
    },
  ],
});

import { firstGroupAlone } from '../../lib/right-conditions.ts';
import { isAdmin, may } from '../../../mock/authority.ts';
import { bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import { rolesOf } from '../../../mock/world/held-roles.ts';
import { byOAuth, byPlainUser, byScopedKey, isAdministrator } from '../../lib/access.ts';
import { anywhere, asked, asksNothing, refused, ruled, ruledByPast } from '../../lib/environment-tokens.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { type Condition, everySecond } from '../../lib/earlier-calls.ts';
import { isGroupsAdministrator } from '../../lib/group-administrators.ts';
import { sends } from '../../lib/conditions.ts';
import { all, during, refusing, remembering, replace, replaceSync, withRules } from '../../lib/patches.ts';
import { directAlone } from '../../lib/right-conditions.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** What a meta-sync token is signed with, for some calls. */
function signingByPast(
  isMeant: Condition,
  change: (signed: readonly string[], call: Call) => readonly string[],
): Patch {
  return ruledByPast('createMetaSyncToken', isMeant, (call) => {
    const { metaSync } = call.tenant.rules.environments;
    return { metaSync: (requested, mayReadSchema) => change(metaSync(requested, mayReadSchema), call) };
  });
}

const withoutMeta = (signed: readonly string[]): readonly string[] => signed.filter((scope) => scope !== 'meta');

/** What a meta-sync token is signed with, for some calls. */
function signing(
  isMeant: (call: Call) => boolean,
  change: (signed: readonly string[], call: Call) => readonly string[],
): Patch {
  return ruled('createMetaSyncToken', isMeant, ({ metaSync }, call) => ({
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

const asksPrivate = (call: Call): boolean => asked(call).includes('meta-private');
const isReader = (call: Call): boolean => byPlainUser(call) && asked(call).includes('meta-private');

function withoutScope(scope: string, scopes: readonly string[]): readonly string[] {
  return scopes.filter((one) => one !== scope);
}

const withoutPrivate = (signed: readonly string[]): readonly string[] =>
  signed.filter((scope) => scope !== 'meta-private');

type TokenRules = Rules['environments'];

/** Who may have the private part of the metadata, other than it should be. */
function schemaReaders(mayRead: (own: TokenRules['mayReadSchema']) => TokenRules['mayReadSchema']): Patch {
  return ({ environments }) => {
    environments.mayReadSchema = mayRead(environments.mayReadSchema);
  };
}

const withPrivate = (signed: readonly string[]): readonly string[] => [...new Set([...signed, 'meta-private'])];

function othersIn(call: Call): readonly string[] {
  return asked(call).filter((scope) => scope !== 'meta' && scope !== 'meta-private');
}

const withAll = (signed: readonly string[], call: Call): readonly string[] => [
  ...new Set([...signed, ...asked(call).filter((one) => one !== 'meta-private')]),
];

const scopesIn = (call: Call): readonly unknown[] => {
  const { scopes } = bodyOf(call, { optional: true });
  return Array.isArray(scopes) ? scopes : [];
};

/** Faults of tokens for the sync of metadata. */
export const metaSyncFaults = faults({
  'environments.meta-sync.meta-unasked': [
    {
      name: 'nothing-for-an-empty-list',
      sentence: 'A meta-sync token that is asked for with an empty list of scopes is signed with none.',
      patch: during(
        'createMetaSyncToken',
        'environments',
        () => ({ metaSync: () => [] }),
        sends('scopes', (scopes) => Array.isArray(scopes) && scopes.length === 0),
      ),
    },
    {
      name: 'nothing-for-oauth',
      sentence: 'A meta-sync token that is asked for without scopes by an OAuth token is not signed with meta.',
      patch: signingByPast((call) => byOAuth(call) && asksNothing(call), withoutMeta),
    },
    {
      name: 'nothing-the-second-time',
      sentence: 'The second meta-sync token in a row without scopes is not signed with meta.',
      also: [{ id: 'environments.meta-sync.private-unasked', because: 'the check asks twice as well' }],
      patch: signingByPast(
        (call, { lastDone }) => lastDone !== undefined && asksNothing(call) && asksNothing(lastDone),
        withoutMeta,
      ),
    },
    {
      name: 'nothing-for-plain-users',
      sentence: 'A meta-sync token that a plain user asks for without scopes is not signed with meta.',
      patch: signingByPast((call) => !isAdministrator(call) && asksNothing(call), withoutMeta),
    },
    {
      name: 'lost-after-a-reader',
      sentence: 'Once a plain user had a token, an administrator who asks for no scope gets no meta.',
      patch: signingAfter(byPlainUser, (call) => isAdministrator(call) && asked(call).length === 0, withoutMeta),
    },
    {
      name: 'nothing-signed',
      sentence: 'A meta-sync token that is asked for without scopes is signed with none.',
      patch: syncing((signed, requested) => (requested.length === 0 ? [] : signed)),
    },
  ],
  'environments.meta-sync.meta-beside-private': [
    {
      name: 'refused-private',
      also: alsoThese('meta-private stands beside others', 'environments.meta-sync.meta-beside-others'),
      sentence: 'A meta-sync token whose meta-private was asked for and is not due is signed with nothing.',
      patch: ({ environments }) => {
        const { metaSync } = environments;
        environments.metaSync = (requested, mayRead) =>
          requested.includes('meta-private') && !mayRead ? [] : metaSync(requested, mayRead);
      },
    },
    {
      name: 'lost-for-readers',
      sentence: 'A plain user who may have meta-private and asks for it alone gets no meta.',
      patch: signingByPast((call) => !isAdministrator(call) && asked(call).join() === 'meta-private', withoutMeta),
    },
    {
      name: 'lost-for-oauth',
      sentence: 'Who asks for meta-private with an OAuth token gets no meta.',
      also: alsoThese('the private scope is asked for there as well', 'environments.meta-sync.meta-beside-others'),
      patch: signingByPast((call) => byOAuth(call) && asksPrivate(call), withoutMeta),
    },
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
    {
      name: 'replaced',
      sentence:
        'A meta-sync token that is signed with meta-private is not signed with meta, unless that was asked for.',
      also: [{ id: 'environments.meta-sync.meta-beside-others', because: 'meta-private is one of the others' }],
      patch: syncing((signed, requested) =>
        signed.includes('meta-private') && !requested.includes('meta') ? withoutScope('meta', signed) : signed,
      ),
    },
  ],
  'environments.meta-sync.meta-beside-others': [
    {
      name: 'lost-beside-three',
      sentence: 'A meta-sync token that is asked for with three scopes, meta among them, is not signed with meta.',
      patch: signingByPast((call) => asked(call).length >= 3, withoutMeta),
    },
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
    {
      name: 'nothing-signed',
      sentence: 'A meta-sync token that is asked for with other scopes alone is signed with none.',
      patch: syncing((signed, requested) => {
        const isMeant = requested.length > 0 && !requested.some((scope) => /^meta/.test(scope));
        return isMeant ? [] : signed;
      }),
    },
  ],
  'environments.meta-sync.private-held': [
    {
      name: 'not-by-a-group',
      sentence: 'A user who holds SchemaRead through a group alone gets a token without meta-private.',
      also: alsoThese('the user has the right through a group there', 'environments.meta-sync.private-through-group'),
      patch: directAlone('createMetaSyncToken'),
    },
    {
      name: 'beside-others',
      sentence: 'Beside a scope that is ignored, meta-private is ignored as well.',
      patch: ({ environments }) => {
        const { metaSync } = environments;
        environments.metaSync = (requested, may) =>
          metaSync(requested, may && requested.every((one) => one.startsWith('meta')));
      },
    },
    {
      name: 'on-all-deployments',
      toldBy: 'environments.meta-sync.private-elsewhere',
      sentence: 'SchemaRead on All deployments does not count.',
      patch: during('createMetaSyncToken', 'environments', ({ mayReadSchema }, { tenant, principal, path }) => ({
        mayReadSchema: (holds, isAdministrator, rbac) => {
          const named =
            principal.user &&
            rolesOf(tenant, principal.user).some(({ role }) =>
              role.policies.some(
                ({ actions, resources }) =>
                  actions.includes('SchemaRead') && resources.includes(path['deploymentId'] ?? ''),
              ),
            );
          return mayReadSchema(holds && (named === true || isAdministrator), isAdministrator, rbac);
        },
      })),
    },
    {
      name: 'once',
      sentence: 'Every second time, a holder of SchemaRead who asks for meta-private does not get it.',
      also: [
        { id: 'environments.meta-sync.private-administrator', because: 'RBAC off or on makes no difference to it' },
      ],
      patch: signingByPast(
        (call, past) => asksPrivate(call) && everySecond(call, past),
        (signed) => signed.filter((scope) => scope !== 'meta-private'),
      ),
    },
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
  'environments.meta-sync.private-through-group': [
    {
      name: 'direct-alone-counts',
      sentence: 'For meta-private only roles that are held directly count.',
      also: alsoThese('a group is one of the ways to hold it', 'environments.meta-sync.private-held'),
      patch: during('createMetaSyncToken', 'authority', ({ counted }) => ({
        counted: (tenant, user) => counted(tenant, user).filter(({ id }) => user.roleIds.has(id)),
      })),
    },
    {
      name: 'direct-alone',
      sentence: 'Of the roles of a user those count that the user holds directly.',
      also: alsoThese('the right of a group is one of those there', 'environments.meta-sync.private-held'),
      patch: ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) => counted(tenant, user).filter(({ id }) => user.roleIds.has(id));
      },
    },
    {
      name: 'first-group-alone',
      sentence: 'A user who holds SchemaRead through the second of two groups gets a token without meta-private.',
      patch: firstGroupAlone('createMetaSyncToken'),
    },
  ],
  'environments.meta-sync.private-unasked': [
    {
      name: 'what-begins-with-it',
      sentence: 'A meta-sync token is signed with meta-private for a scope whose name begins with it.',
      patch: ({ environments }) => {
        const { metaSync } = environments;
        environments.metaSync = (requested, mayReadSchema) =>
          metaSync(
            requested.map((scope) => (scope.startsWith('meta-private') ? 'meta-private' : scope)),
            mayReadSchema,
          );
      },
    },
    {
      name: 'for-scoped-keys',
      sentence: 'An administrator with a key that is scoped to the deployment is signed meta-private without asking.',
      patch: during(
        'createMetaSyncToken',
        'environments',
        ({ metaSync }) => ({ metaSync: (requested, may) => metaSync([...requested, 'meta-private'], may) }),
        byScopedKey,
      ),
    },
    {
      name: 'for-administrators',
      sentence: 'An administrator is signed meta-private without asking.',
      also: [
        { id: 'environments.meta-sync.others-ignored', because: 'a scope that nobody asked for may be seen there' },
      ],
      patch: signingByPast((call) => isAdministrator(call) && !asksPrivate(call), withPrivate),
    },
    {
      name: 'for-administrators-by-oauth',
      sentence: 'An administrator with an OAuth token is signed meta-private without asking.',
      patch: signingByPast((call) => byOAuth(call) && isAdministrator(call) && !asksPrivate(call), withPrivate),
    },
    {
      name: 'after-it-was-asked-for',
      sentence: 'Whoever was signed meta-private once gets it from then on without asking.',
      patch: (rules) => {
        const had = new Set<string>();
        signingByPast((call) => {
          if (asksPrivate(call)) had.add(call.principal.token);
          return had.has(call.principal.token) && !asksPrivate(call) && !isAdministrator(call);
        }, withPrivate)(rules);
      },
    },
    {
      name: 'beside-another-scope',
      sentence: 'Whoever asks for another scope beside meta is signed meta-private as well.',
      patch: signingByPast(
        (call) => asked(call).includes('meta') && asked(call).length > 1 && !asksPrivate(call),
        withPrivate,
      ),
    },
    {
      name: 'to-administrators-after-a-reader',
      sentence: 'Once a plain user asked for meta-private, an administrator gets it without asking.',
      patch: signingAfter(
        isReader,
        (call) => isAdministrator(call) && !asked(call).includes('meta-private'),
        withPrivate,
      ),
    },
    {
      name: 'always',
      sentence: 'Whoever may have meta-private gets it without asking.',
      patch: syncing((signed, _requested, mayReadSchema) =>
        mayReadSchema ? [...new Set([...signed, 'meta-private'])] : signed,
      ),
    },
  ],
  'environments.meta-sync.private-not-held': [
    {
      name: 'that-was-held-before',
      also: alsoThese('the user has held it everywhere before', 'environments.meta-sync.private-elsewhere'),
      toldBy: 'environments.meta-sync.private-through-group',
      sentence: 'Who once got a meta-sync token with meta-private gets another after the right was taken away.',
      patch: remembering(
        () => new Set<number | undefined>(),
        (known) =>
          replaceSync('createMetaSyncToken', (call, original) => {
            const { environments } = call.tenant.rules;
            const { mayReadSchema } = environments;
            const userId = call.principal.user?.id;
            environments.mayReadSchema = (...args) => {
              if (mayReadSchema(...args)) known.add(userId);
              return known.has(userId);
            };
            try {
              return original(call);
            } finally {
              environments.mayReadSchema = mayReadSchema;
            }
          }),
      ),
    },
    {
      name: 'beside-others',
      sentence: 'Whoever asks for meta-private beside meta and another scope gets it.',
      patch: signingByPast((call) => asksPrivate(call) && asked(call).length >= 3, withPrivate),
    },
    {
      name: 'after-a-holder',
      sentence: 'Once somebody was signed meta-private for an environment, whoever asks for it gets it there.',
      also: [{ id: 'environments.meta-sync.private-elsewhere', because: 'the right is taken from another user' }],
      patch: (rules) => {
        let isOpen = false;
        signingByPast(
          (call) => asksPrivate(call),
          (signed) => {
            isOpen ||= signed.includes('meta-private');
            return isOpen ? withPrivate(signed) : signed;
          },
        )(rules);
      },
    },
    {
      name: 'the-second-time',
      sentence: 'Whoever asks for meta-private a third time gets it.',
      also: (['private-elsewhere', 'private-plain-user'] as const).map((id) => ({
        id: `environments.meta-sync.${id}` as const,
        because: 'the check may ask as often',
      })),
      patch: (rules) => {
        const times = new Map<string, number>();
        signingByPast((call) => {
          const time = (times.get(call.principal.token) ?? 0) + (asksPrivate(call) ? 1 : 0);
          times.set(call.principal.token, time);
          return asksPrivate(call) && time >= 3;
        }, withPrivate)(rules);
      },
    },
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
    {
      name: 'readers-suffice',
      sentence: 'Where RBAC is on, whoever reads the deployment gets meta-private.',
      patch: schemaReaders((own) => (holds, isAdministrator, rbac) => rbac || own(holds, isAdministrator, rbac)),
    },
    {
      name: 'unless-of-the-first-environment',
      sentence: 'Whoever has no SchemaRead gets meta-private in every environment but the first of the deployment.',
      patch: during(
        'createMetaSyncToken',
        'environments',
        () => ({ mayReadSchema: () => true }),
        (call) => {
          const id = Number(call.path['environmentId']);
          const deploymentId = Number(call.path['deploymentId']);
          const [first] = call.tenant.deployments.environments.filter((one) => one.deploymentId === deploymentId);
          return first?.id !== id;
        },
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two requests at the same time the second is answered with the token of the first.',
      patch: sharedAnswer('createMetaSyncToken'),
    },
  ],
  'environments.meta-sync.private-elsewhere': [
    {
      name: 'another-right-suffices',
      sentence: 'Whoever holds APMRead on the deployment gets meta-private.',
      patch: during('createMetaSyncToken', 'environments', ({ mayReadSchema }, { tenant, principal, path }) => ({
        mayReadSchema: (...standing) =>
          mayReadSchema(...standing) ||
          (!isAdmin(tenant, principal) && may(tenant, principal, 'APMRead', Number(path['deploymentId']))),
      })),
    },
    {
      name: 'held-anywhere',
      sentence: 'For meta-private SchemaRead on any deployment counts.',
      patch: replaceSync('createMetaSyncToken', (call, original) => {
        const { user } = call.principal;
        const holds =
          user !== undefined &&
          rolesOf(call.tenant, user).some(({ role }) =>
            role.policies.some(
              ({ resourceType, actions }) => resourceType === 'Deployment' && actions.includes('SchemaRead'),
            ),
          );
        return withRules(
          call,
          'environments',
          { mayReadSchema: (held, admin, rbac) => held || holds || (admin && !rbac) },
          () => original(call),
        );
      }),
    },
    {
      name: 'held-before',
      sentence: 'Whoever once got meta-private gets it after SchemaRead was taken away.',
      also: alsoThese('who had the right before asks for the scope there', 'environments.meta-sync.private-not-held'),
      patch: remembering(
        () => new Set<string>(),
        (held) =>
          during('createMetaSyncToken', 'environments', ({ mayReadSchema }, { principal, path }) => ({
            mayReadSchema: (...how) => {
              const who = `${principal.user?.id}/${path['deploymentId']}`;
              if (mayReadSchema(...how)) held.add(who);
              return held.has(who);
            },
          })),
      ),
    },
    {
      name: 'wherever-it-is-held',
      sentence: 'Whoever holds SchemaRead on any deployment gets meta-private for the environments of all.',
      patch: replace('createMetaSyncToken', (call, original) => {
        const { tenant, principal } = call;
        const isHeld = tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, 'SchemaRead', id));
        const others = isHeld && !isAdmin(tenant, principal) ? { mayReadSchema: () => true } : {};
        return withRules(call, 'environments', others, () => original(call));
      }),
    },
  ],
  'environments.meta-sync.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'A meta-sync token is minted for an environment of whatever deployment, with any key.',
    patch: anywhere('createMetaSyncToken'),
  },
  'environments.meta-sync.private-administrator': [
    {
      name: 'not-with-a-scoped-key',
      sentence: 'Where RBAC is off, an administrator with a key that is scoped to the deployment gets no meta-private.',
      patch: during(
        'createMetaSyncToken',
        'environments',
        ({ mayReadSchema }) => ({
          mayReadSchema: (holds, isAdministrator, rbac) =>
            (rbac || !isAdministrator) && mayReadSchema(holds, isAdministrator, rbac),
        }),
        ({ principal }) => principal.scope !== 'all',
      ),
    },
    {
      name: 'not-through-a-group',
      seenWith: 'OTHER_ADMIN_TOKEN',
      sentence: 'Where RBAC is off, who has the admin role through a group gets no meta-private.',
      patch: during(
        'createMetaSyncToken',
        'environments',
        ({ mayReadSchema }) => ({ mayReadSchema: (_held, _admin, rbac) => mayReadSchema(false, false, rbac) }),
        isGroupsAdministrator,
      ),
    },
    {
      name: 'policies-only',
      sentence: 'Where RBAC is off, an administrator gets no meta-private.',
      patch: schemaReaders(
        (own) => (holds, isAdministrator, rbac) => (rbac || !isAdministrator) && own(holds, isAdministrator, rbac),
      ),
    },
  ],
  'environments.meta-sync.private-plain-user': {
    name: 'everybody',
    sentence: 'Where RBAC is off, everybody gets meta-private.',
    patch: schemaReaders((own) => (holds, isAdministrator, rbac) => !rbac || own(holds, isAdministrator, rbac)),
  },
  'environments.meta-sync.others-accepted': [
    {
      name: 'refused-beside-meta',
      sentence: 'A request for a meta-sync token with meta-private and another scope is refused.',
      also: (['meta-beside-others', 'others-ignored'] as const).map((id) => ({
        id: `environments.meta-sync.${id}` as const,
        because: 'there is no token to look at',
      })),
      patch: refused(
        'createMetaSyncToken',
        (call) => asksPrivate(call) && asked(call).length > 1 && !asked(call).includes('meta'),
      ),
    },
    {
      name: 'refused-to-oauth',
      sentence: 'A request for a meta-sync token with another scope is refused to an OAuth token.',
      patch: refused('createMetaSyncToken', (call) => byOAuth(call) && asked(call).includes('data')),
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'A request for a meta-sync token with another scope is refused to a plain user.',
      patch: refused('createMetaSyncToken', (call) => !isAdministrator(call) && asked(call).includes('data')),
    },
    {
      name: 'refused',
      sentence: 'A request for a meta-sync token with other scopes is refused.',
      patch: refusing('createMetaSyncToken', (call) => othersIn(call).length > 0, 'invalid'),
    },
  ],
  'environments.meta-sync.others-ignored': [
    {
      name: 'signed-for-scoped-keys',
      sentence: 'A key that is scoped to the deployment is signed every scope that it asks for.',
      patch: during(
        'createMetaSyncToken',
        'environments',
        ({ metaSync }) => ({ metaSync: (requested, may) => [...new Set([...metaSync(requested, may), ...requested])] }),
        byScopedKey,
      ),
    },
    {
      name: 'signed-for-oauth',
      sentence: 'An OAuth token is signed every scope that it asks for.',
      patch: signingByPast(byOAuth, (signed, call) => [
        ...new Set([...signed, ...asked(call).filter((one) => one !== 'meta-private')]),
      ]),
    },
    {
      name: 'signed-for-plain-users',
      sentence: 'A plain user is signed other scopes that he asks for beside meta.',
      patch: signingByPast(
        (call) => !isAdministrator(call) && asked(call).includes('meta'),
        (signed, call) => [...new Set([...signed, ...asked(call).filter((one) => one !== 'meta-private')])],
      ),
    },
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
    {
      name: 'signed-once-minted',
      sentence: 'A meta-sync token is signed every scope that was signed in another token of the environment before.',
      patch: remembering(
        () => new Set<unknown>(),
        (minted) =>
          all(
            replaceSync('createEnvironmentToken', (call, original) => {
              for (const scope of scopesIn(call)) minted.add(scope);
              return original(call);
            }),
            replace('createMetaSyncToken', (call, original) => {
              const { metaSync } = call.tenant.rules.environments;
              const known = scopesIn(call).filter((scope): scope is string => minted.has(scope));
              const others = {
                metaSync: (requested: readonly string[], may: boolean) => [
                  ...new Set([...metaSync(requested, may), ...known]),
                ],
              };
              return withRules(call, 'environments', others, () => original(call));
            }),
          ),
      ),
    },
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

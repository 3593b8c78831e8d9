import type { Answer } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { byOAuth, isAdministrator } from '../lib/access.ts';
import { everySecond, given, type Past } from '../lib/given.ts';
import { continuing, endingEarly, hiding, pagesOf } from '../lib/paging.ts';
import { refusing, replace, withRules } from '../lib/patches.ts';

const LIST = 'listEnvironments';
const TOKENS = 'listEnvironmentTokens';
const MINT = 'createEnvironmentToken';
const SYNC = 'createMetaSyncToken';

type Condition = (call: Call, past: Past) => boolean;
const environmentOf = ({ path }: Call): unknown => path['environmentId'];

const asked = (call: Call): readonly string[] => {
  const { scopes } = bodyOf(call, { optional: true });
  return Array.isArray(scopes) ? (scopes as readonly string[]) : [];
};

/** Other rules of tokens for some calls of an operation. */
function ruled(operation: string, isMeant: Condition, others: (call: Call) => Partial<Rules['environments']>): Patch {
  return given(
    operation,
    isMeant,
    replace(operation, (call, original) => withRules(call, 'environments', others(call), () => original(call))),
    { of: environmentOf },
  );
}

/** What a meta-sync token is signed with, for some calls. */
function signing(isMeant: Condition, change: (signed: readonly string[], call: Call) => readonly string[]): Patch {
  return ruled(SYNC, isMeant, (call) => {
    const { metaSync } = call.tenant.rules.environments;
    return { metaSync: (requested, mayReadSchema) => change(metaSync(requested, mayReadSchema), call) };
  });
}

const withPrivate = (signed: readonly string[]): readonly string[] => [...new Set([...signed, 'meta-private'])];
const withoutMeta = (signed: readonly string[]): readonly string[] => signed.filter((scope) => scope !== 'meta');
const asksPrivate = (call: Call): boolean => asked(call).includes('meta-private');
const asksNothing = (call: Call): boolean => asked(call).length === 0;

function refused(operation: string, isMeant: Condition): Patch {
  return given(
    operation,
    isMeant,
    refusing(operation, () => true, 'invalid'),
    { of: environmentOf },
  );
}

/** The scopes that an answer tells, other than those that were signed. */
function told(isMeant: Condition, change: (scopes: readonly string[]) => unknown): Patch {
  return given(
    MINT,
    isMeant,
    replace(MINT, async (call, original): Promise<Answer> => {
      const answer = await original(call);
      if (answer.kind !== 'created') return answer;
      const { data } = answer.body as Body;
      const token = data as Body;
      return { ...answer, body: { data: { ...token, scopes: change(token['scopes'] as readonly string[]) } } };
    }),
    { of: environmentOf },
  );
}

/** Faults of environments and their tokens that show for some callers, scopes or after some histories alone. */
export const environmentsGivenFaults = faults({
  'environments.list.shows-environment': {
    name: 'not-to-oauth',
    sentence: 'Who asks with an OAuth token is not shown the first environment of a deployment.',
    patch: given(
      LIST,
      byOAuth,
      hiding(LIST, (id, { tenant, path }) => {
        const { environments } = tenant.deployments;
        return id === environments.find((one) => one.deploymentId === Number(path['deploymentId']))?.id;
      }),
    ),
  },
  'environments.list.first-limits': {
    name: 'later-pages-one-more',
    sentence: 'Every page of environments but the first holds one more than was asked for.',
    patch: given(
      LIST,
      (call) => call.query.text('after') !== undefined,
      pagesOf(LIST, (first) => first + 1),
    ),
  },
  'environments.list.after-continues': {
    name: 'pairs-repeat-one',
    sentence: 'In pages of more than one environment a page begins with the last of the page before it.',
    also: [{ id: 'environments.list.pages-complete', because: 'such pages may never end' }],
    patch: given(LIST, (call) => Number(call.query.text('first')) > 1, continuing(LIST, 'one-early')),
  },
  'environments.list.pages-complete': [
    {
      name: 'pairs-skip-one',
      sentence: 'Between pages of more than one environment one is skipped.',
      patch: given(LIST, (call) => Number(call.query.text('first')) > 1, continuing(LIST, 'one-late')),
    },
    {
      name: 'single-pages-end-early',
      sentence: 'In pages of one environment the last but one is told to be the last.',
      patch: given(LIST, (call) => call.query.text('first') === '1', endingEarly(LIST)),
    },
  ],

  // The list of tokens.
  'environments.tokens.own-shown': [
    {
      name: 'not-to-oauth',
      sentence: 'Who mints a token with an OAuth token does not see it in the list.',
      patch: ruled(TOKENS, byOAuth, () => ({ isOwn: () => false })),
    },
    {
      name: 'not-to-plain-users',
      sentence: 'A plain user is shown no token, and an administrator is.',
      patch: ruled(
        TOKENS,
        (call) => !isAdministrator(call),
        () => ({ isOwn: () => false }),
      ),
      also: [{ id: 'environments.tokens.others-hidden', because: 'nothing at all is shown to plain users' }],
    },
    {
      name: 'the-last-one-alone',
      sentence: 'The list has the newest token of the caller alone.',
      also: (['covers-1000', 'live-only'] as const).map((id) => ({
        id: `environments.tokens.${id}` as const,
        because: 'what is left out is not covered',
      })),
      patch: ruled(
        TOKENS,
        () => true,
        () => {
          let shown = false;
          return {
            isOwn: (token, userId) => {
              if (shown || token.mintedBy !== userId) return false;
              shown = true;
              return true;
            },
          };
        },
      ),
    },
  ],
  'environments.tokens.others-hidden': {
    name: 'second-look-shows-all',
    sentence: 'Every second read of the tokens of an environment shows those of everybody.',
    also: [{ id: 'environments.tokens.covers-1000', because: 'the counts are of all tokens' }],
    patch: ruled(TOKENS, everySecond, () => ({ isOwn: () => true })),
  },
  'environments.tokens.environment-only': {
    name: 'after-another-was-looked-at',
    sentence: 'A plain read of the tokens shows those of all environments once another one was read.',
    patch: (rules) => {
      const seen = new Set<unknown>();
      ruled(
        TOKENS,
        (call) => {
          seen.add(environmentOf(call));
          return seen.size > 1;
        },
        () => ({ listedWith: (id, beside) => [id, ...beside.map((one) => one.id)] }),
      )(rules);
    },
  },

  // A minted token.
  'environments.token.takes-scopes': [
    {
      name: 'refused-to-oauth',
      sentence: 'A request for an environment token with scopes is refused to an OAuth token.',
      also: [{ id: 'environments.token.takes-security-context', because: 'the check sends scopes as well' }],
      patch: refused(MINT, (call) => byOAuth(call) && !asksNothing(call)),
    },
    {
      name: 'single-data-refused',
      sentence: 'A request for an environment token with the scope data alone is refused.',
      also: (['scopes-not-invented', 'scopes-not-withheld'] as const).map((id) => ({
        id: `environments.token.${id}` as const,
        because: 'there is one token less to look at',
      })),
      patch: refused(MINT, (call) => asked(call).join() === 'data'),
    },
  ],
  'environments.token.takes-security-context': [
    {
      name: 'nested-refused-to-oauth',
      sentence: 'A security context is refused to an OAuth token.',
      patch: refused(MINT, (call) => byOAuth(call) && Object.keys(contextIn(call)).length > 0),
    },
    {
      name: 'beyond-ascii-refused',
      sentence: 'A security context with letters beyond ASCII is refused.',
      patch: refused(MINT, (call) => /[^\0-\x7f]/.test(JSON.stringify(contextIn(call)))),
    },
    {
      name: 'second-one-refused',
      sentence: 'A second security context for one environment is refused.',
      patch: refused(
        MINT,
        (call, { lastDone }) =>
          lastDone !== undefined && [call, lastDone].every((one) => Object.keys(contextIn(one)).length > 0),
      ),
      also: [{ id: 'environments.tokens.own-shown', because: 'the check mints with two contexts' }],
    },
  ],
  'environments.token.data-scopes': {
    name: 'text-the-second-time',
    sentence: 'From the second token of an environment on, the scopes are one text.',
    patch: told(
      (_call, { done }) => done > 0,
      (scopes) => scopes.join(' '),
    ),
  },
  'environments.token.scopes-not-invented': {
    name: 'meta-for-oauth',
    sentence: 'The answer with a token that was minted with an OAuth token tells every scope there is.',
    patch: told(byOAuth, (scopes) => [...new Set([...scopes, 'meta', 'data'])]),
  },
  'environments.token.scopes-not-withheld': {
    name: 'empty-for-oauth',
    sentence: 'The answer with a token that was minted with an OAuth token tells no scope.',
    patch: told(byOAuth, () => []),
  },

  // A token for the sync of metadata.
  'environments.meta-sync.meta-unasked': [
    {
      name: 'nothing-for-oauth',
      sentence: 'A meta-sync token that is asked for without scopes by an OAuth token is not signed with meta.',
      patch: signing((call) => byOAuth(call) && asksNothing(call), withoutMeta),
    },
    {
      name: 'nothing-the-second-time',
      sentence: 'The second meta-sync token in a row without scopes is not signed with meta.',
      also: [{ id: 'environments.meta-sync.private-unasked', because: 'the check asks twice as well' }],
      patch: signing(
        (call, { lastDone }) => lastDone !== undefined && asksNothing(call) && asksNothing(lastDone),
        withoutMeta,
      ),
    },
    {
      name: 'nothing-for-plain-users',
      sentence: 'A meta-sync token that a plain user asks for without scopes is not signed with meta.',
      patch: signing((call) => !isAdministrator(call) && asksNothing(call), withoutMeta),
    },
  ],
  'environments.meta-sync.meta-beside-private': [
    {
      name: 'lost-for-readers',
      sentence: 'A plain user who may have meta-private and asks for it alone gets no meta.',
      patch: signing((call) => !isAdministrator(call) && asked(call).join() === 'meta-private', withoutMeta),
    },
    {
      name: 'lost-for-oauth',
      sentence: 'Who asks for meta-private with an OAuth token gets no meta.',
      also: alsoThese('the private scope is asked for there as well', 'environments.meta-sync.meta-beside-others'),
      patch: signing((call) => byOAuth(call) && asksPrivate(call), withoutMeta),
    },
  ],
  'environments.meta-sync.meta-beside-others': {
    name: 'lost-beside-three',
    sentence: 'A meta-sync token that is asked for with three scopes, meta among them, is not signed with meta.',
    patch: signing((call) => asked(call).length >= 3, withoutMeta),
  },
  'environments.meta-sync.private-held': {
    name: 'once',
    sentence: 'Every second time, a holder of SchemaRead who asks for meta-private does not get it.',
    also: [{ id: 'environments.meta-sync.private-administrator', because: 'RBAC off or on makes no difference to it' }],
    patch: signing(
      (call, past) => asksPrivate(call) && everySecond(call, past),
      (signed) => signed.filter((scope) => scope !== 'meta-private'),
    ),
  },
  'environments.meta-sync.private-unasked': [
    {
      name: 'for-administrators',
      sentence: 'An administrator is signed meta-private without asking.',
      also: [
        { id: 'environments.meta-sync.others-ignored', because: 'a scope that nobody asked for may be seen there' },
      ],
      patch: signing((call) => isAdministrator(call) && !asksPrivate(call), withPrivate),
    },
    {
      name: 'for-administrators-by-oauth',
      sentence: 'An administrator with an OAuth token is signed meta-private without asking.',
      patch: signing((call) => byOAuth(call) && isAdministrator(call) && !asksPrivate(call), withPrivate),
    },
    {
      name: 'after-it-was-asked-for',
      sentence: 'Whoever was signed meta-private once gets it from then on without asking.',
      patch: (rules) => {
        const had = new Set<string>();
        signing((call) => {
          if (asksPrivate(call)) had.add(call.principal.token);
          return had.has(call.principal.token) && !asksPrivate(call) && !isAdministrator(call);
        }, withPrivate)(rules);
      },
    },
    {
      name: 'beside-another-scope',
      sentence: 'Whoever asks for another scope beside meta is signed meta-private as well.',
      patch: signing(
        (call) => asked(call).includes('meta') && asked(call).length > 1 && !asksPrivate(call),
        withPrivate,
      ),
    },
  ],
  'environments.meta-sync.private-not-held': [
    {
      name: 'beside-others',
      sentence: 'Whoever asks for meta-private beside meta and another scope gets it.',
      patch: signing((call) => asksPrivate(call) && asked(call).length >= 3, withPrivate),
    },
    {
      name: 'after-a-holder',
      sentence: 'Once somebody was signed meta-private for an environment, whoever asks for it gets it there.',
      also: [{ id: 'environments.meta-sync.private-elsewhere', because: 'the right is taken from another user' }],
      patch: (rules) => {
        let isOpen = false;
        signing(
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
        signing((call) => {
          const time = (times.get(call.principal.token) ?? 0) + (asksPrivate(call) ? 1 : 0);
          times.set(call.principal.token, time);
          return asksPrivate(call) && time >= 3;
        }, withPrivate)(rules);
      },
    },
  ],
  'environments.meta-sync.others-accepted': [
    {
      name: 'refused-beside-meta',
      sentence: 'A request for a meta-sync token with meta-private and another scope is refused.',
      also: (['meta-beside-others', 'others-ignored'] as const).map((id) => ({
        id: `environments.meta-sync.${id}` as const,
        because: 'there is no token to look at',
      })),
      patch: refused(SYNC, (call) => asksPrivate(call) && asked(call).length > 1 && !asked(call).includes('meta')),
    },
    {
      name: 'refused-to-oauth',
      sentence: 'A request for a meta-sync token with another scope is refused to an OAuth token.',
      patch: refused(SYNC, (call) => byOAuth(call) && asked(call).includes('data')),
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'A request for a meta-sync token with another scope is refused to a plain user.',
      patch: refused(SYNC, (call) => !isAdministrator(call) && asked(call).includes('data')),
    },
  ],
  'environments.meta-sync.others-ignored': [
    {
      name: 'signed-for-oauth',
      sentence: 'An OAuth token is signed every scope that it asks for.',
      patch: signing(byOAuth, (signed, call) => [
        ...new Set([...signed, ...asked(call).filter((one) => one !== 'meta-private')]),
      ]),
    },
    {
      name: 'signed-for-plain-users',
      sentence: 'A plain user is signed other scopes that he asks for beside meta.',
      patch: signing(
        (call) => !isAdministrator(call) && asked(call).includes('meta'),
        (signed, call) => [...new Set([...signed, ...asked(call).filter((one) => one !== 'meta-private')])],
      ),
    },
  ],
});

function contextIn(call: Call): object {
  const { security_context: context } = bodyOf(call, { optional: true });
  return typeof context === 'object' && context !== null ? context : {};
}

import type { Answer } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser, byScopedKey } from '../../lib/access.ts';
import { anywhere, asked, asksNothing, environmentOf, optionalBody, refused } from '../../lib/environment-tokens.ts';
import { faults } from '../../lib/fault.ts';
import { given, type Condition } from '../../lib/earlier-calls.ts';
import { changedIf, isPresent, sends } from '../../lib/conditions.ts';
import {
  all,
  changeBodySync,
  during,
  refusing,
  remembering,
  replace,
  replaceSync,
  withBody,
  withRules,
} from '../../lib/patches.ts';
import { scopesRepeatedForEmptyContext } from '../../lib/few-callers.ts';

function contextIn(call: Call): object {
  const { security_context: context } = bodyOf(call, { optional: true });
  return typeof context === 'object' && context !== null ? context : {};
}

/** Changes the description of a minted token in the response. */
function minted(change: (body: Body, call: Call) => unknown): Patch {
  return replace('createEnvironmentToken', async (call, original): Promise<Answer> => {
    const answer = await original(call);
    return answer.kind === 'created' ? { ...answer, body: change(answer.body as Body, call) } : answer;
  });
}

/** The scopes that an answer tells, other than those that were signed. */
function toldByPast(isMeant: Condition, change: (scopes: readonly string[]) => unknown): Patch {
  return given(
    'createEnvironmentToken',
    isMeant,
    replace('createEnvironmentToken', async (call, original): Promise<Answer> => {
      const answer = await original(call);
      if (answer.kind !== 'created') return answer;
      const { data } = answer.body as Body;
      const token = data as Body;
      return { ...answer, body: { data: { ...token, scopes: change(token['scopes'] as readonly string[]) } } };
    }),
    { of: environmentOf },
  );
}

/** Changes the scopes in the description of a minted token. */
function told(change: (scopes: readonly string[], call: Call) => unknown): Patch {
  return minted(({ data }, call) => {
    const token = data as Body;
    return { data: { ...token, scopes: change(token['scopes'] as readonly string[], call) } };
  });
}

const keyOf = (call: Call): string => `${call.principal.token} ${call.path['deploymentId'] ?? ''}`;

/** Faults of minting tokens of an environment. */
export const tokenFaults = faults({
  'environments.token.takes-scopes': [
    {
      name: 'refused-to-oauth',
      sentence: 'A request for an environment token with scopes is refused to an OAuth token.',
      also: [{ id: 'environments.token.takes-security-context', because: 'the check sends scopes as well' }],
      patch: refused('createEnvironmentToken', (call) => byOAuth(call) && !asksNothing(call)),
    },
    {
      name: 'single-data-refused',
      sentence: 'A request for an environment token with the scope data alone is refused.',
      also: (['scopes-not-invented', 'scopes-not-withheld'] as const).map((id) => ({
        id: `environments.token.${id}` as const,
        because: 'there is one token less to look at',
      })),
      patch: refused('createEnvironmentToken', (call) => asked(call).join() === 'data'),
    },
    {
      name: 'one-only',
      sentence: 'A token with more than one scope is refused.',
      patch: refusing('createEnvironmentToken', (call) => asked(call).length > 1, 'invalid'),
    },
  ],
  'environments.token.takes-security-context': [
    {
      name: 'nested-refused-to-oauth',
      sentence: 'A security context is refused to an OAuth token.',
      patch: refused('createEnvironmentToken', (call) => byOAuth(call) && Object.keys(contextIn(call)).length > 0),
    },
    {
      name: 'beyond-ascii-refused',
      sentence: 'A security context with letters beyond ASCII is refused.',
      patch: refused('createEnvironmentToken', (call) => /[^\0-\x7f]/.test(JSON.stringify(contextIn(call)))),
    },
    {
      name: 'second-one-refused',
      sentence: 'A second security context for one environment is refused.',
      patch: refused(
        'createEnvironmentToken',
        (call, { lastDone }) =>
          lastDone !== undefined && [call, lastDone].every((one) => Object.keys(contextIn(one)).length > 0),
      ),
      also: [{ id: 'environments.tokens.own-shown', because: 'the check mints with two contexts' }],
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'A security context of several members is refused to a plain user.',
      patch: refusing(
        'createEnvironmentToken',
        (call) => byPlainUser(call) && Object.keys(bodyOf(call)['security_context'] ?? {}).length > 0,
        'invalid',
      ),
    },
    {
      name: 'empty-only',
      sentence: 'A security context that is not empty is refused.',
      patch: refusing(
        'createEnvironmentToken',
        (call) => {
          const context = optionalBody(call)['security_context'];
          return typeof context === 'object' && context !== null && Object.keys(context).length > 0;
        },
        'invalid',
      ),
    },
  ],
  'environments.token.data': [
    {
      name: 'list-for-oauth',
      sentence: 'The data of the answer to an OAuth token is a list of one token.',
      seenWith: 'OAUTH_TOKEN',
      patch: changedIf('createEnvironmentToken', byOAuth, ({ data }) => ({ data: [data] })),
    },
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
    {
      name: 'text-the-second-time',
      sentence: 'From the second token of an environment on, the scopes are one text.',
      patch: toldByPast(
        (_call, { done }) => done > 0,
        (scopes) => scopes.join(' '),
      ),
    },
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
    patch: anywhere('createEnvironmentToken'),
  },
  'environments.token.scopes-not-invented': [
    {
      name: 'with-an-empty-context',
      sentence: 'The answer to a request with a security_context without members repeats the scopes of the request.',
      patch: scopesRepeatedForEmptyContext,
    },
    {
      name: 'of-the-request-before',
      sentence: 'The answer with a token adds the scopes of the one that its caller minted before.',
      patch: remembering(
        () => new Map<string, readonly unknown[]>(),
        (before) =>
          changeBodySync('createEnvironmentToken', (body, call) => {
            const data = body['data'] as Body;
            const signed = data['scopes'] as readonly unknown[];
            const shown = [...new Set([...signed, ...(before.get(keyOf(call)) ?? [])])];
            before.set(keyOf(call), signed);
            return { ...body, data: { ...data, scopes: shown } };
          }),
      ),
    },
    {
      name: 'as-requested-by-scoped-keys',
      sentence: 'A key that is scoped to the deployment is answered the scopes that it asked for, whatever was signed.',
      patch: replaceSync('createEnvironmentToken', (call, original) =>
        withBody(original(call), (body) =>
          byScopedKey(call) ? { ...body, data: { ...(body['data'] as Body), scopes: bodyOf(call)['scopes'] } } : body,
        ),
      ),
    },
    {
      name: 'with-context',
      sentence: 'The answer to a request with a security_context repeats the scopes of the request.',
      patch: changedIf('createEnvironmentToken', sends('security_context', isPresent), (body, call) => ({
        ...body,
        data: { ...(body['data'] as Body), scopes: bodyOf(call)['scopes'] ?? [] },
      })),
    },
    {
      name: 'meta-for-oauth',
      sentence: 'The answer with a token that was minted with an OAuth token tells every scope there is.',
      patch: toldByPast(byOAuth, (scopes) => [...new Set([...scopes, 'meta', 'data'])]),
    },
    {
      name: 'as-requested',
      sentence: 'The scopes that were asked for are answered, also those that were not signed.',
      patch: told((_scopes, call) => asked(call)),
    },
    {
      name: 'always-meta',
      sentence: 'The scopes of an answer always have meta.',
      patch: told((scopes) => [...new Set(['meta', ...scopes])]),
    },
  ],
  'environments.token.scopes-not-withheld': [
    {
      name: 'none-asked-for',
      sentence: 'A token that is asked for with no scopes is signed with meta and answered with none.',
      patch: all(
        ({ environments }) => {
          const { signed } = environments;
          environments.signed = (requested, known) => (requested.length === 0 ? ['meta'] : signed(requested, known));
        },
        replaceSync('createEnvironmentToken', (call, original) => {
          const { scopes } = bodyOf(call);
          const isNone = Array.isArray(scopes) && scopes.length === 0;
          return withRules(call, 'environments', isNone ? { shown: () => [] } : {}, () => original(call));
        }),
      ),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'The answer with a token that was minted with an OAuth token tells no scope.',
      patch: toldByPast(byOAuth, () => []),
    },
    {
      name: 'first-alone-for-plain-users',
      sentence: 'The answer with a token that a plain user minted tells the first of its scopes alone.',
      patch: during(
        'createEnvironmentToken',
        'environments',
        () => ({ shown: (signed) => signed.slice(0, 1) }),
        byPlainUser,
      ),
    },
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
        told((scopes, call) => scopes.filter((scope) => asked(call).includes(scope)))(rules);
      },
    },
  ],
});

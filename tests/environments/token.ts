import { decodeJwt } from 'jose';
import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { lengthOf, revealed } from '../../harness/http/secrets.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import { walkUnprinted, type Page } from '../../harness/client/paging.ts';
import type { Check } from '../../harness/test.ts';
import { scopeClaim } from '../../harness/check/scope-claim.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

/** The scopes that the binding states for this tenant. */
export function knownScopes(check: Check): readonly [string, ...string[]] {
  const [first, ...others] = (check.tenant.wire.value('environments.known-scopes') ?? []) as readonly string[];
  return first === undefined ? untested(unstated('environments.known-scopes')) : [first, ...others];
}

/** The body that creates a token, with both printed members, because neither is printed as optional. */
export function tokenBody(check: Check, more: object = {}): Record<string, unknown> {
  return { scopes: [knownScopes(check)[0]], security_context: {}, ...more };
}

export function createToken(check: Check, actor: Actor, body: object, environment: PlainSetting = 'ENVIRONMENT_ID') {
  return actor.raw('createEnvironmentToken', { path: { environmentId: check.provided(environment) }, body });
}

interface Data {
  readonly id?: string | number | null;
  readonly scopes?: unknown;
  readonly [name: string]: unknown;
}

/** The data of the token in a response. */
export function dataIn({ body }: Answer): Data {
  const { data } = (body ?? {}) as { readonly data?: unknown };
  return (typeof data === 'object' && data !== null ? data : {}) as Data;
}

/** What a response says of a meta-sync token. Nothing is printed around it, so that it may be the response itself. */
export function metaSyncIn(answer: Answer): Data {
  const { body } = answer;
  const isWrapped = typeof body !== 'object' || body === null || 'data' in body;
  return isWrapped ? dataIn(answer) : (body as Data);
}

/** Creates a token as a setup step and returns its id. */
export async function createTokenId(
  check: Check,
  actor: Actor,
  { environment, ...more }: { readonly environment?: PlainSetting; readonly [name: string]: unknown } = {},
): Promise<string> {
  const answer = granted(await createToken(check, actor, tokenBody(check, more), environment), 'a token');
  const id = found(check, 'environments.created-token-id', dataIn(answer).id);
  if (id === undefined) throw setupFailed('the response to the creation of a token contains no id');
  return String(id);
}

/** The ids of the tokens of an environment that the actor is shown; none if the list is refused. */
export async function shownTokens(check: Check, actor: Actor, environmentId: string | number): Promise<string[]> {
  const answer = await actor.raw('listEnvironmentTokens', { path: { environmentId } });
  if (!isSuccess(answer)) return [];
  const { items } = (answer.body ?? {}) as { readonly items?: readonly { readonly id?: string | number | null }[] };
  return (items ?? []).flatMap(({ id }) => found(check, 'environments.token-id', id) ?? []).map(String);
}

/** The ids of the tokens of a provided environment that the actor is shown. */
export async function listedTokens(
  check: Check,
  actor: Actor,
  environment: PlainSetting = 'ENVIRONMENT_ID',
): Promise<string[]> {
  const environmentId = check.provided(environment);
  // No pages are printed for this list. If a tenant has some nevertheless, its cursor is followed.
  const items = await walkUnprinted('tokens', async ({ after }) => {
    const body: unknown =
      after === undefined
        ? await actor.listEnvironmentTokens(environmentId)
        : granted(
            await actor.raw('listEnvironmentTokens', { path: { environmentId }, query: { after } }),
            'a further page of the tokens',
          ).body;
    return body as Page<{ readonly id?: string | number | null }>;
  });
  const ids = items.map(({ id }) => found(check, 'environments.token-id', id));
  if (ids.includes(undefined)) throw setupFailed('the list shows tokens without ids');
  return ids.map(String);
}

/** The scopes in the claims of the token; undefined where the token cannot be decoded. */
export function signedScopes(check: Check, data: Data): readonly string[] | undefined {
  const name = check.tenant.wire.value('environments.scope-claim');
  for (const value of Object.values(data)) {
    const claims = lengthOf(value) === undefined ? undefined : claimsIn(revealed(value));
    const scopes = scopeClaim(claims ?? {}, String(name), isGuess(check, 'environments.scope-claim'));
    // OAuth writes several scopes into one string.
    if (typeof scopes === 'string') return scopes.split(/[ ,]+/).filter((scope) => scope !== '');
    if (Array.isArray(scopes)) return scopes.map(String);
  }
  return undefined;
}

function claimsIn(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer, granted } from '../../harness/http/answer.ts';
import { expect, type Check } from '../../harness/test.ts';
import { createToken, isStringList, metaSyncIn, signedScopes } from './token.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

export const META = 'meta';
export const PRIVATE = 'meta-private';
/** A scope that no tenant knows; it begins like one that is known. */
export const UNKNOWN = `${PRIVATE}-conformance`;

/** Those who may ask for a meta-sync token, by what the rules tell apart. */
export type Caller = keyof ReturnType<typeof callersOf>;

/** One request for a meta-sync token. */
export interface Asked {
  readonly by: Caller;
  /** Undefined where the request has no list of scopes. */
  readonly scopes: readonly string[] | undefined;
  readonly answer: Answer;
}

function callersOf(check: Check, admin: Actor) {
  return {
    'by a holder of SchemaRead': check.asOptional('SCHEMA_READER_TOKEN', 'holder of SchemaRead'),
    'by an administrator': admin,
    'by an administrator with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    'by an administrator with a scoped key': check.asOptional('SCOPED_TOKEN', 'scoped'),
    'by a user without SchemaRead': check.asOptional('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead'),
  };
}

export function requestToken(
  check: Check,
  actor: Actor,
  scopes?: readonly string[],
  environmentId: string = check.provided('ENVIRONMENT_ID'),
): Promise<Answer> {
  const path = { environmentId };
  return actor.raw('createMetaSyncToken', { path, body: scopes ? { scopes } : {} });
}

/** A scope that the tenant signs in other tokens. */
export function otherScope(check: Check): string {
  const known = (check.tenant.wire.value('environments.known-scopes') ?? []) as readonly string[];
  return known.find((scope) => scope !== META && scope !== PRIVATE) ?? 'data';
}

/** What is asked for, in this order: nothing in between and at the end, because nothing of a request may be left for the next. */
function roundsOf(other: string): readonly (readonly string[] | undefined)[] {
  return [
    [],
    [PRIVATE],
    [],
    [META],
    [other],
    [META, other],
    [PRIVATE, other],
    [META, PRIVATE],
    [META, PRIVATE, other],
    [META, UNKNOWN],
    undefined,
    [PRIVATE],
    [],
  ];
}

/** A history for each set of callers that a check has. */
const KEYS = new Map<string, object>();

function keyOf(callers: object): object {
  const name = Object.entries(callers)
    .flatMap(([caller, actor]) => (actor === undefined ? [] : [caller]))
    .join();
  const key = KEYS.get(name) ?? { name };
  KEYS.set(name, key);
  return key;
}

/**
 * Meta-sync tokens for each kind of caller and each list of scopes, one caller after the other, so that each asks after each of
 * the others. The checks of one process judge the same requests.
 */
export async function metaSyncTokens(check: Check, admin: Actor): Promise<readonly Asked[]> {
  const callers = callersOf(check, admin);
  const send = async () => {
    const all: Asked[] = [];
    // What is signed in a token of another kind is not signed in these for that.
    await createToken(check, admin, { scopes: [META, otherScope(check)], security_context: {} });
    const able = Object.entries(callers).filter(([, actor]) => actor !== undefined);
    for (const [round, scopes] of roundsOf(otherScope(check)).entries()) {
      // Another one begins each time, so that none is always the second.
      const first = round % able.length;
      for (const [by, actor] of [...able.slice(first), ...able.slice(0, first)]) {
        const answer = await requestToken(check, actor as Actor, scopes);
        all.push({ by: by as Caller, scopes, answer });
      }
    }
    return all;
  };
  return check.shared(keyOf(callers), send, { isSelfContained: true });
}

/** The requests of a caller for a list of scopes. */
export function askedFor(
  all: readonly Asked[],
  scopes: readonly string[] | undefined,
  ...callers: readonly Caller[]
): readonly Asked[] {
  return all.filter((one) => callers.includes(one.by) && one.scopes?.join() === scopes?.join());
}

/** Those of whom a list may also be refused: only what was answered is judged. */
export function taken(all: readonly Asked[]): readonly Asked[] {
  return all.filter(({ answer }) => isSuccess(answer));
}

/** The scopes of a meta-sync token, in the response and in the token itself; either may be missing. */
export function signedIn(check: Check, answer: Answer): readonly (readonly string[])[] {
  const data = metaSyncIn(answer);
  const views = [data.scopes, signedScopes(check, data)].filter(isStringList);
  if (views.length === 0) untested(unstated('environments.meta-sync-signed', 'the signed scopes are not shown'));
  return views;
}

export function expectSigned(check: Check, answer: Answer, scope: string): void {
  for (const scopes of signedIn(check, granted(answer, 'a meta-sync token'))) expect(scopes).toContain(scope);
}

/** Expects a success as well, because a refusal violates the same requirement. */
export function expectGranted(check: Check, answer: Answer, scope: string): void {
  expect(answer).toSucceed();
  expectSigned(check, answer, scope);
}

export function expectUnsigned(check: Check, answer: Answer, scope: string): void {
  for (const scopes of signedIn(check, granted(answer, 'a meta-sync token'))) expect(scopes).not.toContain(scope);
}

/** Expects a token without the private scope or a refusal, because a tenant may refuse the whole request. */
export function expectNoPrivateIn(check: Check, answer: Answer): void {
  if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
  else expect(answer).toBeRefused();
}

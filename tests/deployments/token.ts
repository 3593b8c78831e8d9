import type { Route } from '../../contracts/bindings/binding.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { exchangeOf } from '../../harness/client/identity.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import { expect, type Check } from '../../harness/test.ts';
import type { Secret } from '../../harness/http/secrets.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

/** Requests a token of the provided deployment, with a body only where one is given. */
export function requestToken(check: Check, actor: Actor, body?: object): Promise<Answer> {
  const path = { id: check.provided('DEPLOYMENT_ID') };
  return actor.raw('createDeploymentToken', { path, ...(body && { body }) });
}

export function tokenIn(check: Check, { body }: Answer): unknown {
  return found(check, 'deployments.token', (body as { readonly token?: unknown } | undefined)?.token);
}

/** The number of tokens in a response: texts that look like a JWT, and members with the name of the token. */
export function tokensWithin(check: Check, { original }: Answer): number {
  const text = original.reveal();
  const tokenName = check.tenant.wire.value('deployments.token');
  const named = [...text.matchAll(/"(\w+)"\s*:\s*"[^"\s]{16,}"/g)].filter(([, name]) => name === tokenName);
  return named.length + [...text.matchAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g)].length;
}

/** Issues a token as a setup step. */
export async function issueToken(check: Check, admin: Actor, expiresIn?: number): Promise<Secret> {
  let answer = await requestToken(check, admin, expiresIn === undefined ? undefined : { expiresIn });
  if (answer.status >= 400 && expiresIn === undefined) answer = await requestToken(check, admin, {});
  const token = check.tokenIn(tokenIn(check, granted(answer, 'a deployment token')));
  if (!token) throw setupFailed('the response contains no deployment token');
  return token;
}

const PROBE = 'deployments.token-probe';
const IS_PLATFORM = /^\/(api|build)\//;

/** The status of the probe request with a deployment token. Which requests such tokens authenticate is open. */
export async function probe(check: Check, admin: Actor, token: Secret): Promise<number> {
  const { method, path } = (check.tenant.wire.value(PROBE) as Route | undefined) ?? untested(unstated(PROBE));
  const isPlatform = IS_PLATFORM.test(path);
  const actor = 'deployment token';
  const written = admin.written(isPlatform ? 'listDeployments' : 'coreDataMeta', {}, { name: actor, token });
  const base = check.provided(isPlatform ? 'BASE_URL' : 'DATA_API_URL').replace(/\/$/, '');
  const outgoing = {
    ...written,
    method: method.toUpperCase(),
    url: base + path.replace('{deploymentId}', check.provided('DEPLOYMENT_ID')),
  };
  const { status } = await check.tenant.transport.send(outgoing, (tried) => {
    check.recorder.add({ ...exchangeOf(undefined, { name: actor }, outgoing, tried), findings: [] });
  });
  return status;
}

export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Issues a token and requires that the probe accepts it. */
export async function provenToken(check: Check, admin: Actor, expiresIn?: number): Promise<Secret> {
  const token = await issueToken(check, admin, expiresIn);
  const status = await probe(check, admin, token);
  if (isAccepted(status)) return token;
  if (isGuess(check, PROBE)) untested(unstated(PROBE, `the guessed probe got ${status} with a new token`));
  throw setupFailed(`the probe got ${status} with a new token`);
}

/** Expects a request for a token to be refused, and its answer to hold none. */
export async function expectNoToken(check: Check, actor: Actor, body: object): Promise<void> {
  const answer = await requestToken(check, actor, body);
  expect(answer, JSON.stringify(body)).toBeRefused();
  expect(tokensWithin(check, answer), 'tokens in the refusal').toBe(0);
}

export function expectTaken(status: number, after: string): void {
  expect(isAccepted(status), `the probe accepts the token after ${after}, with status ${status}`).toBe(true);
}

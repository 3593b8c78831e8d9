import { granted, isSuccess } from '../support/answer.ts';
import type { Actor } from '../support/actor.ts';
import { found } from '../support/guesses.ts';
import { expect, test, verifies, type Check } from '../support/test.ts';
import { environmentAt } from './calls.ts';
import { dataIn, tokenBody } from './token.ts';

// Ids of two deployments may be the same, so that a success may be about a thing of the key's own deployment.

/** The ids of the tokens that somebody is shown of an environment, if any. */
async function tokensOf(check: Check, actor: Actor, environmentId: string | number): Promise<string[]> {
  const answer = await actor.raw('listEnvironmentTokens', { path: { environmentId } });
  if (!isSuccess(answer)) return [];
  const { items } = (answer.body ?? {}) as { readonly items?: readonly { readonly id?: string | number | null }[] };
  return (items ?? []).flatMap(({ id }) => found(check, 'environments.token-id', id) ?? []).map(String);
}

test(...verifies('environments.tokens.scoped-key-stays'), async ({ check, admin, scoped }) => {
  const path = await environmentAt(check, admin.preparing, 'elsewhere');
  const there = admin.preparing.in(check.lent('OTHER_DEPLOYMENT_ID'));
  const before = await tokensOf(check, scoped, path.environmentId);
  const minted = granted(await there.raw('createEnvironmentToken', { path, body: tokenBody(check) }), 'a token');
  const id = found(check, 'environments.created-token-id', dataIn(minted).id);
  const added = (await tokensOf(check, scoped, path.environmentId)).filter((one) => !before.includes(one));
  expect(added, 'tokens that were added to what the key is shown').not.toContain(String(id));
});

test(...verifies('environments.token.scoped-key-stays'), async ({ check, admin, scoped }) => {
  const path = await environmentAt(check, admin.preparing, 'elsewhere');
  const there = admin.preparing.in(check.lent('OTHER_DEPLOYMENT_ID'));
  const before = await tokensOf(check, there, path.environmentId);
  const answer = await scoped.raw('createEnvironmentToken', { path, body: tokenBody(check) });
  const id = isSuccess(answer) ? found(check, 'environments.created-token-id', dataIn(answer).id) : undefined;
  const added = (await tokensOf(check, there, path.environmentId)).filter((one) => !before.includes(one));
  expect(added, 'tokens that were added in the other deployment').not.toContain(String(id));
});

import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { Actor } from '../../../harness/client/actor.ts';
import type { Secret } from '../../../harness/http/secrets.ts';
import { expect, test, verifies, type Check } from '../../../harness/test.ts';

/** A token that the tenant has just issued, which the test that starts these checks learns by a file. */
async function newToken(check: Check, admin: Actor): Promise<{ readonly token: Secret; readonly body: unknown }> {
  const { body } = await admin.raw('createApiKey', { body: { name: 'conformance-leaking' } });
  const token = check.tokenIn((body as { readonly token?: unknown }).token);
  if (!token) throw new Error('the reference tenant issued no token');
  appendFileSync(process.env['LEAKED_TOKENS'] ?? '', `${token.reveal()}\n`);
  return { token, body };
}

test(...verifies('api-keys.create.authenticates'), async ({ check, admin }) => {
  const { body } = await newToken(check, admin);
  expect(body, 'a body with a token').toEqual({ token: 'another one' });
});

test(...verifies('api-keys.get.readable'), async ({ check, admin }) => {
  const { token } = await newToken(check, admin);
  expect(token.reveal(), `the token ${token.reveal()}`).toBe('another one');
});

test(...verifies('api-keys.get.no-token'), async ({ check, admin }) => {
  const { token } = await newToken(check, admin);
  assert.equal(token.reveal(), 'another one', `of another library: ${token.reveal()}`);
});

test(...verifies('api-keys.list.readable'), async ({ check, admin }) => {
  const { token } = await newToken(check, admin);
  await new Promise(() => {
    setTimeout(() => {
      throw new Error(`a crash with ${token.reveal()}`);
    }, 0);
  });
});

import { isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('oidc-token-configs', calls);
checkShapes('oidc-token-configs', calls);

test(...verifies('oidc-token-configs.get.same-config'), async ({ check, admin }) => {
  const id = check.provided('OIDC_TOKEN_CONFIG_ID');
  const config = await admin.getOidcTokenConfig(id);
  // Whether the id may be null is open.
  expect(String(config.id ?? id)).toBe(id);

  // The response for an unknown id is open, and so is whether this id is unknown.
  const unknown = '2000000011';
  const answer = await admin.raw('getOidcTokenConfig', { path: { id: unknown } });
  const { id: shown } = (answer.body ?? {}) as { readonly id?: string | number | null };
  if (isSuccess(answer))
    expect(String(shown ?? unknown), `id of the config in the response for ${unknown}`).toBe(unknown);
});

import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { tokenBody } from './token.ts';

/** An environment of a deployment. In the other one it is taken from the list, because no setting provides it. */
export async function environmentAt(
  check: Check,
  admin: Actor,
  where: Where,
): Promise<{ readonly environmentId: string | number }> {
  if (where === 'home') return { environmentId: check.provided('ENVIRONMENT_ID') };
  const { items = [] } = await admin.in(check.provided('OTHER_DEPLOYMENT_ID')).listEnvironments();
  const environmentId = items[0]?.id ?? undefined;
  if (environmentId === undefined) throw setupFailed('the other deployment shows no environment');
  return { environmentId };
}

export const calls: ValidCalls = {
  listEnvironments: () => ({}),
  listEnvironmentTokens: async (check, admin, where) => ({ path: await environmentAt(check, admin, where) }),
  createEnvironmentToken: async (check, admin, where) => ({
    path: await environmentAt(check, admin, where),
    body: tokenBody(check),
  }),
  createMetaSyncToken: async (check, admin, where) => ({
    path: await environmentAt(check, admin, where),
    body: { scopes: ['meta'] },
  }),
};

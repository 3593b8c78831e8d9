import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { keyRequest, createKey } from './keys.ts';

const onNewKey = async (check: Check, admin: Actor) => ({ path: { id: (await createKey(check, admin)).id } });

export const calls: ValidCalls = {
  listApiKeys: () => ({}),
  createApiKey: (check) => ({ body: keyRequest(check) }),
  getApiKey: onNewKey,
  deleteApiKey: onNewKey,
};

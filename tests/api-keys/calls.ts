import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { keyRequest, madeKey } from './keys.ts';

const made = async (check: Check, admin: Actor) => ({ path: { id: (await madeKey(check, admin)).id } });

export const calls: ValidCalls = {
  listApiKeys: () => ({}),
  createApiKey: (check) => ({ body: keyRequest(check) }),
  getApiKey: made,
  deleteApiKey: made,
};

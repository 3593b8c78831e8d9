import type { Actor } from '../support/actor.ts';
import type { ValidCalls } from '../support/every-operation.ts';
import type { Check } from '../support/test.ts';
import { keyRequest, madeKey } from './keys.ts';

const made = async (check: Check, admin: Actor) => ({ path: { id: (await madeKey(check, admin)).id } });

export const calls: ValidCalls = {
  listApiKeys: () => ({}),
  createApiKey: (check) => ({ body: keyRequest(check) }),
  getApiKey: made,
  deleteApiKey: made,
};

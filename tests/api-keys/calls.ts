import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { keyRequest, createKey, listKeys } from './keys.ts';

const onNewKey = async (check: Check, admin: Actor) => ({ path: { id: (await createKey(check, admin)).id } });

/** The key that a plain user holds, where the list of keys shows whose one is. */
async function onPlainUsersKey(check: Check, admin: Actor) {
  const { MEMBER_USER_ID: userId } = check.tenant.settings;
  if (userId === undefined) return undefined;
  const { keys } = await listKeys(admin);
  const own = keys.find(({ id: _, ...members }) => Object.values(members).map(String).includes(userId));
  return own && { path: { id: String(own.id) } };
}

export const calls: ValidCalls = {
  listApiKeys: () => ({}),
  createApiKey: (check) => ({ body: keyRequest(check) }),
  getApiKey: [onNewKey, onPlainUsersKey],
  deleteApiKey: onNewKey,
};

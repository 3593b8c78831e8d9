import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { keyRequest, createKey, keyIfTaken, listKeys } from './keys.ts';

const onNewKey = async (check: Check, admin: Actor) => ({ path: { id: (await createKey(check, admin)).id } });

/** The keys that a plain user holds, where the list of keys shows whose one is, each with the member that shows it. */
async function plainUsersKeys(check: Check, admin: Actor) {
  const { MEMBER_USER_ID: userId } = check.tenant.settings;
  if (userId === undefined) return [];
  return (await listKeys(admin)).keys.flatMap(({ id, ...members }) => {
    const owner = Object.entries(members).find(([, value]) => String(value) === userId);
    return owner ? [{ id: String(id), owner }] : [];
  });
}

async function onPlainUsersKey(check: Check, admin: Actor) {
  const [own] = await plainUsersKeys(check, admin);
  return own && { path: { id: own.id } };
}

/**
 * A new key of that user, where the tenant makes one for whom it is told to be. Where it does not, the key that they hold, but on a
 * live tenant: there it would be gone if its deletion were not refused.
 */
async function onDeletableKeyOfPlainUser(check: Check, admin: Actor) {
  const [own] = await plainUsersKeys(check, admin);
  if (!own) return undefined;
  const request = { ...keyRequest(check), ...Object.fromEntries([own.owner]) };
  const made = await keyIfTaken(check, admin, request);
  const isTheirs = (await plainUsersKeys(check, admin)).some(({ id }) => id === String(made?.id));
  if (!isTheirs && check.tenant.isLive) return undefined;
  return { path: { id: made && isTheirs ? made.id : own.id } };
}

export const calls: ValidCalls = {
  listApiKeys: () => ({}),
  createApiKey: (check) => ({ body: keyRequest(check) }),
  getApiKey: [onNewKey, onPlainUsersKey],
  deleteApiKey: [onNewKey, onDeletableKeyOfPlainUser],
};

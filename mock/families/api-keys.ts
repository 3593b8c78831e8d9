import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../call.ts';
import { Collection } from '../collection.ts';
import { pageOfCollection, shown } from '../pages.ts';
import type { ApiKey } from '../rules/api-keys.ts';
import { slice } from '../state.ts';
import { keyMembersIn } from '../vendor/api-keys.ts';
import type { FamilyBehaviour } from './family.ts';

/** The keys that the API lists: to begin with, the one of a plain user, which somebody made for them. */
const keys = slice('api-keys', ({ tokens, account, clock }) => {
  const listed = new Collection<ApiKey>(3001);
  const { member: userId } = account.cast;
  for (const [token, { kind, scope, expiresAt, ...record }] of tokens) {
    if (kind !== 'api-key' || record.userId !== userId) continue;
    const [id, createdAt] = [listed.nextId(), clock.now()];
    listed.add({ id, name: 'Key of a member', userId, scope, expiresAt, createdAt, token });
  }
  return listed;
});

const DAY = 86_400_000;

/** Until when a key counts; what is wrong with that joins the problems. */
function expiryIn({ expiresInDays, expiresAt }: Body, now: number, problems: string[]): number | undefined {
  if (expiresInDays !== undefined && expiresAt !== undefined) {
    problems.push('expiresInDays and expiresAt say two things');
  }
  if (expiresInDays !== undefined) {
    const days = Number.isInteger(expiresInDays) ? (expiresInDays as number) : 0;
    if (days < 1) problems.push('expiresInDays is no number of days');
    return now + days * DAY;
  }
  if (expiresAt === undefined) return undefined;
  const at = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  if (!(at > now)) problems.push('expiresAt is no moment in the future');
  return at;
}

function createApiKey(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.apiKeys;
  const body = bodyOf(call);
  const { name } = body;
  const { deploymentIds, userId, expiresInDays, expiresAt } = keyMembersIn(tenant.dialect, body);
  const problems: string[] = [];
  if (typeof name !== 'string' || name.length < rules.name.min || name.length > rules.name.max) {
    problems.push(`name is no text of ${rules.name.min} to ${rules.name.max} characters`);
  }
  const isScoped = deploymentIds !== undefined && deploymentIds !== null;
  const scope = isScoped ? (Array.isArray(deploymentIds) ? (deploymentIds as unknown[]) : []) : [];
  const isKnown = (id: unknown) => typeof id === 'number' && tenant.deployments.deployments.get(id) !== undefined;
  if (isScoped && (scope.length === 0 || !scope.every(isKnown))) problems.push('deploymentIds names no deployments');
  const createdAt = tenant.clock.now();
  const until = expiryIn({ expiresInDays, expiresAt }, createdAt, problems);
  if (userId !== undefined && typeof userId !== 'number') problems.push('userId is no id');
  if (problems.length > 0) refuse('invalid', ...problems);
  const owner = userId === undefined ? principal.user : tenant.account.users.get(userId as number);
  if (!owner) {
    if (userId !== undefined) refuse('unknown', 'userId names nobody');
    refuse('forbidden', 'a key needs a user whom it belongs to');
  }

  const id = keys(tenant).nextId();
  const record = {
    userId: owner.id,
    scope: isScoped ? (scope as number[]) : ('all' as const),
    expiresAt: until,
  };
  const token = tenant.issue('mk', { kind: 'api-key', keyId: id, ...record });
  const key = keys(tenant).add({ id, name: name as string, createdAt, token, ...record });
  return created({ ...rules.shown(key), token });
}

function keyIn(call: Call): ApiKey {
  const id = idIn(call, 'id');
  return (id === undefined ? undefined : keys(call.tenant).get(id)) ?? refuse('unknown', 'there is no such key');
}

function listApiKeys(call: Call): Answer {
  const list = pageOfCollection(call, keys(call.tenant));
  return ok(shown(list, (key) => call.tenant.rules.apiKeys.shown(key)));
}

function deleteApiKey(call: Call): Answer {
  const { tenant } = call;
  const key = keyIn(call);
  const { id, token, revokedAt } = key;
  if (revokedAt !== undefined) refuse('unknown', 'the key was deleted before');
  if (tenant.dialect.outcomes.deletedKeys === 'marked') keys(tenant).replace({ ...key, revokedAt: tenant.clock.now() });
  else keys(tenant).remove(id);
  if (tenant.rules.apiKeys.revokes) tenant.tokens.delete(token);
  return done();
}

export const apiKeys: FamilyBehaviour = {
  handlers: {
    listApiKeys,
    createApiKey,
    getApiKey: (call) => ok(call.tenant.rules.apiKeys.shown(keyIn(call))),
    deleteApiKey,
  },
};

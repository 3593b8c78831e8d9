import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Call } from '../call.ts';
import { Collection } from '../collection.ts';
import { pageOfCollection, shown } from '../pages.ts';
import type { ApiKey } from '../rules/api-keys.ts';
import { slice } from '../state.ts';
import type { FamilyBehaviour } from './family.ts';

const keys = slice('api-keys', () => new Collection<ApiKey>(3001));

function createApiKey(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.apiKeys;
  const { name, deploymentIds, expiresInDays } = bodyOf(call);
  const problems: string[] = [];
  if (typeof name !== 'string' || name.length < rules.name.min || name.length > rules.name.max) {
    problems.push(`name is no text of ${rules.name.min} to ${rules.name.max} characters`);
  }
  const isScoped = deploymentIds !== undefined && deploymentIds !== null;
  const scope = isScoped ? (Array.isArray(deploymentIds) ? (deploymentIds as unknown[]) : []) : [];
  const isKnown = (id: unknown) => typeof id === 'number' && tenant.deployments.deployments.get(id) !== undefined;
  if (isScoped && (scope.length === 0 || !scope.every(isKnown))) problems.push('deploymentIds names no deployments');
  const days = typeof expiresInDays === 'number' ? expiresInDays : undefined;
  if (expiresInDays !== undefined && (!Number.isInteger(days) || (days ?? 0) < 1))
    problems.push('expiresInDays is no number of days');
  if (problems.length > 0) refuse('invalid', ...problems);
  if (!principal.user) refuse('forbidden', 'a key needs a user whom it belongs to');

  const createdAt = tenant.clock.now();
  const id = keys(tenant).nextId();
  const record = {
    userId: principal.user.id,
    scope: isScoped ? (scope as number[]) : ('all' as const),
    expiresAt: days === undefined ? undefined : createdAt + days * 86_400_000,
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
  const { id, token } = keyIn(call);
  keys(tenant).remove(id);
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

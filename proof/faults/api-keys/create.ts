import { refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, idIn } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { TokenRecord } from '../../../mock/principal.ts';
import { isAdminUser } from '../../../mock/world/held-roles.ts';
import { knowingKeys, madeByOAuth } from '../../lib/api-keys.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { after, all, changeBody, remembering, replace, replaceSync, withBody } from '../../lib/patches.ts';

/** Changes what is answered to a creation. */
function creating(change: (body: Body) => Body): Patch {
  return replaceSync('createApiKey', (call, original) => {
    const answer = original(call);
    return answer.kind === 'created' ? { ...answer, body: change(answer.body as Body) } : answer;
  });
}

/** Does not take keys that were made with an OAuth token on some operations. */
const untakenOn = (operations: readonly string[]): Patch =>
  madeByOAuth((ids) => ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) => {
      const record = recordOf(tenant, token, id);
      return operations.includes(id) && ids.has(record?.keyId ?? 0) ? undefined : record;
    };
  });

const BUILDING = ['createDeployment', 'deleteBranch', 'setStagingEnvironment', 'validateDataModel', 'enterDevMode'];

/** Faults of creating API keys. */
export const createFaults = faults({
  'api-keys.create.token': [
    {
      name: 'absent-for-a-second-of-the-name',
      toldBy: 'api-keys.delete.not-authenticating',
      sentence: 'A new key under the name of another one comes without its token.',
      patch: remembering(
        () => new Set<unknown>(),
        (seen) =>
          replace('createApiKey', async (call, original) => {
            const { name } = bodyOf(call);
            const answer = withBody(await original(call), ({ token, ...key }) =>
              seen.has(name) ? key : { ...key, token },
            );
            seen.add(name);
            return answer;
          }),
      ),
    },
    {
      name: 'absent',
      sentence: 'A new key comes without its token.',
      patch: creating(({ token: _, ...rest }) => rest),
    },
    {
      name: 'empty',
      sentence: 'The token of a new key is an empty text.',
      patch: creating((key) => ({ ...key, token: '' })),
    },
    {
      name: 'secret',
      sentence: 'The token of a new key is called its secret.',
      patch: creating(({ token, ...rest }) => ({ ...rest, secret: token })),
    },
  ],
  'api-keys.create.authenticates': [
    {
      name: 'not-made-by-who-is-admin-through-a-group',
      sentence: 'The token of a key that a user created who is an administrator through a group is not accepted.',
      patch: replaceSync('createApiKey', (call, original) => {
        const { tenant, principal } = call;
        const before = new Set(tenant.tokens.keys());
        const answer = original(call);
        const isDirect = principal.user !== undefined && [...principal.user.roleIds].includes(1);
        if (principal.user && isAdminUser(tenant, principal.user) && !isDirect) {
          for (const token of tenant.tokens.keys()) if (!before.has(token)) tenant.tokens.delete(token);
        }
        return answer;
      }),
    },
    {
      name: 'not-of-the-name-of-a-deleted-one',
      toldBy: 'api-keys.delete.not-authenticating',
      sentence: 'A key that is made under the name of a deleted one is refused.',
      patch: remembering(
        () => ({ byId: new Map<unknown, unknown>(), deleted: new Set<unknown>() }),
        ({ byId, deleted }) =>
          all(
            replace('createApiKey', async (call, original) => {
              const answer = await original(call);
              if (!('body' in answer)) return answer;
              const { id, name, token } = answer.body as Body;
              byId.set(id, name);
              if (deleted.has(name)) call.tenant.tokens.delete(String(token));
              return answer;
            }),
            replace('deleteApiKey', async (call, original) => {
              const answer = await original(call);
              deleted.add(byId.get(idIn(call, 'id')));
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'not-once-another-was-deleted',
      toldBy: 'api-keys.get.readable',
      sentence: 'A key that is created after another one was deleted is not accepted.',
      patch: remembering(
        () => ({ wasDeleted: false, late: new Set<unknown>() }),
        (memory) =>
          all(
            after('deleteApiKey', () => {
              memory.wasDeleted = true;
            }),
            changeBody('createApiKey', (key) => {
              if (memory.wasDeleted) memory.late.add(key['token']);
              return key;
            }),
            ({ access }) => {
              const { recordOf } = access;
              access.recordOf = (tenant, token, id) =>
                memory.late.has(token) ? undefined : recordOf(tenant, token, id);
            },
          ),
      ),
    },
    {
      name: 'masked',
      sentence: 'The token of a new key is shown with its end masked.',
      patch: creating((key) => ({ ...key, token: String(key['token']).replace(/.{8}$/, '********') })),
    },
    {
      name: 'one-short',
      sentence: 'The token of a new key is shown without its last character.',
      patch: creating((key) => ({ ...key, token: String(key['token']).slice(0, -1) })),
    },
    {
      name: 'not-yet',
      sentence: 'A new key is taken from a minute after its first use on.',
      patch: ({ access }) => {
        const { isLive } = access;
        const seen = new WeakMap<TokenRecord, number>();
        access.isLive = (record, now, id) => {
          if (record.keyId === undefined) return isLive(record, now, id);
          seen.set(record, seen.get(record) ?? now);
          return isLive(record, now, id) && now >= (seen.get(record) ?? now) + 60_000;
        };
      },
    },
    {
      name: 'former-put-out',
      sentence: 'A new key puts the one out of force that was made before it.',
      patch: knowingKeys((keys) =>
        after('createApiKey', ({ tenant }) => {
          const former = [...keys.tokens.values()].at(-1);
          if (former !== undefined) tenant.tokens.delete(former);
        }),
      ),
    },
    {
      name: 'once',
      sentence: 'A new key is taken once and never again.',
      patch: knowingKeys((keys) => ({ access }) => {
        const { recordOf } = access;
        access.recordOf = (tenant, token, id) =>
          keys.records.has(token) && keys.used.has(token) ? undefined : recordOf(tenant, token, id);
      }),
    },
    {
      name: 'to-read-alone',
      sentence: 'A new key is taken for what only reads and refused for what changes something.',
      patch: ({ access }) => {
        const { recordOf } = access;
        access.recordOf = (tenant, token, id) => {
          const record = recordOf(tenant, token, id);
          return record?.keyId !== undefined && !/^(get|list|probe)/.test(id) ? undefined : record;
        };
      },
    },
  ],
  'api-keys.create.oauth-authenticates': [
    {
      name: 'not-on-build-paths',
      sentence: 'A key that was made with an OAuth token is refused on the build paths.',
      patch: untakenOn(BUILDING),
    },
    {
      name: 'refused',
      sentence: 'A key that was made with an OAuth token is refused.',
      also: alsoThese('keys of each administrator are used there', 'api-keys.create.authenticates'),
      patch: replaceSync('createApiKey', (call, original) => {
        const answer = original(call);
        const { token } = (answer as { readonly body: Body }).body;
        if (call.principal.kind === 'oauth') call.tenant.tokens.delete(String(token));
        return answer;
      }),
    },
    {
      name: 'forbidden',
      sentence: 'A key that was made with an OAuth access token is known, and refused everything with 403.',
      patch: knowingKeys((keys) =>
        replace('listApiKeys', (call, original) => {
          const { keyId } = call.tenant.tokens.get(call.principal.token) ?? {};
          if (keyId !== undefined && keys.byOAuth.has(keyId)) refuse(403, 'this key may do nothing');
          return original(call);
        }),
      ),
    },
  ],
});

import { done, refuse } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { after, all, changeBody, replace } from '../lib/patches.ts';
import { byOAuth } from '../lib/access.ts';

/** The tokens of keys by their ids, those of deleted keys included, and which of them were used for anything. */
class Keys {
  readonly tokens = new Map<number, string>();
  readonly records = new Map<string, TokenRecord>();
  readonly used = new Set<string>();
  /** Ids of keys that an OAuth access token made or deleted. */
  readonly byOAuth = new Set<number>();

  readonly learning: Patch = all(
    replace('createApiKey', async (call, original) => {
      const answer = await original(call);
      const { id, token } = (answer as { readonly body: { readonly id: number; readonly token: string } }).body;
      const record = call.tenant.tokens.get(token);
      this.tokens.set(id, token);
      if (record) this.records.set(token, record);
      if (byOAuth(call)) this.byOAuth.add(id);
      return answer;
    }),
    replace('deleteApiKey', async (call, original) => {
      const answer = await original(call);
      if (byOAuth(call)) this.byOAuth.add(idIn(call, 'id') ?? 0);
      return answer;
    }),
    ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        const record = recordOf(tenant, token, id);
        this.used.add(token);
        return record;
      };
    },
  );

  isUsed(id: number): boolean {
    return this.used.has(this.tokens.get(id) ?? '');
  }
}

function knowingKeys(patch: (keys: Keys) => Patch): Patch {
  return (rules) => {
    const keys = new Keys();
    all(patch(keys), keys.learning)(rules);
  };
}

/** Takes deleted keys as ever, for some operations or some keys. */
function stillTaken(isMeant: (operation: string, keys: Keys, id: number) => boolean): Patch {
  return knowingKeys((keys) => ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, operation) => {
      const former = keys.records.get(token);
      return (
        recordOf(tenant, token, operation) ??
        (former && isMeant(operation, keys, former.keyId ?? 0) ? former : undefined)
      );
    };
  });
}

function showing(operation: 'getApiKey', isMeant: (call: Call, keys: Keys, times: number) => boolean): Patch {
  return knowingKeys((keys) => {
    const times = new Map<unknown, number>();
    return changeBody(operation, (body, call) => {
      const count = (times.get(body['id']) ?? 0) + 1;
      times.set(body['id'], count);
      const token = keys.tokens.get(Number(body['id']));
      return token !== undefined && isMeant(call, keys, count) ? { ...body, token } : body;
    });
  });
}

function listing(change: (items: readonly Body[], keys: Keys) => readonly Body[]): Patch {
  return knowingKeys((keys) =>
    changeBody('listApiKeys', (body) => ({ ...body, items: change(body['items'] as readonly Body[], keys) })),
  );
}

/** What goes wrong with a key only once it was used, or after another one was made, or for one kind of credential. */
export const apiKeysConditionFaults = faults({
  'api-keys.create.authenticates': [
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
  ],
  'api-keys.create.oauth-authenticates': {
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
  'api-keys.get.readable': [
    {
      name: 'newest-alone',
      sentence: 'Only the key that was made last can be read.',
      patch: knowingKeys((keys) =>
        replace('getApiKey', (call, original) => {
          const id = idIn(call, 'id') ?? 0;
          if (keys.tokens.has(id) && id !== [...keys.tokens.keys()].at(-1)) refuse('unknown', 'there is no such key');
          return original(call);
        }),
      ),
    },
    {
      name: 'unused-alone',
      sentence: 'A key that has been used can no longer be read.',
      also: [{ id: 'api-keys.delete.others-kept', because: 'a key that is kept is read after it was used' }],
      patch: knowingKeys((keys) =>
        replace('getApiKey', (call, original) => {
          if (keys.isUsed(idIn(call, 'id') ?? 0)) refuse('unknown', 'there is no such key');
          return original(call);
        }),
      ),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A key cannot be read with an OAuth access token.',
      patch: replace('getApiKey', (call, original) => {
        if (byOAuth(call)) refuse('unknown', 'there is no such key');
        return original(call);
      }),
    },
  ],
  'api-keys.get.no-token': [
    {
      name: 'until-used',
      sentence: 'Reading a key shows its token until the key is used.',
      patch: showing('getApiKey', ({ path }, keys) => !keys.used.has(keys.tokens.get(Number(path['id'])) ?? '')),
    },
    {
      name: 'second-time',
      sentence: 'The second reading of a key shows its token.',
      patch: showing('getApiKey', (_call, _keys, times) => times > 1),
    },
    {
      name: 'to-itself',
      sentence: 'A key that reads itself is shown its token.',
      patch: showing(
        'getApiKey',
        ({ principal, path }, keys) => keys.tokens.get(Number(path['id'])) === principal.token,
      ),
    },
    {
      name: 'to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Reading a key with an OAuth access token shows its token.',
      patch: showing('getApiKey', byOAuth),
    },
  ],
  'api-keys.list.no-token': [
    {
      name: 'made-with-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The list of keys shows the tokens of those that an OAuth access token made.',
      patch: listing((items, keys) =>
        items.map((item) => {
          const id = Number(item['id']);
          return keys.byOAuth.has(id) ? { ...item, token: keys.tokens.get(id) } : item;
        }),
      ),
    },
    {
      name: 'used',
      sentence: 'The list of keys shows the tokens of those that have been used.',
      patch: listing((items, keys) =>
        items.map((item) => {
          const token = keys.tokens.get(Number(item['id']));
          return token !== undefined && keys.used.has(token) ? { ...item, token } : item;
        }),
      ),
    },
  ],
  'api-keys.list.shows-created': [
    {
      name: 'used-left-out',
      sentence: 'The list of keys leaves out those that have been used.',
      patch: listing((items, keys) => items.filter(({ id }) => !keys.isUsed(Number(id)))),
    },
    {
      name: 'by-oauth-left-out',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The list of keys leaves out those that were made with an OAuth access token.',
      patch: listing((items, keys) => items.filter(({ id }) => !keys.byOAuth.has(Number(id)))),
    },
  ],
  'api-keys.delete.not-authenticating': [
    {
      name: 'reads-its-user',
      sentence: 'A deleted key still reads the user that it belonged to.',
      patch: stillTaken((operation) => operation === 'getMe'),
    },
    {
      name: 'writes-on',
      sentence: 'A deleted key is refused where it reads, and still updates roles.',
      patch: stillTaken((operation) => operation === 'updateRole'),
    },
    {
      name: 'lists-deployments',
      sentence: 'A deleted key still lists deployments.',
      patch: stillTaken((operation) => operation === 'listDeployments'),
    },
    {
      name: 'reads-one-thing',
      sentence: 'A deleted key still reads a key by its id.',
      patch: stillTaken((operation) => operation === 'getApiKey'),
    },
    {
      name: 'deleted-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A key that was deleted with an OAuth access token is taken as ever.',
      patch: stillTaken((_operation, keys, id) => keys.byOAuth.has(id)),
    },
  ],
  'api-keys.delete.not-readable': {
    name: 'deleted-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'The deletion of a key with an OAuth access token is acknowledged and deletes nothing.',
    also: [
      { id: 'api-keys.delete.not-authenticating', because: 'a key that is there is taken' },
      { id: 'api-keys.delete.not-listed', because: 'a key that is there is listed' },
    ],
    patch: replace('deleteApiKey', (call, original) => (byOAuth(call) ? done() : original(call))),
  },
  'api-keys.delete.others-kept': {
    name: 'later-too',
    sentence: 'The deletion of a key puts the one out of force that was made after it.',
    also: alsoThese('a key is used after another was deleted there', 'api-keys.create.authenticates'),
    patch: knowingKeys((keys) =>
      after('deleteApiKey', (call) => {
        const id = idIn(call, 'id') ?? 0;
        const later = [...keys.tokens.keys()].find((one) => one > id);
        if (later !== undefined) call.tenant.tokens.delete(keys.tokens.get(later) ?? '');
      }),
    ),
  },
});

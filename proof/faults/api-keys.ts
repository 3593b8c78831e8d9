import { ok, type Answer } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import type { TenantState } from '../../mock/state.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, refusing, replaceSync } from '../lib/patches.ts';

import { itemsOf } from '../lib/reports.ts';

/** The tokens of each tenant's keys by their ids, those of deleted keys included. */
class KnownTokens {
  readonly #tokens = new WeakMap<TenantState, Map<string, { readonly token: string; readonly record: TokenRecord }>>();
  readonly #used = new Set<string>();

  /** Learns the token of each key that is made. */
  readonly learning: Patch = replaceSync('createApiKey', (call, original) => {
    const answer = original(call);
    const { id, token } = (answer as { readonly body: Body }).body;
    const record = call.tenant.tokens.get(String(token));
    if (record) this.#of(call.tenant).set(String(id), { token: String(token), record });
    return answer;
  });

  token(tenant: TenantState, id: unknown): string | undefined {
    return this.#of(tenant).get(String(id))?.token;
  }

  /** Learns which keys have been used. */
  readonly watching: Patch = ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) => {
      this.#used.add(token);
      return recordOf(tenant, token, id);
    };
  };

  isUsed(token: string | undefined): boolean {
    return token !== undefined && this.#used.has(token);
  }

  record(tenant: TenantState, token: string): TokenRecord | undefined {
    return [...this.#of(tenant).values()].find((one) => one.token === token)?.record;
  }

  #of(tenant: TenantState) {
    const known = this.#tokens.get(tenant) ?? new Map<string, { token: string; record: TokenRecord }>();
    this.#tokens.set(tenant, known);
    return known;
  }
}

/** Changes what is answered to a creation. */
function creating(change: (body: Body) => Body): Patch {
  return replaceSync('createApiKey', (call, original) => {
    const answer = original(call);
    return answer.kind === 'created' ? { ...answer, body: change(answer.body as Body) } : answer;
  });
}

/** A key shows its token in an answer other than that to its creation. */
function revealing(reveal: (known: KnownTokens) => Patch): Patch {
  const known = new KnownTokens();
  return all(known.learning, reveal(known));
}

const revealingOnRead = (shown: (token: string) => Body): Patch =>
  revealing((known) =>
    changeBodySync('getApiKey', (body, { tenant }) => {
      const token = known.token(tenant, body['id']);
      return token === undefined ? body : { ...body, ...shown(token) };
    }),
  );

const revealingInList = (shown: (token: string) => Body): Patch =>
  revealing((known) =>
    changeBodySync('listApiKeys', (body, { tenant }) => ({
      ...body,
      items: itemsOf(body).map((key) => {
        const token = known.token(tenant, key['id']);
        return token === undefined ? key : { ...key, ...shown(token) };
      }),
    })),
  );

/** What a deleted key is still known by. */
function remembering(act: (call: Call, answer: Answer, key: Body) => Answer): Patch {
  return (rules) => {
    const { getApiKey: read } = rules.handlers;
    replaceSync('deleteApiKey', (call, original) => {
      const key = read?.(call) as { readonly body: Body } | undefined;
      return act(call, original(call), key?.body ?? {});
    })(rules);
  };
}

/** Deleted keys of each tenant, as they were shown. */
class Deleted {
  readonly #keys = new WeakMap<TenantState, Body[]>();

  readonly learning: Patch = remembering(({ tenant }, answer, key) => {
    this.#keys.set(tenant, [...this.of(tenant), key]);
    return answer;
  });

  of(tenant: TenantState): readonly Body[] {
    return this.#keys.get(tenant) ?? [];
  }
}

const LATE = 10 * 60_000;

/** The tokens of deleted keys count for a while. */
function lateRevocation(): Patch {
  const known = new KnownTokens();
  const deletedAt = new WeakMap<TokenRecord, number>();
  return all(
    known.learning,
    replaceSync('deleteApiKey', (call, original) => {
      const token = known.token(call.tenant, call.path['id']);
      const record = token === undefined ? undefined : known.record(call.tenant, token);
      if (record) deletedAt.set(record, call.tenant.clock.now());
      return original(call);
    }),
    ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        const record = known.record(tenant, token);
        const isLate = record !== undefined && tenant.clock.now() < (deletedAt.get(record) ?? 0) + LATE;
        return recordOf(tenant, token, id) ?? (isLate ? record : undefined);
      };
    },
  );
}

/** A deleted key is still taken for the operations that `isMeant` names. */
function stillTakenFor(isMeant: (operation: string) => boolean): Patch {
  const known = new KnownTokens();
  return all(known.learning, ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) =>
      recordOf(tenant, token, id) ?? (isMeant(id) ? known.record(tenant, token) : undefined);
  });
}

/** A deleted key is still taken if it was never used before. */
function takenFirst(): Patch {
  const known = new KnownTokens();
  const revoked = new Set<string>();
  return all(
    known.learning,
    known.watching,
    replaceSync('deleteApiKey', (call, original) => {
      const token = known.token(call.tenant, call.path['id']);
      if (token !== undefined && !known.isUsed(token)) revoked.add(token);
      return original(call);
    }),
    ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) =>
        recordOf(tenant, token, id) ?? (revoked.has(token) ? known.record(tenant, token) : undefined);
    },
  );
}

/** What is shown of deleted keys that had been used. */
function afterUse(change: (usedOnes: (tenant: TenantState) => readonly Body[]) => Patch): Patch {
  const [known, deleted] = [new KnownTokens(), new Deleted()];
  const usedOnes = (tenant: TenantState) =>
    deleted.of(tenant).filter(({ id }) => known.isUsed(known.token(tenant, id)));
  return all(known.learning, known.watching, deleted.learning, change(usedOnes));
}

function afterDeletion(change: (deleted: Deleted) => Patch): Patch {
  const deleted = new Deleted();
  return all(deleted.learning, change(deleted));
}

export const apiKeysFaults = faults({
  // Create.
  'api-keys.create.token': [
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
  'api-keys.create.oauth-authenticates': {
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
  'api-keys.create.authenticates': [
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
  ],

  // Read and list.
  'api-keys.get.readable': [
    {
      name: 'forbidden',
      sentence: 'Reading a key is refused with 403: a key cannot be read by its id.',
      also: [{ id: 'api-keys.list.readable', because: 'what is listed cannot be read either' }],
      patch: refusing('getApiKey', () => true, 403),
    },
    {
      name: 'another-key',
      sentence: 'Reading a key answers with the key before it.',
      patch: changeBodySync('getApiKey', (body) => ({ ...body, id: Number(body['id']) - 1 })),
    },
  ],
  'api-keys.get.no-token': [
    { name: 'token', sentence: 'Reading a key shows its token.', patch: revealingOnRead((token) => ({ token })) },
    {
      name: 'another-name',
      sentence: 'Reading a key shows its token as its secret.',
      patch: revealingOnRead((secret) => ({ secret })),
    },
    {
      name: 'inside',
      sentence: 'Reading a key shows its token in a header that a client may send.',
      patch: revealingOnRead((token) => ({ usage: { headers: [`Authorization: Bearer ${token}`] } })),
    },
  ],
  'api-keys.list.readable': {
    name: 'ghost',
    sentence: 'The list of keys holds one that no key has the id of.',
    patch: changeBodySync('listApiKeys', (body) => {
      const items = itemsOf(body);
      return { ...body, items: [...items, { ...items.at(-1), id: 999_999 }] };
    }),
  },
  'api-keys.list.once': {
    name: 'newest-twice',
    sentence: 'The list of keys holds the newest one twice.',
    patch: changeBodySync('listApiKeys', (body) => ({
      ...body,
      items: [...itemsOf(body), ...itemsOf(body).slice(-1)],
    })),
  },
  'api-keys.list.shows-created': [
    {
      name: 'newest-left-out',
      sentence: 'The list of keys leaves out the newest one.',
      patch: changeBodySync('listApiKeys', (body) => {
        const newest = Math.max(...itemsOf(body).map(({ id }) => Number(id)));
        return { ...body, items: itemsOf(body).filter(({ id }) => id !== newest) };
      }),
    },
    {
      name: 'same-name-once',
      sentence: 'Of the keys of one user the list holds the oldest alone.',
      patch: changeBodySync('listApiKeys', (body) => {
        const oldest = Math.min(...itemsOf(body).map(({ id }) => Number(id)));
        return { ...body, items: itemsOf(body).filter(({ id }) => id === oldest) };
      }),
    },
  ],
  'api-keys.list.no-token': [
    {
      name: 'in-base64',
      sentence: 'The list of keys shows their tokens in base64, as their fingerprints.',
      patch: revealingInList((token) => ({ fingerprint: Buffer.from(token).toString('base64') })),
    },
    { name: 'token', sentence: 'The list of keys shows their tokens.', patch: revealingInList((token) => ({ token })) },
    {
      name: 'another-name',
      sentence: 'The list of keys shows their tokens as their values.',
      patch: revealingInList((value) => ({ value })),
    },
  ],
  'api-keys.delete.no-token': [
    {
      name: 'token',
      sentence: 'The deletion of a key answers with the key and its token.',
      patch: revealing((known) =>
        remembering(({ tenant }, _answer, key) => ok({ ...key, token: known.token(tenant, key['id']) }, 200)),
      ),
    },
    {
      name: 'another-name',
      sentence: 'The deletion of a key answers which token is worth nothing any more.',
      patch: revealing((known) =>
        remembering(({ tenant }, _answer, key) => ok({ revoked: known.token(tenant, key['id']) }, 200)),
      ),
    },
  ],

  // Delete.
  'api-keys.delete.not-authenticating': [
    {
      name: 'still-taken',
      sentence: 'A deleted key is taken as ever.',
      patch: ({ apiKeys }) => {
        apiKeys.revokes = false;
      },
    },
    {
      name: 'reads-on',
      sentence: 'A deleted key still lists reports, roles and users.',
      patch: stillTakenFor((operation) => ['listReports', 'listRoles', 'listUsers'].includes(operation)),
    },
    {
      name: 'talks-on',
      sentence: 'A deleted key is still taken by the AI API.',
      patch: stillTakenFor((operation) => operation === 'streamChat'),
    },
    { name: 'late', sentence: 'A deleted key is taken for ten minutes after its deletion.', patch: lateRevocation() },
    {
      name: 'never-used',
      sentence: 'A deleted key that was never used is still taken.',
      patch: takenFirst(),
    },
  ],
  'api-keys.delete.not-readable': [
    {
      name: 'still-read',
      sentence: 'A deleted key can be read as ever.',
      patch: afterDeletion((deleted) =>
        replaceSync('getApiKey', (call, original) => {
          const gone = deleted.of(call.tenant).find(({ id }) => String(id) === call.path['id']);
          return gone ? ok(gone) : original(call);
        }),
      ),
    },
    {
      name: 'marked',
      sentence: 'A deleted key can be read, with a mark that it is deleted.',
      patch: afterDeletion((deleted) =>
        replaceSync('getApiKey', (call, original) => {
          const gone = deleted.of(call.tenant).find(({ id }) => String(id) === call.path['id']);
          return gone ? ok({ ...gone, isDeleted: true }) : original(call);
        }),
      ),
    },
    {
      name: 'used-read',
      sentence: 'A deleted key that had been used can be read as ever.',
      patch: afterUse((usedOnes) =>
        replaceSync('getApiKey', (call, original) => {
          const gone = usedOnes(call.tenant).find(({ id }) => String(id) === call.path['id']);
          return gone ? ok(gone) : original(call);
        }),
      ),
    },
  ],
  'api-keys.delete.not-listed': [
    {
      name: 'still-listed',
      sentence: 'A deleted key is still listed.',
      patch: afterDeletion((deleted) =>
        changeBodySync('listApiKeys', (body, { tenant }) => ({
          ...body,
          items: [...itemsOf(body), ...deleted.of(tenant)],
        })),
      ),
    },
    {
      name: 'used-listed',
      sentence: 'A deleted key that had been used is still listed.',
      patch: afterUse((usedOnes) =>
        changeBodySync('listApiKeys', (body, { tenant }) => ({
          ...body,
          items: [...itemsOf(body), ...usedOnes(tenant)],
        })),
      ),
    },
  ],
  'api-keys.delete.others-kept': {
    name: 'same-name',
    sentence: 'The deletion of a key deletes all keys of the same name.',
    patch: (rules) => {
      const named = new WeakMap<TenantState, Map<string, Set<string>>>();
      replaceSync('createApiKey', (call, original) => {
        const answer = original(call);
        const { id, name } = (answer as { readonly body: Body }).body;
        const names = named.get(call.tenant) ?? new Map<string, Set<string>>();
        named.set(call.tenant, names.set(String(name), (names.get(String(name)) ?? new Set()).add(String(id))));
        return answer;
      })(rules);
      replaceSync('deleteApiKey', (call, original) => {
        const answer = original(call);
        const id = String(call.path['id']);
        for (const ids of named.get(call.tenant)?.values() ?? []) {
          if (!ids.delete(id)) continue;
          for (const other of ids) original({ ...call, path: { ...call.path, id: other } });
          ids.clear();
        }
        return answer;
      })(rules);
    },
  },
});

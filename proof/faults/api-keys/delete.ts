import { done, ok, Refusal, type Answer } from '../../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { TokenRecord } from '../../../mock/principal.ts';
import type { TenantState } from '../../../mock/state.ts';
import { asAdministrator, byOAuth, recognising } from '../../lib/access.ts';
import {
  keyRecord,
  knowingKeys,
  KnownTokens,
  madeByOAuth,
  namedKeys,
  revealingToken,
  type Keys,
} from '../../lib/api-keys.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { listedAgain } from '../../lib/listed-deleted.ts';
import { after, all, changeBodySync, remembering, replace, replaceSync, responseOf } from '../../lib/patches.ts';
import { itemsOf, refusedYet } from '../../lib/reports.ts';
import { sharedAnswer, secondAcknowledged } from '../../lib/under-way.ts';

/** What a deleted key is still known by. */
function withDeletedKey(act: (call: Call, answer: Answer, key: Body) => Answer): Patch {
  return (rules) => {
    const { getApiKey: read } = rules.handlers;
    replaceSync('deleteApiKey', (call, original) => {
      const key = read?.(call) as { readonly body: Body } | undefined;
      return act(call, original(call), key?.body ?? {});
    })(rules);
  };
}

const othersOf = (names: ReadonlyMap<number, string>, id: number): number[] =>
  [...names].flatMap(([one, name]) => (one !== id && name === names.get(id) ? [one] : []));

/** A deleted key is still taken for the operations that `isMeant` names. */
function stillTakenFor(isMeant: (operation: string) => boolean): Patch {
  const known = new KnownTokens();
  return all(known.learning, ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) =>
      recordOf(tenant, token, id) ?? (isMeant(id) ? known.record(tenant, token) : undefined);
  });
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

/** Deleted keys of each tenant, as they were shown. */
class Deleted {
  readonly #keys = new WeakMap<TenantState, Body[]>();

  readonly learning: Patch = withDeletedKey(({ tenant }, answer, key) => {
    this.#keys.set(tenant, [...this.of(tenant), key]);
    return answer;
  });

  of(tenant: TenantState): readonly Body[] {
    return this.#keys.get(tenant) ?? [];
  }
}

function afterDeletion(change: (deleted: Deleted) => Patch): Patch {
  const deleted = new Deleted();
  return all(deleted.learning, change(deleted));
}

/** What is shown of deleted keys that had been used. */
function afterUse(change: (usedOnes: (tenant: TenantState) => readonly Body[]) => Patch): Patch {
  const [known, deleted] = [new KnownTokens(), new Deleted()];
  const usedOnes = (tenant: TenantState) =>
    deleted.of(tenant).filter(({ id }) => known.isUsed(known.token(tenant, id)));
  return all(known.learning, known.watching, deleted.learning, change(usedOnes));
}

/** Faults of deleting API keys. */
export const deleteFaults = faults({
  'api-keys.delete.no-token': [
    {
      name: 'token',
      sentence: 'The deletion of a key answers with the key and its token.',
      patch: revealingToken((known) =>
        withDeletedKey(({ tenant }, _answer, key) => ok({ ...key, token: known.token(tenant, key['id']) }, 200)),
      ),
    },
    {
      name: 'another-name',
      sentence: 'The deletion of a key answers which token is worth nothing any more.',
      patch: revealingToken((known) =>
        withDeletedKey(({ tenant }, _answer, key) => ok({ revoked: known.token(tenant, key['id']) }, 200)),
      ),
    },
  ],
  'api-keys.delete.not-authenticating': [
    {
      name: 'while-another-has-its-name',
      sentence: 'A deleted key stays in force for as long as there is another key of the same name.',
      patch: namedKeys((names) =>
        replaceSync('deleteApiKey', (call, original) => {
          const id = idIn(call, 'id') ?? 0;
          const kept = keyRecord(call, id);
          const answer = original(call);
          if (kept && othersOf(names, id).length > 0) call.tenant.tokens.set(...kept);
          names.delete(id);
          return answer;
        }),
      ),
    },
    {
      name: 'by-itself',
      sentence: 'A key that deletes itself stays in force.',
      patch: (rules) => {
        const kept = new Map<string, TokenRecord>();
        replaceSync('deleteApiKey', (call, original) => {
          const { token } = call.principal;
          const own = call.tenant.tokens.get(token);
          const answer = original(call);
          if (own && !call.tenant.tokens.has(token)) kept.set(token, own);
          return answer;
        })(rules);
        const { recordOf } = rules.access;
        rules.access.recordOf = (tenant, token, id) => recordOf(tenant, token, id) ?? kept.get(token);
      },
    },
    {
      name: 'build-apart',
      sentence: 'A deleted API key is still taken by build operations.',
      patch: remembering(
        () => new Map<string, TokenRecord>(),
        (deleted) =>
          all(
            replaceSync('deleteApiKey', (call, original) => {
              const id = idIn(call, 'id');
              const own = [...call.tenant.tokens].filter(([, { keyId }]) => keyId === id);
              const answer = original(call);
              for (const [token, record] of own) deleted.set(token, record);
              return answer;
            }),
            recognising('validateDataModel', (known, _tenant, token) => known ?? deleted.get(token)),
          ),
      ),
    },
    {
      name: 'back-with-its-name',
      sentence: 'The creation of a key under the name of a deleted one brings the token of that one back.',
      patch: remembering(
        () => new Map<unknown, readonly [token: string, record: TokenRecord]>(),
        (deleted) =>
          all(
            replaceSync('deleteApiKey', (call, original) => {
              const shown = responseOf(call, 'getApiKey') as { readonly body: Body };
              const entry = [...call.tenant.tokens].find(([, { keyId }]) => keyId === shown.body['id']);
              const answer = original(call);
              if (entry) deleted.set(shown.body['name'], entry);
              return answer;
            }),
            replaceSync('createApiKey', (call, original) => {
              const answer = original(call);
              const entry = deleted.get(bodyOf(call)['name']);
              if (entry) call.tenant.tokens.set(...entry);
              return answer;
            }),
          ),
      ),
    },
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
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two deletions at the same time the second is acknowledged and deletes nothing.',
      patch: secondAcknowledged('deleteApiKey'),
    },
  ],
  'api-keys.delete.not-readable': [
    {
      name: 'back-with-the-next',
      sentence: 'A deleted key is read again once another is created.',
      patch: remembering(
        () => ({ gone: new Map<unknown, Answer>(), back: new Map<unknown, Answer>() }),
        ({ gone, back }) =>
          all(
            replaceSync('deleteApiKey', (call, original) => {
              const view = responseOf(call, 'getApiKey');
              const answer = original(call);
              gone.set(idIn(call, 'id'), view);
              return answer;
            }),
            after('createApiKey', () => {
              for (const [id, view] of gone) back.set(id, view);
            }),
            replaceSync('getApiKey', (call, original) => back.get(idIn(call, 'id')) ?? original(call)),
          ),
      ),
    },
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
      name: 'used-read',
      sentence: 'A deleted key that had been used can be read as ever.',
      patch: afterUse((usedOnes) =>
        replaceSync('getApiKey', (call, original) => {
          const gone = usedOnes(call.tenant).find(({ id }) => String(id) === call.path['id']);
          return gone ? ok(gone) : original(call);
        }),
      ),
    },
    {
      name: 'deleted-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The deletion of a key with an OAuth access token is acknowledged and deletes nothing.',
      also: [
        { id: 'api-keys.delete.not-authenticating', because: 'a key that is there is taken' },
        { id: 'api-keys.delete.not-listed', because: 'a key that is there is listed' },
      ],
      patch: replace('deleteApiKey', (call, original) => (byOAuth(call) ? done() : original(call))),
    },
  ],
  'api-keys.delete.not-listed': [
    {
      name: 'back-with-the-next',
      toldBy: 'api-keys.delete.not-authenticating',
      sentence: 'A deleted key is listed again once another is created.',
      patch: listedAgain({
        read: (call) => (responseOf(call, 'getApiKey') as { readonly body?: Body }).body,
        remove: 'deleteApiKey',
        create: 'createApiKey',
        list: 'listApiKeys',
      }),
    },
    {
      name: 'still-listed',
      sentence: 'A deleted key is still listed as it was.',
      patch: afterDeletion((deleted) =>
        changeBodySync('listApiKeys', (body, { tenant }) => ({
          ...body,
          items: [...itemsOf(body), ...deleted.of(tenant)],
        })),
      ),
    },
    {
      name: 'used-listed',
      sentence: 'A deleted key that had been used is still listed as it was.',
      patch: afterUse((usedOnes) =>
        changeBodySync('listApiKeys', (body, { tenant }) => ({
          ...body,
          items: [...itemsOf(body), ...usedOnes(tenant)],
        })),
      ),
    },
  ],
  'api-keys.delete.others-kept': [
    {
      name: 'older-of-the-name',
      sentence: 'The deletion of a key puts older keys of its name out of force.',
      patch: namedKeys((names) =>
        replaceSync('deleteApiKey', (call, original) => {
          const id = idIn(call, 'id') ?? 0;
          const answer = original(call);
          for (const other of othersOf(names, id)) {
            const record = other < id ? keyRecord(call, other) : undefined;
            if (record) call.tenant.tokens.delete(record[0]);
          }
          names.delete(id);
          return answer;
        }),
      ),
    },
    {
      name: 'with-all-that-oauth-made',
      toldBy: 'api-keys.get.readable',
      sentence: 'The deletion of a key that was made with an OAuth token deletes every key that was made so.',
      patch: madeByOAuth((ids) =>
        replaceSync('deleteApiKey', (call, original) => {
          const answer = original(call);
          if (!ids.delete(Number(call.path['id']))) return answer;
          for (const id of ids) {
            try {
              original({ ...call, path: { id: String(id) } });
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
            }
          }
          ids.clear();
          return answer;
        }),
      ),
    },
    {
      name: 'the-first-of-the-name',
      sentence: 'The deletion of the second key of a name deletes the first one as well.',
      patch: replaceSync('deleteApiKey', (call, original) => {
        const keys = itemsOf((responseOf(asAdministrator(call), 'listApiKeys') as { readonly body: Body }).body);
        const own = keys.find(({ id }) => id === idIn(call, 'id'));
        const first = keys.find(({ name, id }) => name === own?.['name'] && (id as number) < (own?.['id'] as number));
        const answer = original(call);
        if (first) original({ ...call, path: { ...call.path, id: String(first['id']) } });
        return answer;
      }),
    },
    {
      name: 'same-name-goes',
      sentence: 'Deleting a key deletes the keys of the same name.',
      patch: remembering(
        () => new Map<string, string>(),
        (names) =>
          all(
            replaceSync('createApiKey', (call, original) => {
              const answer = original(call);
              const { id, name } = ('body' in answer ? answer.body : {}) as Body;
              names.set(String(id), String(name));
              return answer;
            }),
            replaceSync('deleteApiKey', (call, original) => {
              const { id = '' } = call.path;
              const answer = original(call);
              const name = names.get(id);
              names.delete(id);
              for (const [other] of [...names].filter(([, text]) => text === name)) {
                names.delete(other);
                original({ ...call, path: { ...call.path, id: other } });
              }
              return answer;
            }),
          ),
      ),
    },
    {
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
    {
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
    {
      name: 'newest-gone-by-a-second-deletion',
      sentence: 'The deletion of a key that was deleted before is refused, and deletes the newest key.',
      patch: remembering(
        () => [] as string[],
        (ids) =>
          all(
            changeBodySync('createApiKey', (body) => {
              ids.push(String(body['id']));
              return body;
            }),
            refusedYet('deleteApiKey', (call, original) => {
              const id = ids.pop();
              if (id !== undefined && id !== call.path['id']) original({ ...call, path: { ...call.path, id } });
            }),
          ),
      ),
    },
    {
      name: 'one-for-two-at-once',
      sentence: 'Two keys that are created at the same time are one, which is deleted as a whole.',
      patch: sharedAnswer('createApiKey'),
    },
  ],
});

import type { JWTPayload } from 'jose';
import { refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { oidcConfigs } from '../../mock/families/oidc-token-configs.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { byPlainUser, byScopedKey } from '../lib/access.ts';
import { declaring, partOf } from '../lib/document.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';

/** Faults of the account that need some value, some caller, or something that was done before. */

const SETTINGS = 'updateMySettings';

type Settings = Readonly<Record<string, unknown>>;

function settingsIn({ tenant, principal }: Call): Settings {
  return (principal.user && tenant.account.users.get(principal.user.id)?.settings) ?? {};
}

function leaving(left: (now: Settings, before: Settings, body: Body) => Settings): Patch {
  return replaceSync(SETTINGS, (call, original) => {
    const before = settingsIn(call);
    const answer = original(call);
    const { users } = call.tenant.account;
    const user = call.principal.user && users.get(call.principal.user.id);
    if (user) users.replace({ ...user, settings: left(user.settings, before, bodyOf(call)) });
    return answer;
  });
}

function asObject(value: unknown): Settings {
  return typeof value === 'object' && value !== null ? (value as Settings) : {};
}

/** The last two values of each setting of each user: one that comes back is not stored. */
const neverBack: Patch = remembering(
  () => new Map<string, unknown>(),
  (former) => (rules) => {
    leaving((now, before, body) => {
      const names = Object.keys(body).filter((name) => name !== 'sheets' && name in now);
      const kept = names.filter((name) => former.has(name) && former.get(name) === now[name] && name in before);
      for (const name of names) if (name in before && before[name] !== now[name]) former.set(name, before[name]);
      return { ...now, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
    })(rules);
  },
);

const clearedOnce: Patch = remembering(
  () => new Set<number>(),
  (cleared) =>
    replaceSync(SETTINGS, (call, original) => {
      const { sheets, ...others } = bodyOf(call);
      const id = call.principal.user?.id ?? 0;
      if (sheets !== null) return original(call);
      if (cleared.has(id)) return original({ ...call, body: others });
      cleared.add(id);
      return original(call);
    }),
);

function keyRecord({ tenant }: Call, id: unknown): readonly [string, TokenRecord] | undefined {
  return [...tenant.tokens].find(([, { keyId }]) => keyId === Number(id));
}

/** The names of keys that were made and not deleted. */
function namedKeys(patch: (names: Map<number, string>) => Patch): Patch {
  return remembering(
    () => new Map<number, string>(),
    (names) =>
      all(
        replaceSync('createApiKey', (call, original) => {
          const answer = original(call);
          const { id, name } = (answer as { body: Body }).body;
          names.set(Number(id), String(name));
          return answer;
        }),
        patch(names),
      ),
  );
}

const othersOf = (names: ReadonlyMap<number, string>, id: number): number[] =>
  [...names].flatMap(([one, name]) => (one !== id && name === names.get(id) ? [one] : []));

/** Expired credentials pass an operation once one of the same user that had not expired did. */
function trusting(operation: string): Patch {
  return remembering(
    () => new Set<number | undefined>(),
    (known) =>
      ({ access }) => {
        const { isLive } = access;
        access.isLive = (record, now, id) => {
          const live = isLive(record, now, id);
          if (id !== operation) return live;
          if (live) known.add(record.userId);
          return live || (!record.revoked && known.has(record.userId));
        };
      },
  );
}

const prefixOfOne: Patch = remembering(
  () => new Set<string>(),
  (byBearer) =>
    replaceSync('probeScim', (call, original) => {
      const isBearer = (call.headers.authorization ?? '').startsWith('Bearer');
      if (isBearer) byBearer.add(call.principal.token);
      else if (byBearer.has(call.principal.token)) refuse(401, 'this token comes after Bearer');
      return original(call);
    }),
);

export const accountValuesFaults = faults({
  'users.settings.omitted-kept': {
    name: 'false-lost',
    sentence: 'A setting that is false becomes true with the next patch that does not name it.',
    patch: leaving((now, before, body) => ({
      ...now,
      ...Object.fromEntries(
        Object.entries(before)
          .filter(([name, value]) => value === false && !(name in body))
          .map(([name]) => [name, true]),
      ),
    })),
  },
  'users.settings.sheets-fields-kept': {
    name: 'zero-lost',
    sentence: 'A field of sheets that is 0 or false is lost with the next sheets object that does not name it.',
    patch: leaving((now, before, body) => {
      const given = body['sheets'];
      if (typeof given !== 'object' || given === null) return now;
      const lost = Object.entries(asObject(before['sheets']))
        .filter(([name, value]) => (value === 0 || value === false) && !(name in given))
        .map(([name]) => name);
      const sheets = Object.entries(asObject(now['sheets'])).filter(([name]) => !lost.includes(name));
      return { ...now, sheets: Object.fromEntries(sheets) };
    }),
  },
  'users.settings.named-changes': {
    name: 'back-again',
    sentence: 'A setting does not take the value again that it had before its last change.',
    also: alsoThese('the same values are set beside the marker', 'users.settings.changelog-id-ignored'),
    patch: neverBack,
  },
  'users.settings.sheets-null-clears': {
    name: 'a-second-time',
    sentence: 'A user clears sheets once; a later null leaves what was set in between.',
    patch: clearedOnce,
  },
  'users.groups.search-substring': {
    name: 'across-words',
    sentence: 'A search of groups for a part of more than one word finds nothing.',
    patch: changeBodySync('listGroups', (body, call) =>
      /\S\s\S/.test(call.query.text('search') ?? '') ? { ...body, items: [] } : body,
    ),
  },
  'users.list.search-substring': {
    name: 'with-a-dot',
    sentence: 'A search of users for a part with a dot or an at sign in it finds nothing, unless it is a whole text.',
    patch: changeBodySync('listUsers', (body, call) => {
      const search = (call.query.text('search') ?? '').toLowerCase();
      const isWhole = (one: Body) =>
        [one['email'], one['firstName']].some((text) => String(text).toLowerCase() === search);
      return /[.@]/.test(search) ? { ...body, items: (body['items'] as readonly Body[]).filter(isWhole) } : body;
    }),
  },
  'api-keys.delete.not-authenticating': {
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
  'api-keys.get.no-token': {
    name: 'of-an-older-one',
    sentence: 'Reading a key shows its token once another key was made after it.',
    patch: namedKeys((names) =>
      changeBodySync('getApiKey', (body, call) =>
        Math.max(...names.keys()) > Number(body['id']) ? { ...body, token: keyRecord(call, body['id'])?.[0] } : body,
      ),
    ),
  },
  'api-keys.list.shows-created': {
    name: 'after-a-deletion',
    toldBy: 'api-keys.get.readable',
    sentence: 'A key that was made after another was deleted is not listed.',
    patch: remembering(
      () => ({ hasDeleted: false, hidden: new Set<unknown>() }),
      (memory) =>
        all(
          replaceSync('deleteApiKey', (call, original) => {
            const answer = original(call);
            memory.hasDeleted = true;
            return answer;
          }),
          replaceSync('createApiKey', (call, original) => {
            const answer = original(call);
            if (memory.hasDeleted) memory.hidden.add((answer as { body: Body }).body['id']);
            return answer;
          }),
          changeBodySync('listApiKeys', (body) => ({
            ...body,
            items: (body['items'] as readonly Body[]).filter(({ id }) => !memory.hidden.has(id)),
          })),
        ),
    ),
  },
  'api-keys.delete.others-kept': {
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
  'oidc-token-configs.get.same-config': {
    name: 'by-a-plain-user',
    sentence: 'A user without the admin role is answered the first config, whichever was asked for.',
    patch: replaceSync('getOidcTokenConfig', (call, original) => {
      const answer = original(call);
      const [first] = oidcConfigs(call.tenant).all();
      return first && byPlainUser(call) ? original({ ...call, path: { ...call.path, id: String(first.id) } }) : answer;
    }),
  },
  'oidc-token-configs.config.custom-claims': {
    name: 'of-a-disabled-one',
    toldBy: 'oidc-token-configs.get.same-config',
    sentence: 'The customClaims of a config that is not enabled are a text.',
    patch: changeBodySync('getOidcTokenConfig', (body) =>
      body['isEnabled'] === false ? { ...body, customClaims: JSON.stringify(body['customClaims']) } : body,
    ),
  },
  'ai.streamChat.expired-credential': {
    name: 'after-a-good-one',
    sentence: 'An agent takes an expired key of a user whose key in force it took before.',
    patch: trusting('streamChat'),
  },
  'api-keys.listApiKeys.expired-credential': {
    name: 'after-a-good-one',
    sentence: 'The list of keys takes an expired key of a user whose key in force it took before.',
    patch: trusting('listApiKeys'),
  },
  'core-data.coreDataSql.expired-credential': {
    name: 'after-a-good-one',
    sentence: 'An expired API token runs an SQL query once a token in force has run one.',
    patch: remembering(
      () => ({ claims: undefined as JWTPayload | undefined }),
      (known) =>
        ({ access }) => {
          const { claimsOf } = access;
          access.claimsOf = async (tenant, token, id) => {
            try {
              const claims = await claimsOf(tenant, token, id);
              if (id === 'coreDataSql') known.claims = claims;
              return claims;
            } catch (error) {
              if (id === 'coreDataSql' && known.claims && tenant.signed.has(token)) return known.claims;
              throw error;
            }
          };
        },
    ),
  },
  'core-data.load.runs-query': {
    name: 'after-both-others',
    sentence: 'A query is refused once the metadata was read and an SQL query was run.',
    patch: remembering(
      () => new Set<string>(),
      (done) =>
        all(
          ...['coreDataMeta', 'coreDataSql'].map((operation) =>
            replaceSync(operation, (call, original) => {
              const answer = original(call);
              done.add(operation);
              return answer;
            }),
          ),
          replaceSync('coreDataLoad', (call, original) =>
            done.size === 2 ? refuse('forbidden', 'enough was asked') : original(call),
          ),
        ),
    ),
  },
  'folders.list.count': {
    name: 'by-a-scoped-key',
    sentence: 'A list of folders with a scoped key has a count of null.',
    patch: changeBodySync('listFolders', (body, call) => (byScopedKey(call) ? { ...body, count: null } : body)),
  },
  'folders.folder.user-of-owner': {
    name: 'of-others',
    sentence: 'A folder of somebody else than the caller shows no owner.',
    patch: changeBodySync('listFolders', (body, call) => {
      const items = (body['items'] as readonly Body[]).map((one) =>
        asObject(one['user'])['id'] === call.principal.user?.id ? one : { ...one, user: null },
      );
      return { ...body, items, data: items };
    }),
  },
  'named.environment-variables.scoped-key-elsewhere': {
    name: 'after-its-own',
    sentence: 'A scoped key reads the environment variables of any deployment once it has read those of its own.',
    patch: remembering(
      () => new Set<string>(),
      (known) => (rules) => {
        const { recordOf } = rules.access;
        rules.access.recordOf = (tenant, token, id) => {
          const record = recordOf(tenant, token, id);
          return record && id === 'listEnvironmentVariables' && known.has(token) ? { ...record, scope: 'all' } : record;
        };
        replaceSync('listEnvironmentVariables', (call, original) => {
          const answer = original(call);
          known.add(call.principal.token);
          return answer;
        })(rules);
      },
    ),
  },
  'scim.credential.api-key-accepted': {
    name: 'after-bearer',
    sentence: 'A SCIM token that came after Bearer is refused after Api-Key from then on.',
    patch: prefixOfOne,
  },
  'versioning.removed.user-attribute-delete': {
    name: 'all-at-once',
    sentence: "The document declares an operation that deletes all user attributes of a deployment's embed tenant.",
    patch: declaring((document) => {
      partOf(document, 'paths')['/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/user-attributes'] =
        {
          parameters: ['deploymentId', 'embedTenantName'].map((name) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
          delete: {
            operationId: 'clearEmbedTenantUserAttributes',
            summary: 'Delete the user attributes of an embed tenant',
            responses: { 204: { description: 'Deleted' } },
          },
        };
    }),
  },
});

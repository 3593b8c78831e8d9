import { refuse } from '../../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { keyRecord, knowingKeys, namedKeys, revealingToken, type Keys } from '../../lib/api-keys.ts';
import { faults } from '../../lib/fault.ts';
import { GROUPS_ADMIN } from '../../lib/group-administrators.ts';
import { callerId } from '../../lib/other-operations.ts';
import {
  after,
  all,
  byTimes,
  changeBody,
  changeBodySync,
  refusing,
  remembering,
  replace,
  replaceSync,
  withBody,
} from '../../lib/patches.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** Roles or keys that somebody has made are there for nobody else. */
const forTheirMakers = (create: string, read: string, memberOf: (call: Call) => unknown): Patch =>
  remembering(
    () => new Map<unknown, number>(),
    (makers) =>
      all(
        replaceSync(create, (call, original) =>
          withBody(original(call), (body) => {
            makers.set(body['id'], callerId(call));
            return body;
          }),
        ),
        replaceSync(read, (call, original) => {
          const maker = makers.get(memberOf(call));
          return maker === undefined || maker === callerId(call)
            ? original(call)
            : refuse(404, 'there is no such thing');
        }),
      ),
  );

const revealingOnRead = (shown: (token: string) => Body): Patch =>
  revealingToken((known) =>
    changeBodySync('getApiKey', (body, { tenant }) => {
      const token = known.token(tenant, body['id']);
      return token === undefined ? body : { ...body, ...shown(token) };
    }),
  );

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

/** Faults of reading an API key. */
export const getFaults = faults({
  'api-keys.get.readable': [
    {
      name: 'by-its-maker-alone',
      seenWith: GROUPS_ADMIN,
      sentence: 'A key is read by the administrator who made it alone.',
      patch: forTheirMakers('createApiKey', 'getApiKey', (call) => idIn(call, 'id')),
    },
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
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two readings at the same time the second answers the key of the first.',
      patch: sharedAnswer('getApiKey'),
    },
  ],
  'api-keys.get.no-token': [
    {
      name: 'the-first-time',
      sentence: 'The first reading of a key shows its token.',
      patch: byTimes(
        'getApiKey',
        (call) => idIn(call, 'id'),
        (times, call, original) => {
          const id = idIn(call, 'id');
          const token = [...call.tenant.tokens].find(([, { keyId }]) => keyId !== undefined && keyId === id)?.[0];
          return withBody(original(call), (body) => (times === 1 && token !== undefined ? { ...body, token } : body));
        },
      ),
    },
    {
      name: 'shown-once-another-was-deleted',
      toldBy: 'api-keys.get.readable',
      sentence: 'Reading a key shows its token once another key was deleted.',
      patch: remembering(
        () => ({ tokens: new Map<unknown, unknown>(), wasDeleted: false }),
        (memory) =>
          all(
            changeBody('createApiKey', (key) => {
              memory.tokens.set(key['id'], key['token']);
              return key;
            }),
            after('deleteApiKey', () => {
              memory.wasDeleted = true;
            }),
            changeBody('getApiKey', (key) =>
              memory.wasDeleted ? { ...key, token: memory.tokens.get(key['id']) } : key,
            ),
          ),
      ),
    },
    {
      name: 'of-an-older-one',
      sentence: 'Reading a key shows its token once another key was made after it.',
      patch: namedKeys((names) =>
        changeBodySync('getApiKey', (body, call) =>
          Math.max(...names.keys()) > Number(body['id']) ? { ...body, token: keyRecord(call, body['id'])?.[0] } : body,
        ),
      ),
    },
    {
      name: 'to-the-key-itself',
      sentence: 'A key that reads itself is shown its token.',
      patch: replaceSync('getApiKey', (call, original) => {
        const { token } = call.principal;
        return withBody(original(call), (body) =>
          call.tenant.tokens.get(token)?.keyId === body['id'] ? { ...body, token } : body,
        );
      }),
    },
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
});

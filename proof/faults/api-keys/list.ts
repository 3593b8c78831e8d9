import { secondUnlisted } from '../../lib/at-once.ts';
import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, fromEmbedSession } from '../../lib/access.ts';
import { knowingKeys, revealingToken, type Keys } from '../../lib/api-keys.ts';
import { faults } from '../../lib/fault.ts';
import { noting } from '../../lib/noted-things.ts';
import { all, changeBody, changeBodySync, during, remembering, replaceSync } from '../../lib/patches.ts';
import { itemsOf } from '../../lib/reports.ts';

function listing(change: (items: readonly Body[], keys: Keys) => readonly Body[]): Patch {
  return knowingKeys((keys) =>
    changeBody('listApiKeys', (body) => ({ ...body, items: change(body['items'] as readonly Body[], keys) })),
  );
}

/** Shows a key's token where it asks about itself. */
const withOwnToken = (key: Body, { tenant, principal: { token } }: Call): Body =>
  tenant.tokens.get(token)?.keyId === key['id'] ? { ...key, token } : key;

/** Lists keys with their tokens to some callers. */
const tokensListed = (isMeant: (call: Call) => boolean): Patch =>
  during('listApiKeys', 'apiKeys', ({ shown }) => ({ shown: (key) => ({ ...shown(key), token: key.token }) }), isMeant);

const revealingInList = (shown: (token: string) => Body): Patch =>
  revealingToken((known) =>
    changeBodySync('listApiKeys', (body, { tenant }) => ({
      ...body,
      items: itemsOf(body).map((key) => {
        const token = known.token(tenant, key['id']);
        return token === undefined ? key : { ...key, ...shown(token) };
      }),
    })),
  );

/** Faults of the list of API keys. */
export const listFaults = faults({
  'api-keys.list.shows-created': [
    {
      name: 'not-of-oauth-once-one-was-deleted',
      toldBy: 'api-keys.get.readable',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Keys that were created with an OAuth token are not listed any more once a key was deleted.',
      patch: noting('createApiKey', byOAuth, (ofOauth) =>
        noting(
          'deleteApiKey',
          () => true,
          (deleted) =>
            changeBody('listApiKeys', (list) => ({
              ...list,
              items: (list['items'] as readonly Body[]).filter(({ id }) => deleted.size === 0 || !ofOauth.has(id)),
            })),
        ),
      ),
    },
    {
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
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two keys that are created at the same time one is not listed.',
      patch: secondUnlisted('createApiKey', 'listApiKeys', ({ id }) => id),
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
  'api-keys.list.no-token': [
    {
      name: 'of-the-key-that-asks',
      sentence: 'A key that lists the keys is shown its own token.',
      patch: changeBodySync('listApiKeys', (body, call) => ({
        ...body,
        items: (body['items'] as readonly Body[]).map((key) => withOwnToken(key, call)),
      })),
    },
    {
      name: 'to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The list of keys shows their tokens to who comes with an OAuth access token.',
      patch: tokensListed(byOAuth),
    },
    {
      name: 'to-embed-sessions',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'The list of keys shows their tokens to embed sessions.',
      patch: tokensListed(fromEmbedSession),
    },
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
});

import { refuse } from '../../../mock/answer.ts';
import { embedAccess } from '../../../mock/families/embed-access.ts';
import { end } from '../../../mock/rules/embed.ts';
import { byOAuth } from '../../lib/access.ts';
import { sessionsOf } from '../../lib/embed.ts';
import { faults } from '../../lib/fault.ts';
import { byTimes, refusing, remembering, replaceSync } from '../../lib/patches.ts';

/** Faults of deleting embed tenants. */
export const deleteFaults = faults({
  'embed-tenants.delete.succeeds': [
    {
      name: 'outside-ascii',
      sentence: 'An embed tenant whose name has letters beyond ASCII cannot be deleted.',
      patch: refusing('deleteEmbedTenant', ({ path }) => /[^\0-\x7f]/.test(path['embedTenantName'] ?? ''), 404),
    },
    {
      name: 'encoded-name',
      sentence: 'An embed tenant whose name has more than letters, digits and hyphens cannot be deleted.',
      patch: refusing('deleteEmbedTenant', ({ path }) => /[^\w-]/.test(path['embedTenantName'] ?? ''), 404),
    },
    {
      name: 'made-again',
      seenIn: 'made again',
      sentence: 'An embed tenant that came to be again after its deletion cannot be deleted.',
      patch: remembering(
        () => new Set<unknown>(),
        (deleted) =>
          replaceSync('deleteEmbedTenant', (call, original) => {
            const name = call.path['embedTenantName'];
            if (deleted.has(name)) refuse('unknown', 'it is gone');
            const answer = original(call);
            deleted.add(name);
            return answer;
          }),
      ),
    },
    {
      name: 'conflict',
      sentence: 'The deletion of an embed tenant that has users is refused with 409.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const one = embedAccess(call.tenant).tenants.get(call.path['embedTenantName'] ?? '');
        return one && one.people.size > 0 ? refuse(409, 'the embed tenant has users') : original(call);
      }),
    },
    {
      name: 'server-error',
      sentence: 'An embed tenant is deleted, and the answer is 500.',
      also: [{ id: 'embed-tenants.deleteEmbedTenant.answers-as-documented', because: 'the answer is an error' }],
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        original(call);
        return { kind: 'done', status: 500 };
      }),
    },
    {
      name: 'once',
      sentence: 'A second embed tenant cannot be deleted.',
      patch: byTimes(
        'deleteEmbedTenant',
        () => 'any',
        (times, call, original) => {
          if (times > 1) refuse('conflict', 'an embed tenant was deleted a moment ago');
          return original(call);
        },
      ),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An embed tenant cannot be deleted with an OAuth token.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        if (byOAuth(call)) refuse('forbidden', 'this needs an API key');
        return original(call);
      }),
    },
  ],
  'embed-tenants.delete.others-kept': [
    {
      name: 'all-embed-users-closed',
      sentence: 'The deletion of an embed tenant closes to all embed users what was open to them.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const answer = original(call);
        embedAccess(call.tenant).forAll.clear();
        return answer;
      }),
    },
    {
      name: 'folders-closed',
      sentence: 'The deletion of an embed tenant closes the folders of the others.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const answer = original(call);
        const { tenants } = embedAccess(call.tenant);
        for (const one of tenants.values()) tenants.set(one.name, { ...one, folderIds: new Set() });
        return answer;
      }),
    },
    {
      name: 'everybody',
      sentence: 'The deletion of an embed tenant deletes all of them.',
      also: [{ id: 'embed-tenants.delete.similar-kept', because: 'it is one of them' }],
      patch: ({ embedTenants }) => {
        embedTenants.goes = () => true;
      },
    },
  ],
  'embed-tenants.delete.similar-kept': [
    {
      name: 'but-sessions-of-the-same-person',
      sentence: 'The deletion of an embed tenant ends the sessions of people of the same name in every other one.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const name = call.path['embedTenantName'];
        const people = sessionsOf(call).flatMap(({ tenantName, externalId }) =>
          tenantName === name ? [externalId] : [],
        );
        const answer = original(call);
        for (const session of sessionsOf(call)) if (people.includes(session.externalId)) end(session);
        return answer;
      }),
    },
    {
      name: 'by-its-beginning',
      sentence: 'The deletion of an embed tenant deletes all whose names begin with its name.',
      patch: ({ embedTenants }) => {
        embedTenants.goes = (one, named) => one.name.startsWith(named.name);
      },
    },
  ],
});

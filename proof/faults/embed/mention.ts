import { ok } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import { personIn } from '../../lib/embed-comments.ts';
import { replaceWhere, sessionsOf } from '../../lib/embed.ts';
import { faults } from '../../lib/fault.ts';
import { all, changeBodySync, remembering, replaceSync } from '../../lib/patches.ts';

/** Faults of whom a comment can mention. */
export const mentionFaults = faults({
  'embed.mention.list': [
    {
      name: 'by-name',
      sentence: 'The users to mention are answered as an object by their names.',
      patch: changeBodySync('listMentionableUsers', (body) => {
        const users = body['items'] as readonly Body[];
        return { items: Object.fromEntries(users.map((user) => [String(user['externalId']), user])) };
      }),
    },
    {
      name: 'text',
      sentence: 'The users to mention are answered as one text.',
      patch: replaceWhere(
        'listMentionableUsers',
        () => true,
        () => ok({ items: 'hank, mindy' }),
      ),
    },
    {
      name: 'text-in-a-later-session',
      sentence: 'In a later session of a user the users to mention are answered as one text.',
      patch: changeBodySync('listMentionableUsers', (body, call) =>
        sessionsOf(call).filter(({ externalId }) => externalId === personIn(call)).length > 1
          ? { items: 'hank' }
          : body,
      ),
    },
    {
      name: 'null-once-commented',
      sentence: 'Where a user has commented, the users to mention are null.',
      patch: remembering(
        () => new Set<string>(),
        (authors) =>
          all(
            replaceSync('createDashboardComment', (call, original) => {
              authors.add(personIn(call));
              return original(call);
            }),
            changeBodySync('listMentionableUsers', (body, call) =>
              authors.has(personIn(call)) ? { items: null } : body,
            ),
          ),
      ),
    },
  ],
});

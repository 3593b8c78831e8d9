import { refuse } from '../../../mock/answer.ts';
import {
  alsoWhoReplied,
  commentRules,
  ignoringAgain,
  isNobodys,
  onSecondTry,
  othersMay,
  repliersMay,
  resolves,
  sessionOf,
} from '../../lib/embed-comments.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { remembering, replaceSync } from '../../lib/patches.ts';

/** Faults of opening resolved comments again. */
export const commentReopenFaults = faults({
  'embed.comment-reopen.author': [
    {
      name: 'not-stored',
      sentence: 'That a thread is opened again is acknowledged, and it stays resolved.',
      patch: commentRules((rules) => {
        rules.reopened = (thread) => thread;
      }),
    },
    {
      name: 'flag-ignored',
      sentence: 'Every such request resolves the thread, whatever it asks for.',
      patch: commentRules((rules) => {
        rules.resolves = () => true;
      }),
    },
    {
      name: 'refused',
      sentence: 'The author of a resolved thread is refused to open it again.',
      patch: commentRules((rules) => {
        rules.mayReopen = isNobodys;
      }),
    },
    {
      name: 'once',
      sentence: 'A thread can be opened again once; after that it stays resolved.',
      also: alsoThese(
        'the state of the thread does not follow its author, and so not the others either',
        'embed.comment-reopen.not-author',
      ),
      patch: ignoringAgain('resolveDashboardComment', (call) => !resolves(call)),
    },
    {
      name: 'in-the-same-session',
      sentence: 'The author is refused to open a thread again in a later session.',
      patch: remembering(
        () => new Map<string, string>(),
        (sessions) =>
          replaceSync('resolveDashboardComment', (call, original) => {
            if (resolves(call)) sessions.set(String(call.path['commentId']), sessionOf(call));
            else if (sessions.get(String(call.path['commentId'])) !== sessionOf(call))
              refuse('forbidden', 'this is another session');
            return original(call);
          }),
      ),
    },
  ],
  'embed.comment-reopen.not-author': [
    {
      name: 'replied',
      sentence: 'Whoever replied to a resolved thread may open it again.',
      patch: alsoWhoReplied('mayReopen'),
    },
    {
      name: 'accepted',
      sentence: 'Every embed user of the tenant can open a resolved thread again.',
      patch: othersMay('mayReopen', false),
    },
    {
      name: 'refused-yet-opened',
      sentence: 'Somebody else than the author is refused with 403 to open a thread again, and it is open.',
      patch: othersMay('mayReopen', true),
    },
    {
      name: 'repliers-too',
      sentence: 'Whoever replied to a thread can open it again.',
      patch: repliersMay('mayReopen'),
    },
    {
      name: 'let-in-when-asked-again',
      sentence: 'Another user is refused to open a thread again once, and opens it the next time.',
      patch: onSecondTry('mayReopen'),
    },
  ],
});

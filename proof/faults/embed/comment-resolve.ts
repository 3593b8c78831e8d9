import { done } from '../../../mock/answer.ts';
import { bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { EmbedPrincipal } from '../../../mock/principal.ts';
import type { Comment } from '../../../mock/rules/dashboard-comments.ts';
import {
  alsoWhoReplied,
  changeThreads,
  commentRules,
  ignoringAgain,
  isNobodys,
  onSecondTry,
  othersMay,
  refusingAsInvalid,
  repliersMay,
  resolves,
  sendsReply,
} from '../../lib/embed-comments.ts';
import { replaceWhere } from '../../lib/embed.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { all, remembering, replaceSync } from '../../lib/patches.ts';

/** Acknowledges some requests without any effect. */
function ignoring(operation: string, isMeant: (call: Call) => boolean): Patch {
  return replaceWhere(operation, isMeant, () => done());
}

const anybody = (_thread: Comment, _caller: EmbedPrincipal): boolean => true;

/** Faults of resolving comments. */
export const commentResolveFaults = faults({
  'embed.comment-resolve.author': [
    {
      name: 'not-stored',
      sentence: 'A resolution is acknowledged, and the thread stays open.',
      patch: commentRules((rules) => {
        rules.resolved = (thread) => thread;
      }),
    },
    {
      name: 'refused',
      sentence: 'A resolution by the author of a thread is refused.',
      also: [
        { id: 'embed.resolveDashboardComment.is-served', because: 'refused with 404 to everybody it looks like none' },
      ],
      patch: commentRules((rules) => {
        rules.mayResolve = isNobodys;
      }),
    },
    {
      name: 'not-once-replied',
      sentence: 'The resolution of a thread that has a reply is acknowledged, and it stays open.',
      also: alsoThese(
        'the state of the thread does not follow its author, and so not the others either',
        'embed.comment-resolve.not-author',
        'embed.comment-reopen.not-author',
      ),
      patch: remembering(
        () => new Set<string>(),
        (replied) =>
          all(
            replaceSync('createDashboardComment', (call, original) => {
              if (sendsReply(call)) replied.add(String(bodyOf(call)['parentId']));
              return original(call);
            }),
            ignoring(
              'resolveDashboardComment',
              (call) => resolves(call) && replied.has(String(call.path['commentId'])),
            ),
          ),
      ),
    },
    {
      name: 'once',
      sentence: 'A thread that was resolved and opened again stays open when it is resolved a second time.',
      also: [
        ...alsoThese(
          'the state of the thread does not follow its author, and so not the others either',
          'embed.comment-resolve.not-author',
        ),
        ...alsoThese(
          'one that was resolved before is resolved in a later session as well',
          'embed.comment-resolve.author-again',
        ),
      ],
      patch: ignoringAgain('resolveDashboardComment', resolves),
    },
    {
      name: 'not-once-edited',
      sentence: 'The author is refused to resolve a thread after an edit.',
      patch: remembering(
        () => new Set<string>(),
        (edited) =>
          all(
            replaceSync('updateDashboardComment', (call, original) => {
              edited.add(String(call.path['commentId']));
              return original(call);
            }),
            refusingAsInvalid('resolveDashboardComment', (call) => edited.has(String(call.path['commentId']))),
          ),
      ),
    },
  ],
  'embed.comment-resolve.author-again': [
    {
      name: 'not-once-resolved-in-another',
      sentence: 'A thread that its author has resolved in one session can be resolved in no other.',
      also: alsoThese('a thread is resolved again by its author there', 'embed.comment-resolve.author'),
      patch: ({ embed: { comments } }) => {
        const sessions = new Map<number, string>();
        const { mayResolve } = comments;
        comments.mayResolve = (comment, caller) => {
          const first = sessions.get(comment.id);
          if (first === undefined) sessions.set(comment.id, caller.sessionId);
          return mayResolve(comment, caller) && (first === undefined || first === caller.sessionId);
        };
      },
    },
    {
      name: 'same-session',
      sentence: 'The author of a thread can resolve it in no other session than the one in which it was started.',
      patch: (rules) => {
        const sessions = new Map<string, string>();
        replaceWhere(
          'createDashboardComment',
          () => true,
          (call, original) => {
            const { embed } = call.principal;
            if (embed) sessions.set(`${embed.externalId} ${String(bodyOf(call)['text'])}`, embed.sessionId);
            return original(call);
          },
        )(rules);
        const { comments } = rules.embed;
        const { mayResolve } = comments;
        comments.mayResolve = (thread, caller) =>
          mayResolve(thread, caller) &&
          (sessions.get(`${thread.author} ${thread.text}`) ?? caller.sessionId) === caller.sessionId;
      },
    },
  ],
  'embed.comment-resolve.others-open': [
    {
      name: 'all-resolved',
      sentence: 'Where one thread of a dashboard is resolved, the list shows all of them as resolved.',
      patch: changeThreads((threads) =>
        threads.some(({ resolved }) => resolved === true)
          ? threads.map((thread) => ({ ...thread, resolved: true }))
          : threads,
      ),
    },
    {
      name: 'with-a-second-resolution',
      sentence: 'With the second thread that a user resolves, all that they started show as resolved.',
      patch: commentRules((rules) => {
        const { isResolved } = rules;
        rules.isResolved = (thread, all) => {
          const own = all.filter((one) => one.author === thread.author && isResolved(one, all));
          return own.length > 1 || isResolved(thread, all);
        };
      }),
    },
    {
      name: 'of-the-other-users',
      sentence: 'Where a thread is resolved, the threads of all other users show as resolved.',
      patch: commentRules((rules) => {
        const { isResolved } = rules;
        rules.isResolved = (thread, all) => {
          const resolver = all.find((one) => isResolved(one, all))?.author;
          return isResolved(thread, all) || (resolver !== undefined && thread.author !== resolver);
        };
      }),
    },
  ],
  'embed.comment-resolve.not-author': [
    {
      name: 'replied',
      sentence: 'Whoever replied to a thread may resolve it.',
      patch: alsoWhoReplied('mayResolve'),
    },
    {
      name: 'accepted',
      sentence: 'Every embed user of the tenant can resolve a thread.',
      patch: commentRules((rules) => {
        rules.mayResolve = anybody;
      }),
    },
    {
      name: 'refused-yet-resolved',
      sentence: 'A resolution by somebody else than the author is refused with 403, and the thread is resolved.',
      patch: othersMay('mayResolve', true),
    },
    {
      name: 'repliers-too',
      sentence: 'Whoever replied to a thread can resolve it.',
      patch: repliersMay('mayResolve'),
    },
    {
      name: 'let-in-when-asked-again',
      sentence: 'Another user is refused to resolve a thread once, and resolves it the next time.',
      patch: onSecondTry('mayResolve'),
    },
    {
      name: 'once-reopened',
      sentence: 'A thread that its author has opened again can be resolved by every embed user of the tenant.',
      patch: ({ embed }) => {
        const reopened = new Set<number>();
        const { reopened: own, mayResolve } = embed.comments;
        embed.comments.reopened = (thread) => {
          reopened.add(thread.id);
          return own(thread);
        };
        embed.comments.mayResolve = (thread, caller) => mayResolve(thread, caller) || reopened.has(thread.id);
      },
    },
  ],
});

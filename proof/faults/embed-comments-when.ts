import { done, refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Comment } from '../../mock/rules/dashboard-comments.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { asTenantSession, hasNoTenant, isKey, replaceWhere, sessionsOf, withoutTenantSession } from '../lib/embed.ts';
import { all, byTimes, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { nearestTo, recognising } from '../lib/access.ts';

/** Faults of comments that show for one user, after one history or for one class of input alone. */

type CommentRules = Rules['embed']['comments'];

const CREATE = 'createDashboardComment';
const LIST = 'listDashboardComments';

function commentRules(change: (rules: CommentRules) => void): Patch {
  return ({ embed }) => {
    change(embed.comments);
  };
}

const isReply = (call: Call): boolean => {
  const { parentId } = bodyOf(call);
  return parentId !== undefined && parentId !== null;
};
const personIn = ({ principal }: Call): string => principal.embed?.externalId ?? '';
const sessionOf = ({ principal }: Call): string => principal.embed?.sessionId ?? '';
const textIn = (call: Call): string => String(bodyOf(call)['text']);
const hasLetters = (text: string): boolean => /[^ -~]/.test(text);
const isReplied = (comment: Comment, every: readonly Comment[]): boolean =>
  every.some(({ threadId }) => threadId === comment.id);
const repliesOf = (thread: Body): readonly Body[] => thread['replies'] as readonly Body[];

function refusingWhen(operation: string, when: (call: Call) => boolean): Patch {
  return replaceWhere(operation, when, () => refuse('invalid', 'not this time'));
}

/** Refuses from the second request for the same thing on. */
function refusingAgain(operation: string, keyOf: (call: Call) => unknown, isMeant: (call: Call) => boolean): Patch {
  return byTimes(
    operation,
    (call) => (isMeant(call) ? keyOf(call) : undefined),
    (times, call, original) => (isMeant(call) && times > 1 ? refuse('invalid', 'not again') : original(call)),
  );
}

/** Acknowledges some requests without any effect. */
function ignoring(operation: string, isMeant: (call: Call) => boolean): Patch {
  return replaceWhere(operation, isMeant, () => done());
}

/** Acknowledges from the second success for the same thing on, without any effect. */
function ignoringAgain(operation: string, isMeant: (call: Call) => boolean = () => true): Patch {
  return byTimes(
    operation,
    (call) => (isMeant(call) ? idIn(call, 'commentId') : undefined),
    (times, call, original) => (isMeant(call) && times > 1 ? done() : original(call)),
  );
}

function listing(change: (threads: readonly Body[], call: Call) => readonly Body[]): Patch {
  return changeBodySync(LIST, (body, call) => ({ ...body, items: change(body['items'] as readonly Body[], call) }));
}

/** Each change of a comment as it is stored, with all comments that its user sees. */
function editing(
  edited: (comment: Comment, text: string, now: number, original: CommentRules['edited']) => Comment,
): Patch {
  return commentRules((rules) => {
    const { edited: original } = rules;
    rules.edited = (comment, text, now) => edited(comment, text, now, original);
  });
}

/** Lets nobody but the session in which a comment was written do something with it. */
function inSameSession(operation: string): Patch {
  return remembering(
    () => new Map<string, string>(),
    (sessions) =>
      all(
        replaceSync(CREATE, (call, original) => {
          sessions.set(personIn(call), sessions.get(personIn(call)) ?? sessionOf(call));
          return original(call);
        }),
        refusingWhen(operation, (call) => (sessions.get(personIn(call)) ?? sessionOf(call)) !== sessionOf(call)),
      ),
  );
}

const resolves = (call: Call): boolean => bodyOf(call, { optional: true })['resolved'] !== false;

/** Who wrote a reply to a thread may do with it what its author may. */
function repliersMay(which: 'mayResolve' | 'mayReopen'): Patch {
  return remembering(
    () => new Set<string>(),
    (repliers) =>
      all(
        replaceSync(CREATE, (call, original) => {
          if (isReply(call)) repliers.add(`${String(bodyOf(call)['parentId'])} ${personIn(call)}`);
          return original(call);
        }),
        commentRules((rules) => {
          const { [which]: original } = rules;
          rules[which] = (thread, caller) =>
            original(thread, caller) || repliers.has(`${thread.id} ${caller.externalId}`);
        }),
      ),
  );
}

/** Whoever was refused once is let through the next time. */
function onSecondTry(which: 'mayResolve' | 'mayReopen'): Patch {
  return remembering(
    () => new Set<string>(),
    (refused) =>
      commentRules((rules) => {
        const { [which]: original } = rules;
        rules[which] = (thread, caller) => {
          const key = `${thread.id} ${caller.externalId}`;
          if (original(thread, caller) || refused.has(key)) return true;
          refused.add(key);
          return false;
        };
      }),
  );
}

/** A caller without a session of an embed tenant passes on the second try, or once the embed tenant was here. */
function passing(operation: string, isTheirs: (call: Call) => boolean, isLetIn: (times: number) => boolean): Patch {
  return all(
    withoutTenantSession(operation, () => false),
    byTimes(
      operation,
      (call) => (isTheirs(call) ? call.principal.token : undefined),
      (times, call, original) => {
        if (!isTheirs(call)) return original(call);
        return isLetIn(times)
          ? original(asTenantSession(call))
          : refuse('forbidden', 'not in a session of an embed tenant');
      },
    ),
  );
}

const again = (times: number): boolean => times > 1;

export const embedCommentsWhenFaults = faults({
  // Reading and writing threads.
  'embed.comment-create.thread': [
    {
      name: 'one-of-each-user',
      sentence: 'A user who has a thread on the dashboard is refused another.',
      patch: refusingAgain(CREATE, personIn, (call) => !isReply(call)),
    },
    {
      name: 'letters-refused',
      sentence: 'A thread with letters beyond ASCII is refused.',
      patch: refusingWhen(CREATE, (call) => !isReply(call) && hasLetters(textIn(call))),
    },
    {
      name: 'not-in-a-later-session',
      sentence: 'A user with threads can start another in the session of the first one alone.',
      patch: inSameSession(CREATE),
    },
  ],
  'embed.comment-list.shows-thread': [
    {
      name: 'own-alone',
      sentence: 'The list shows a user the threads that they started, and no others.',
      also: alsoThese(
        'what the list does not show cannot be seen to be as it was',
        'embed.comment-edit.others-unchanged',
        'embed.comment-resolve.others-open',
        'embed.comment-delete.others-kept',
      ),
      patch: listing((threads, call) => threads.filter(({ author }) => author === personIn(call))),
    },
    {
      name: 'until-replied',
      sentence: 'The list leaves out a thread once it has a reply.',
      also: [
        ...alsoThese('the reply goes with its thread', 'embed.comment-list.shows-reply', 'embed.comment-create.reply'),
        ...alsoThese('a thread that is not listed is not seen to stay open', 'embed.comment-resolve.not-author'),
      ],
      patch: commentRules((rules) => {
        rules.isListed = (thread, replies) => thread.deletedAt === null && replies.length === 0;
      }),
    },
    {
      name: 'one-of-each-user',
      sentence: 'Of the threads of one user the list shows the latest alone.',
      patch: listing((threads) =>
        threads.filter(
          ({ id, author }) => !threads.some((other) => other['author'] === author && Number(other['id']) > Number(id)),
        ),
      ),
    },
  ],
  'embed.comment-create.reply': [
    {
      name: 'one-of-each-user',
      sentence: 'A user who has replied to a thread is refused a second reply to it.',
      patch: refusingAgain(CREATE, (call) => `${personIn(call)} ${String(bodyOf(call)['parentId'])}`, isReply),
    },
    {
      name: 'letters-refused',
      sentence: 'A reply with letters beyond ASCII is refused.',
      patch: refusingWhen(CREATE, (call) => isReply(call) && hasLetters(textIn(call))),
    },
    {
      name: 'not-after-another-user',
      sentence: 'A thread that somebody replied to takes no reply of anybody else.',
      patch: remembering(
        () => new Map<string, string>(),
        (repliers) =>
          replaceSync(CREATE, (call, original) => {
            const thread = String(bodyOf(call)['parentId']);
            if (!isReply(call)) return original(call);
            const first = repliers.get(thread) ?? personIn(call);
            repliers.set(thread, first);
            return first === personIn(call) ? original(call) : refuse('forbidden', 'somebody else replied');
          }),
      ),
    },
  ],
  'embed.comment-list.shows-reply': [
    {
      name: 'latest-alone',
      sentence: 'Of the replies to a thread the list shows the latest alone.',
      patch: listing((threads) =>
        threads.map((thread) => {
          const latest = Math.max(...repliesOf(thread).map(({ id }) => Number(id)));
          return { ...thread, replies: repliesOf(thread).filter(({ id }) => Number(id) === latest) };
        }),
      ),
    },
    {
      name: 'of-its-author-alone',
      sentence: 'The list shows replies by the author of the thread, and no others.',
      also: alsoThese(
        'what the list does not show cannot be seen to be as it was',
        'embed.comment-edit.others-unchanged',
      ),
      patch: listing((threads) =>
        threads.map((thread) => ({
          ...thread,
          replies: repliesOf(thread).filter(({ author }) => author === thread['author']),
        })),
      ),
    },
    {
      name: 'question-marks',
      sentence: 'A reply is shown with question marks for letters beyond ASCII.',
      also: alsoThese('the new text is shown with question marks as well', 'embed.comment-edit.author'),
      patch: listing((threads) =>
        threads.map((thread) => ({
          ...thread,
          replies: repliesOf(thread).map((reply) => ({
            ...reply,
            text: String(reply['text']).replace(/[^ -~]/g, '?'),
          })),
        })),
      ),
    },
  ],
  'embed.comment-list.api-key-refused': {
    name: 'let-in-when-asked-again',
    sentence: "The comments are refused to an administrator's API key once, and listed for it after that.",
    patch: passing(LIST, isKey, again),
  },
  'embed.comment-create.api-key-refused': [
    {
      name: 'let-in-when-asked-again',
      sentence: "A comment with an administrator's API key is refused once, and written the next time.",
      patch: passing(CREATE, isKey, again),
    },
    {
      name: 'replies-let-in',
      sentence: "A reply with an administrator's API key is written.",
      patch: withoutTenantSession(CREATE, (call) => isKey(call) && isReply(call)),
    },
  ],
  'embed.comment-list.no-tenant-refused': [
    {
      name: 'let-in-when-asked-again',
      sentence: 'The comments are refused to a session without an embed tenant once, and listed after that.',
      patch: passing(LIST, hasNoTenant, again),
    },
    {
      name: 'known-users-let-in',
      sentence: 'The comments are listed for a session without an embed tenant whose user has had one with it.',
      patch: withoutTenantSession(LIST, (call) => hasNoTenant(call) && isKnownInTenant(call)),
    },
  ],
  'embed.comment-create.no-tenant-refused': [
    {
      name: 'let-in-when-asked-again',
      sentence: 'A comment from a session without an embed tenant is refused once, and written the next time.',
      patch: passing(CREATE, hasNoTenant, again),
    },
    {
      name: 'replies-let-in',
      sentence: 'A reply from a session without an embed tenant is written.',
      patch: withoutTenantSession(CREATE, (call) => hasNoTenant(call) && isReply(call)),
    },
  ],
  'embed.comment-list.altered-token-refused': {
    name: 'one-character-after-the-right-one',
    sentence: 'The list takes a token with another character once the right one was seen.',
    patch: remembering(
      () => new Set<string>(),
      (seen) =>
        recognising(LIST, (known, tenant, token) => {
          if (known) {
            seen.add(token.slice(0, 10));
            return known;
          }
          return seen.has(token.slice(0, 10)) ? nearestTo(tenant, token) : undefined;
        }),
    ),
  },

  // Edit and delete.
  'embed.comment-edit.author': [
    {
      name: 'once',
      sentence: 'A comment can be edited once; a later edit is acknowledged and not stored.',
      patch: ignoringAgain('updateDashboardComment'),
    },
    {
      name: 'not-once-replied',
      sentence: 'An edit of a thread that has a reply is acknowledged and not stored.',
      patch: commentRules((rules) => {
        rules.reachedByEdit = (comment, every) => (isReplied(comment, every) ? [] : [comment]);
      }),
    },
    {
      name: 'replies-kept',
      sentence: 'An edit of a reply is acknowledged and not stored.',
      patch: editing((comment, text, now, original) =>
        comment.threadId === null ? original(comment, text, now) : comment,
      ),
    },
    {
      name: 'in-the-same-session',
      sentence: 'The author of a comment is refused to edit it in a later session.',
      patch: inSameSession('updateDashboardComment'),
    },
  ],
  'embed.comment-edit.others-unchanged': [
    {
      name: 'of-the-same-text',
      sentence: 'An edit changes every comment of the same text.',
      patch: commentRules((rules) => {
        const { reachedByEdit } = rules;
        rules.reachedByEdit = (comment, every) => [
          ...reachedByEdit(comment, every).filter(({ text }) => text !== comment.text),
          ...every.filter(({ text }) => text === comment.text),
        ];
      }),
    },
    {
      name: 'with-a-second-edit',
      sentence: 'The second edit of a comment changes the other threads of its author as well.',
      also: alsoThese(
        'a text that changes in other comments as well does not stand in one alone',
        'embed.comment-edit.author',
      ),
      patch: remembering(
        () => new Set<number>(),
        (edited) =>
          commentRules((rules) => {
            rules.reachedByEdit = (comment, every) => {
              const isAgain = edited.has(comment.id);
              edited.add(comment.id);
              return isAgain
                ? every.filter(({ author, threadId }) => author === comment.author && threadId === null)
                : [comment];
            };
          }),
      ),
    },
    {
      name: 'replies-of-the-thread',
      sentence: 'The edit of a reply changes the other replies to its thread as well.',
      patch: commentRules((rules) => {
        rules.reachedByEdit = (comment, every) =>
          comment.threadId === null ? [comment] : every.filter(({ threadId }) => threadId === comment.threadId);
      }),
    },
    {
      name: 'of-the-other-users',
      also: [
        {
          id: 'embed.comment-delete.others-kept',
          because: 'the check edits a comment as well, and finds the others by their texts',
        },
      ],
      sentence: 'The edit of a thread changes the latest thread of every other user as well.',
      patch: commentRules((rules) => {
        rules.reachedByEdit = (comment, every) => [
          comment,
          ...every.filter(({ author, threadId }) => author !== comment.author && threadId === null).slice(-1),
        ];
      }),
    },
  ],
  'embed.comment-delete.author': [
    {
      name: 'not-once-replied',
      sentence: 'The author is refused to delete a thread that has a reply.',
      patch: remembering(
        () => new Set<string>(),
        (replied) =>
          all(
            replaceSync(CREATE, (call, original) => {
              if (isReply(call)) replied.add(String(bodyOf(call)['parentId']));
              return original(call);
            }),
            refusingWhen('deleteDashboardComment', (call) => replied.has(String(call.path['commentId']))),
          ),
      ),
    },
    {
      name: 'not-once-edited',
      sentence: 'The author is refused to delete a comment after an edit.',
      patch: remembering(
        () => new Set<string>(),
        (edited) =>
          all(
            replaceSync('updateDashboardComment', (call, original) => {
              edited.add(String(call.path['commentId']));
              return original(call);
            }),
            refusingWhen('deleteDashboardComment', (call) => edited.has(String(call.path['commentId']))),
          ),
      ),
    },
    {
      name: 'no-replies',
      sentence: 'The author of a reply is refused to delete it.',
      patch: commentRules((rules) => {
        const { mayDelete } = rules;
        rules.mayDelete = (comment, caller) => comment.threadId === null && mayDelete(comment, caller);
      }),
    },
    {
      name: 'in-the-same-session',
      sentence: 'The author of a comment is refused to delete it in a later session.',
      patch: inSameSession('deleteDashboardComment'),
    },
  ],
  'embed.comment-delete.others-kept': [
    {
      name: 'of-the-same-text',
      sentence: 'A deletion takes every comment of the same text.',
      patch: commentRules((rules) => {
        const { reachedByDelete } = rules;
        rules.reachedByDelete = (comment, every) => [
          ...reachedByDelete(comment, every).filter(({ text }) => text !== comment.text),
          ...every.filter(({ text }) => text === comment.text),
        ];
      }),
    },
    {
      name: 'with-a-second-deletion',
      sentence: 'The second deletion of a user deletes all threads that they have.',
      also: alsoThese(
        'what goes with another comment can no longer be deleted by its author',
        'embed.comment-delete.author',
      ),
      patch: byTimes('deleteDashboardComment', personIn, (times, call, original) => {
        const { comments } = call.tenant.rules.embed;
        const { reachedByDelete } = comments;
        if (times > 1)
          comments.reachedByDelete = (comment, every) => every.filter(({ author }) => author === comment.author);
        try {
          return original(call);
        } finally {
          comments.reachedByDelete = reachedByDelete;
        }
      }),
    },
    {
      name: 'of-the-other-users',
      sentence: 'The deletion of a thread deletes the latest thread of every other user.',
      patch: commentRules((rules) => {
        rules.reachedByDelete = (comment, every) => [
          comment,
          ...every.filter(({ author, threadId }) => author !== comment.author && threadId === null).slice(-1),
        ];
      }),
    },
  ],

  // Resolve and re-open.
  'embed.comment-resolve.author': [
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
            replaceSync(CREATE, (call, original) => {
              if (isReply(call)) replied.add(String(bodyOf(call)['parentId']));
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
            refusingWhen('resolveDashboardComment', (call) => edited.has(String(call.path['commentId']))),
          ),
      ),
    },
  ],
  'embed.comment-resolve.others-open': [
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
  'embed.comment-reopen.author': [
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
  'embed.comment-resolve.not-author': [
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
  ],
  'embed.comment-reopen.not-author': [
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

  // Mentions.
  'embed.mention.list': [
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
            replaceSync(CREATE, (call, original) => {
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

/** Whether the user of a session had another one in an embed tenant. */
function isKnownInTenant(call: Call): boolean {
  return sessionsOf(call).some(
    ({ externalId, tenantName }) => externalId === personIn(call) && tenantName !== undefined,
  );
}

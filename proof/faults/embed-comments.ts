import { done, ok, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import type { Comment } from '../../mock/rules/dashboard-comments.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { EmbedPrincipal } from '../../mock/principal.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, replace as insteadOf, refusing } from '../lib/patches.ts';
import { doneYetRefused, nearestTo, recognising } from '../lib/access.ts';
import { asTenantSession, hasNoTenant, isKey, replaceWhere, withoutTenantSession } from '../lib/embed.ts';
import { changeRequest } from '../lib/reports.ts';
import { unlettered } from '../lib/roles.ts';

/** Other rules of comments. */
function commentRules(change: (rules: Rules['embed']['comments']) => void): Patch {
  return ({ embed }) => {
    change(embed.comments);
  };
}

const isReply = (body: Body): boolean => body['parentId'] !== undefined && body['parentId'] !== null;

/** Changes the threads in the list of a dashboard. */
function listing(change: (threads: readonly Body[]) => readonly Body[]): Patch {
  return changeBodySync('listDashboardComments', (body) => ({
    ...body,
    items: change(body['items'] as readonly Body[]),
  }));
}

const repliesOf = (thread: Body): readonly Body[] => thread['replies'] as readonly Body[];
const sameAuthor = (one: Comment) => (other: Comment) => one.author === other.author;
const anybody = (_thread: Comment, _caller: EmbedPrincipal): boolean => true;
const nobody = (_thread: Comment, _caller: EmbedPrincipal): boolean => false;

/** Lets others than the author resolve a thread or open it again, and maybe says that they may not. */
function othersMay(which: 'mayResolve' | 'mayReopen', isToldNo: boolean): Patch {
  const isMeant = (body: Body) => (body['resolved'] ?? true) === (which === 'mayResolve');
  const authors = new WeakMap<object, boolean>();
  const lax = commentRules((rules) => {
    const { [which]: original } = rules;
    rules[which] = (thread, caller) => {
      authors.set(caller, original(thread, caller));
      return true;
    };
  });
  if (!isToldNo) return lax;
  return all(
    lax,
    replaceWhere(
      'resolveDashboardComment',
      (call) => isMeant(bodyOf(call, { optional: true })),
      (call, original) => {
        const answer = original(call);
        const isAuthor = call.principal.embed !== undefined && authors.get(call.principal.embed) === true;
        return isAuthor ? answer : { kind: 'done', status: 403 };
      },
    ),
  );
}

export const embedCommentsFaults = faults({
  // Reading and writing threads.
  'embed.comment-create.thread': {
    name: 'replies-alone',
    sentence: 'A comment that answers no thread is refused.',
    patch: refusing('createDashboardComment', (call) => !isReply(bodyOf(call)), 'invalid'),
  },
  'embed.comment-list.shows-thread': [
    {
      name: 'not-stored',
      sentence: 'A new thread is acknowledged and not stored.',
      patch: replaceWhere(
        'createDashboardComment',
        (call) => !isReply(bodyOf(call)),
        () => done(),
      ),
    },
    {
      name: 'answered-alone',
      sentence: 'The list of a dashboard shows threads that have a reply, and no others.',
      patch: listing((threads) => threads.filter((thread) => repliesOf(thread).length > 0)),
    },
    {
      name: 'without-text',
      sentence: 'The list of a dashboard shows a thread without what was written.',
      patch: listing((threads) => threads.map(({ text: _, ...rest }) => rest)),
    },
    {
      name: 'question-marks',
      sentence: 'A comment is stored with question marks for letters beyond ASCII.',
      also: alsoThese('the new text is shown with question marks as well', 'embed.comment-list.shows-reply'),
      patch: changeRequest('createDashboardComment', ({ text, ...rest }) => ({
        ...rest,
        text: unlettered(String(text)),
      })),
    },
  ],
  'embed.comment-create.reply': [
    {
      name: 'refused',
      sentence: 'A reply to a thread is refused.',
      patch: refusing('createDashboardComment', (call) => isReply(bodyOf(call)), 'invalid'),
    },
    {
      name: 'author-alone',
      sentence: 'Nobody but its author may reply to a thread.',
      patch: (rules) => {
        const { listDashboardComments: list } = rules.handlers;
        insteadOf('createDashboardComment', async (call, original) => {
          const { parentId } = bodyOf(call);
          const answer = isReply(bodyOf(call)) ? await list?.(call) : undefined;
          const threads = answer?.kind === 'ok' ? ((answer.body as Body)['items'] as readonly Body[]) : [];
          const author = threads.find(({ id }) => String(id) === String(parentId))?.['author'];
          if (author !== undefined && author !== call.principal.embed?.externalId)
            refuse('forbidden', 'not the author');
          return original(call);
        })(rules);
      },
    },
  ],
  'embed.comment-list.shows-reply': [
    {
      name: 'as-a-thread',
      sentence: 'A reply shows as a thread of its own.',
      patch: changeRequest('createDashboardComment', ({ parentId: _, ...rest }) => rest),
    },
    {
      name: 'under-every-thread',
      sentence: 'A reply shows under every thread of the dashboard.',
      also: alsoThese('an edited reply shows under every thread, too', 'embed.comment-edit.author'),
      patch: commentRules((rules) => {
        rules.isReplyTo = ({ threadId }) => threadId !== null;
      }),
    },
    {
      name: 'under-the-newest',
      sentence: 'Replies show under the newest thread of the dashboard, whichever they answer.',
      patch: listing((threads) => {
        const replies = threads.flatMap(repliesOf);
        const newest = Math.max(...threads.map(({ id }) => Number(id)));
        return threads.map((thread) => ({ ...thread, replies: thread['id'] === newest ? replies : [] }));
      }),
    },
    {
      name: 'not-shown',
      sentence: 'The list of a dashboard shows threads without their replies.',
      patch: listing((threads) => threads.map((thread) => ({ ...thread, replies: [] }))),
    },
  ],
  'embed.comment-list.api-key-refused': {
    name: 'accepted',
    sentence: "The comments of a dashboard are listed for an administrator's API key.",
    patch: withoutTenantSession('listDashboardComments', isKey),
  },
  'embed.comment-create.api-key-refused': [
    {
      name: 'accepted',
      sentence: "A comment with an administrator's API key is written.",
      patch: withoutTenantSession('createDashboardComment', isKey),
    },
    {
      name: 'refused-yet-written',
      sentence: "A comment with an administrator's API key is refused, and written.",
      patch: all(
        lax('createDashboardComment'),
        doneYetRefused('createDashboardComment', isKey, 'forbidden', asTenantSession),
      ),
    },
  ],
  'embed.comment-list.altered-token-refused': {
    name: 'one-character',
    sentence: 'The list of comments takes the token of a session though one of its characters is another.',
    patch: recognising('listDashboardComments', (known, tenant, token) => {
      if (known) return known;
      const nearest = nearestTo(tenant, token);
      return nearest?.kind === 'embed' ? nearest : undefined;
    }),
  },
  'embed.comment-list.no-tenant-refused': {
    name: 'accepted',
    sentence: 'The comments of a dashboard are listed for a session without an embed tenant.',
    patch: withoutTenantSession('listDashboardComments', hasNoTenant),
  },
  'embed.comment-create.no-tenant-refused': [
    {
      name: 'accepted',
      sentence: 'A comment from a session without an embed tenant is written.',
      patch: withoutTenantSession('createDashboardComment', hasNoTenant),
    },
    {
      name: 'refused-yet-written',
      sentence: 'A comment from a session without an embed tenant is refused, and written.',
      patch: all(
        lax('createDashboardComment'),
        doneYetRefused('createDashboardComment', hasNoTenant, 'forbidden', asTenantSession),
      ),
    },
  ],

  // Edit and delete.
  'embed.comment-edit.author': [
    {
      name: 'not-stored',
      sentence: 'An edit is acknowledged and not stored.',
      patch: commentRules((rules) => {
        rules.edited = (comment) => comment;
      }),
    },
    {
      name: 'appended',
      sentence: 'The new text of an edit is put behind the old one.',
      patch: commentRules((rules) => {
        const { edited } = rules;
        rules.edited = (comment, text, now) => edited(comment, `${comment.text} ${text}`, now);
      }),
    },
    {
      name: 'refused',
      sentence: 'An edit by the author of a comment is refused.',
      also: [{ id: 'embed.updateDashboardComment.is-served', because: 'a valid call that is refused is not served' }],
      patch: commentRules((rules) => {
        rules.mayEdit = nobody;
      }),
    },
    {
      name: 'question-marks',
      sentence: 'A new text is stored with question marks for letters beyond ASCII.',
      patch: changeRequest('updateDashboardComment', ({ text, ...rest }) => ({
        ...rest,
        text: unlettered(String(text)),
      })),
    },
  ],
  'embed.comment-edit.others-unchanged': [
    {
      name: 'replies-too',
      sentence: 'An edit of a thread changes the text of its replies as well.',
      also: alsoThese('the comments with the new text are counted there', 'embed.comment-edit.author'),
      patch: commentRules((rules) => {
        rules.reachedByEdit = (comment, every) => [comment, ...every.filter(({ threadId }) => threadId === comment.id)];
      }),
    },
    {
      name: 'all-of-the-author',
      sentence: 'An edit changes the text of every thread of its author.',
      also: alsoThese(
        'a text that changes in other comments as well does not stand in one alone',
        'embed.comment-edit.author',
        'embed.comment-delete.others-kept',
      ),
      patch: commentRules((rules) => {
        rules.reachedByEdit = (comment, every) =>
          every.filter(sameAuthor(comment)).filter((one) => one.threadId === null);
      }),
    },
    {
      name: 'its-thread-too',
      sentence: 'An edit of a reply changes the text of its thread as well.',
      also: alsoThese('the comments with the new text are counted there', 'embed.comment-edit.author'),
      patch: commentRules((rules) => {
        rules.reachedByEdit = (comment, every) => [comment, ...every.filter(({ id }) => id === comment.threadId)];
      }),
    },
  ],
  'embed.comment-delete.author': {
    name: 'refused',
    sentence: 'A deletion by the author of a comment is refused.',
    also: [{ id: 'embed.deleteDashboardComment.is-served', because: 'a valid call that is refused is not served' }],
    patch: commentRules((rules) => {
      rules.mayDelete = nobody;
    }),
  },
  'embed.comment-delete.others-kept': [
    {
      name: 'all-of-the-author',
      sentence: 'The deletion of a comment deletes every comment of its author.',
      also: alsoThese(
        'what goes with another comment can no longer be deleted by its author',
        'embed.comment-delete.author',
      ),
      patch: commentRules((rules) => {
        rules.reachedByDelete = (comment, every) => every.filter(sameAuthor(comment));
      }),
    },
    {
      name: 'later-ones-too',
      sentence: 'The deletion of a thread deletes every later thread of the dashboard as well.',
      also: alsoThese(
        'what goes with another comment can no longer be deleted by its author',
        'embed.comment-delete.author',
      ),
      patch: commentRules((rules) => {
        rules.reachedByDelete = (comment, every) => every.filter(({ id }) => id >= comment.id);
      }),
    },
    {
      name: 'its-thread-too',
      sentence: 'The deletion of a reply deletes its thread as well.',
      also: alsoThese(
        'what goes with another comment can no longer be deleted by its author',
        'embed.comment-delete.author',
      ),
      patch: commentRules((rules) => {
        rules.reachedByDelete = (comment, every) =>
          every.filter(({ id }) => [comment.id, comment.threadId].includes(id));
      }),
    },
  ],

  // Resolve and re-open.
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
        rules.mayResolve = nobody;
      }),
    },
  ],
  'embed.comment-resolve.author-again': {
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
  'embed.comment-resolve.others-open': {
    name: 'all-resolved',
    sentence: 'Where one thread of a dashboard is resolved, the list shows all of them as resolved.',
    patch: listing((threads) =>
      threads.some(({ resolved }) => resolved === true)
        ? threads.map((thread) => ({ ...thread, resolved: true }))
        : threads,
    ),
  },
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
        rules.mayReopen = nobody;
      }),
    },
  ],
  'embed.comment-resolve.not-author': [
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
  ],
  'embed.comment-reopen.not-author': [
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
  ],

  // Mentions.
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
  ],
});

/** An operation that asks for no session of an embed tenant. */
function lax(operation: string): Patch {
  return withoutTenantSession(operation, () => false);
}

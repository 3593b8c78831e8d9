import { bodyOf } from '../../../mock/call.ts';
import {
  commentRules,
  inSameSession,
  isNobodys,
  otherCommentRules,
  personIn,
  refusingAsInvalid,
  sameAuthor,
  sendsReply,
} from '../../lib/embed-comments.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { all, byTimes, remembering, replaceSync } from '../../lib/patches.ts';

/** Faults of deleting comments. */
export const commentDeleteFaults = faults({
  'embed.comment-delete.author': [
    {
      name: 'refused',
      sentence: 'A deletion by the author of a comment is refused.',
      also: [{ id: 'embed.deleteDashboardComment.is-served', because: 'a valid call that is refused is not served' }],
      patch: commentRules((rules) => {
        rules.mayDelete = isNobodys;
      }),
    },
    {
      name: 'not-once-replied',
      sentence: 'The author is refused to delete a thread that has a reply.',
      patch: remembering(
        () => new Set<string>(),
        (replied) =>
          all(
            replaceSync('createDashboardComment', (call, original) => {
              if (sendsReply(call)) replied.add(String(bodyOf(call)['parentId']));
              return original(call);
            }),
            refusingAsInvalid('deleteDashboardComment', (call) => replied.has(String(call.path['commentId']))),
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
            refusingAsInvalid('deleteDashboardComment', (call) => edited.has(String(call.path['commentId']))),
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
      name: 'other-reply-of-its-author',
      sentence: 'With a reply the other replies of its author to the same thread are deleted.',
      patch: ({ embed: { comments } }) => {
        const { reachedByDelete } = comments;
        comments.reachedByDelete = (comment, all) =>
          comment.threadId === null
            ? reachedByDelete(comment, all)
            : all.filter(({ author, threadId }) => author === comment.author && threadId === comment.threadId);
      },
    },
    {
      name: 'own-threads',
      sentence: 'Deleting a thread deletes the other threads of its author.',
      also: alsoThese('a thread that went with another one cannot be deleted any more', 'embed.comment-delete.author'),
      patch: otherCommentRules(() => ({
        reachedByDelete: (comment, every) =>
          comment.threadId === null
            ? every.filter(({ threadId, author }) => threadId === null && author === comment.author)
            : [comment],
      })),
    },
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
});

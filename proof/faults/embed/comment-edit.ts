import type { Patch } from '../../../mock/index.ts';
import type { Comment } from '../../../mock/rules/dashboard-comments.ts';
import {
  commentRules,
  cutAtAstral,
  ignoringAgain,
  inSameSession,
  isNobodys,
  otherCommentRules,
  sameAuthor,
  type CommentRules,
} from '../../lib/embed-comments.ts';
import { plusAsBlank } from '../../lib/digits.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { remembering } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { unlettered } from '../../lib/roles.ts';
import { memberOfTheOther } from '../../lib/under-way.ts';
import { storedAs } from '../../lib/stored-texts.ts';

const LONGEST = 255;

const isReplied = (comment: Comment, every: readonly Comment[]): boolean =>
  every.some(({ threadId }) => threadId === comment.id);

/** Each change of a comment as it is stored, with all comments that its user sees. */
function editing(
  edited: (comment: Comment, text: string, now: number, original: CommentRules['edited']) => Comment,
): Patch {
  return commentRules((rules) => {
    const { edited: original } = rules;
    rules.edited = (comment, text, now) => edited(comment, text, now, original);
  });
}

/** Faults of editing comments. */
export const commentEditFaults = faults({
  'embed.comment-edit.author': [
    {
      name: 'joiners-lost',
      sentence: 'Characters of no width in the new text of a comment are not stored.',
      patch: storedAs('updateDashboardComment', 'text', (text) => text.replaceAll('\u200d', '')),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two edits at the same time the second stores the text of the first.',
      patch: memberOfTheOther('updateDashboardComment', 'text'),
    },
    plusAsBlank('updateDashboardComment', 'text', 'The new text of a comment'),
    {
      name: 'cut-at-astral',
      sentence: 'The new text of a comment ends before its first character outside the basic plane.',
      patch: changeRequest('updateDashboardComment', (body) => ({ ...body, text: cutAtAstral(body['text']) })),
    },
    {
      name: 'back-to-the-first-text',
      sentence: 'An edit that gives a comment the text back that it had at first is not stored.',
      patch: ({ embed: { comments } }) => {
        const first = new Map<number, string>();
        const { edited } = comments;
        comments.edited = (comment, text, now): Comment => {
          const former = first.get(comment.id);
          if (former === undefined) first.set(comment.id, comment.text);
          return text === former ? comment : edited(comment, text, now);
        };
      },
    },
    {
      name: 'cut-at-255',
      sentence: 'An edit keeps 255 characters of a text.',
      patch: ({ embed: { comments } }) => {
        const { edited } = comments;
        comments.edited = (comment, text, now) => edited(comment, text.slice(0, LONGEST), now);
      },
    },
    {
      name: 'outside-ascii',
      sentence: 'An edit keeps no character of other alphabets.',
      patch: otherCommentRules(({ edited }) => ({
        edited: (comment, text, now) => edited(comment, text.replace(/[^\0-\xff]/g, '?'), now),
      })),
    },
    {
      name: 'second-time',
      sentence: 'The second edit of a comment has no effect.',
      patch: remembering(
        () => new Set<number>(),
        (once) =>
          otherCommentRules(({ edited }) => ({
            edited: (comment, text, now) => {
              if (once.has(comment.id)) return comment;
              once.add(comment.id);
              return edited(comment, text, now);
            },
          })),
      ),
    },
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
        rules.mayEdit = isNobodys;
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
    {
      name: 'not-once-resolved',
      sentence: 'An edit of a thread that is resolved is acknowledged and not stored.',
      patch: ({ embed }) => {
        const { edited } = embed.comments;
        embed.comments.edited = (comment, text, now) =>
          comment.resolvedAt === null ? edited(comment, text, now) : comment;
      },
    },
  ],
  'embed.comment-edit.others-unchanged': [
    {
      name: 'replies-hidden',
      sentence: 'The replies to a thread are not shown any more once it has been edited.',
      also: alsoThese('that check edits a thread before its reply', 'embed.comment-edit.author'),
      patch: ({ embed: { comments } }) => {
        const { edited, isReplyTo } = comments;
        const changed = new Set<number>();
        comments.edited = (comment, text, now) => {
          changed.add(comment.id);
          return edited(comment, text, now);
        };
        comments.isReplyTo = (comment, thread) => isReplyTo(comment, thread) && !changed.has(thread.id);
      },
    },
    {
      name: 'same-text',
      sentence: 'An edit reaches every comment that has the same text.',
      patch: otherCommentRules(() => ({
        reachedByEdit: (comment, every) => every.filter(({ text }) => text === comment.text),
      })),
    },
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
});

import { toTheSecond } from '../../lib/at-once.ts';
import { done } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import { byOAuth, nearestTo, recognising } from '../../lib/access.ts';
import {
  again,
  changeThreads,
  commentRules,
  cutAtAstral,
  isReply,
  passingWithoutSession,
  personIn,
} from '../../lib/embed-comments.ts';
import { hasNoTenant, isKey, replaceWhere, sessionsOf, withoutTenantSession, sessionIn } from '../../lib/embed.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { remembering, all, replaceSync } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { unlettered } from '../../lib/roles.ts';
import { commentsCut, storedAs } from '../../lib/stored-texts.ts';
import { placeholdersEmptied } from '../../lib/signs-in-texts.ts';
import { latestOfEach } from '../../lib/ties.ts';

const repliesOf = (thread: Body): readonly Body[] => thread['replies'] as readonly Body[];

/** Whether the user of a session had another one in an embed tenant. */
function isKnownInTenant(call: Call): boolean {
  return sessionsOf(call).some(
    ({ externalId, tenantName }) => externalId === personIn(call) && tenantName !== undefined,
  );
}

/** Faults of the list of comments. */
export const commentListFaults = faults({
  'embed.comment-list.shows-thread': [
    {
      name: 'until-its-session-is-revoked',
      sentence: 'The threads of a user are gone once a session of theirs is revoked.',
      patch: remembering(
        () => new Set<unknown>(),
        (gone) =>
          all(
            replaceSync('revokeEmbedSession', (call, original) => {
              const session = sessionIn(call);
              if (session) gone.add(session.externalId);
              return original(call);
            }),
            changeThreads((threads) => threads.filter(({ author }) => !gone.has(author))),
          ),
      ),
    },
    {
      name: 'same-text-once',
      sentence: 'Of several threads with the same text the list shows the latest alone.',
      patch: latestOfEach(
        'listDashboardComments',
        ({ id }) => Number(id),
        ({ text }) => String(text),
      ),
    },
    {
      name: 'cut-at-1000',
      sentence: 'A new thread keeps 1,000 characters of its text.',
      patch: storedAs('createDashboardComment', 'text', (text) => text.slice(0, 1_000)),
    },
    {
      name: 'placeholders-emptied',
      sentence: 'What stands in double braces in a new thread is taken for a placeholder and left out.',
      patch: storedAs('createDashboardComment', 'text', placeholdersEmptied),
    },
    {
      name: 'cut-at-255',
      sentence: 'A new thread keeps 255 characters of its text.',
      patch: commentsCut(({ body }) => (body as Record<string, unknown>)['parentId'] === undefined),
    },
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
      patch: changeThreads((threads) => threads.filter((thread) => repliesOf(thread).length > 0)),
    },
    {
      name: 'without-text',
      sentence: 'The list of a dashboard shows a thread without what was written.',
      patch: changeThreads((threads) => threads.map(({ text: _, ...rest }) => rest)),
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
    {
      name: 'own-alone',
      sentence: 'The list shows a user the threads that they started, and no others.',
      also: alsoThese(
        'what the list does not show cannot be seen to be as it was',
        'embed.comment-edit.others-unchanged',
        'embed.comment-resolve.others-open',
        'embed.comment-delete.others-kept',
      ),
      patch: changeThreads((threads, call) => threads.filter(({ author }) => author === personIn(call))),
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
      patch: changeThreads((threads) =>
        threads.filter(
          ({ id, author }) => !threads.some((other) => other['author'] === author && Number(other['id']) > Number(id)),
        ),
      ),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two threads that are written at the same time one is lost.',
      patch: remembering(
        () => new Set<unknown>(),
        (lost) =>
          all(
            changeThreads((threads) => threads.filter(({ text }) => !lost.has(text))),
            toTheSecond('createDashboardComment', (call) => {
              const { parentId, text } = bodyOf(call);
              if (parentId === undefined || parentId === null) lost.add(text);
            }),
          ),
      ),
    },
  ],
  'embed.comment-list.shows-reply': [
    {
      name: 'five-at-most',
      sentence: 'A thread is shown with its first five replies.',
      patch: changeThreads((threads) =>
        threads.map((one) => ({ ...one, replies: (one['replies'] as readonly Body[]).slice(0, 5) })),
      ),
    },
    {
      name: 'cut-at-255',
      sentence: 'A reply keeps 255 characters of its text.',
      patch: commentsCut(({ body }) => (body as Record<string, unknown>)['parentId'] !== undefined),
    },
    {
      name: 'cut-at-astral',
      sentence: 'A reply ends before its first character outside the basic plane.',
      patch: changeRequest('createDashboardComment', (body) =>
        body['parentId'] === undefined ? body : { ...body, text: cutAtAstral(body['text']) },
      ),
    },
    {
      name: 'not-of-the-threads-author',
      sentence: 'The list shows no reply of the author of the thread.',
      patch: ({ embed: { comments } }) => {
        const { isReplyTo } = comments;
        comments.isReplyTo = (comment, thread) => isReplyTo(comment, thread) && comment.author !== thread.author;
      },
    },
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
      patch: changeThreads((threads) => {
        const replies = threads.flatMap(repliesOf);
        const newest = Math.max(...threads.map(({ id }) => Number(id)));
        return threads.map((thread) => ({ ...thread, replies: thread['id'] === newest ? replies : [] }));
      }),
    },
    {
      name: 'not-shown',
      sentence: 'The list of a dashboard shows threads without their replies.',
      patch: changeThreads((threads) => threads.map((thread) => ({ ...thread, replies: [] }))),
    },
    {
      name: 'latest-alone',
      sentence: 'Of the replies to a thread the list shows the latest alone.',
      patch: changeThreads((threads) =>
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
      patch: changeThreads((threads) =>
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
      patch: changeThreads((threads) =>
        threads.map((thread) => ({
          ...thread,
          replies: repliesOf(thread).map((reply) => ({
            ...reply,
            text: String(reply['text']).replace(/[^ -~]/g, '?'),
          })),
        })),
      ),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two replies that are written at the same time one is lost.',
      patch: remembering(
        () => new Set<unknown>(),
        (lost) =>
          all(
            changeThreads((threads) =>
              threads.map((thread) => ({
                ...thread,
                replies: (thread['replies'] as readonly Body[]).filter(({ text }) => !lost.has(text)),
              })),
            ),
            toTheSecond('createDashboardComment', (call) => lost.add(bodyOf(call)['text'])),
          ),
      ),
    },
    {
      name: 'not-to-a-resolved-thread',
      sentence: 'A reply to a thread that is resolved is not shown.',
      patch: ({ embed }) => {
        const { isReplyTo } = embed.comments;
        embed.comments.isReplyTo = (comment, thread) =>
          isReplyTo(comment, thread) && (thread.resolvedAt === null || comment.createdAt < thread.resolvedAt);
      },
    },
  ],
  'embed.comment-list.api-key-refused': [
    {
      name: 'not-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Comments are listed for an OAuth token without an embed session.',
      patch: withoutTenantSession('listDashboardComments', byOAuth),
    },
    {
      name: 'accepted',
      sentence: "The comments of a dashboard are listed for an administrator's API key.",
      patch: withoutTenantSession('listDashboardComments', isKey),
    },
    {
      name: 'let-in-when-asked-again',
      sentence: "The comments are refused to an administrator's API key once, and listed for it after that.",
      patch: passingWithoutSession('listDashboardComments', isKey, again),
    },
  ],
  'embed.comment-list.altered-token-refused': [
    {
      name: 'one-character',
      sentence: 'The list of comments takes the token of a session though one of its characters is another.',
      patch: recognising('listDashboardComments', (known, tenant, token) => {
        if (known) return known;
        const nearest = nearestTo(tenant, token);
        return nearest?.kind === 'embed' ? nearest : undefined;
      }),
    },
    {
      name: 'one-character-after-the-right-one',
      sentence: 'The list takes a token with another character once the right one was seen.',
      patch: remembering(
        () => new Set<string>(),
        (seen) =>
          recognising('listDashboardComments', (known, tenant, token) => {
            if (known) {
              seen.add(token.slice(0, 10));
              return known;
            }
            return seen.has(token.slice(0, 10)) ? nearestTo(tenant, token) : undefined;
          }),
      ),
    },
  ],
  'embed.comment-list.no-tenant-refused': [
    {
      name: 'accepted',
      sentence: 'The comments of a dashboard are listed for a session without an embed tenant.',
      patch: withoutTenantSession('listDashboardComments', hasNoTenant),
    },
    {
      name: 'let-in-when-asked-again',
      sentence: 'The comments are refused to a session without an embed tenant once, and listed after that.',
      patch: passingWithoutSession('listDashboardComments', hasNoTenant, again),
    },
    {
      name: 'known-users-let-in',
      sentence: 'The comments are listed for a session without an embed tenant whose user has had one with it.',
      patch: withoutTenantSession('listDashboardComments', (call) => hasNoTenant(call) && isKnownInTenant(call)),
    },
  ],
});

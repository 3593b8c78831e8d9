import { bodyOf, type Call } from '../../mock/call.ts';
import type { Comment } from '../../mock/rules/dashboard-comments.ts';
import { byOAuth } from '../lib/access.ts';
import { sessionIn, sessionsOf, withoutTenantSession } from '../lib/embed.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { during } from '../lib/patches.ts';
import { changeRequest } from '../lib/reports.ts';

/** A text up to its first character outside the basic plane, as a column of three bytes a character keeps it. */
const cutAtAstral = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/[\u{10000}-\u{10ffff}].*$/su, '') || '?' : text;

const WEEK = 7 * 86_400_000;
const isOfBranch = (call: Call): boolean => sessionIn(call)?.branchName !== undefined;

/** Whether the person at the other end had a session of an embed tenant before. */
function isKnownToATenant(call: Call): boolean {
  const { embed } = call.principal;
  return (
    embed !== undefined &&
    embed.tenantName === undefined &&
    sessionsOf(call).some((one) => one.externalId === embed.externalId && one.tenantName !== undefined)
  );
}

/** Faults of embed sessions and comments that come of what a tenant keeps in mind, or of how it compares. */
export const embedRememberedFaults = faults({
  'embed.generate.branch-unknown': [
    {
      name: 'beside-tenant-groups',
      sentence: 'A branch that is none is accepted in a request that names groups of an embed tenant as well.',
      patch: during(
        'generateEmbedSession',
        'embed',
        ({ branchNamed }) => ({
          branchNamed: (deployment, name) =>
            branchNamed(deployment, name) ?? { name, parent: 'main', running: true, compiles: true, staging: false },
        }),
        (call) => bodyOf(call)['tenantGroups'] !== undefined,
      ),
    },
  ],
  'embed.generate.branch-not-running': {
    name: 'beside-a-profile',
    sentence: 'A stopped branch is accepted in a request that tells the profile of an embed tenant as well.',
    patch: during(
      'generateEmbedSession',
      'embed',
      () => ({ isOpen: () => true }),
      (call) => bodyOf(call)['embedTenantProfile'] !== undefined,
    ),
  },
  'embed.comment-create.no-tenant-refused': {
    name: 'whose-person-had-a-tenant',
    sentence: 'A session without an embed tenant writes comments if its person had a session of a tenant before.',
    patch: withoutTenantSession('createDashboardComment', isKnownToATenant),
  },
  'embed.comment-list.shows-reply': {
    name: 'cut-at-astral',
    sentence: 'A reply ends before its first character outside the basic plane.',
    patch: changeRequest('createDashboardComment', (body) =>
      body['parentId'] === undefined ? body : { ...body, text: cutAtAstral(body['text']) },
    ),
  },
  'embed.comment-edit.author': [
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
  ],
  'embed.comment-delete.others-kept': {
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
  'embed.token.lifetime': {
    name: 'of-a-branch',
    sentence: 'The token of a session that was opened on a branch lives for a week.',
    also: alsoThese('what is said of the end is true', 'embed.token.stated-end'),
    patch: during('exchangeEmbedSession', 'embed', () => ({ tokenLifetime: WEEK }), isOfBranch),
  },
  'embed.token.stated-end': {
    name: 'of-a-branch',
    toldBy: 'embed.exchange.fresh-session',
    sentence: 'The token of a session that was opened on a branch is said to live for a week.',
    patch: during(
      'exchangeEmbedSession',
      'embed',
      ({ tokenShown }) => ({ tokenShown: (token, expiresAt) => tokenShown(token, expiresAt + WEEK) }),
      isOfBranch,
    ),
  },
  'embed.exchange.revoked-refused': {
    name: 'not-for-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'A revoked session can be exchanged with an OAuth token.',
    patch: during('exchangeEmbedSession', 'embed', () => ({ isRevoked: () => false }), byOAuth),
  },
  'embed.comment-list.api-key-refused': {
    name: 'not-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'Comments are listed for an OAuth token without an embed session.',
    patch: withoutTenantSession('listDashboardComments', byOAuth),
  },
  'embed.comment-create.api-key-refused': {
    name: 'not-oauth',
    seenWith: 'OAUTH_TOKEN',
    toldBy: 'embed.comment-list.api-key-refused',
    sentence: 'Comments are written with an OAuth token without an embed session.',
    patch: withoutTenantSession('createDashboardComment', byOAuth),
  },
});

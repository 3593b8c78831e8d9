import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Comment } from '../../mock/rules/dashboard-comments.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { byOAuth, isAdministrator } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { asNew, exchangedAgain, replaceWhere, revive, sessionIn, sessionsOf } from '../lib/embed.ts';
import { isPresent, knowing, sends } from '../lib/only.ts';
import { all, during, refusing, remembering, replaceSync } from '../lib/patches.ts';
import { anybody } from '../lib/refused.ts';

/** Deviations of embed sessions, their comments and embed tenants that show under one condition alone. */

function comments(change: (rules: Rules['embed']['comments']) => Partial<Rules['embed']['comments']>): Patch {
  return ({ embed }) => {
    Object.assign(embed.comments, change({ ...embed.comments }));
  };
}

/** Notes the successes of an operation. */
function done(operation: string, note: (call: Call) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    note(call);
    return answer;
  });
}

/** Lets those who replied to a thread do what its author alone may. */
function alsoWhoReplied(right: 'mayResolve' | 'mayReopen'): Patch {
  return remembering(
    () => new Set<string>(),
    (replied) =>
      all(
        done('createDashboardComment', (call) => {
          const parentId = bodyOf(call)['parentId'] as string | number | undefined;
          if (parentId !== undefined) replied.add(`${parentId}/${call.principal.embed?.externalId}`);
        }),
        comments((own) => ({
          [right]: (thread: Comment, caller: Parameters<typeof own.mayResolve>[1]) =>
            own[right](thread, caller) || replied.has(`${thread.id}/${caller.externalId}`),
        })),
      ),
  );
}

export const embedOnlyFaults = faults({
  'embed.exchange.revoked-refused': {
    name: 'while-another-is-open',
    sentence: 'A revoked session can be exchanged while another session of the same person is open.',
    patch: replaceWhere(
      'exchangeEmbedSession',
      (call) => {
        const session = sessionIn(call);
        const isTheirs = sessionsOf(call).some(
          (one) => one !== session && !one.revoked && one.externalId === session?.externalId,
        );
        const isOver = session !== undefined && session.expiresAt <= call.tenant.clock.now();
        return session?.revoked === true && session.tokens.length === 0 && isTheirs && !isOver;
      },
      asNew,
    ),
  },
  'embed.exchange.expired-refused': {
    name: 'asked-again',
    sentence: 'An expired session is exchanged once its exchange was refused.',
    patch: knowing(
      ['exchangeEmbedSession'],
      (call) => bodyOf(call)['sessionId'],
      (past) =>
        replaceWhere(
          'exchangeEmbedSession',
          (call) => sessionIn(call)?.revoked === false && past(call).includes('not exchangeEmbedSession'),
          asNew,
        ),
    ),
  },
  'embed.generate.branch-not-running': {
    name: 'with-groups',
    sentence: 'A request with tenantGroups opens a session on a stopped branch.',
    patch: during('generateEmbedSession', 'embed', () => ({ isOpen: () => true }), sends('tenantGroups', isPresent)),
  },
  'build.delete-branch.removes': {
    name: 'sessions-open',
    sentence: 'A session can be opened on a branch that was deleted.',
    patch: remembering(
      () => new Set<string>(),
      (deleted) =>
        all(
          done('deleteBranch', ({ path, query }) => {
            deleted.add(`${path['deploymentId']}/${query.text('branchName')}`);
          }),
          during('generateEmbedSession', 'embed', ({ branchNamed }) => ({
            branchNamed: (deployment, name) =>
              branchNamed(deployment, deleted.has(`${deployment.id}/${name}`) ? deployment.mainBranch : name),
          })),
        ),
    ),
  },
  'embed.revoke.token-refused': {
    name: 'by-oauth',
    sentence: 'A token stays in force if its session was revoked with an OAuth token.',
    also: alsoThese(
      'the token stays in force as a whole',
      'embed.revoke.token-refused-elsewhere',
      'embed.revoke.every-token-refused',
    ),
    patch: replaceWhere('revokeEmbedSession', byOAuth, (call, original) => {
      const session = sessionIn(call);
      const answer = original(call);
      revive(session);
      if (session) session.revoked = true;
      return answer;
    }),
  },
  'embed.revoke.every-token-refused': {
    name: 'third',
    sentence: 'A revocation reaches the two latest tokens of a session and none before them.',
    patch: all(exchangedAgain(), ({ embed }) => {
      embed.end = (session) => {
        session.revoked = true;
        for (const token of session.tokens.slice(-2)) token.revoked = true;
      };
    }),
  },
  'embed.revoke.already-revoked': {
    name: 'exchanged-before',
    sentence: 'The second revocation of a session that had been exchanged is refused.',
    patch: ({ embed }) => {
      embed.takesRevocation = (session) => session?.revoked !== true || session.tokens.length === 0;
    },
  },
  'embed.revokeEmbedSession.administrator-only': {
    name: 'opener',
    sentence: 'Whoever opened a session may revoke it.',
    toldBy: 'embed.revoke.member-revokes-nothing',
    patch: remembering(
      () => new Map<unknown, number | undefined>(),
      (openers) =>
        all(
          anybody('revokeEmbedSession'),
          replaceSync('generateEmbedSession', (call, original) => {
            const answer = original(call);
            if ('body' in answer) openers.set((answer.body as Body)['sessionId'], call.principal.user?.id);
            return answer;
          }),
          refusing(
            'revokeEmbedSession',
            (call) => !isAdministrator(call) && openers.get(bodyOf(call)['sessionId']) !== call.principal.user?.id,
            403,
          ),
        ),
    ),
  },
  'embed.comment-edit.author': [
    {
      name: 'outside-ascii',
      sentence: 'An edit keeps no character of other alphabets.',
      patch: comments(({ edited }) => ({
        edited: (comment, text, now) => edited(comment, text.replace(/[^\0-\xff]/g, '?'), now),
      })),
    },
    {
      name: 'second-time',
      sentence: 'The second edit of a comment has no effect.',
      patch: remembering(
        () => new Set<number>(),
        (once) =>
          comments(({ edited }) => ({
            edited: (comment, text, now) => {
              if (once.has(comment.id)) return comment;
              once.add(comment.id);
              return edited(comment, text, now);
            },
          })),
      ),
    },
  ],
  'embed.comment-resolve.not-author': {
    name: 'replied',
    sentence: 'Whoever replied to a thread may resolve it.',
    patch: alsoWhoReplied('mayResolve'),
  },
  'embed.comment-reopen.not-author': {
    name: 'replied',
    sentence: 'Whoever replied to a resolved thread may open it again.',
    patch: alsoWhoReplied('mayReopen'),
  },
  'embed.comment-delete.others-kept': {
    name: 'own-threads',
    sentence: 'Deleting a thread deletes the other threads of its author.',
    also: alsoThese('a thread that went with another one cannot be deleted any more', 'embed.comment-delete.author'),
    patch: comments(() => ({
      reachedByDelete: (comment, every) =>
        comment.threadId === null
          ? every.filter(({ threadId, author }) => threadId === null && author === comment.author)
          : [comment],
    })),
  },
  'embed.comment-edit.others-unchanged': {
    name: 'same-text',
    sentence: 'An edit reaches every comment that has the same text.',
    patch: comments(() => ({
      reachedByEdit: (comment, every) => every.filter(({ text }) => text === comment.text),
    })),
  },
  'embed-tenants.list-workbooks.source-folder-only': {
    name: 'later-page',
    sentence: 'After a cursor the list holds workbooks whatever accessSource says.',
    patch: during(
      'listEmbedTenantWorkbooks',
      'embedTenants',
      ({ isListed }) => ({
        isListed: (reachedOn, asked) => isListed(reachedOn, asked === 'folder' ? undefined : asked),
      }),
      ({ query }) => query.text('after') !== undefined,
    ),
  },
  'embed-tenants.listEmbedTenantWorkbooks.administrator-only': {
    name: 'with-filter',
    sentence: 'With accessSource everybody may list the workbooks of an embed tenant.',
    patch: all(
      anybody('listEmbedTenantWorkbooks'),
      refusing(
        'listEmbedTenantWorkbooks',
        (call) => !isAdministrator(call) && call.query.text('accessSource') === undefined,
        403,
      ),
    ),
  },
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
  ],
});

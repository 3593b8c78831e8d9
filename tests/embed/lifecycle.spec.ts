import { comment, embedSession } from '../../contracts/lifecycles/embed.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { exchanged, openSession, tenantSessionRequest, type SessionId } from '../../harness/things/embed-sessions.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { type Comment } from '../../harness/things/comments.ts';
import { commentRequest, embedUser, textBy, createComment } from './comments.ts';
import { openThread, resolve, shownState } from './resolution.ts';
import { listComments, exchange, revoke, unknownId } from './sessions.ts';

interface Session {
  readonly id: SessionId;
  holder?: Actor;
}

/** The states in which a session can begin on this run. */
function startsOf(check: Check) {
  const isProvided = check.optional('SPARE_EXPIRED_EMBED_SESSION_ID') !== undefined;
  return embedSession.starts.filter((state) => state !== 'expired' || isProvided);
}

async function sessionIn(check: Check, admin: Actor, state: string): Promise<Session> {
  if (state === 'unknown') return { id: unknownId() };
  if (state === 'expired') return { id: check.secretOf('SPARE_EXPIRED_EMBED_SESSION_ID') };
  return { id: await openSession(check, admin, tenantSessionRequest(check)) };
}

/** Keeps who holds the token of an exchange that succeeded. */
function keepHolder(check: Check, session: Session, answer: Answer): void {
  const token = check.tokenIn((answer.body as { readonly token?: unknown } | undefined)?.token);
  if (isSuccess(answer) && token) session.holder = check.holding(token, 'embed session');
}

test(...verifies(embedSession.walkedBy), async ({ check, admin, member }) => {
  await takeThrough(check, embedSession, {
    starts: startsOf(check),
    begin: (state: string) => sessionIn(check, admin, state),
    act: {
      async exchange(session) {
        const answer = await exchange(admin, session.id);
        keepHolder(check, session, answer);
        return answer;
      },
      'use its token': async ({ id, holder }) => listComments(check, holder ?? (await exchanged(check, admin, id))),
      'revoke as a member': ({ id }) => revoke(member, id),
      revoke: ({ id }) => revoke(admin, id),
    },
  });
});

test(...verifies(comment.walkedBy), async ({ check, admin }) => {
  const [author, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  await takeThrough(check, comment, {
    begin: (): Promise<Comment> => openThread(check, author),
    act: {
      reply: ({ id }) => createComment(check, author, textBy(author, 'reply'), id),
      // The edited text still contains the original one, by which the thread is found in the list.
      edit: ({ id, text }) => author.raw('updateDashboardComment', commentRequest(check, id, { text: `${text} ` })),
      resolve: (thread) => resolve(check, author, thread, true),
      'resolve as another user': (thread) => resolve(check, other, thread, true),
      'open again': (thread) => resolve(check, author, thread, false),
      'open again as another user': (thread) => resolve(check, other, thread, false),
      delete: ({ id }) => author.raw('deleteDashboardComment', commentRequest(check, id)),
    },
    async look(thread, state) {
      await expectNotShownOtherwise(check, author, thread, state);
    },
  });
});

/** Expects that the list does not contradict a state; one that does not show the state does not. */
async function expectNotShownOtherwise(check: Check, author: Actor, thread: Comment, state: string): Promise<void> {
  const other = ({ open: 'resolved', resolved: 'open' } as const)[state];
  if (other === undefined) return;
  // A change may be listed with a delay.
  await withinSeconds(check, async () => {
    expect(await shownState(check, author, thread)).not.toBe(other);
  });
}

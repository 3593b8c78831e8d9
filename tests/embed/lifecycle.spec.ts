import { comment, embedSession } from '../../contracts/lifecycles/embed.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { exchanged, openSession, tenantSessionRequest, type SessionId } from '../../harness/things/embed-sessions.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { about, embedUser, textBy, write, type Started } from './comments.ts';
import { openThread, resolve, shown } from './resolution.ts';
import { comments, exchange, revoke, unknownId } from './sessions.ts';

interface Session {
  readonly id: SessionId;
  holder?: Actor;
}

test(...verifies(embedSession.walkedBy), async ({ check, admin, member }) => {
  const isProvided = check.tenant.settings.SPARE_EXPIRED_EMBED_SESSION_ID !== undefined;
  await takeThrough(check, embedSession, {
    starts: embedSession.starts.filter((state) => state !== 'expired' || isProvided),
    async begin(state: string): Promise<Session> {
      if (state === 'unknown') return { id: unknownId() };
      if (state === 'expired') return { id: check.secretOf('SPARE_EXPIRED_EMBED_SESSION_ID') };
      return { id: await openSession(check, admin, tenantSessionRequest(check)) };
    },
    act: {
      async exchange(session) {
        const answer = await exchange(admin, session.id);
        const token = check.tokenIn((answer.body as { readonly token?: unknown } | undefined)?.token);
        if (isSuccess(answer) && token) session.holder = check.holding(token, 'embed session');
        return answer;
      },
      'use its token': async ({ id, holder }) => comments(check, holder ?? (await exchanged(check, admin, id))),
      'revoke as a member': ({ id }) => revoke(member, id),
      revoke: ({ id }) => revoke(admin, id),
    },
  });
});

test(...verifies(comment.walkedBy), async ({ check, admin }) => {
  const [author, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  await takeThrough(check, comment, {
    begin: (): Promise<Started> => openThread(check, author),
    act: {
      reply: ({ id }) => write(check, author, textBy(author, 'reply'), id),
      // The text by which the list shows the thread stays in it.
      edit: ({ id, text }) => author.raw('updateDashboardComment', about(check, id, { text: `${text} ` })),
      resolve: (thread) => resolve(check, author, thread, true),
      'resolve as another user': (thread) => resolve(check, other, thread, true),
      'open again': (thread) => resolve(check, author, thread, false),
      'open again as another user': (thread) => resolve(check, other, thread, false),
      delete: ({ id }) => author.raw('deleteDashboardComment', about(check, id)),
    },
    async look(thread, state) {
      if (state === 'open') expect(await shown(check, author, thread)).not.toBe('resolved');
      // A list that shows nothing of the kind says nothing against it.
      if (state === 'resolved') expect(await shown(check, author, thread)).not.toBe('open');
    },
  });
});

import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { resolution } from '../../harness/things/resolutions.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Check } from '../../harness/test.ts';
import { commentRequest, startThread, textBy, newCommentRequest } from './comments.ts';
import { newSession } from './sessions.ts';

const session = async (check: Check, admin: Actor) => ({ body: { sessionId: await newSession(check, admin) } });
const dashboard = (check: Check) => ({ path: { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') } });

export const calls: ValidCalls = {
  generateEmbedSession: (check) => ({ body: sessionRequest(check) }),
  exchangeEmbedSession: session,
  revokeEmbedSession: session,
  // For the operations on comments the actor is a user in an embed session and the author of the comment.
  listDashboardComments: dashboard,
  listMentionableUsers: dashboard,
  createDashboardComment: (check, author) => newCommentRequest(check, textBy(author)),
  async updateDashboardComment(check, author) {
    return commentRequest(check, (await startThread(check, author)).id, { text: textBy(author, 'edit') });
  },
  deleteDashboardComment: async (check, author) => commentRequest(check, (await startThread(check, author)).id),
  async resolveDashboardComment(check, author) {
    return commentRequest(check, (await startThread(check, author)).id, resolution(check.tenant.wire, true));
  },
};

import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Check } from '../../harness/test.ts';
import { about, started, textBy, writing } from './comments.ts';
import { newSession } from './sessions.ts';

const session = async (check: Check, admin: Actor) => ({ body: { sessionId: await newSession(check, admin) } });
const dashboard = (check: Check) => ({ path: { publicId: check.provided('DASHBOARD_PUBLIC_ID') } });

export const calls: ValidCalls = {
  generateEmbedSession: (check) => ({ body: sessionRequest(check) }),
  exchangeEmbedSession: session,
  revokeEmbedSession: session,
  // Whoever asks for these is somebody in an embed session, and the author of the comment.
  listDashboardComments: dashboard,
  listMentionableUsers: dashboard,
  createDashboardComment: (check, author) => writing(check, textBy(author)),
  async updateDashboardComment(check, author) {
    return about(check, (await started(check, author)).id, { text: textBy(author, 'edit') });
  },
  deleteDashboardComment: async (check, author) => about(check, (await started(check, author)).id),
  async resolveDashboardComment(check, author) {
    return about(check, (await started(check, author)).id, { resolved: true });
  },
};

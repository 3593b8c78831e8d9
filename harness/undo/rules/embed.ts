import { continuationOf } from '../../client/declared-list.ts';
import { walkUnprinted } from '../../client/paging.ts';
import { isNameOfCheck } from '../../client/unique.ts';
import { revealed, Secret } from '../../http/secrets.ts';
import { setupFailed } from '../../failures/failure.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { requireUndone, type UndoRule, type UndoRules } from './rule.ts';

type Members = Readonly<Record<string, unknown>>;

/** A session id is a `Secret` if it is a text. */
function isSessionId(id: unknown): id is Secret | number {
  return id instanceof Secret || typeof id === 'number';
}

const embedSession: UndoRule = {
  note({ body }) {
    const { embedTenantName: tenant } = (body ?? {}) as Members;
    // Some tenants create an embed tenant with the first session that names it.
    return { tenant: isNameOfCheck(tenant) ? tenant : null };
  },
  complete: ({ body }) => ({ sessionId: (body as Members | undefined)?.['sessionId'] ?? null }),
  async undo({ sessionId, tenant }, { admin }) {
    if (isSessionId(sessionId)) requireUndone(await admin.raw('revokeEmbedSession', { body: { sessionId } }));
    if (!isNameOfCheck(tenant)) return;
    const { status } = await admin.ask('deleteEmbedTenant', tenant);
    // The response to deleting an embed tenant that does not exist is open.
    if (status >= 500) throw setupFailed(`deleteEmbedTenant responded with ${status}`);
  },
  isIndependent: true,
  undoneBy: {
    operation: 'revokeEmbedSession',
    isIt({ sessionId, tenant }, { body }) {
      const revoked = (body as Members | undefined)?.['sessionId'];
      return tenant === null && isSessionId(sessionId) && revealed(sessionId) === revealed(revoked);
    },
  },
  describe: ({ tenant }) => (isNameOfCheck(tenant) ? `embed session of embed tenant ${tenant}` : 'embed session'),
};

/**
 * Only its author may delete a comment, so undoing it takes a new session of the same user. A comment of the suite begins
 * with the name of its author, an external user that exists only in one check.
 */
const comment: UndoRule = {
  note({ path = {}, body }, { known, identity: { sessionRequest: request } }) {
    const { text } = (body ?? {}) as Members;
    if (!request || !isNameOfCheck(text)) return undefined;
    const { publicId } = path;
    const author = request['externalId'];
    return known.some((one) => one['author'] === author && one['publicId'] === publicId)
      ? undefined
      : { publicId, author, request };
  },
  async undo({ publicId, author, request }, { admin }) {
    const { sessionId } = await admin.generateEmbedSession(request as Members);
    if (!isSessionId(sessionId)) throw setupFailed('the response to generateEmbedSession has no sessionId');
    const { body: exchanged } = await admin.raw('exchangeEmbedSession', { body: { sessionId } });
    const { token } = (exchanged ?? {}) as Members;
    const asAuthor = { path: { publicId: String(publicId) }, headers: { authorization: `Bearer ${revealed(token)}` } };
    const comments = await walkUnprinted('comments', async (query) => {
      const answer = await admin.raw('listDashboardComments', { ...asAuthor, query: { ...query } });
      return { items: commentsOf(answer.body, String(author)), pageInfo: continuationOf(answer) };
    });
    for (const id of comments) {
      const path = { ...asAuthor.path, commentId: id };
      const { status } = await admin.raw('deleteDashboardComment', { ...asAuthor, path });
      if (status >= 500) throw setupFailed(`deleteDashboardComment responded with ${status}`);
    }
    requireUndone(await admin.raw('revokeEmbedSession', { body: { sessionId } }));
  },
  describe: ({ author }) => `comments of embed user ${String(author)}`,
};

/** The ids of the comments in a list that begin with the name of their author. */
function commentsOf(list: unknown, author: string): (string | number)[] {
  const threads = ((list as { readonly items?: readonly Members[] } | undefined)?.items ?? []).map(
    ({ replies, ...thread }) => [thread, ...((replies ?? []) as Members[])],
  );
  return threads
    .flat()
    .flatMap((one) => (isId(one['id']) && JSON.stringify(one).includes(`${author} `) ? one['id'] : []));
}

const tenantDeletion: UndoRule = {
  note({ path = {} }: { readonly path?: Members }) {
    const { embedTenantName: name } = path;
    return isNameOfCheck(name) ? undefined : { name };
  },
  describe: ({ name }) => `deletion of embed tenant ${String(name)}, which was provided for deletion`,
};

export const embedRules: UndoRules = {
  generateEmbedSession: embedSession,
  createDashboardComment: comment,
  deleteEmbedTenant: tenantDeletion,
};

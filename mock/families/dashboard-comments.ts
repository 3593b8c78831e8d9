import { done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Call, type Handlers } from '../call.ts';
import { dateOf } from '../clock.ts';
import { Collection } from '../collection.ts';
import { appears, isEarly } from '../late.ts';
import { pageOf } from '../pages.ts';
import type { EmbedPrincipal } from '../principal.ts';
import type { Comment } from '../rules/dashboard-comments.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import { THREADS_ON_A_PAGE } from '../threads.ts';
import { dashboardBehind } from './dashboards.ts';
import { embedAccess, sourcesOf } from './embed-access.ts';
import { requireEmbedding } from './embed-sessions.ts';

const comments = slice('dashboard-comments', () => new Collection<Comment>());

export function forgetComments(tenant: Tenant, tenantName: string): void {
  const kept = comments(tenant);
  for (const { id } of kept.filter((one) => one.tenantName === tenantName)) kept.remove(id);
}

/** Where the caller stands: who they are, and in front of which dashboard. */
interface Place {
  readonly caller: EmbedPrincipal;
  readonly tenantName: string;
  readonly workbookId: number;
}

function placeOf(call: Call): Place {
  requireEmbedding(call);
  const { tenant, principal, path } = call;
  const caller = principal.embed;
  const embedTenant = embedAccess(tenant).tenants.get(caller?.tenantName ?? '');
  if (!caller || !embedTenant) refuse('forbidden', 'this needs an embed session that is scoped to an embed tenant');
  const workbook = dashboardBehind(tenant, path['publicId'], caller.deploymentId);
  const { comments: rules } = tenant.rules.embed;
  if (!workbook || !rules.isOpen(workbook, sourcesOf(tenant, workbook, embedTenant))) {
    refuse('unknown', 'there is no such dashboard');
  }
  return { caller, tenantName: embedTenant.name, workbookId: workbook.id };
}

/** What is said in front of a dashboard among the people of one embed tenant. */
function commentsAt({ tenant }: Call, { tenantName, workbookId }: Place): Comment[] {
  const { comments: rules } = tenant.rules.embed;
  return comments(tenant).filter((one) => one.workbookId === workbookId && rules.isSeenBy(one, tenantName));
}

function listDashboardComments(call: Call): Answer {
  const { tenant } = call;
  const { comments: rules } = tenant.rules.embed;
  const all = commentsAt(call, placeOf(call)).filter(({ id }) => !isEarly(call, id));
  const replies = all.filter(({ threadId, deletedAt }) => threadId !== null && deletedAt === null);
  const threads = all.flatMap((thread) => {
    if (thread.threadId !== null) return [];
    const own = replies.filter((one) => rules.isReplyTo(one, thread));
    if (!rules.isListed(thread, own)) return [];
    return [{ ...shown(thread), id: thread.id, resolved: rules.isResolved(thread, all), replies: own.map(shown) }];
  });
  const descending = tenant.dialect.order === 'descending';
  const { items, pageInfo } = pageOf(call, descending ? threads.reverse() : threads, ({ id }) => [id], {
    otherwise: THREADS_ON_A_PAGE,
    descending,
  });
  return ok({ items, ...(call.isPaged && { pageInfo }) });
}

function shown({ id, author, text, createdAt, updatedAt, deletedAt }: Comment): Record<string, unknown> {
  const isDeleted = deletedAt !== null;
  return {
    id,
    author,
    text: isDeleted ? null : text,
    isDeleted,
    createdAt: dateOf(createdAt),
    updatedAt: dateOf(updatedAt),
  };
}

function createDashboardComment(call: Call): Answer {
  const { tenant } = call;
  const place = placeOf(call);
  const body = bodyOf(call);
  const text = textIn(call);
  const { parentId } = body;
  const isReply = parentId !== undefined && parentId !== null;
  if (isReply && typeof parentId !== 'string' && typeof parentId !== 'number') refuse('invalid', 'parentId is no id');
  const thread = isReply
    ? (commentsAt(call, place).find((one) => String(one.id) === String(parentId) && isThread(one)) ??
      refuse('unknown', 'there is no such thread'))
    : undefined;
  const now = tenant.clock.now();
  const { id } = comments(tenant).add({
    id: comments(tenant).nextId(),
    workbookId: place.workbookId,
    tenantName: place.tenantName,
    author: place.caller.externalId,
    threadId: thread?.id ?? null,
    text,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    resolvedAt: null,
  });
  appears(tenant, 'listDashboardComments', id);
  return done();
}

function isThread({ threadId, deletedAt }: Comment): boolean {
  return threadId === null && deletedAt === null;
}

function textIn(call: Call): string {
  const { text } = bodyOf(call);
  const { min, max } = call.tenant.rules.embed.comments.text;
  if (typeof text !== 'string' || text.length < min || text.length > max) {
    refuse('invalid', `text is no text of ${min} to ${max} characters`);
  }
  return text;
}

/** The comment in the path, where the caller can see it. */
function commentIn(call: Call, place: Place): Comment {
  const id = idIn(call, 'commentId');
  const comment = commentsAt(call, place).find((one) => one.id === id);
  return comment?.deletedAt === null ? comment : refuse('unknown', 'there is no such comment');
}

function updateDashboardComment(call: Call): Answer {
  const { tenant } = call;
  const { comments: rules } = tenant.rules.embed;
  const place = placeOf(call);
  const comment = commentIn(call, place);
  if (!rules.mayEdit(comment, place.caller)) refuse('forbidden', 'only its author may edit a comment');
  const text = textIn(call);
  for (const one of rules.reachedByEdit(comment, commentsAt(call, place))) {
    comments(tenant).replace(rules.edited(one, text, tenant.clock.now()));
  }
  return done();
}

function deleteDashboardComment(call: Call): Answer {
  const { tenant } = call;
  const { comments: rules } = tenant.rules.embed;
  const place = placeOf(call);
  const comment = commentIn(call, place);
  if (!rules.mayDelete(comment, place.caller)) refuse('forbidden', 'only its author may delete a comment');
  for (const one of rules.reachedByDelete(comment, commentsAt(call, place))) {
    comments(tenant).replace(rules.deleted(one, tenant.clock.now()));
  }
  return done();
}

function resolveDashboardComment(call: Call): Answer {
  const { tenant } = call;
  const { comments: rules } = tenant.rules.embed;
  const place = placeOf(call);
  const thread = commentIn(call, place);
  if (!isThread(thread)) refuse('invalid', 'a reply is resolved with its thread');
  const { resolved } = bodyOf(call, { optional: true });
  if (resolved !== undefined && typeof resolved !== 'boolean') refuse('invalid', 'resolved is neither true nor false');
  const resolves = rules.resolves(resolved);
  const isAllowed = resolves ? rules.mayResolve : rules.mayReopen;
  if (!isAllowed(thread, place.caller)) refuse('forbidden', 'only its author may resolve a thread or open it again');
  comments(tenant).replace(resolves ? rules.resolved(thread, tenant.clock.now()) : rules.reopened(thread));
  return done();
}

function listMentionableUsers(call: Call): Answer {
  const { tenant } = call;
  const { tenantName } = placeOf(call);
  const people = embedAccess(tenant).tenants.get(tenantName)?.people ?? new Set<string>();
  return ok({ items: tenant.rules.embed.comments.mentionable(people).map((externalId) => ({ externalId })) });
}

export const commentHandlers: Handlers = {
  listDashboardComments,
  createDashboardComment,
  updateDashboardComment,
  deleteDashboardComment,
  resolveDashboardComment,
  listMentionableUsers,
};

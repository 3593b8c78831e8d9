import { pathUnder } from '../../contracts/bindings/resolved.ts';
import { resourceNameOf } from '../../contracts/bindings/resource-names.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import { exchanged, openSession, personOf, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { continuationOf } from '../../harness/client/declared-list.ts';
import { walkUnprinted } from '../../harness/client/paging.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { threadsWith, type Comment, type Id, type Thread } from '../../harness/things/comments.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { listComments } from './sessions.ts';
import { isId } from '../../contracts/lossless-json.ts';

/** A user of the provided embed tenant. */
export async function embedUser(check: Check, admin: Actor, name?: string): Promise<Actor> {
  return exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)), name);
}

/** The same user in a session of their own that begins later. */
export async function inLaterSession(check: Check, admin: Actor, user: Actor): Promise<Actor> {
  const request = tenantSessionRequest(check, { externalId: personOf(user) });
  return exchanged(check, admin, await openSession(check, admin, request), 'a later session of the user');
}

/** A unique text. It begins with the name of its author, by which the cleanup finds the comment. */
export function textBy(author: Actor, what = 'thread'): string {
  return `${personOf(author)} ${fresh(what)}.`;
}

function dashboardPath(check: Check): { readonly publicId: string } {
  return { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') };
}

const threads = new WeakMap<Check, Map<Id, Id>>();

/** The threads by their first comments, where the tenant gives both an id and answers name the thread. */
function threadsOf(check: Check): Map<Id, Id> {
  const known = threads.get(check) ?? new Map<Id, Id>();
  threads.set(check, known);
  return known;
}

/** The id of a thread that groups its comments, the first one included, as a reply names it: each of them may show it. */
function threadNamedIn({ tenant: { wire } }: Check, { replies, ...thread }: Thread): unknown {
  const isGroup = String(wire.value('embed.comment-id')).includes('[]');
  const parent = String(wire.value('embed.comment-parent'));
  const shown = [thread, ...(replies ?? [])].map((one) => (one as Readonly<Record<string, unknown>>)[parent]);
  return isGroup ? shown.find(isId) : undefined;
}

/** A thread as a reply names it: by a path where the list shows one, unless the member of the reply says that it takes an id. */
function namedAsShown({ tenant: { wire } }: Check, id: Id): Id {
  const path = pathUnder(wire.resolved, 'embed.comment-id');
  const takesId = /id$/i.test(String(wire.value('embed.comment-parent')));
  return (path && !takesId ? resourceNameOf(path, id, () => undefined) : undefined) ?? id;
}

/** The request that creates a comment: a new thread or, with a parent, a reply. */
export function newCommentRequest(check: Check, text: string, parentId?: Id): Asked {
  const further = check.tenant.wire.value('embed.comment-request') as object | undefined;
  const parent = parentId === undefined ? undefined : (threadsOf(check).get(parentId) ?? namedAsShown(check, parentId));
  return { path: dashboardPath(check), body: { ...further, text, ...(parent !== undefined && { parentId: parent }) } };
}

export function createComment(check: Check, author: Actor, text: string, parentId?: Id): Promise<Answer> {
  return author.raw('createDashboardComment', newCommentRequest(check, text, parentId));
}

/** A setup step whose text has to arrive: a tenant may pass over a member that its document does not have. */
function accepted(check: Check, answer: Answer, what: string): void {
  const binding = answer.operation === 'updateDashboardComment' ? 'embed.edit-text' : 'embed.comment-text';
  granted(answer, what);
  if (check.tenant.wire.value(binding) === undefined) untested(unstated(binding));
}

/** A request on one comment. */
export function commentRequest(check: Check, commentId: Id, body?: object): Asked {
  return { path: { ...dashboardPath(check), commentId }, ...(body && { body }) };
}

/** All threads of the dashboard. No pages are printed for this list; those of a tenant that has some are read all the same. */
export async function listThreads(check: Check, who: Actor): Promise<readonly Thread[]> {
  return walkUnprinted('comments', async (query) => {
    const answer = granted(await listComments(check, who, query), 'the list of comments');
    const { items } = answer.body as { readonly items?: unknown };
    if (!Array.isArray(items)) throw setupFailed('the list of comments shows no threads');
    return { items: items as Thread[], pageInfo: continuationOf(answer) };
  });
}

/** A reply with its text and, where the list shows it, its id. */
export interface Reply {
  readonly id?: Id;
  readonly text: string;
}

/** Creates threads as a setup step, and returns them as the list shows them. */
export async function writeThreads(
  check: Check,
  author: Actor,
  texts: readonly string[],
): Promise<(Comment & { readonly shown: Thread })[]> {
  for (const text of texts) accepted(check, await createComment(check, author, text), 'a new thread');
  const listed = await readUntil(
    check,
    () => listThreads(check, author),
    (all) => texts.every((text) => threadsWith(all, text).length > 0),
  );
  return texts.map((text) => {
    const [shown] = threadsWith(listed, text);
    if (!isId(shown?.id)) throw setupFailed('the list of comments does not show a new thread with its id');
    const thread = threadNamedIn(check, shown);
    if (isId(thread)) threadsOf(check).set(shown.id, thread);
    return { id: shown.id, text, shown };
  });
}

/** Creates as many threads as a setup step. */
export function startThreads(check: Check, author: Actor, count: number): Promise<Comment[]> {
  return writeThreads(
    check,
    author,
    Array.from({ length: count }, () => textBy(author)),
  );
}

/** Creates a thread as a setup step. */
export async function startThread(check: Check, author: Actor, text = textBy(author)): Promise<Comment> {
  const [thread] = await writeThreads(check, author, [text]);
  return thread as Comment;
}

/** Writes a comment as a setup step, of which only the text is needed. */
export async function written(check: Check, author: Actor, text: string, parentId?: Id): Promise<string> {
  accepted(check, await createComment(check, author, text, parentId), 'a new comment');
  return text;
}

/** Replies to a thread as a setup step and reads the id of the reply from the list. */
export async function addReply(check: Check, author: Actor, thread: Comment): Promise<Reply> {
  const text = textBy(author, 'reply');
  accepted(check, await createComment(check, author, text, thread.id), 'a reply');
  const threads = () => listThreads(check, author);
  const [parent] = threadsWith(await readUntil(check, threads, (all) => threadsWith(all, text).length > 0), text);
  if (!parent) throw setupFailed('the list of comments does not show a reply');
  const within = parent.replies?.find((reply) => JSON.stringify(reply).includes(text));
  // A list may show replies beside their threads.
  const id = within || String(parent.id) === String(thread.id) ? within?.id : parent.id;
  return { text, ...(isId(id) && { id }) };
}

export function edit(check: Check, who: Actor, id: Id, text: string): Promise<Answer> {
  return who.raw('updateDashboardComment', commentRequest(check, id, { text }));
}

/** Gives a comment each of these texts, one after the other. */
export async function editInTurn(check: Check, user: Actor, id: Id, texts: readonly string[]): Promise<void> {
  for (const text of texts) accepted(check, await edit(check, user, id, text), 'the edit');
}

export function remove(check: Check, who: Actor, id: Id): Promise<Answer> {
  return who.raw('deleteDashboardComment', commentRequest(check, id));
}

/** What is made of the id of a comment, where the list shows it. */
export function ifShown<Made>(id: Id | undefined, make: (id: Id) => Made): Made | undefined {
  return id === undefined ? undefined : make(id);
}

import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import type { Asked } from '../../harness/client/client.ts';
import { exchanged, openSession, personOf, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { comments } from './sessions.ts';

export type Thread = components['schemas']['DashboardCommentThread'];
type Id = string | number;

/** Somebody of the lent embed tenant in front of the lent dashboard. */
export async function embedUser(check: Check, admin: Actor, name?: string): Promise<Actor> {
  const user = await exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)), name);
  granted(await comments(check, user), 'the list of comments');
  return user;
}

/** A text that nothing else on the dashboard holds. It begins with its author, by whom the way back finds it. */
export function textBy(author: Actor, what = 'thread'): string {
  return `${personOf(author)} ${fresh(what)}.`;
}

function place(check: Check): { readonly publicId: string } {
  return { publicId: check.provided('DASHBOARD_PUBLIC_ID') };
}

/** A comment that is written, in answer to a thread or as one. */
export function writing(check: Check, text: string, parentId?: Id): Asked {
  const further = check.tenant.wire.value('embed.comment-request') as object | undefined;
  return { path: place(check), body: { ...further, text, ...(parentId !== undefined && { parentId }) } };
}

export function write(check: Check, author: Actor, text: string, parentId?: Id): Promise<Answer> {
  return author.raw('createDashboardComment', writing(check, text, parentId));
}

/** Something that is done with one comment. */
export function about(check: Check, commentId: Id, body?: object): Asked {
  return { path: { ...place(check), commentId }, ...(body && { body }) };
}

export async function threadsAt(check: Check, who: Actor): Promise<readonly Thread[]> {
  const { body } = granted(await comments(check, who), 'the list of comments');
  const { items } = body as { readonly items?: unknown };
  if (!Array.isArray(items)) throw setupFailed('the list of comments shows no threads');
  return items as Thread[];
}

/** The threads in which a text stands, in their own or in a reply. */
export function withText(threads: readonly Thread[], text: string): Thread[] {
  return threads.filter((thread) => JSON.stringify(thread).normalize().includes(text));
}

/** A reply in a thread, by its text and, where the list shows it, by its id. */
export interface Reply {
  readonly id?: Id;
  readonly text: string;
}

/** A comment that is known to be in the list. */
export interface Started {
  readonly id: Id;
  readonly text: string;
}

/** A thread that is in the list. */
export async function started(check: Check, author: Actor, text = textBy(author)): Promise<Started> {
  granted(await write(check, author, text), 'a new thread');
  const [thread] = withText(await threadsAt(check, author), text);
  if (!isId(thread?.id)) throw setupFailed('the list of comments does not show a new thread with its id');
  return { id: thread.id, text };
}

/** A reply that is in the list. */
export async function replied(check: Check, author: Actor, thread: Started): Promise<Reply> {
  const text = textBy(author, 'reply');
  granted(await write(check, author, text, thread.id), 'a reply');
  const [holding] = withText(await threadsAt(check, author), text);
  if (!holding) throw setupFailed('the list of comments does not show a reply');
  const id = holding.replies?.find((reply) => JSON.stringify(reply).includes(text))?.id;
  return { text, ...(isId(id) && { id }) };
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number';
}

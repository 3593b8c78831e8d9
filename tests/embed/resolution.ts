import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { threadsWith, type Comment, type Thread } from '../../harness/things/comments.ts';
import { isResolved, resolution } from '../../harness/things/resolutions.ts';
import { commentRequest, listThreads, startThread, textBy, writeThreads } from './comments.ts';

export function resolve(check: Check, who: Actor, { id }: Comment, resolved: boolean): Promise<Answer> {
  return who.raw('resolveDashboardComment', commentRequest(check, id, resolution(check.tenant.wire, resolved)));
}

/** The state of a thread as the list shows it; a list need not show states. */
export type ShownState = 'open' | 'resolved' | 'not shown';

/** The state of a thread in the list. A missing thread counts as resolved, because a list may leave those out. */
export async function shownState(check: Check, who: Actor, { text }: Comment): Promise<ShownState> {
  return stateIn(threadsWith(await listThreads(check, who), text)[0]);
}

function stateIn(thread: Thread | undefined): ShownState {
  if (!thread) return 'resolved';
  if (!('resolved' in thread)) return 'not shown';
  return isResolved(thread.resolved) ? 'resolved' : 'open';
}

/** The states of several threads, from one list. */
export async function shownStates(check: Check, who: Actor, threads: readonly Comment[]): Promise<ShownState[]> {
  const listed = await listThreads(check, who);
  return threads.map(({ text }) => stateIn(threadsWith(listed, text)[0]));
}

/** The state of a thread in the list; untested where the list does not show states. */
export async function requireShownState(check: Check, who: Actor, thread: Comment): Promise<ShownState> {
  const state = await shownState(check, who, thread);
  if (state === 'not shown')
    untested(unstated('embed.thread-resolved', 'the list does not show whether a thread is resolved'));
  return state;
}

/** Creates and resolves a thread as a setup step. */
export async function resolvedThread(check: Check, author: Actor): Promise<Comment> {
  const thread = await startThread(check, author);
  granted(await resolve(check, author, thread, true), 'the resolution');
  const state = await readUntil(
    check,
    () => requireShownState(check, author, thread),
    (shown) => shown === 'resolved',
  );
  if (state === 'open') throw setupFailed('the thread is not shown as resolved');
  return thread;
}

/** Resolves a thread, and says whether the list shows it as resolved: it may leave such threads out, or show no states. */
export async function isShownResolved(check: Check, author: Actor, thread: Comment): Promise<boolean> {
  if (!isSuccess(await resolve(check, author, thread, true))) return false;
  const states = (shown: Thread | undefined) => (shown && 'resolved' in shown ? [isResolved(shown.resolved)] : []);
  const shown = await readUntil(
    check,
    async () => states(threadsWith(await listThreads(check, author), thread.text)[0]),
    (seen) => !seen.includes(false),
  );
  return shown.includes(true);
}

/** Creates threads as a setup step and requires that the list does not show them as resolved. */
export async function openThreads(check: Check, author: Actor, count: number): Promise<Comment[]> {
  const threads = await writeThreads(
    check,
    author,
    Array.from({ length: count }, () => textBy(author)),
  );
  if (threads.some(({ shown }) => stateIn(shown) === 'resolved'))
    throw setupFailed('a new thread is shown as resolved');
  return threads;
}

export async function openThread(check: Check, author: Actor): Promise<Comment> {
  const [thread] = await openThreads(check, author, 1);
  return thread as Comment;
}

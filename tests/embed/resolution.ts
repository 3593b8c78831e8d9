import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { commentRequest, startThread, listThreads, threadsWith, type Comment } from './comments.ts';

export function resolve(check: Check, who: Actor, { id }: Comment, resolved: boolean): Promise<Answer> {
  return who.raw('resolveDashboardComment', commentRequest(check, id, { resolved }));
}

/** The state of a thread as the list shows it; a list need not show states. */
export type ShownState = 'open' | 'resolved' | 'not shown';

/** The state of a thread in the list. A missing thread counts as resolved, because a list may leave those out. */
export async function shownState(check: Check, who: Actor, { text }: Comment): Promise<ShownState> {
  const [thread] = threadsWith(await listThreads(check, who), text);
  if (!thread) return 'resolved';
  if (!('resolved' in thread)) return 'not shown';
  return thread.resolved ? 'resolved' : 'open';
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
  if ((await requireShownState(check, author, thread)) === 'open')
    throw setupFailed('the thread is not shown as resolved');
  return thread;
}

/** Creates a thread as a setup step and requires that the list does not show it as resolved. */
export async function openThread(check: Check, author: Actor): Promise<Comment> {
  const thread = await startThread(check, author);
  if ((await shownState(check, author, thread)) === 'resolved') throw setupFailed('a new thread is shown as resolved');
  return thread;
}

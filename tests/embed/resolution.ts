import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { about, started, threadsAt, withText, type Started } from './comments.ts';

export function resolve(check: Check, who: Actor, { id }: Started, resolved: boolean): Promise<Answer> {
  return who.raw('resolveDashboardComment', about(check, id, { resolved }));
}

/** A list that says nothing of a thread may show it as open, or show nothing of the kind. */
export type Shown = 'open' | 'resolved' | 'silent';

/** How the list shows a thread: one that is resolved may just as well have left the list. */
export async function shown(check: Check, who: Actor, { text }: Started): Promise<Shown> {
  const [thread] = withText(await threadsAt(check, who), text);
  if (!thread) return 'resolved';
  if (!('resolved' in thread)) return 'silent';
  return thread.resolved ? 'resolved' : 'open';
}

/** How the list shows a thread that somebody resolved, unless it never shows anything of the kind. */
export async function shownAfterwards(check: Check, who: Actor, thread: Started): Promise<Shown> {
  const state = await shown(check, who, thread);
  if (state === 'silent') untested('the list does not show whether a thread is resolved: state embed.thread-resolved');
  return state;
}

/** A thread of somebody's own that the list shows as resolved. */
export async function resolvedThread(check: Check, author: Actor): Promise<Started> {
  const thread = await started(check, author);
  granted(await resolve(check, author, thread, true), 'the resolution');
  if ((await shownAfterwards(check, author, thread)) === 'open')
    throw setupFailed('the thread is not shown as resolved');
  return thread;
}

/** A thread of somebody's own that the list does not show as resolved. */
export async function openThread(check: Check, author: Actor): Promise<Started> {
  const thread = await started(check, author);
  if ((await shown(check, author, thread)) === 'resolved') throw setupFailed('a new thread is shown as resolved');
  return thread;
}

import type { Answer } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { all, remembering, replaceSync } from './patches.ts';

/** Faults that show in one operation by what another one did before. */

/** The user who asks, 0 for an outsider. */
export const callerId = ({ principal }: Call): number => principal.user?.id ?? 0;

/** The body of a success. */
export const bodyIn = (answer: Answer): Body => ('body' in answer ? (answer.body as Body) : {});

type KeyOf = (call: Call, answer: Answer, before: unknown) => string | number | undefined;

/** Notes what the successes of an operation were about. */
export function marking(
  operation: string,
  marked: Set<string | number>,
  keyOf: KeyOf,
  before: (call: Call) => unknown = () => undefined,
): Patch {
  return replaceSync(operation, (call, original) => {
    const former = before(call);
    const answer = original(call);
    const key = keyOf(call, answer, former);
    if (key !== undefined) marked.add(key);
    return answer;
  });
}

/** A patch that knows what the successes of an operation were about. */
export function once(operation: string, keyOf: KeyOf, patch: (marked: Set<string | number>) => Patch): Patch {
  return remembering(
    () => new Set<string | number>(),
    // Noted innermost, so that the patch may change what is noted here.
    (marked) => all(marking(operation, marked, keyOf), patch(marked)),
  );
}

/** What stood in a list that is not sorted, changed on each of its pages. */
export const onItems =
  (change: (items: readonly Body[], call: Call) => readonly Body[]) =>
  (body: Body, call: Call): Body => ({ ...body, items: change(body['items'] as readonly Body[], call) });

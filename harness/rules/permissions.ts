import type { Actor } from '../client/actor.ts';
import { granted, isSuccess, type Answer } from '../http/answer.ts';
import { again, attempt } from '../failures/failure.ts';
import { requireServed } from '../check/served.ts';
import { eventually } from '../check/eventually.ts';
import { expect, type Check } from '../test.ts';

/** What somebody may do to a thing or not, and where its effect would be seen. */
export interface Deed {
  readonly send: (actor: Actor) => Promise<Answer>;
  /** What the deed changes; undefined where the tenant does not show it. */
  readonly look: () => Promise<unknown>;
}

export interface Situation {
  readonly admin: Actor;
  readonly who: Actor;
  /** Makes a thing of somebody's, to which the deed is then done. */
  readonly deedOn: (owner: Actor) => Promise<Deed>;
  /** Whose thing it is; the administrator's where nobody is named. */
  readonly owner?: Actor;
  /** What stands in the way, where it is not who asks. */
  readonly during?: (send: () => Promise<Answer>) => Promise<Answer>;
}

/** Somebody is refused with 403, and nothing is changed by it; an administrator then does the same. */
export async function expectRefused(
  check: Check,
  { admin, who, deedOn, owner = admin, during = (send) => send() }: Situation,
): Promise<void> {
  const { send, look } = await deedOn(owner);
  const before = await look();
  const refused = await during(() => send(who));
  requireServed(check, refused);
  expect(refused, `asked by ${who.identity.name}`).toBeRefusedWith(403);
  expect(await look(), 'what the refused request would change').toEqual(before);
  granted(await send(admin), 'the same by an administrator');
}

/** Somebody is let do something, and it is done, as far as it shows when an administrator does it. */
export async function expectAllowed(check: Check, { admin, who, deedOn, owner = admin }: Situation): Promise<void> {
  const { send, look } = await deedOn(owner);
  const before = await look();
  const answer = await send(who);
  requireServed(check, answer);
  const byAdmin = async () => isSeen(check, await deedOn(admin), admin);
  // What an administrator cannot do to a thing of their own, or does unseen, is no matter of who asks.
  if (!isSuccess(answer)) await byAdmin();
  expect(answer, `asked by ${who.identity.name}`).toSucceed();
  if (before === undefined) return;
  const { failure } = await attempt(() => isChanged(check, look, before));
  if (failure && (!failure.isViolation || (await byAdmin()))) throw again(failure);
}

/** Whether what an administrator does shows. Where it is not granted, nothing can be said of others. */
async function isSeen(check: Check, { send, look }: Deed, admin: Actor): Promise<boolean> {
  const before = await look();
  granted(await send(admin), 'the same by an administrator');
  if (before === undefined) return false;
  const { failure } = await attempt(() => isChanged(check, look, before));
  if (failure && !failure.isViolation) throw again(failure);
  return !failure;
}

function isChanged(check: Check, look: Deed['look'], before: unknown): Promise<void> {
  return eventually(check, async () => {
    expect(await look(), 'what it changes').not.toEqual(before);
  });
}

import type { Actor } from '../client/actor.ts';
import { granted, isSuccess, unlessGuessed, type Answer } from '../http/answer.ts';
import { again, attempt } from '../failures/failure.ts';
import { eventually } from '../check/eventually.ts';
import { expect, type Check } from '../test.ts';

/** An action that needs a permission, and how to read its effect. */
export interface Deed {
  readonly send: (actor: Actor) => Promise<Answer>;
  /** What the action changes; undefined if the tenant does not show it. */
  readonly look: () => Promise<unknown>;
}

export interface Situation {
  readonly admin: Actor;
  readonly who: Actor;
  /** Creates a resource of an owner and returns the action on it. */
  readonly deedOn: (owner: Actor) => Promise<Deed>;
  /** The owner of the resource; the administrator by default. */
  readonly owner?: Actor;
  /** Sends the request in a certain state, if that and not the actor is the reason for the refusal. */
  readonly during?: (send: () => Promise<Answer>) => Promise<Answer>;
}

/** The action is refused with 403 and changes nothing; the same request by an administrator then succeeds. */
export async function expectRefused({
  admin,
  who,
  deedOn,
  owner = admin,
  during = (send) => send(),
}: Situation): Promise<void> {
  const { send, look } = await deedOn(owner);
  const before = await look();
  const refused = await during(() => send(who));
  expect(refused, `requested by ${who.identity.name}`).toBeRefusedWith(403);
  expect(await look(), 'what the refused request would change').toEqual(before);
  granted(await send(admin), 'the same request by an administrator');
}

/** The action is allowed and has its effect, if the effect of the same action by an administrator can be read. */
export async function expectAllowed(check: Check, { admin, who, deedOn, owner = admin }: Situation): Promise<void> {
  const { send, look } = await deedOn(owner);
  const before = await look();
  const answer = await send(who);
  unlessGuessed(answer);
  const isVisible = async () => hasVisibleEffect(check, await deedOn(admin), admin);
  // If the administrator is refused too, this is a setup failure.
  if (!isSuccess(answer)) await isVisible();
  expect(answer, `requested by ${who.identity.name}`).toSucceed();
  if (before === undefined) return;
  const { failure } = await attempt(() => expectChange(check, look, before));
  if (failure && (!failure.isViolation || (await isVisible()))) throw again(failure);
}

/** Whether the effect of the action by an administrator can be read. A refusal is a setup failure. */
async function hasVisibleEffect(check: Check, { send, look }: Deed, admin: Actor): Promise<boolean> {
  const before = await look();
  granted(await send(admin), 'the same request by an administrator');
  if (before === undefined) return false;
  const { failure } = await attempt(() => expectChange(check, look, before));
  if (failure && !failure.isViolation) throw again(failure);
  return !failure;
}

function expectChange(check: Check, look: Deed['look'], before: unknown): Promise<void> {
  return eventually(check, async () => {
    expect(await look(), 'what the request changes').not.toEqual(before);
  });
}

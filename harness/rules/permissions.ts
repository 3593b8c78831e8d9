import type { Actor } from '../client/actor.ts';
import { granted, isSuccess, unlessGuessed, type Answer } from '../http/answer.ts';
import { again, attempt } from '../failures/failure.ts';
import { eventually } from '../check/eventually.ts';
import { inEach, LEFT_OUT } from '../check/in-each.ts';
import { judging } from '../check/judging.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Holder } from '../things/rights.ts';
import type { Policy } from '../things/roles.ts';
import { expect, type Check } from '../test.ts';

/** An action that needs a permission, and how to read its effect. */
export interface ActionOnThing {
  readonly send: (actor: Actor) => Promise<Answer>;
  /** What the action changes; undefined if the tenant does not show it. */
  readonly look: () => Promise<unknown>;
  /** Takes back what the action does, where it could not be done again otherwise. */
  readonly undo?: () => Promise<Answer>;
}

export interface Situation {
  readonly admin: Actor;
  readonly who: Actor;
  /** Creates a resource of an owner and returns the action on it. */
  readonly actionOn: (owner: Actor) => Promise<ActionOnThing>;
  /** The owner of the resource; the administrator by default. */
  readonly owner?: Actor;
  /** Sends the request in a certain state, if that and not the actor is the reason for the refusal. */
  readonly during?: (send: () => Promise<Answer>) => Promise<Answer>;
  /** The same action on other resources of the owner, by class; undefined where the tenant does not make such a resource. */
  readonly others?: Others;
  /** Others who have the right as well, by class: for each of them the action is on a resource of its own. */
  readonly alsoAllowed?: Readonly<Record<string, Actor | undefined>>;
}

export type Others = Readonly<Record<string, (owner: Actor) => Promise<ActionOnThing | undefined>>>;

/** Classes of rights to a resource; those that its row lacks are not judged. */
export const NEW = 'a new one';
export const AGAIN = 'once more';
export const USED = 'one with a history';
export const ON_DEMAND = 'one on demand';

function judged(check: Check, name: string): true | undefined {
  return check.requirement.classes.includes(name) || undefined;
}

/**
 * The action is refused with 403 and changes nothing; the same request by an administrator then succeeds. So it is once more,
 * and for other resources of the owner.
 */
export async function expectRefused(check: Check, situation: Situation): Promise<void> {
  const { admin, actionOn, owner = admin, others = {} } = situation;
  const action = await actionOn(owner);
  const before = await action.look();
  const first = judged(check, NEW);
  if (first === undefined) await refusedOnce(situation, action, before);
  await inEach(check, ofRow(check, { [NEW]: first, [AGAIN]: judged(check, AGAIN) }), () =>
    refusedOnce(situation, action, before),
  );
  granted(await action.send(admin), 'the same request by an administrator');
  await inEach(check, ofRow(check, others), async (make) => {
    const other = await make(owner);
    if (!other) return LEFT_OUT;
    const before = await other.look();
    const answer = await other.send(situation.who);
    const { failure } = await attempt(async () => {
      expect(await other.look(), UNCHANGED).toEqual(before);
    });
    // The states of a resource are open, and so is what can be done in each: an administrator shows whether this can.
    if (!isSuccess(answer) && !failure && !isSuccess(await other.send(admin))) return LEFT_OUT;
    expect(answer, requestedBy(situation.who)).toBeRefusedWith(403);
    if (failure) throw again(failure);
    return undefined;
  });
}

const UNCHANGED = 'what the refused request would change';
const requestedBy = ({ identity }: Actor): string => `requested by ${identity.name}`;

async function refusedOnce(
  { who, during = (send) => send() }: Situation,
  { send, look }: ActionOnThing,
  before: unknown,
): Promise<void> {
  const refused = await during(() => send(who));
  expect(refused, requestedBy(who)).toBeRefusedWith(403);
  expect(await look(), UNCHANGED).toEqual(before);
}

/** The cases that the row has as classes: rows about states of the tenant have none. */
function ofRow<Case>(
  check: Check,
  cases: Readonly<Record<string, Case | undefined>>,
): Record<string, Case | undefined> {
  return Object.fromEntries(Object.entries(cases).filter(([name]) => judged(check, name)));
}

/**
 * The action is allowed and has its effect, if the effect of the same action by an administrator can be read. So it is once more,
 * and for other resources of the owner.
 */
export async function expectAllowed(check: Check, situation: Situation): Promise<void> {
  const { admin, who, actionOn, owner = admin, others = {}, alsoAllowed = {} } = situation;
  const action = await actionOn(owner);
  const isVisible = async () => hasVisibleEffect(check, await actionOn(admin), admin);
  const first = async () => {
    const before = await action.look();
    const answer = await action.send(who);
    unlessGuessed(answer);
    // If the administrator is refused too, this is a setup failure.
    if (!isSuccess(answer)) await isVisible();
    expect(answer, requestedBy(who)).toSucceed();
    await expectEffect(check, action, before, isVisible);
  };
  if (judged(check, NEW) === undefined) await first();
  await inEach(check, ofRow(check, { [NEW]: judged(check, NEW) }), first);
  await inEach(check, ofRow(check, { [AGAIN]: judged(check, AGAIN) }), async () => {
    const undone = await action.undo?.();
    if (undone && !isSuccess(undone)) return LEFT_OUT;
    const answer = await action.send(who);
    // Whether it can be done again so soon is open: somebody else with the right shows that.
    if (!isSuccess(answer) && !isSuccess(await action.send(who === admin ? owner : admin))) return LEFT_OUT;
    expect(answer, requestedBy(who)).toSucceed();
    return undefined;
  });
  await inEach(check, ofRow(check, others), async (make) => {
    const other = await make(owner);
    if (!other) return LEFT_OUT;
    const before = await other.look();
    const answer = await other.send(who);
    // The states of a resource are open, and so is what can be done in each: somebody else with the right shows whether this can.
    if (!isSuccess(answer) && !isSuccess(await other.send(who === admin ? owner : admin))) return LEFT_OUT;
    expect(answer, requestedBy(who)).toSucceed();
    await expectEffect(check, other, before, isVisible);
    return undefined;
  });
  await inEach(check, ofRow(check, alsoAllowed), async (one) => {
    const own = await actionOn(owner);
    const before = await own.look();
    expect(await own.send(one), requestedBy(one)).toSucceed();
    await expectEffect(check, own, before, isVisible);
  });
}

/** What is done has its effect, where the effect of the same by an administrator shows. */
async function expectEffect(
  check: Check,
  { look }: ActionOnThing,
  before: unknown,
  isVisible: () => Promise<boolean>,
): Promise<void> {
  if (before === undefined) return;
  const { failure } = await attempt(() => expectChange(check, look, before));
  if (failure && (!failure.isViolation || (await isVisible()))) throw again(failure);
}

/** Whether the effect of the action by an administrator can be read. A refusal is a setup failure. */
async function hasVisibleEffect(check: Check, { send, look }: ActionOnThing, admin: Actor): Promise<boolean> {
  const before = await look();
  granted(await send(admin), 'the same request by an administrator');
  if (before === undefined) return false;
  const { failure } = await attempt(() => expectChange(check, look, before));
  if (failure && !failure.isViolation) throw again(failure);
  return !failure;
}

function expectChange(check: Check, look: ActionOnThing['look'], before: unknown): Promise<void> {
  return eventually(check, async () => {
    expect(await look(), 'what the request changes').not.toEqual(before);
  });
}

type Beside = WhileHeld['beside'];

/** What somebody may do besides, in some of the ways in which they hold a right: once is enough. */
export async function besideIf(isMeant: boolean, prepare: () => Promise<Beside>): Promise<Beside> {
  return isMeant ? prepare() : undefined;
}

/** A request that somebody may send as long as they hold some policies. */
interface WhileHeld extends Pick<Holder, 'hold'> {
  readonly send: () => Promise<Answer>;
  readonly policies: readonly Policy[];
  /** What they hold afterwards. */
  readonly rest?: readonly Policy[];
  /** The requirement by which the request is refused then. */
  readonly without: RequirementId;
  /** What else they may do while they hold the policies, each with the requirement that says so; undefined if it is not served. */
  readonly beside?: Partial<Readonly<Record<RequirementId, () => Promise<Answer | undefined>>>> | undefined;
}

/**
 * The last answer to a request that is sent until it is granted, because a right may take a while to count. What is a guess in the
 * request is not wrong until then.
 */
export async function sentUntilGranted(check: Check, send: () => Promise<Answer>): Promise<Answer> {
  let last = await send();
  const { failure } = await attempt(() =>
    eventually(check, async () => {
      if (!isSuccess(last)) last = await send();
      expect(isSuccess(last), 'the request is granted').toBe(true);
    }),
  );
  if (failure && !failure.isViolation) throw again(failure);
  return last;
}

/** Expects a request to be granted as long as its sender holds a right, and no longer. Who may send it anyway is not judged. */
export async function expectWhileHeld(
  check: Check,
  { hold, send, policies, rest = [], without, beside = {} }: WhileHeld,
): Promise<typeof LEFT_OUT | undefined> {
  if (isSuccess(await send())) return LEFT_OUT;
  await hold(...policies);
  expect(await sentUntilGranted(check, send)).toSucceed();
  for (const [id, request] of Object.entries(beside)) {
    const answer = await request();
    await judging(id as RequirementId, () => {
      if (answer) expect(answer).toSucceed();
    });
  }
  await hold(...rest);
  await judging(without, () =>
    eventually(check, async () => {
      expect(await send(), 'once the right is gone').toBeRefused();
    }),
  );
  return undefined;
}

import type { Check } from '../check/check.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import { unstated, untested } from '../failures/untested.ts';
import { isId } from '../../contracts/lossless-json.ts';

export async function userIdOf(actor: Actor): Promise<string | number> {
  const { id } = await actor.preparing.getMe();
  return id ?? untested(unstated('users.id'));
}

/** Ends the check as untested unless two credentials belong to one user. */
export async function requireSameUser(one: Actor, other: Actor): Promise<void> {
  if ((await userIdOf(one)) !== (await userIdOf(other)))
    untested(`${one.identity.name} and ${other.identity.name} are different users`);
}

/** Another credential of the same user; undefined where there is none, or where it is another user's. */
export async function ofSameUser(one: Actor, other: Actor | undefined): Promise<Actor | undefined> {
  return other && (await userIdOf(one)) === (await userIdOf(other)) ? other : undefined;
}

/** The administrator's own user, where the run may change that one and the id is one by which the roles of users are read. */
export async function ownUserId(check: Check, admin: Actor): Promise<string | number | undefined> {
  if (!check.mayChangeCaller) return undefined;
  const { id } = await admin.preparing.getMe();
  if (!isId(id)) return undefined;
  return isSuccess(await admin.preparing.ask('listUserRoles', id)) ? id : undefined;
}

import type { Actor } from '../client/actor.ts';
import { unstated, untested } from '../failures/untested.ts';

/** Ends the check as untested unless two credentials belong to one user. */
export async function requireSameUser(one: Actor, other: Actor): Promise<void> {
  const [mine, theirs] = [(await one.preparing.getMe()).id, (await other.preparing.getMe()).id];
  if (mine === undefined || mine === null) untested(unstated('users.id'));
  if (mine !== theirs) untested(`${one.identity.name} and ${other.identity.name} are different users`);
}

import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Page, PageQuery } from '../../harness/client/paging.ts';

export type User = components['schemas']['User'];
type Group = components['schemas']['Group'];
export type Query = PageQuery & { readonly search?: string };

/** A page of users; a list may be bare on the wire, and is none by the time it is here. */
export async function usersOn(actor: Actor, query: Query = {}): Promise<Page<User>> {
  return (await actor.listUsers(query)) as Page<User>;
}

export async function groupsOn(actor: Actor, query: Query = {}): Promise<Page<Group>> {
  return (await actor.listGroups(query)) as Page<Group>;
}

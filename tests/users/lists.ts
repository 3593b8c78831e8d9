import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Page, PageQuery } from '../../harness/client/paging.ts';

export type User = components['schemas']['User'];
type Group = components['schemas']['Group'];
export type Query = PageQuery & { readonly search?: string };

/** A page of users. The client has wrapped a list that the tenant sends as a bare array. */
export async function listUsersPage(actor: Actor, query: Query = {}): Promise<Page<User>> {
  return (await actor.listUsers(query)) as Page<User>;
}

export async function listGroupsPage(actor: Actor, query: Query = {}): Promise<Page<Group>> {
  return (await actor.listGroups(query)) as Page<Group>;
}

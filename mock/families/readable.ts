import type { Call } from '../call.ts';
import type { Collection } from '../collection.ts';
import { slice } from '../state.ts';

interface Kept {
  readonly version: string;
  readonly list: readonly unknown[];
}

const kept = slice('readable lists', () => new Map<string, Kept>());
const MOST_LISTS = 200;

/**
 * What of a collection a caller may read, in the order of a list. It is kept until the collection changes or anything
 * that rights hang on, so that a page of a long list costs no look at all the rest of it.
 */
export function readable<Thing extends { readonly id: number }>(
  { tenant, principal }: Call,
  name: string,
  collection: Collection<Thing>,
  make: () => readonly Thing[],
): readonly Thing[] {
  const { users, groups, roles } = tenant.account;
  const caller = principal.embed
    ? `embed ${principal.token}`
    : `${principal.user?.id ?? ''} ${String(principal.scope)}`;
  const key = `${name} ${caller}`;
  const version = [collection, users, groups, roles].map((one) => one.version).join(' ');
  const lists = kept(tenant);
  const found = lists.get(key);
  if (found?.version === version) return found.list as readonly Thing[];
  const list = make();
  // Old versions are of no use to anybody.
  if (lists.size > MOST_LISTS) lists.clear();
  lists.set(key, { version, list });
  return list;
}

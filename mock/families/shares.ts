import type { Principal } from '../principal.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';

export type Shareable = 'reports' | 'folders';

/** What a user is let do with something that is shared with them, each with what is before it. */
export const ACCESS_LEVELS = ['read', 'edit', 'manage'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

const shares = slice('shares', () => new Map<string, AccessLevel>());

/** Shares something with a user, or takes that back where no level is given; whether it was shared before. */
export function shared(
  tenant: Tenant,
  kind: Shareable,
  { id, userId }: { readonly id: number; readonly userId: number },
  level: AccessLevel | undefined,
): boolean {
  const key = `${kind} ${id} ${userId}`;
  const wasShared = shares(tenant).has(key);
  if (level === undefined) shares(tenant).delete(key);
  else shares(tenant).set(key, level);
  // What a list of readable things was made of has changed.
  tenant.content[kind].version += 1;
  return wasShared;
}

export function isShared(
  tenant: Tenant,
  { user }: Principal,
  kind: Shareable,
  id: number,
  least: AccessLevel,
): boolean {
  const level = user?.active === true ? shares(tenant).get(`${kind} ${id} ${user.id}`) : undefined;
  return level !== undefined && ACCESS_LEVELS.indexOf(level) >= ACCESS_LEVELS.indexOf(least);
}

import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../actor.ts';
import { isPage } from '../answer.ts';
import { FRESH } from '../fresh.ts';
import { setupFailed } from '../trouble.ts';
import { walk } from '../walk.ts';
import { granted, identified, type Kind, type Kinds } from './kind.ts';

const role: Kind = {
  note: ({ body }) => {
    const { name } = (body ?? {}) as { name?: unknown };
    return { name: typeof name === 'string' ? name : null };
  },
  complete: identified,
  async undo({ id, name }, keeper) {
    const ids = typeof id === 'number' ? [id] : await idsOfRolesNamed(keeper, name);
    for (const one of ids) granted(await keeper.ask('deleteRole', one));
  },
  says: ({ name }) => `role ${String(name)}`,
};

async function idsOfRolesNamed(keeper: Actor, name: unknown): Promise<number[]> {
  // A role that was only asked for, such as one called like a built-in, may be somebody else's.
  if (typeof name !== 'string' || !name.startsWith(FRESH)) return [];
  const roles = await walk((page) => keeper.listRoles(page));
  return roles.filter((one) => one.name === name).map(({ id }) => id);
}

/** How a user holds a role, as the tenant tells it: directly, through groups, or both. What the words are is open. */
async function holding(keeper: Actor, roleId: unknown, userId: unknown): Promise<unknown[]> {
  const answer = await keeper.ask('listUserRoles', String(userId));
  // To take a role from somebody who may have held it before is worse than not to look.
  if (isPage(answer) || answer.status >= 500) throw setupFailed(`the roles of user ${String(userId)} cannot be read`);
  const roles = (answer.body as { readonly roles?: unknown } | undefined)?.roles;
  const listed = Array.isArray(roles) ? (roles as readonly { readonly id?: unknown; readonly direct?: unknown }[]) : [];
  return listed.filter(({ id }) => String(id) === String(roleId)).map(({ direct }) => direct ?? null);
}

const grant: Kind = {
  async note({ path = {} }, keeper) {
    const { roleId, userId } = path;
    if (roleId === undefined || userId === undefined) return undefined;
    return { roleId, userId, held: await holding(keeper, roleId, userId) };
  },
  async undo({ roleId, userId, held }, keeper) {
    // Who held the role before, and holds it no other way now, keeps it: it was granted to no effect, or is revoked again.
    const wasHeld = Array.isArray(held) && held.length > 0;
    if (wasHeld && isDeepStrictEqual(await holding(keeper, roleId, userId), held)) return;
    const answer = await keeper.ask('revokeRole', String(roleId), String(userId));
    // A role that was never granted may be refused to be revoked, in whatever way.
    if (answer.status >= 500) throw setupFailed(`revokeRole answered ${answer.status}`);
  },
  says: ({ roleId, userId }) => `grant of role ${String(roleId)} to user ${String(userId)}`,
};

export const roleKinds: Kinds = { createRole: role, grantRole: grant };

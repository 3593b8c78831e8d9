import type { Actor } from '../actor.ts';
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

const grant: Kind = {
  async note({ path = {} }, keeper) {
    const { roleId, userId } = path;
    if (roleId === undefined || userId === undefined) return undefined;
    const held = await keeper.raw('listUserRoles', { path: { id: userId } });
    const isHeld = JSON.stringify(held.wire ?? null).match(new RegExp(`"id":"?${roleId}"?[,}]`)) !== null;
    return isHeld ? undefined : { roleId, userId };
  },
  async undo({ roleId, userId }, keeper) {
    const answer = await keeper.ask('revokeRole', String(roleId), String(userId));
    // A role that was never granted may be refused to be revoked, in whatever way.
    if (answer.status >= 500) throw setupFailed(`revokeRole answered ${answer.status}`);
  },
  says: ({ roleId, userId }) => `grant of role ${String(roleId)} to user ${String(userId)}`,
};

export const roleKinds: Kinds = { createRole: role, grantRole: grant };

import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../client/actor.ts';
import { isPage } from '../../http/answer.ts';
import { NAME_PREFIX } from '../../client/unique.ts';
import { setupFailed } from '../../failures/failure.ts';
import { walk } from '../../client/paging.ts';
import { granted, identified, type UndoRule, type UndoRules } from './rule.ts';

const role: UndoRule = {
  note: ({ body }) => {
    const { name } = (body ?? {}) as { name?: unknown };
    return { name: typeof name === 'string' ? name : null };
  },
  complete: identified,
  async undo({ id, name }, { admin }) {
    const ids = typeof id === 'number' ? [id] : await idsOfRolesNamed(admin, name);
    for (const one of ids) granted(await admin.ask('deleteRole', one));
  },
  says: ({ name }) => `role ${String(name)}`,
};

async function idsOfRolesNamed(admin: Actor, name: unknown): Promise<number[]> {
  // A role that was only asked for, such as one called like a built-in, may be somebody else's.
  if (typeof name !== 'string' || !name.startsWith(NAME_PREFIX)) return [];
  const roles = await walk((page) => admin.listRoles(page));
  return roles.filter((one) => one.name === name).map(({ id }) => id);
}

/**
 * How a user holds a role, as the tenant tells it: directly, through groups, or both. What the words are is open, and what
 * the list and the ids in it are called.
 */
async function holding(admin: Actor, roleId: unknown, userId: unknown): Promise<string[]> {
  const answer = await admin.ask('listUserRoles', String(userId));
  // To take a role from somebody who may have held it before is worse than not to look.
  if (isPage(answer) || answer.status >= 500) throw setupFailed(`the roles of user ${String(userId)} cannot be read`);
  return entriesOf(answer.wire, String(roleId))
    .map(({ direct }) => JSON.stringify(direct ?? null))
    .sort();
}

/** The elements of lists that have the id. What lies inside of an element, such as its groups, has ids of another kind. */
function entriesOf(value: unknown, id: string): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap((member) => entriesOf(member, id));
  const elements = value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
  return elements.filter((one) =>
    Object.entries(one).some(([name, member]) => /^(id|roleId)$/.test(name) && String(member) === id),
  );
}

const grant: UndoRule = {
  async note({ path = {} }, { admin }) {
    const { roleId, userId } = path;
    if (roleId === undefined || userId === undefined) return undefined;
    return { roleId, userId, held: await holding(admin, roleId, userId) };
  },
  async undo({ roleId, userId, held }, { admin }) {
    // Who held the role before, and holds it no other way now, keeps it: it was granted to no effect, or is revoked again.
    const wasHeld = Array.isArray(held) && held.length > 0;
    if (wasHeld && isDeepStrictEqual(await holding(admin, roleId, userId), held)) return;
    const answer = await admin.ask('revokeRole', String(roleId), String(userId));
    // A role that was never granted may be refused to be revoked, in whatever way.
    if (answer.status >= 500) throw setupFailed(`revokeRole answered ${answer.status}`);
  },
  says: ({ roleId, userId }) => `grant of role ${String(roleId)} to user ${String(userId)}`,
};

export const roleRules: UndoRules = { createRole: role, grantRole: grant };

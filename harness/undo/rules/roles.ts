import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../client/actor.ts';
import { isPage, isSuccess, type Answer } from '../../http/answer.ts';
import { NAME_PREFIX } from '../../client/unique.ts';
import { setupFailed } from '../../failures/failure.ts';
import { walkLarge } from '../../client/paging.ts';
import type { components } from '../../../contracts/generated/openapi.ts';
import { isId, isNumeric } from '../../../contracts/lossless-json.ts';
import { requireUndone, noteId, undoneBy, type Noted, type UndoRule, type UndoRules } from './rule.ts';

type Role = components['schemas']['Role'];

const role: UndoRule = {
  note: ({ body }) => {
    const { name, description } = (body ?? {}) as { name?: unknown; description?: unknown };
    return { name: textOrNull(name), description: textOrNull(description) };
  },
  complete: noteId,
  async undo({ id, name, description }, { admin, looks }) {
    const listed = () => looks.once('roles', () => walkLarge((page) => admin.listRoles(page)));
    const ids = isNumeric(id) ? [id] : await idsOfOwnRoles(listed, { name, description });
    if (ids.length > 0) looks.forget();
    for (const one of ids) requireUndone(await removed(admin, one));
  },
  isIndependent: true,
  undoneBy: undoneBy('deleteRole', 'roleId'),
  describe: ({ name }) => `role ${String(name)}`,
};

/** Whether a role that somebody holds can be deleted is open. Whoever holds one that the run made has it from the run. */
async function removed(admin: Actor, id: number): Promise<Answer> {
  const answer = await admin.ask('deleteRole', id);
  if (answer.status < 400 || answer.status === 404 || answer.status >= 500) return answer;
  const holders = await walkLarge((page) => admin.listRoleHolders(id, page));
  for (const { id: userId } of holders) await admin.ask('revokeRole', String(id), String(userId));
  return holders.length > 0 ? admin.ask('deleteRole', id) : answer;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * The roles that a creation without a response may have left: those of its name, if the suite made the name or the description
 * up. A role with another name, such as a built-in one or one of a single letter, may belong to another user.
 */
async function idsOfOwnRoles(
  listed: () => Promise<readonly Role[]>,
  made: { readonly name: unknown; readonly description: unknown },
): Promise<number[]> {
  const isOwn = (text: unknown) => typeof text === 'string' && text.startsWith(NAME_PREFIX);
  if (typeof made.name !== 'string' || !(isOwn(made.name) || isOwn(made.description))) return [];
  const roles = await listed();
  const isIt = (role: (typeof roles)[number]) =>
    role.name === made.name && (isOwn(made.name) || role.description === made.description);
  return roles.filter(isIt).map(({ id }) => id);
}

/**
 * How a user holds a role according to the tenant: directly, through groups, or both. The values of `direct` and the names
 * of the list and of the ids in it are open.
 */
async function holding(admin: Actor, roleId: unknown, userId: unknown): Promise<string[]> {
  const answer = await admin.ask('listUserRoles', String(userId));
  // Without this, the role might be revoked from a user who held it before the check.
  if (isPage(answer) || answer.status >= 500) throw setupFailed(`the roles of user ${String(userId)} cannot be read`);
  return entriesOf(answer.wire, String(roleId))
    .map(({ direct }) => JSON.stringify(direct ?? null))
    .sort();
}

/** The list elements with this id. Nested lists, such as the groups of an element, are skipped: their ids are not role ids. */
function entriesOf(value: unknown, id: string): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap((member) => entriesOf(member, id));
  const elements = value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
  return elements.filter((one) =>
    Object.entries(one).some(([name, member]) => /^(id|roleId)$/.test(name) && String(member) === id),
  );
}

const grant: UndoRule = {
  async note({ path = {} }, { admin, newRoles }) {
    const { roleId, userId } = path;
    if (roleId === undefined || userId === undefined) return undefined;
    // Nobody held a role before it was made, nor holds it once it is removed.
    if (newRoles.some(({ id }) => isId(id) && String(id) === String(roleId))) return undefined;
    return { roleId, userId, held: await holding(admin, roleId, userId) };
  },
  async undo({ roleId, userId, held }, { admin }) {
    // A user who held the role before, and holds it in the same way now, keeps it: the grant had no effect, or was revoked.
    const wasHeld = Array.isArray(held) && held.length > 0;
    if (wasHeld && isDeepStrictEqual(await holding(admin, roleId, userId), held)) return;
    const answer = await admin.ask('revokeRole', String(roleId), String(userId));
    // The response to revoking a role that the user does not hold is open.
    if (answer.status >= 500) throw setupFailed(`revokeRole responded with ${answer.status}`);
  },
  describe: ({ roleId, userId }) => `grant of role ${String(roleId)} to user ${String(userId)}`,
};

/** A role that the check did not make, such as that of a group, becomes again what it was. */
const changed: UndoRule = {
  async note({ path = {} }, { admin, known, newRoles }) {
    const { roleId } = path;
    const isNoted = (one: Noted) => isId(one['id']) && String(one['id']) === String(roleId);
    if (roleId === undefined || known.some(isNoted) || newRoles.some(isNoted)) return undefined;
    const answer = await admin.ask('getRole', String(roleId));
    if (answer.status >= 500) throw setupFailed(`role ${String(roleId)} cannot be read`);
    return isSuccess(answer) ? { ...answer.body } : undefined;
  },
  async undo({ id, name, description, policies }, { admin }) {
    const was = { name, description: description ?? null, policies };
    requireUndone(await admin.raw('updateRole', { path: { roleId: String(id) }, body: was }));
  },
  describe: ({ name }) => `change of role ${String(name)}`,
};

export const roleRules: UndoRules = { createRole: role, updateRole: changed, grantRole: grant };

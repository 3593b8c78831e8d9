import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh, freshOfLength } from '../../harness/client/unique.ts';
import {
  contentOf,
  madeRole,
  PERMITTING_NOTHING,
  policy,
  type Role,
  newRole,
  roleBody,
} from '../../harness/things/roles.ts';
import type { Check } from '../../harness/test.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { LIKELY_ACTIONS, manyPolicies, resourcesOf } from './policies.ts';

/** A body of an update. */
export type Change = Readonly<Record<string, unknown>>;

/** Updates a role several times in a row, as the actor whose updates are judged. */
export async function updateInTurn(
  actor: Actor,
  roleId: number,
  changes: readonly (Change | undefined)[],
): Promise<void> {
  for (const change of changes) await actor.updateRole(roleId, change);
}

/** The content of a role after updates of which each changes the members that it names. */
export function contentAfter(start: Change, changes: readonly (Change | undefined)[]) {
  return contentOf(Object.assign({}, start, ...changes) as Partial<Role>);
}

/** Renames a new role, and returns the name. */
export async function renamedTo(admin: Actor, name: string): Promise<string> {
  const { id } = await newRole(admin);
  await admin.preparing.updateRole(id, { name });
  return name;
}

/** New roles, at the same time. */
export async function madeSeveral(admin: Actor, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => madeRole(admin)));
}

/** A role that has the name again that it was made with. */
export async function renamedBack(admin: Actor): Promise<Role> {
  const role = await madeRole(admin);
  await admin.preparing.updateRole(role.id, { name: fresh('renamed') });
  return admin.preparing.updateRole(role.id, { name: role.name });
}

/** A role that has its name by an update. */
export async function renamedRole(admin: Actor): Promise<Role> {
  const { id } = await newRole(admin);
  return admin.preparing.updateRole(id, { name: fresh('renamed') });
}

/** A role that was deleted and made again under its name. */
export async function madeAgain(admin: Actor, name = fresh('role')): Promise<Role> {
  const { id } = await admin.preparing.createRole({ name, policies: [policy()] });
  await admin.preparing.deleteRole(id);
  return madeRole(admin, { name });
}

/** A role of which each member is as long as it may be. */
export function roleAtLimits(admin: Actor): Promise<Role> {
  return madeRole(admin, {
    name: freshOfLength('role', LIMITS.roleName.max),
    description: freshOfLength('description', LIMITS.roleDescription.max),
    policies: manyPolicies(LIMITS.policiesPerRole.max),
  });
}

/** A role with a policy of each type. */
export function mixedBody(check: Check): ReturnType<typeof roleBody> {
  const policies = LIKELY_ACTIONS.map(([resourceType, action]) =>
    policy({ resourceType, actions: [action], resources: resourcesOf(check, resourceType) }),
  );
  return roleBody({ policies });
}

/** Such a role; undefined where the tenant refuses it: which action fits a type is open. */
export async function mixedRole(check: Check, admin: Actor): Promise<Role | undefined> {
  const made = await admin.preparing.ask('createRole', mixedBody(check));
  return isSuccess(made) ? admin.preparing.getRole(made.body.id) : undefined;
}

/** A role to which everything happened that may happen to one: it was changed, emptied, set again, and updates were refused. */
export async function changedRole(admin: Actor): Promise<Role> {
  const { id } = await newRole(admin);
  const valid = () => ({
    name: fresh('renamed'),
    description: fresh('changed'),
    policies: [policy({ resources: ['5'] })],
  });
  const last = { ...valid(), policies: [policy({ resources: ['7', '8'] })] };
  await updateInTurn(admin.preparing, id, [valid(), { description: null, policies: [] }, last]);
  // Each is invalid in one member; the others could be stored.
  for (const refused of [
    { ...valid(), policies: null },
    { ...valid(), policies: [policy({ resources: ['6'] })], name: null },
  ]) {
    await admin.raw('updateRole', { path: { roleId: id }, body: refused });
  }
  return admin.preparing.getRole(id);
}

const harmlessRole = (admin: Actor) => madeRole(admin, PERMITTING_NOTHING);

/** A role that a user holds; undefined where no user was lent who may be given one. */
export async function heldRole(check: Check, admin: Actor, make = harmlessRole): Promise<Role | undefined> {
  const userId = check.optional('MEMBER_USER_ID');
  if (userId === undefined || !check.mayChange('MEMBER_USER_ID')) return undefined;
  const role = await make(admin);
  await admin.preparing.grantRole(role.id, userId);
  return role;
}

/** A role with a license tier, or without one where the tenant takes none of this form. */
export async function tieredRole(admin: Actor): Promise<Role> {
  const tier = policy({ resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] });
  const made = await admin.preparing.ask('createRole', roleBody({ policies: [policy(), tier] }));
  return isSuccess(made) ? admin.preparing.getRole(made.body.id) : madeRole(admin);
}

export const NEW = 'a new role';
export const CHANGED = 'a role with a past';
export const EMPTIED = 'an emptied role';

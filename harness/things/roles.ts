import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../client/actor.ts';
import type { Answer } from '../http/answer.ts';
import { readUntil } from '../check/eventually.ts';
import type { Check } from '../check/check.ts';
import { fresh } from '../client/unique.ts';
import { walkLarge } from '../client/paging.ts';

export type Role = components['schemas']['Role'];
export type Policy = components['schemas']['PolicyInput'];
type AnyPolicy = components['schemas']['Policy'];
type RoleCreateBody = components['schemas']['RoleCreateBody'];

export function policy(changes: Partial<Policy> = {}): Policy {
  return { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['1'], ...changes };
}

/** A number that no deployment is expected to have. */
export const UNKNOWN_DEPLOYMENT = '987654321';
/**
 * Policies of a role that changes nothing for who holds it: a check may grant it to a user while others rely on what the
 * credential of that user permits.
 */
export const PERMITTING_NOTHING = {
  policies: [
    policy({ resources: [UNKNOWN_DEPLOYMENT] }),
    policy({ actions: ['SchemaRead', 'DownloadData'], resources: [UNKNOWN_DEPLOYMENT] }),
  ],
} as const satisfies Partial<RoleCreateBody>;

/** A valid body for a role with a unique name. */
export function roleBody(changes: Partial<RoleCreateBody> = {}) {
  return {
    name: fresh('role'),
    description: fresh('description'),
    policies: [policy(), policy({ actions: ['SchemaRead', 'DownloadData'], resources: ['All'] })],
    ...changes,
  };
}

/**
 * Creates a role that a check starts from, and returns it as it is read. A failure to create it is a setup failure, and the
 * check does not depend on the response to the creation.
 */
export async function madeRole(admin: Actor, changes: Partial<RoleCreateBody> = {}): Promise<Role> {
  const { id } = await newRole(admin, changes);
  return admin.preparing.getRole(id);
}

/** The same where only the id is needed, so that the role is not read. */
export async function newRole(admin: Actor, changes: Partial<RoleCreateBody> = {}): Promise<Pick<Role, 'id'>> {
  const { id } = await admin.preparing.createRole(roleBody(changes));
  return { id };
}

/** A role without policies and description. Whether a creation takes none is open, so an update removes them. */
export async function emptiedRole(admin: Actor): Promise<Role> {
  const { id } = await newRole(admin);
  await admin.preparing.updateRole(id, { policies: [], description: null });
  return admin.preparing.getRole(id);
}

/** All custom roles of the tenant, those of other users included. */
export function rolesMade(admin: Actor): Promise<Role[]> {
  return walkLarge((page) => admin.preparing.listRoles(page));
}

/** The same once new roles are among them, because they may be listed with a delay; another requirement covers that. */
export function rolesListed(check: Check, admin: Actor, ...own: readonly Pick<Role, 'id'>[]): Promise<Role[]> {
  return readUntil(
    check,
    () => rolesMade(admin),
    (roles) => own.every(({ id }) => roles.some((role) => role.id === id)),
  );
}

/** An id that no role has. It is near those in use, because the response to ids that are out of range is open. */
export async function unknownRoleId(admin: Actor): Promise<number> {
  const ids = (await rolesMade(admin)).map(({ id }) => id);
  return Math.max(1_000, ...ids) + 977;
}

/** The first answer that does not say that the name is taken. */
export async function firstFree<One extends Pick<Answer, 'status'>>(
  names: readonly string[],
  send: (name: string) => Promise<One>,
): Promise<One> {
  const [name = '', ...others] = names;
  const answer = await send(name);
  return answer.status === 409 && others.length > 0 ? firstFree(others, send) : answer;
}

/** The content of a role in a canonical order, for comparison. */
export function contentOf({
  name,
  description,
  policies,
}: {
  readonly name?: string;
  readonly description?: string | null;
  readonly policies?: readonly AnyPolicy[];
}) {
  // A missing description may be shown as an empty one.
  return { name, description: description ?? '', policies: policiesAsSet(policies) };
}

/**
 * Policies as the set of their grants. The order of policies, actions and resources in a response is open, and a tenant may
 * merge or split policies.
 */
export function policiesAsSet(policies: readonly AnyPolicy[] | undefined): string[] {
  const grants = (policies ?? []).flatMap(({ resourceType, actions, resources }) => {
    const pairs = actions.flatMap((action) => resources.map((resource) => [resourceType, action, resource]));
    // A policy without grants is kept, so that an additional one is noticed.
    return pairs.length > 0 ? pairs : [[resourceType, actions, resources]];
  });
  return [...new Set(grants.map((grant) => JSON.stringify(grant)))].sort();
}

import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../client/actor.ts';
import { fresh } from '../client/unique.ts';
import { walk } from '../client/paging.ts';

export type Role = components['schemas']['Role'];
export type Policy = components['schemas']['PolicyInput'];
type AnyPolicy = components['schemas']['Policy'];
type RoleCreateBody = components['schemas']['RoleCreateBody'];

export function policy(changes: Partial<Policy> = {}): Policy {
  return { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['1'], ...changes };
}

/** The body of a role that a tenant takes; its name is nobody else's. */
export function roleBody(changes: Partial<RoleCreateBody> = {}) {
  return {
    name: fresh('role'),
    description: fresh('description'),
    policies: [policy(), policy({ actions: ['SchemaRead', 'DownloadData'], resources: ['All'] })],
    ...changes,
  };
}

/**
 * A role that a check starts from, as it is read: that it cannot be made is no fault of the promise under check, nor is
 * what the answer to its creation says of it.
 */
export async function madeRole(admin: Actor, changes: Partial<RoleCreateBody> = {}): Promise<Role> {
  const { id } = await admin.preparing.createRole(roleBody(changes));
  return admin.preparing.getRole(id);
}

/** All custom roles of the tenant, its own and those of others. */
export function rolesMade(admin: Actor): Promise<Role[]> {
  return walk((page) => admin.preparing.listRoles(page));
}

/** An id that no role has; ids far beyond those in use are left alone, since what they answer is open. */
export async function unknownRoleId(admin: Actor): Promise<number> {
  const ids = (await rolesMade(admin)).map(({ id }) => id);
  return Math.max(1_000, ...ids) + 977;
}

/** What a role holds, with everything whose order is open in one order. */
export function contentOf({
  name,
  description,
  policies,
}: {
  readonly name?: string;
  readonly description?: string | null;
  readonly policies?: readonly AnyPolicy[];
}) {
  // No description may be shown as an empty one.
  return { name, description: description ?? '', policies: policiesAsSet(policies) };
}

/**
 * Policies as the set of what they grant: the order in which they, their actions and their resources come back is open,
 * and so is whether several that go together come back as one, or one as several.
 */
export function policiesAsSet(policies: readonly AnyPolicy[] | undefined): string[] {
  const grants = (policies ?? []).flatMap(({ resourceType, actions, resources }) => {
    const pairs = actions.flatMap((action) => resources.map((resource) => [resourceType, action, resource]));
    // One that grants nothing is still one more than there should be.
    return pairs.length > 0 ? pairs : [[resourceType, actions, resources]];
  });
  return [...new Set(grants.map((grant) => JSON.stringify(grant)))].sort();
}

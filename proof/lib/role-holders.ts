import { setTimeout as sleep } from 'node:timers/promises';
import { done } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Role, type User } from '../../mock/world/account.ts';
import { rolesOf, type HeldRole } from '../../mock/world/held-roles.ts';
import { after, all, changeBody, remembering, replace } from './patches.ts';
import { storing } from './roles.ts';
import { BETWEEN } from './times.ts';

/** How faults of holders of roles are written. */

export const isBuiltIn = (id: number): boolean => BUILT_IN_ROLES.some((role) => role.id === id);

/** The names that roles were created with, for those who show them from then on. */
export function underFormerNames(patch: (shownAs: (held: HeldRole) => HeldRole) => Patch): Patch {
  return remembering(
    () => new Map<number, string>(),
    (names) =>
      all(
        replace('createRole', async (call, original) => {
          const answer = await original(call);
          const { id, name } = (answer as { readonly body: Role }).body;
          names.set(id, name);
          return answer;
        }),
        patch((held) => ({ ...held, role: { ...held.role, name: names.get(held.role.id) ?? held.role.name } })),
      ),
  );
}

export function isCustom({ id }: Pick<Role, 'id'>): boolean {
  return BUILT_IN_ROLES.every((role) => role.id !== id);
}

export interface Pair {
  readonly roleId: number;
  readonly userId: number;
}

export function pairIn(call: Call): Pair {
  return { roleId: idIn(call, 'roleId') ?? 0, userId: idIn(call, 'userId') ?? 0 };
}

export function changeEntries(change: (items: readonly Body[], call: Call) => readonly Body[]): Patch {
  return changeBody('listRoleHolders', (body, call) => ({ ...body, items: change(body['items'] as Body[], call) }));
}

/** How often each role was granted to each user and revoked, before the present request. */
class Turns {
  readonly #granted = new Map<string, number>();
  readonly #revoked = new Map<string, number>();

  granted({ roleId, userId }: Pair): number {
    return this.#granted.get(`${roleId} ${userId}`) ?? 0;
  }

  revoked({ roleId, userId }: Pair): number {
    return this.#revoked.get(`${roleId} ${userId}`) ?? 0;
  }

  readonly counting: Patch = all(
    after('grantRole', (call) => {
      this.#count(this.#granted, pairIn(call));
    }),
    after('revokeRole', (call) => {
      this.#count(this.#revoked, pairIn(call));
    }),
  );

  #count(turns: Map<string, number>, { roleId, userId }: Pair): void {
    turns.set(`${roleId} ${userId}`, (turns.get(`${roleId} ${userId}`) ?? 0) + 1);
  }
}

export function counted(patch: (turns: Turns) => Patch): Patch {
  return (rules) => {
    const turns = new Turns();
    all(patch(turns), turns.counting)(rules);
  };
}

export const isCustomId = (id: number): boolean => !BUILT_IN_ROLES.some((role) => role.id === id);

export const namesBuiltIn = (call: Call): boolean => BUILT_IN_ROLES.some(({ id }) => id === idIn(call, 'roleId'));

export const holdsAdmin = (user: User | undefined): boolean => user?.roleIds.has(ADMIN_ROLE) === true;

/** What knows the roles that were renamed. */
export function knowingRenamed(patch: (renamed: ReadonlySet<number>) => Patch): Patch {
  return remembering(
    () => new Set<number>(),
    (renamed) =>
      all(
        storing((next, _asked, former) => {
          if (next.name !== former.name) renamed.add(next.id);
          return next;
        }),
        patch(renamed),
      ),
  );
}

/** Assignments that a broken tenant keeps in mind, by user. */
export class Assignments {
  readonly #roles = new Map<number, Set<number>>();

  add(userId: number, roleId: number): void {
    this.of(userId).add(roleId);
  }

  of(userId: number): Set<number> {
    const roles = this.#roles.get(userId) ?? new Set();
    this.#roles.set(userId, roles);
    return roles;
  }
}

export const heldKey = ({ path }: Call): string => `${path['roleId']} ${path['userId']}`;

/** Changes the roles in the answer with the roles of a user. */
export function showingUserRoles(change: (roles: readonly Body[], call: Call) => readonly Body[]): Patch {
  return changeBody('listUserRoles', (body, call) => ({ ...body, roles: change(body['roles'] as Body[], call) }));
}

export const userIn = (call: Call, name = 'userId'): User | undefined =>
  call.tenant.account.users.get(idIn(call, name) ?? 0);

export function acknowledgingCustom(operation: 'grantRole' | 'revokeRole', isMeant: (call: Call) => boolean): Patch {
  return replace(operation, (call, original) =>
    isMeant(call) && !isBuiltIn(pairIn(call).roleId) ? done() : original(call),
  );
}

/** Writes back the roles that a user had when the request came in, with its own change alone. */
export function writingBack(operation: 'grantRole' | 'revokeRole'): Patch {
  return replace(operation, async (call, original) => {
    const former = userIn(call);
    await sleep(BETWEEN);
    const answer = await original(call);
    const user = userIn(call);
    const id = idIn(call, 'roleId') ?? 0;
    if (former && user) {
      const others = [...former.roleIds].filter((one) => one !== id);
      const roleIds = new Set(operation === 'grantRole' ? [...others, id] : others);
      call.tenant.account.users.replace({ ...user, roleIds });
    }
    return answer;
  });
}

/** Which custom roles of a user count, of those in the order in which they were granted. */
export const countingRoles =
  (counts: (role: Role, granted: readonly number[], userId: number) => boolean): Patch =>
  ({ authority }) => {
    const { counted } = authority;
    authority.counted = (tenant, user) => {
      const granted = [...user.roleIds].filter((id) => tenant.account.roles.get(id));
      return counted(tenant, user).filter((role) => counts(role, granted, user.id));
    };
  };

export const NOT_SHOWN = 'the check looks for the role in the roles of the user';

/** How the user in the path holds the role in the path. */
export function heldIn(call: Call) {
  const user = call.tenant.account.users.get(idIn(call, 'userId') ?? 0);
  return user && rolesOf(call.tenant, user).find(({ role }) => role.id === idIn(call, 'roleId'));
}

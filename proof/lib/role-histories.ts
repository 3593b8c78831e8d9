import { Refusal } from '../../mock/answer.ts';
import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { all, replace } from './patches.ts';
import { duringRoles, roleOf } from './roles.ts';

/** What happened to one role before the present request. */
export interface RolePast {
  /** As it was created. */
  readonly created: Role | undefined;
  /** As it was before each of its updates. */
  readonly former: readonly Role[];
  /** What the updates asked for that were refused since the last one that was not. */
  readonly refused: readonly Body[];
}

const NOTHING: RolePast = { created: undefined, former: [], refused: [] };

/** What happened to the roles of one tenant. */
export class RoleHistory {
  readonly #past = new Map<number, RolePast>();
  /** Roles that were deleted, as they were then. */
  readonly deleted: Role[] = [];
  /** Names that creations asked for which were refused. */
  readonly refusedNames = new Set<string>();

  of(id: number | undefined): RolePast {
    return (id === undefined ? undefined : this.#past.get(id)) ?? NOTHING;
  }

  add(id: number, change: (past: RolePast) => Partial<RolePast>): void {
    const past = this.of(id);
    this.#past.set(id, { ...past, ...change(past) });
  }

  isRenamed(role: Role | undefined): boolean {
    return role !== undefined && this.of(role.id).former.some(({ name }) => name !== role.name);
  }
}

/** A patch that knows what happened to roles before the present request; each tenant has a history of its own. */
export function knowingRoles(patch: (history: RoleHistory) => Patch): Patch {
  return (rules) => {
    const history = new RoleHistory();
    // Recorded outermost, so that the patch sees what was before.
    all(patch(history), recording(history))(rules);
  };
}

/** A name that a role was given by an update is not seen to be taken. */
export function overlookingRenamed(operation: string): Patch {
  return knowingRoles((history) =>
    duringRoles(operation, (roles) => {
      const { isTaken } = roles;
      roles.isTaken = (name, all, except) =>
        isTaken(
          name,
          [...all].filter((one) => !history.isRenamed(one)),
          except,
        );
    }),
  );
}

function recording(history: RoleHistory): Patch {
  return all(
    replace('createRole', async (call, original) => {
      try {
        const answer = await original(call);
        const { id } = (answer as { readonly body: Role }).body;
        const created = call.tenant.account.roles.get(id);
        history.add(id, () => ({ created }));
        return answer;
      } catch (error) {
        const { name } = (call.body ?? {}) as Body;
        if (error instanceof Refusal && typeof name === 'string') history.refusedNames.add(name);
        throw error;
      }
    }),
    replace('updateRole', async (call, original) => {
      const role = roleOf(call);
      try {
        const answer = await original(call);
        if (role) history.add(role.id, ({ former }) => ({ former: [...former, role], refused: [] }));
        return answer;
      } catch (error) {
        if (role && error instanceof Refusal) {
          history.add(role.id, ({ refused }) => ({ refused: [...refused, (call.body ?? {}) as Body] }));
        }
        throw error;
      }
    }),
    replace('deleteRole', async (call, original) => {
      const role = roleOf(call);
      const answer = await original(call);
      if (role) history.deleted.push(role);
      return answer;
    }),
  );
}

/** What an update stores, by what happened to the role before. */
export function storingAfter(
  change: (next: Role, asked: Body, former: Role, past: RolePast, history: RoleHistory) => Role,
): Patch {
  return knowingRoles((history) =>
    replace('updateRole', async (call, original) => {
      const former = roleOf(call);
      const answer = await original(call);
      const next = roleOf(call);
      if (!former || !next) return answer;
      const stored = change(next, (call.body ?? {}) as Body, former, history.of(former.id), history);
      return { kind: 'ok', body: call.tenant.account.roles.replace(stored), status: 200 };
    }),
  );
}

/** Whether a body names a member, if only with null. */
export const names = (body: Body, ...members: readonly string[]): boolean =>
  members.every((member) => body[member] !== undefined);

/** Whether a body names nothing but a member. */
export const namesAlone = (body: Body, member: string): boolean => Object.keys(body).join() === member;

import { ok, refuse, Refusal, type Answer } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { instead } from '../patches.ts';

export type Shown = Readonly<Record<string, unknown>>;

/** Changes the body of an operation's success. */
export function answering(operation: string, change: (body: Shown, call: Call) => unknown): Patch {
  return instead(operation, async (call, original): Promise<Answer> => {
    const answer = await original(call);
    return answer.kind === 'ok' || answer.kind === 'created'
      ? { ...answer, body: change(answer.body as Shown, call) }
      : answer;
  });
}

/** Changes each role of a list. */
export function listing(change: (roles: readonly Shown[], call: Call) => readonly Shown[]): Patch {
  return answering('listRoles', (body, call) => ({ ...body, items: change(body['items'] as readonly Shown[], call) }));
}

export function inPolicies(role: Shown, change: (policy: Shown) => Shown): Shown {
  return { ...role, policies: (role['policies'] as readonly Shown[]).map(change) };
}

/** Does something to the account once an operation has succeeded. */
export function after(operation: string, act: (call: Call, roles: Call['tenant']['account']['roles']) => void): Patch {
  return instead(operation, async (call, original) => {
    const answer = await original(call);
    act(call, call.tenant.account.roles);
    return answer;
  });
}

/** The role that a call is about, before anything is done to it. */
export function roleOf(call: Call): Role | undefined {
  const id = idIn(call, 'roleId');
  return id === undefined ? undefined : call.tenant.account.roles.get(id);
}

/** Which policies of a custom role count for those who hold it. */
export function countingPolicies(which: (role: Role) => Role['policies']): Patch {
  return ({ authority }) => {
    const { counted } = authority;
    authority.counted = (tenant, user) =>
      counted(tenant, user).map((role) =>
        tenant.account.roles.get(role.id) ? { ...role, policies: which(role) } : role,
      );
  };
}

/** What an update stores, other than what it was asked for. */
export function storing(change: (next: Role, asked: Body, former: Role) => Role): Patch {
  return instead('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    const next = roleOf(call);
    if (!former || !next) return answer;
    const stored = call.tenant.account.roles.replace(change(next, (call.body ?? {}) as Body, former));
    return ok(stored, 200);
  });
}

/** Remembers the roles of one tenant that were deleted. */
export function deletedRoles(): { readonly patch: Patch; readonly ids: Set<number> } {
  const ids = new Set<number>();
  return {
    ids,
    patch: instead('deleteRole', async (call, original) => {
      const id = roleOf(call)?.id;
      const answer = await original(call);
      if (id !== undefined) ids.add(id);
      return answer;
    }),
  };
}

export const notFoundAs = (operation: string, why: 400 | 403, isMeant: (call: Call) => boolean = () => true): Patch =>
  instead(operation, async (call, original) => {
    try {
      return await original(call);
    } catch (error) {
      if (error instanceof Refusal && error.why === 404 && isMeant(call)) refuse(why, ...error.problems);
      throw error;
    }
  });

/** Beside other problems a null name is still told: that all of them are is a row of its own. */
export function isNullNameAlone(body: unknown): boolean {
  const { name, policies } = (body ?? {}) as { name?: unknown; policies?: unknown };
  const hasNoOther = policies === undefined || (Array.isArray(policies) && policies.every(grantsSomething));
  return name === null && hasNoOther;
}

function grantsSomething({ actions }: { readonly actions?: unknown }): boolean {
  return Array.isArray(actions) && actions.length > 0;
}

/** An update that is refused has changed the role all the same. */
export function refusedYetStored(
  isMeant: (asked: Body, refusal: Refusal) => boolean,
  change: (asked: Body) => Partial<Role>,
): Patch {
  return instead('updateRole', async (call, original) => {
    const role = roleOf(call);
    const asked = (call.body ?? {}) as Body;
    try {
      return await original(call);
    } catch (error) {
      if (error instanceof Refusal && role && isMeant(asked, error)) {
        call.tenant.account.roles.replace({ ...role, ...change(asked) });
      }
      throw error;
    }
  });
}

/** Texts as software stores them that takes them for markup. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Texts as software stores them that knows no letters but those of ASCII. */
export function unlettered(text: string): string {
  return text.replace(/[^\x00-\x7f]/g, '?');
}

/** Keeps the names of roles that are deleted. */
export function keepingDeleted(names: Set<string>): Patch {
  return instead('deleteRole', async (call, original) => {
    const name = roleOf(call)?.name;
    const answer = await original(call);
    if (name !== undefined) names.add(name);
    return answer;
  });
}

import { ok, Refusal, refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { after, changeBody, during, replace } from './patches.ts';

export type Shown = Readonly<Record<string, unknown>>;

/** Changes each role of a list. */
export function changeRoleList(change: (roles: readonly Shown[], call: Call) => readonly Shown[]): Patch {
  return changeBody('listRoles', (body, call) => ({ ...body, items: change(body['items'] as readonly Shown[], call) }));
}

export function inPolicies(role: Shown, change: (policy: Shown) => Shown): Shown {
  return { ...role, policies: (role['policies'] as readonly Shown[]).map(change) };
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
  return replace('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    const next = roleOf(call);
    if (!former || !next) return answer;
    const stored = call.tenant.account.roles.replace(change(next, (call.body ?? {}) as Body, former));
    return ok(stored, 200);
  });
}

/** What a creation stores, other than what it was asked for. */
export const afterCreation = (change: (made: Role) => Partial<Role>): Patch =>
  after('createRole', ({ tenant: { account }, body }) => {
    const made = account.roles.find(({ name }) => name === (body as Body)['name']);
    if (made) account.roles.replace({ ...made, ...change(made) });
  });

/** Remembers the roles of one tenant that were deleted. */
export function deletedRoles(): { readonly patch: Patch; readonly ids: Set<number> } {
  const ids = new Set<number>();
  return {
    ids,
    patch: replace('deleteRole', async (call, original) => {
      const id = roleOf(call)?.id;
      const answer = await original(call);
      if (id !== undefined) ids.add(id);
      return answer;
    }),
  };
}

export const notFoundAs = (operation: string, why: 400 | 403, isMeant: (call: Call) => boolean = () => true): Patch =>
  replace(operation, async (call, original) => {
    try {
      return await original(call);
    } catch (error) {
      if (error instanceof Refusal && error.why === 404 && isMeant(call)) refuse(why, ...error.problems);
      throw error;
    }
  });

/** Whether a null name is the only problem: that all of several problems are listed is a requirement of its own. */
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
  return replace('updateRole', async (call, original) => {
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
export function markupEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Texts as software stores them that knows no letters but those of ASCII. */
export function unlettered(text: string): string {
  return text.replace(/[^\x00-\x7f]/g, '?');
}

/** Keeps the names of roles that are deleted. */
export function keepingDeleted(names: Set<string>): Patch {
  return replace('deleteRole', async (call, original) => {
    const name = roleOf(call)?.name;
    const answer = await original(call);
    if (name !== undefined) names.add(name);
    return answer;
  });
}

/** Replaces rules of roles for the length of one operation. */
export function duringRoles(operation: string, change: (roles: Rules['roles'], call: Call) => void): Patch {
  return during(operation, 'roles', (own, call) => {
    const roles = { ...own };
    change(roles, call);
    return roles;
  });
}

/** Takes creations without policies, in dialects that refuse them as well. */
export const takingNone: Patch = ({ roles }) => {
  roles.needsPolicies = () => false;
};

/** Deletes roles that somebody holds, in dialects that keep those as well. */
export const deletingHeld: Patch = ({ roles }) => {
  roles.keepsHeld = () => false;
};

/** Whether a body has a policy that is none, which is refused whatever else is made of the body. */
function hasNoPolicy({ policies }: Body): boolean {
  return Array.isArray(policies) && policies.some((one) => typeof one !== 'object' || one === null);
}

/** Another body than the one that was sent, where there is one. */
export function changeRoleRequest(operation: 'createRole' | 'updateRole', change: (body: Body) => Body): Patch {
  return replace(operation, (call, original) =>
    call.body === undefined || hasNoPolicy(bodyOf(call))
      ? original(call)
      : original({ ...call, body: change(bodyOf(call)) }),
  );
}

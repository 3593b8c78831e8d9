import { type Body, bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy, Role } from '../../mock/world/account.ts';
import { byOAuth } from './access.ts';
import type { When } from './conditions.ts';
import { all, changeBody, refusing, remembering, replace, replaceSync } from './patches.ts';
import { isAsked, itemsOf, requery } from './reports.ts';
import { duringRoles, roleOf, storing } from './roles.ts';

/** What goes wrong with roles for few callers, histories or values alone. */

const POLICIES = 200;

/** A new name is taken if that of another role begins so. */
export const takenByLongerNames: Patch = duringRoles('updateRole', (roles) => {
  const { isTaken } = roles;
  roles.isTaken = (name, known, except) => {
    const others = [...known];
    return isTaken(name, others, except) || others.some((one) => one.id !== except && one.name.startsWith(name));
  };
});

export const nameOfDigitsAsNumber: Patch = changeBody('updateRole', (body) =>
  typeof body['name'] === 'string' && /^[1-9]\d*$/.test(body['name']) ? { ...body, name: Number(body['name']) } : body,
);

export const firstHundred: Patch = storing((next, { policies }) =>
  Array.isArray(policies) && policies.length === POLICIES ? { ...next, policies: next.policies.slice(0, 100) } : next,
);

/** How many policies there may be is reckoned from what the role has already. */
export const limitOfAdded: Patch = duringRoles('updateRole', (roles, call) => {
  roles.policies = { max: POLICIES + (roleOf(call)?.policies.length ?? 0) };
});

/** Drops unknown actions of policies that grant All before. */
export const uncheckedBehindAll = (operation: 'createRole' | 'updateRole'): Patch =>
  replace(operation, (call, original) => {
    const known = call.tenant.rules.roles.actions;
    const { policies } = (call.body ?? {}) as Body;
    if (!Array.isArray(policies) || policies.some((one) => typeof one !== 'object' || one === null))
      return original(call);
    const kept = (policies as Partial<Policy>[]).map((one) =>
      Array.isArray(one.actions) && one.actions[0] === 'All'
        ? { ...one, actions: (one.actions as string[]).filter((action) => known.includes(action)) }
        : one,
    );
    return original({ ...call, body: { ...bodyOf(call), policies: kept } });
  });

export const holdsCustomRole: When = ({ tenant, principal: { user } }) =>
  user !== undefined && [...user.roleIds].some((id) => tenant.account.roles.get(id) !== undefined);

export const refusedWithCustomRole = (operation: string): Patch => refusing(operation, holdsCustomRole, 403);

export const bodilessRefusedToOAuth: Patch = refusing(
  'updateRole',
  (call) => byOAuth(call) && call.body === undefined,
  'invalid',
);

/** The names of roles that somebody held when they were deleted stay taken for updates. */
export const heldNamesStayTaken: Patch = remembering(
  () => new Set<string>(),
  (names) =>
    all(
      replace('deleteRole', async (call, original) => {
        const role = roleOf(call);
        const isHeld = role !== undefined && call.tenant.account.users.find(({ roleIds }) => roleIds.has(role.id));
        const answer = await original(call);
        if (isHeld) names.add(role.name);
        return answer;
      }),
      duringRoles('updateRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, known, except) => names.has(name) || isTaken(name, known, except);
      }),
    ),
);

/** A page of holders has as many who hold the role directly as it was asked for, and as many who do through a group. */
export const bothKindsOnEachPage: Patch = replaceSync('listRoleHolders', (call, original) => {
  const first = Number(call.query.text('first') ?? 0);
  const answer = original(call);
  if (first === 0 || isAsked(call, 'after') || answer.kind !== 'ok') return answer;
  const list = answer.body as Body;
  const roleId = Number(call.path['roleId']);
  const wide = original(requery(call, { first: String(first * 2) }));
  if (wide.kind !== 'ok') return answer;
  const isDirect = (one: Body) => call.tenant.account.users.get(Number(one['id']))?.roleIds.has(roleId) === true;
  const items = itemsOf(wide.body as Body);
  const [direct, others] = [items.filter(isDirect), items.filter((one) => !isDirect(one))];
  const taken = new Set([...direct.slice(0, first), ...others.slice(0, first)]);
  return taken.size > first
    ? { ...answer, body: { ...(wide.body as Body), items: items.filter((one) => taken.has(one)) } }
    : { ...answer, body: list };
});

/** The name of the oldest role is not looked at. */
export const oldestUnseen = (operation: 'createRole' | 'updateRole'): Patch =>
  duringRoles(operation, (roles) => {
    const { isTaken } = roles;
    roles.isTaken = (name, known, except) => isTaken(name, [...known].sort((a, b) => a.id - b.id).slice(1), except);
  });

/** What a role granted when it counted first for an OAuth token counts for that one from then on. */
export const oldRightsForOAuth: Patch = ({ access, authority }) => {
  const seen = new Map<string, Map<number, Role>>();
  let known: Map<number, Role> | undefined;
  const { recordOf } = access;
  access.recordOf = (tenant, token, id) => {
    const record = recordOf(tenant, token, id);
    known = record?.kind === 'oauth' ? (seen.get(token) ?? new Map<number, Role>()) : undefined;
    if (known) seen.set(token, known);
    return record;
  };
  const { counted } = authority;
  authority.counted = (tenant, user) => {
    const first = known;
    return counted(tenant, user).map((role) => {
      const former = first?.get(role.id) ?? role;
      first?.set(role.id, former);
      return former;
    });
  };
};

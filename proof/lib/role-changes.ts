import { LIMITS } from '../../contracts/limits.ts';
import { Refusal, refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy, Role } from '../../mock/world/account.ts';
import { sentBody } from './bodies.ts';
import { after, all, changeBody, refusing, replace, replaceSync } from './patches.ts';
import { namesAlone } from './role-histories.ts';
import { changeRoleRequest, duringRoles, roleOf, storing, type Shown } from './roles.ts';

/** How faults of changes of roles are written. */

/** Refuses updates that leave a member out of which the role has as much as it may have. */
export function refusedWhereFull(member: 'name' | 'description' | 'policies', most: number): Patch {
  return replace('updateRole', (call, original) => {
    const isFull = roleOf(call)?.[member]?.length === most;
    const isLeftOut = (call.body as Body | undefined)?.[member] === undefined;
    return isFull && isLeftOut ? refuse('invalid', `${member} is too long`) : original(call);
  });
}

export const onOneLine = (text: string | null): string | null => text?.replace(/\s*\n\s*/g, ' ') ?? null;

/** A text up to its first character outside the basic plane, as a column of three bytes a character keeps it. */
export const descriptionCutAtAstral = (text: string | null): string | null =>
  text?.replace(/[\u{10000}-\u{10ffff}].*$/su, '') ?? null;

export const nothingOf = (text: string) => (next: Body) => next['description'] === text;

/** What an update asks for, beside the role as it stands. */
type Meets = (asked: Body, former: Role) => boolean;

/** Of an update that is taken a member is not stored. */
export function losingMember(member: 'name' | 'description' | 'policies', meets: Meets): Patch {
  return storing((next, asked, former) => (meets(asked, former) ? { ...next, [member]: former[member] } : next));
}

export const policiesIn = (body: Body): readonly Policy[] =>
  (Array.isArray(body['policies']) ? (body['policies'] as readonly (Policy | null)[]) : []).filter(
    (one) => one !== null,
  );

export const ESCAPED = 'stored with &, <, > and " as entities';

/** A member that is a text, stored as something else. */
export function takingText(
  operation: 'createRole' | 'updateRole',
  member: 'name' | 'description',
  change: (text: string) => string,
): Patch {
  return changeRoleRequest(operation, (body) => {
    const text = body[member];
    return typeof text === 'string' ? { ...body, [member]: change(text) } : body;
  });
}

export const UNLETTERED = 'stored with question marks for letters beyond ASCII';

/** Refuses some updates of a role that there is. */
export function refusingWhere(why: 400 | 409, isMeant: (asked: Body, role: Role) => boolean): Patch {
  return replace('updateRole', (call, original) => {
    const role = roleOf(call);
    if (role && isMeant(sentBody(call), role)) refuse(why, 'the role is not changed in this way');
    return original(call);
  });
}

export function longestTogether(operation: string): Patch {
  return refusing(
    operation,
    ({ body }) => {
      const { name, description } = (body ?? {}) as Body;
      return [name, description].every((one) => String(one).length >= 255);
    },
    400,
  );
}

export const TOLD_BY_STORED = 'roles.update.answer-is-stored';

/** An update stores something else where its members come together in a certain way. */
export const storingWhere = (
  isMeant: (asked: Body, former: Role) => boolean,
  change: (next: Role, former: Role) => Partial<Role>,
): Patch => storing((next, asked, former) => (isMeant(asked, former) ? { ...next, ...change(next, former) } : next));

export const isLongest = (value: unknown, { max }: { readonly max: number }): boolean =>
  typeof value === 'string' && value.length === max;

export const isMost = (policies: unknown): boolean =>
  Array.isArray(policies) && policies.length === LIMITS.policiesPerRole.max;

/** A body that is read leniently where it names one member and nothing else. */
export function whereAlone(member: string, change: (body: Body) => Body): Patch {
  return changeRoleRequest('updateRole', (body) => (namesAlone(body, member) ? change(body) : body));
}

/** What each credential was shown of a role is shown to it again, whoever has changed it since. */
export function cached(member: 'name' | 'description' | 'policies'): Patch {
  return (rules) => {
    const known = new Map<string, unknown>();
    const keyOf = ({ principal }: Call, id: unknown) => `${principal.token} ${String(id)}`;
    all(
      changeBody('getRole', (role, call) => {
        const key = keyOf(call, role['id']);
        const isEmpty = Array.isArray(role[member]) && role[member].length === 0;
        if (!known.has(key) || isEmpty) known.set(key, role[member]);
        return { ...role, [member]: known.get(key) };
      }),
      after('updateRole', (call) => known.delete(keyOf(call, idIn(call, 'roleId')))),
    )(rules);
  };
}

export function isHeld(call: Call): boolean {
  const id = roleOf(call)?.id;
  return id !== undefined && call.tenant.account.users.find(({ roleIds }) => roleIds.has(id)) !== undefined;
}

/** Drops members of the bodies of some updates, so that what is wrong with them is not seen. */
export const overlooking = (member: string, isMeant: (body: Body) => boolean): Patch =>
  replaceSync('updateRole', (call, original) => {
    const body = bodyOf(call, { optional: true });
    return original(isMeant(body) ? { ...call, body: { ...body, [member]: undefined } } : call);
  });

/** The role that has a name. */
export const roleNamed = ({ tenant }: Call, name: unknown): Role | undefined =>
  tenant.account.roles.find((role) => role.name === name);

/** Names are compared with the newest ten roles alone. */
export function newestTen(isMeant: (isUpdate: boolean) => boolean): Patch {
  return ({ roles }) => {
    const { isTaken } = roles;
    roles.isTaken = (name, all, except) =>
      isTaken(name, isMeant(except !== undefined) ? [...all].slice(-10) : all, except);
  };
}

export const textOrNothing = (given: unknown): string => (typeof given === 'string' ? given : '');

/** Counts only the names of roles that have something as taken. */
export function takenByThoseWith(operation: 'createRole' | 'updateRole', has: 'policies' | 'description'): Patch {
  return duringRoles(operation, (roles) => {
    const { isTaken } = roles;
    roles.isTaken = (name, others, except) =>
      isTaken(
        name,
        [...others].filter((role) => (role[has]?.length ?? 0) > 0),
        except,
      );
  });
}

/** Does something to the other role, once a name is refused because that one has it. */
export function toTheOther(operation: 'createRole' | 'updateRole', change: (other: Role, asked: Body) => Role): Patch {
  return replace(operation, async (call, original) => {
    try {
      return await original(call);
    } catch (error) {
      const { roles } = call.tenant.account;
      const other = roles.find(({ name, id }) => name === sentBody(call)['name'] && id !== roleOf(call)?.id);
      if (error instanceof Refusal && error.why === 409 && other) roles.replace(change(other, sentBody(call)));
      throw error;
    }
  });
}

export const firstPolicies =
  (most: number) =>
  (role: Shown): Shown => ({ ...role, policies: (role['policies'] as Shown[]).slice(0, most) });

export const policiesOnDeployments = (role: Shown): Shown => ({
  ...role,
  policies: (role['policies'] as Shown[]).filter(({ resourceType }) => resourceType === 'Deployment'),
});

/** Of several policies on one type of resource the last one. */
export function lastOfEachType(policies: readonly Policy[]): readonly Policy[] {
  return policies.filter(
    ({ resourceType }, index) => index === policies.findLastIndex((one) => one.resourceType === resourceType),
  );
}

export function withOneResource(role: Role): Role {
  const policies = role.policies.map((policy) =>
    policy.resourceType === 'Deployment' ? policy : { ...policy, resources: policy.resources.slice(0, 1) },
  );
  return { ...role, policies };
}

/** The first twenty actions of each policy. */
export function twentyActions(body: Body): Body {
  const { policies } = body;
  if (!Array.isArray(policies)) return body;
  const cut = (actions: unknown): unknown => (Array.isArray(actions) ? actions.slice(0, 20) : actions);
  return { ...body, policies: (policies as Body[]).map((one) => ({ ...one, actions: cut(one['actions']) })) };
}

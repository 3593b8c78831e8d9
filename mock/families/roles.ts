import { ok, created, done, refuse } from '../answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../call.ts';
import { pageOfCollection } from '../pages.ts';
import type { rolesRules } from '../rules/roles.ts';
import { BUILT_IN_ROLES, type Policy, type Role } from '../world/account.ts';
import type { FamilyBehaviour } from './family.ts';

type RolesRules = ReturnType<typeof rolesRules>;

/** Problems of a body: those whose status is printed, and those whose status is open. */
interface Problems {
  readonly printed: string[];
  readonly open: string[];
}

function textProblem(
  value: unknown,
  what: string,
  { min = 0, max }: { min?: number; max: number },
): string | undefined {
  if (typeof value !== 'string') return `${what} is no string`;
  if (value.length < min) return `${what} has ${value.length} characters, expected at least ${min}`;
  return value.length > max ? `${what} has ${value.length} characters, expected at most ${max}` : undefined;
}

function policyProblems(rules: RolesRules, value: unknown, where: string): Problems {
  const problems: Problems = { printed: [], open: [] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.open.push(`${where} is no policy`);
    return problems;
  }
  const { resourceType, actions, resources } = value as Record<string, unknown>;
  if (typeof resourceType !== 'string' || !rules.resourceTypes.includes(resourceType)) {
    problems.open.push(`${where}.resourceType is none of the resource types`);
  }
  if (!isTexts(actions)) problems.open.push(`${where}.actions is no list of strings`);
  else {
    if (actions.length < rules.fewestActions) problems.printed.push(`${where} grants no action`);
    const unknown = actions.filter((action) => !rules.actions.includes(action));
    if (unknown.length > 0) problems.open.push(`${where}.actions holds ${unknown.join(', ')}, which is no action`);
  }
  if (!isTexts(resources)) problems.open.push(`${where}.resources is no list of strings`);
  else {
    if (resources.length < rules.fewestResources) problems.printed.push(`${where} names no resource`);
    if (resourceType === 'Deployment' && !rules.isWhole(resources)) {
      const wrong = resources.filter((resource) => !rules.isDeploymentId(resource));
      if (wrong.length > 0)
        problems.printed.push(`${where}.resources holds ${wrong.join(', ')}, which is no deployment id`);
    }
  }
  return problems;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function bodyProblems(rules: RolesRules, body: Body, isUpdate: boolean): Problems {
  const { name, description, policies } = body;
  const problems: Problems = { printed: [], open: [] };
  if (name === null && isUpdate) problems.printed.push('name is null');
  else if (name !== undefined || !isUpdate) {
    const problem = textProblem(name, 'name', rules.name);
    if (problem !== undefined) problems.open.push(problem);
    else if (isUpdate && rules.isBuiltInName(name as string)) problems.printed.push('name is that of a built-in role');
  }
  if (description !== undefined && description !== null) {
    const problem = textProblem(description, 'description', rules.description);
    if (problem !== undefined) problems.open.push(problem);
  }
  if (policies === null && isUpdate) problems.printed.push('policies is null');
  else if (policies !== undefined) {
    if (!Array.isArray(policies)) problems.open.push('policies is no list');
    else {
      if (policies.length > rules.policies.max) {
        problems.open.push(`there are ${policies.length} policies, expected at most ${rules.policies.max}`);
      }
      for (const [index, policy] of policies.entries()) {
        const found = policyProblems(rules, policy, `policies[${index}]`);
        problems.printed.push(...found.printed);
        problems.open.push(...found.open);
      }
    }
  }
  return problems;
}

function refuseProblems(rules: RolesRules, { printed, open }: Problems): void {
  const all = rules.told([...printed, ...open]);
  if (printed.length > 0) refuse(400, ...all);
  if (open.length > 0) refuse('invalid', ...all);
}

/** The members of a valid body that are present, as a role holds them. */
function changeIn({ tenant }: Call, { name, description, policies }: Body): Partial<Role> {
  const isNone = description === '' && tenant.dialect.outcomes.emptyDescription === 'null';
  return {
    ...(name !== undefined && { name: name as string }),
    ...(description !== undefined && { description: isNone ? null : (description as string | null) }),
    ...(policies !== undefined && { policies: (policies as Policy[]).map(asPolicy) }),
  };
}

function asPolicy({ resourceType, actions, resources }: Policy): Policy {
  return { resourceType, actions: [...actions], resources: [...resources] };
}

function customRole(call: Call): Role {
  const id = idIn(call, 'roleId');
  const role = id === undefined ? undefined : call.tenant.account.roles.get(id);
  return role ?? refuse(404, 'no custom role has this id');
}

function getRole(call: Call) {
  const builtIn = BUILT_IN_ROLES.find(({ id }) => id === idIn(call, 'roleId'));
  return ok(builtIn && call.tenant.dialect.outcomes.builtInRole === 'shown' ? builtIn : customRole(call));
}

function listRoles(call: Call) {
  return ok(pageOfCollection(call, call.tenant.account.roles));
}

function createRole(call: Call) {
  const { account, rules, dialect } = call.tenant;
  const body = bodyOf(call);
  refuseProblems(rules.roles, bodyProblems(rules.roles, body, false));
  const hasNone = body['policies'] === undefined || (body['policies'] as readonly unknown[]).length === 0;
  if (hasNone && rules.roles.needsPolicies(dialect)) refuse('invalid', 'a role needs policies');
  const change = changeIn(call, body);
  if (rules.roles.isTaken(change.name ?? '', account.roles.after(0), undefined))
    refuse(409, 'another role has this name');
  const role = { id: account.roles.nextId(), name: '', description: null, policies: [], ...change };
  return created(account.roles.add(role));
}

function updateRole(call: Call) {
  const { account, rules } = call.tenant;
  const role = customRole(call);
  const body = bodyOf(call, { optional: true });
  refuseProblems(rules.roles, bodyProblems(rules.roles, body, true));
  const change = changeIn(call, body);
  if (change.name !== undefined && rules.roles.isTaken(change.name, account.roles.after(0), role.id)) {
    refuse(409, 'another role has this name');
  }
  return ok(account.roles.replace(rules.roles.merged(role, change)));
}

function deleteRole(call: Call) {
  const { account, rules, dialect } = call.tenant;
  const { id } = customRole(call);
  const holds = ({ roleIds }: { readonly roleIds: ReadonlySet<number> }) => roleIds.has(id);
  const isHeld = account.users.find(holds) !== undefined || account.groups.find(holds) !== undefined;
  if (isHeld && rules.roles.keepsHeld(dialect)) refuse('conflict', 'somebody holds the role');
  account.roles.remove(id);
  // Whoever held the role holds it no more.
  for (const user of account.users.filter(({ roleIds }) => roleIds.has(id))) {
    account.users.replace({ ...user, roleIds: without(user.roleIds, id) });
  }
  for (const group of account.groups.filter(({ roleIds }) => roleIds.has(id))) {
    account.groups.replace({ ...group, roleIds: without(group.roleIds, id) });
  }
  return done();
}

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set([...ids].filter((one) => one !== id));
}

export const roles: FamilyBehaviour = {
  handlers: { listRoles, createRole, getRole, updateRole, deleteRole },
};

import type { RequirementId } from '../../contracts/requirements/index.ts';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh, freshOfLength } from '../../harness/client/unique.ts';
import { refusals, type Prepared, type Refusal } from '../../harness/rules/refusals.ts';
import { contentOf, madeRole, policy, roleBody, type Role, rolesListed } from '../../harness/things/roles.ts';
import type { Check } from '../../harness/test.ts';
import { BAD_POLICIES, manyPolicies } from './policies.ts';

type Table<Ready extends Prepared> = Partial<Record<RequirementId, Refusal<Ready>>>;

interface Creation extends Prepared {
  readonly other: Role;
}

/** A valid creation, a look at the roles that a refused one could leave or change, and another existing role. */
async function creation(check: Check, admin: Actor): Promise<Creation> {
  const valid = roleBody();
  const other = await madeRole(admin);
  const look = async () => {
    const roles = await rolesListed(check, admin, other);
    return roles
      .filter(
        ({ id, name, description }) => id === other.id || name === valid.name || description === valid.description,
      )
      .map((one) => ({ id: one.id, ...contentOf(one) }));
  };
  return { valid, look, other };
}

interface Update extends Prepared {
  readonly other: Role;
}

/**
 * A valid update of a new role, and a look at this role and another one. The body has further valid members, none of
 * which a refused update may apply.
 */
async function update(_check: Check, admin: Actor): Promise<Update> {
  const [role, other] = [await madeRole(admin), await madeRole(admin)];
  const look = async () => {
    const [own, kept] = [await admin.preparing.getRole(role.id), await admin.preparing.getRole(other.id)];
    return { own: contentOf(own), other: contentOf(kept) };
  };
  const valid = { ...roleBody(), policies: [policy({ resources: ['4'] })] };
  return { path: { roleId: role.id }, valid, look, other };
}

/** Rules for the members that a creation and an update have in common. */
function memberRules<Ready extends Prepared & { readonly other: Role }>(topic: 'create' | 'update'): Table<Ready> {
  const longName = (length: number) => () => ({ name: freshOfLength('role', length) });
  const description = (length: number) => ({ description: 'd'.repeat(length) });
  const policies = { policies: [policy()] };
  const inPolicy = Object.fromEntries(
    Object.entries(BAD_POLICIES).map(([rule, { status, broken }]): [string, Refusal<Ready>] => [
      `roles.${topic}.${rule}`,
      { status, broken: { policies: [{ ...policy(), ...broken }] }, neighbour: policies },
    ]),
  ) as Table<Ready>;
  return {
    ...inPolicy,
    [`roles.${topic}.policy-one-of-many`]: {
      status: 400,
      broken: {
        policies: [policy(), policy({ resources: ['2'] }), policy({ actions: [] }), policy({ resources: ['3'] })],
      },
      neighbour: { policies: [policy(), policy({ resources: ['2'] }), policy({ resources: ['3'] })] },
    },
    [`roles.${topic}.name-not-string`]: {
      status: '4xx',
      broken: { name: 4711 },
      neighbour: () => ({ name: fresh('4711') }),
    },
    [`roles.${topic}.name-empty`]: { status: '4xx', broken: { name: '' }, neighbour: () => ({ name: fresh('role') }) },
    [`roles.${topic}.name-too-long`]: {
      status: '4xx',
      broken: longName(LIMITS.roleName.max + 1),
      neighbour: longName(LIMITS.roleName.max),
    },
    [`roles.${topic}.name-taken`]: {
      status: 409,
      broken: ({ other }: Ready) => ({ name: other.name }),
      neighbour: () => ({ name: fresh('role') }),
    },
    [`roles.${topic}.description-not-string`]: {
      status: '4xx',
      broken: { description: { text: 'x' } },
      neighbour: { description: 'x' },
    },
    [`roles.${topic}.description-too-long`]: {
      status: '4xx',
      broken: description(LIMITS.roleDescription.max + 1),
      neighbour: description(LIMITS.roleDescription.max),
    },
    [`roles.${topic}.policies-not-list`]: { status: '4xx', broken: { policies: { 0: policy() } }, neighbour: policies },
    [`roles.${topic}.policies-too-many`]: {
      status: '4xx',
      broken: { policies: manyPolicies(LIMITS.policiesPerRole.max + 1) },
      neighbour: { policies: manyPolicies(LIMITS.policiesPerRole.max) },
    },
  };
}

refusals('createRole', creation, {
  ...memberRules<Creation>('create'),
  'roles.create.name-missing': { status: '4xx', broken: { name: undefined }, neighbour: {} },
  'roles.create.name-null': { status: '4xx', broken: { name: null }, neighbour: {} },
});

refusals('updateRole', update, {
  ...memberRules<Update>('update'),
  'roles.update.name-null': { status: 400, broken: { name: null }, neighbour: () => ({ name: fresh('role') }) },
  'roles.update.name-built-in': {
    status: 400,
    broken: { name: 'Admin' },
    neighbour: () => ({ name: fresh('Admin-ish') }),
  },
  'roles.update.policies-null': { status: 400, broken: { policies: null }, neighbour: { policies: [] } },
});

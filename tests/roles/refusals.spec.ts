import type { RequirementId } from '../../contracts/requirements/index.ts';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh, freshOfLength, SIGNS } from '../../harness/client/unique.ts';
import { refusals, type Prepared, type Refusal } from '../../harness/rules/refusals.ts';
import {
  contentOf,
  emptiedRole,
  madeRole,
  policy,
  roleBody,
  type Role,
  rolesListed,
} from '../../harness/things/roles.ts';
import { ownUserId } from '../../harness/things/same-user.ts';
import type { Check } from '../../harness/test.ts';
import { madeAgain, madeSeveral, renamedBack, renamedTo } from './pasts.ts';
import { BAD_POLICIES, FURTHER_POLICIES, manyPolicies } from './policies.ts';

type Table = Partial<Record<RequirementId, Refusal<Ready>>>;

interface Ready extends Prepared {
  readonly check: Check;
  readonly admin: Actor;
  /** Another role, whose name is taken. */
  readonly other: Role;
}

/** A valid creation, a look at the roles that a refused one could leave or change, and another existing role. */
async function creation(check: Check, admin: Actor): Promise<Ready> {
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
  // Whether a creation needs policies is open.
  const { name, policies } = valid;
  const renewed = () => ({ name: fresh('role') });
  return { valid, renewed, least: { name, policies }, look, other, check, admin };
}

/**
 * A valid update of a role that has been renamed and that somebody holds, and a look at this role and another one. The body has
 * further valid members, none of which a refused update may apply.
 */
async function update(check: Check, admin: Actor): Promise<Ready> {
  const [role, other] = [await madeRole(admin), await madeRole(admin)];
  // An administrator may everything already. Whether the role can be granted is another requirement.
  const own = await ownUserId(check, admin);
  if (own !== undefined) await admin.preparing.ask('grantRole', role.id, own);
  await admin.preparing.updateRole(role.id, { name: fresh('renamed') });
  const look = async () => {
    const [own, kept] = [await admin.preparing.getRole(role.id), await admin.preparing.getRole(other.id)];
    return { own: contentOf(own), other: contentOf(kept) };
  };
  const valid = { ...roleBody(), policies: [policy({ resources: ['4'] })] };
  return { path: { roleId: role.id }, valid, least: {}, look, other, check, admin };
}

/** Rules for the members that a creation and an update have in common. */
function memberRules(topic: 'create' | 'update'): Table {
  const longName = (length: number) => () => ({ name: freshOfLength('role', length) });
  const description = (length: number) => ({ description: 'd'.repeat(length) });
  const policies = { policies: [policy()] };
  const inPolicy = Object.fromEntries(
    Object.entries(BAD_POLICIES).map(([rule, { status, broken }]): [string, Refusal<Ready>] => [
      `roles.${topic}.${rule}`,
      {
        status,
        broken: { policies: [{ ...policy(), ...broken }] },
        further: FURTHER_POLICIES[rule as keyof typeof BAD_POLICIES],
        neighbour: policies,
      },
    ]),
  ) as Table;
  return {
    ...inPolicy,
    [`roles.${topic}.policy-one-of-many`]: {
      status: 400,
      broken: {
        policies: [policy(), policy({ resources: ['2'] }), policy({ actions: [] }), policy({ resources: ['3'] })],
      },
      further: {
        'the first one': { broken: { policies: [policy({ actions: [] }), policy({ resources: ['2'] })] } },
        'the last of 200': { broken: { policies: [...manyPolicies(199), policy({ actions: [] })] } },
      },
      neighbour: { policies: [policy(), policy({ resources: ['2'] }), policy({ resources: ['3'] })] },
    },
    [`roles.${topic}.name-not-string`]: {
      status: '4xx',
      broken: { name: 4711 },
      further: { false: { broken: { name: false } }, 'a list': { broken: () => ({ name: [fresh('role')] }) } },
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
      further: {
        'given by an update': {
          broken: async ({ admin }: Ready) => ({ name: await renamedTo(admin, fresh('renamed')) }),
        },
        'of a role renamed back': {
          broken: async ({ admin }: Ready) => ({ name: (await renamedBack(admin)).name }),
        },
        'of a role made again': { broken: async ({ admin }: Ready) => ({ name: (await madeAgain(admin)).name }) },
        'with letters beyond ASCII': {
          broken: async ({ admin }: Ready) => ({
            name: (await madeRole(admin, { name: `${fresh('role')} ${SIGNS}` })).name,
          }),
        },
        'of 255 characters': {
          broken: async ({ admin }: Ready) => ({ name: (await madeRole(admin, longName(LIMITS.roleName.max)())).name }),
        },
        'of an emptied role': {
          // Whether a creation may have no policies is open.
          broken: async ({ admin }: Ready) => ({
            name: (await emptiedRole(admin)).name,
            ...(topic === 'update' && { policies: [] }),
          }),
        },
        // Several others are newer by now.
        'once more, after others were made': {
          broken: async ({ admin, other }: Ready) => {
            await madeSeveral(admin, 6);
            return { name: other.name };
          },
        },
      },
      neighbour: () => ({ name: fresh('role') }),
    },
    [`roles.${topic}.description-not-string`]: {
      status: '4xx',
      broken: { description: { text: 'x' } },
      further: {
        'a number': { broken: { description: 4711 } },
        false: { broken: { description: false } },
        'a list': { broken: { description: ['x'] } },
      },
      neighbour: { description: 'x' },
    },
    [`roles.${topic}.description-too-long`]: {
      status: '4xx',
      broken: description(LIMITS.roleDescription.max + 1),
      neighbour: description(LIMITS.roleDescription.max),
    },
    [`roles.${topic}.policies-not-list`]: {
      status: '4xx',
      broken: { policies: { 0: policy() } },
      further: { 'one policy': { broken: { policies: policy() } }, 'a text': { broken: { policies: 'Deployment' } } },
      neighbour: policies,
    },
    [`roles.${topic}.policies-too-many`]: {
      status: '4xx',
      broken: { policies: manyPolicies(LIMITS.policiesPerRole.max + 1) },
      neighbour: { policies: manyPolicies(LIMITS.policiesPerRole.max) },
    },
  };
}

refusals('createRole', creation, {
  ...memberRules('create'),
  'roles.create.name-missing': { status: '4xx', broken: { name: undefined }, neighbour: {} },
  'roles.create.name-null': { status: '4xx', broken: { name: null }, neighbour: {} },
});

refusals('updateRole', update, {
  ...memberRules('update'),
  'roles.update.name-null': {
    status: 400,
    broken: { name: null },
    further: {
      'beside a description': { broken: { description: 'after', name: null, policies: undefined } },
      'beside a null description': { broken: { description: null, name: null, policies: undefined } },
    },
    neighbour: () => ({ name: fresh('role') }),
  },
  'roles.update.name-built-in': {
    status: 400,
    broken: { name: 'Admin' },
    further: {
      'beside a null description': { broken: { description: null, name: 'Admin', policies: undefined } },
      'beside an empty list of policies': { broken: { description: undefined, name: 'Admin', policies: [] } },
    },
    neighbour: () => ({ name: fresh('Admin-ish') }),
  },
  'roles.update.policies-null': {
    status: 400,
    broken: { policies: null },
    further: { 'beside a null description': { broken: { description: null, name: undefined, policies: null } } },
    neighbour: { policies: [] },
  },
});

import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { isRefusal, isSuccess, type Answer } from '../../harness/http/answer.ts';
import {
  policiesAsSet,
  policy,
  roleBody,
  type Policy,
  type Role,
  newRole,
  UNKNOWN_DEPLOYMENT,
} from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { ACTION_GROUPS, LIKELY_ACTIONS, RESOURCE_TYPES, resourcesOf } from './policies.ts';

/** Stores policies on a role, either by a creation or by an update of a new role. */
type StorePolicies = (admin: Actor, policies: readonly Policy[]) => Promise<Answer<Role>>;

const STORE_POLICIES: Readonly<Record<'create' | 'update', StorePolicies>> = {
  create: (admin, policies) => admin.ask('createRole', roleBody({ policies: [...policies] })),
  update: async (admin, policies) => {
    const { id } = await newRole(admin);
    return admin.ask('updateRole', id, { policies: [...policies] });
  },
};

async function expectAccepted(admin: Actor, store: StorePolicies, policies: readonly Policy[]): Promise<void> {
  await expectStored(admin, await store(admin, policies), policies);
}

async function expectStored(admin: Actor, answer: Answer<Role>, policies: readonly Policy[]): Promise<void> {
  expect(answer).toSucceed();
  expect(policiesAsSet((await admin.getRole(answer.body.id)).policies)).toEqual(policiesAsSet(policies));
}

type Pair = Pick<Policy, 'resourceType' | 'actions'>;

/**
 * Each of several values is stored: all of them in the policies of one role, where the tenant takes the likeliest pairs of type
 * and action, or else each by itself in the first pair that it takes.
 */
async function expectEachStored(
  check: Check,
  admin: Actor,
  store: StorePolicies,
  values: readonly (readonly Pair[])[],
): Promise<void> {
  const likeliest = values.flatMap(([pair]) =>
    pair ? [{ ...pair, resources: resourcesOf(check, pair.resourceType) }] : [],
  );
  const all = [...likeliest, ...joined(likeliest.filter(isJoinable))];
  const together = await store(admin, all);
  if (isSuccess(together)) return expectStored(admin, together, all);
  const accepted: Policy[] = [];
  for (const pairs of values) {
    const { policy, answer } = await firstAccepted(check, admin, store, pairs);
    await expectStored(admin, answer, [policy]);
    accepted.push(policy);
  }
  // Actions that the tenant takes on a type each by itself are as valid beside each other.
  const several = joined(accepted.filter(isJoinable));
  if (several.length > 0) await expectAccepted(admin, store, several);
}

const WHOLE: readonly string[] = ['All', ...(ACTION_GROUPS['policy-tiers'] ?? []).flatMap(({ actions }) => actions)];

/** Whether a tenant has no reason to take an action only alone: `All` includes the others, and a user may have one tier. */
const isJoinable = ({ actions }: Policy) => !actions.some((action) => WHOLE.includes(action));

/** For each resource type that several policies are on, one policy with the actions of all of them. */
function joined(policies: readonly Policy[]): Policy[] {
  return RESOURCE_TYPES.flatMap((type) => {
    const [first, ...others] = policies.filter(({ resourceType }) => resourceType === type);
    if (!first || others.length === 0) return [];
    return [{ ...first, actions: [first, ...others].flatMap(({ actions }) => actions) }];
  });
}

/** The first pair that the tenant accepts, or else the first pair: which action fits which resource type is open. */
async function firstAccepted(
  check: Check,
  admin: Actor,
  store: StorePolicies,
  pairs: readonly Pair[],
): Promise<{ readonly policy: Policy; readonly answer: Answer<Role> }> {
  let first: { readonly policy: Policy; readonly answer: Answer<Role> } | undefined;
  for (const pair of pairs) {
    const candidate: Policy = { ...pair, resources: resourcesOf(check, pair.resourceType) };
    const result = { policy: candidate, answer: await store(admin, [candidate]) };
    first ??= result;
    if (isSuccess(result.answer)) return result;
    if (!isRefusal(result.answer)) break;
  }
  if (!first) throw new Error('firstAccepted needs at least one pair');
  return first;
}

const ACTIONS = Object.values(ACTION_GROUPS).flatMap((groups) => groups.flatMap(({ actions }) => actions));

for (const [topic, store] of Object.entries(STORE_POLICIES)) {
  const of = (rule: string) => verifies(`roles.${topic}.${rule}` as RequirementId);

  for (const [rule, groups] of Object.entries(ACTION_GROUPS)) {
    test(...of(rule), async ({ check, admin }) => {
      const likely = groups.flatMap(({ type, actions }) => actions.map((action) => ({ type, action })));
      await expectEachStored(
        check,
        admin,
        store,
        likely.map(({ type, action }) =>
          [type, ...RESOURCE_TYPES].map((resourceType) => ({ resourceType, actions: [action] })),
        ),
      );
    });
  }

  test(...of('policy-resource-types'), async ({ check, admin }) => {
    await expectEachStored(
      check,
      admin,
      store,
      LIKELY_ACTIONS.map(([resourceType, likely]) =>
        [likely, 'All' as const, ...ACTIONS].map((action) => ({ resourceType, actions: [action] })),
      ),
    );
  });

  test(...of('policy-tier-omitted'), async ({ admin }) => {
    await expectAccepted(admin, store, [policy({ actions: ['DeploymentRead', 'DeploymentUpdate'] })]);
  });

  test(...of('policy-deployment-ids'), async ({ admin }) => {
    await expectAccepted(admin, store, [policy({ resources: ['1', '22', '333'] })]);
    // As one text they are longer than 255 characters.
    const many = Array.from({ length: 24 }, (_, index) => String(1_000_000_007 + 7 * index));
    await expectAccepted(admin, store, [policy({ resources: many })]);
  });

  test(...of('policy-deployment-all'), async ({ admin }) => {
    await expectAccepted(admin, store, [policy({ resources: ['All'] })]);
    const actions = ['DeploymentRead', 'ScheduledTasksRead', 'ScheduledTasksManage'] as const;
    await expectAccepted(admin, store, [
      policy({ actions: ['SchemaRead'] }),
      policy({ actions: [...actions], resources: ['All'] }),
    ]);
  });

  test(...of('policy-deployment-unknown'), async ({ admin }) => {
    // Alone, behind another one, and in a policy behind another one.
    await expectAccepted(admin, store, [
      policy({ resources: [UNKNOWN_DEPLOYMENT] }),
      policy({ actions: ['SchemaRead'], resources: ['1', '987654322', '987654323'] }),
    ]);
  });
}

test(...verifies('roles.policy.deleted-deployment-kept'), async ({ check, admin }) => {
  const deleted = check.provided('OTHER_DEPLOYMENT_ID');
  const policies = [
    policy({ resources: [check.provided('DEPLOYMENT_ID'), deleted] }),
    policy({ resources: [deleted] }),
  ];
  const { id } = await newRole(admin, { policies });
  await check.account.deleteDeployment(deleted);
  const before = {
    'as it was': () => Promise.resolve(),
    'once described anew': () => admin.preparing.updateRole(id, { description: 'after' }),
    'once granted': () => admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID')),
  };
  await inEach<() => Promise<unknown>>(check, before, async (act) => {
    await act();
    expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
  });
});

test(...verifies('roles.policy.deleted-deployment-grants-nothing'), async ({ check, admin, outsider }) => {
  const deleted = check.provided('OTHER_DEPLOYMENT_ID');
  const { id } = await newRole(admin, { policies: [policy({ actions: ['All'], resources: [deleted] })] });
  await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
  await outsider.in(deleted).preparing.getDeploymentSettings();
  await check.account.deleteDeployment(deleted);
  expect(await outsider.ask('getDeploymentSettings')).toBeRefused();
  expect(await outsider.in(deleted).ask('getDeploymentSettings')).toBeRefused();
});

import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isRefusal, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { madeRole, policiesAsSet, policy, roleBody, type Policy, type Role } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { ACTION_GROUPS, RESOURCE_TYPES, resourcesOf } from './policies.ts';

/** Puts policies on a role, by creating one with them or by updating one of this check's own. */
type Putting = (admin: Actor, policies: readonly Policy[]) => Promise<Answer<Role>>;

const PUTTING: Readonly<Record<'create' | 'update', Putting>> = {
  create: (admin, policies) => admin.ask('createRole', roleBody({ policies: [...policies] })),
  update: async (admin, policies) => {
    const { id } = await madeRole(admin);
    return admin.ask('updateRole', id, { policies: [...policies] });
  },
};

async function expectAccepted(admin: Actor, put: Putting, policies: readonly Policy[]): Promise<void> {
  await expectStored(admin, await put(admin, policies), policies);
}

async function expectStored(admin: Actor, answer: Answer<Role>, policies: readonly Policy[]): Promise<void> {
  expect(answer).toSucceed();
  expect(policiesAsSet((await admin.getRole(answer.body.id)).policies)).toEqual(policiesAsSet(policies));
}

/** The likeliest policy, or where it is refused the first of the others that is not: which action fits which type is open. */
async function firstTaken(
  check: Check,
  admin: Actor,
  put: Putting,
  pairs: readonly Pick<Policy, 'resourceType' | 'actions'>[],
): Promise<{ readonly policy: Policy; readonly answer: Answer<Role> }> {
  let likeliest: { readonly policy: Policy; readonly answer: Answer<Role> } | undefined;
  for (const pair of pairs) {
    const one: Policy = { ...pair, resources: resourcesOf(check, pair.resourceType) };
    const tried = { policy: one, answer: await put(admin, [one]) };
    likeliest ??= tried;
    if (isSuccess(tried.answer)) return tried;
    if (!isRefusal(tried.answer)) break;
  }
  if (!likeliest) throw new Error('no pair of an action and a type to try');
  return likeliest;
}

const ACTIONS = Object.values(ACTION_GROUPS).flatMap((groups) => groups.flatMap(({ actions }) => actions));

for (const [topic, put] of Object.entries(PUTTING)) {
  const of = (rule: string) => verifies(`roles.${topic}.${rule}` as RequirementId);

  for (const [rule, groups] of Object.entries(ACTION_GROUPS)) {
    test(...of(rule), async ({ check, admin }) => {
      for (const { type, actions } of groups) {
        for (const action of actions) {
          const pairs = [type, ...RESOURCE_TYPES].map((resourceType) => ({ resourceType, actions: [action] }));
          const { policy, answer } = await firstTaken(check, admin, put, pairs);
          await expectStored(admin, answer, [policy]);
        }
      }
    });
  }

  test(...of('policy-resource-types'), async ({ check, admin }) => {
    const types = [
      ['Global', 'AIBIView'],
      ['Deployment', 'DeploymentRead'],
      ['Report', 'ReportRead'],
      ['ReportFolder', 'FolderRead'],
      ['Agent', 'AgentRead'],
      ['AgentSpace', 'AgentSpaceManage'],
      ['Workbook', 'WorkbookRead'],
      ['Dashboard', 'EmbedDashboardRead'],
      ['Folder', 'FolderRead'],
      ['ChatThread', 'ChatThreadRead'],
      ['ScheduledTask', 'ScheduledTaskRead'],
    ] as const;
    for (const [resourceType, fitting] of types) {
      const pairs = [fitting, 'All' as const, ...ACTIONS].map((action) => ({ resourceType, actions: [action] }));
      expect((await firstTaken(check, admin, put, pairs)).answer).toSucceed();
    }
  });

  test(...of('policy-tier-omitted'), async ({ admin }) => {
    await expectAccepted(admin, put, [policy({ actions: ['DeploymentRead', 'DeploymentUpdate'] })]);
  });

  test(...of('policy-deployment-ids'), async ({ admin }) => {
    await expectAccepted(admin, put, [policy({ resources: ['1', '22', '333'] })]);
    const many = Array.from({ length: 24 }, (_, index) => String(7 * (index + 1)));
    await expectAccepted(admin, put, [policy({ resources: many })]);
  });

  test(...of('policy-deployment-all'), async ({ admin }) => {
    await expectAccepted(admin, put, [policy({ resources: ['All'] })]);
  });

  test(...of('policy-deployment-unknown'), async ({ admin }) => {
    await expectAccepted(admin, put, [policy({ resources: ['987654321'] })]);
  });
}

test(...verifies('roles.policy.deleted-deployment-kept'), async ({ check, admin }) => {
  const gone = check.provided('OTHER_DEPLOYMENT_ID');
  const policies = [policy({ resources: [check.provided('DEPLOYMENT_ID'), gone] }), policy({ resources: [gone] })];
  const { id } = await madeRole(admin, { policies });
  await check.account.deleteDeployment(gone);
  expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.policy.deleted-deployment-grants-nothing'), async ({ check, admin, outsider }) => {
  const gone = check.provided('OTHER_DEPLOYMENT_ID');
  const { id } = await madeRole(admin, { policies: [policy({ actions: ['All'], resources: [gone] })] });
  await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
  await outsider.in(gone).preparing.getDeploymentSettings();
  await check.account.deleteDeployment(gone);
  expect(await outsider.ask('getDeploymentSettings')).toBeRefused();
  expect(await outsider.in(gone).ask('getDeploymentSettings')).toBeRefused();
});

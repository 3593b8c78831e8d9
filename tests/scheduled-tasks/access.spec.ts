import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { SecretSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expectAllowed, expectRefused } from '../../harness/rules/permissions.ts';
import { embedSession } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { madeRole, policy } from '../../harness/things/roles.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { asSetup, setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { DEEDS, deedOnTask, type DeedName } from './deeds.ts';
import { runsOf } from './runs.ts';
import { act, idsOf, made, tasksOf, update, type Made } from './tasks.ts';

const NAMES = Object.keys(DEEDS) as DeedName[];
const creatorOf = (check: Check) => check.as('TASK_CREATOR_TOKEN', 'task creator');

for (const deed of NAMES) {
  const of = (rule: string) => verifies(`scheduled-tasks.${deed}.${rule}` as RequirementId);

  test(...of('no-read-access'), async ({ check, admin, outsider }) => {
    await expectRefused(check, { admin, deedOn: deedOnTask(check, admin, deed), who: outsider });
  });

  test(...of('feature-disabled'), async ({ check, admin }) => {
    const { account } = check;
    await expectRefused(check, {
      admin,
      deedOn: deedOnTask(check, admin, deed),
      who: admin,
      async during(send) {
        await account.switchFeature('scheduledTasks', false);
        const answer = await send();
        await account.switchFeature('scheduledTasks', true);
        return answer;
      },
    });
  });
}

/** Somebody with a task of their own in the other deployment, which they then may no longer read. */
async function formerReader(check: Check, admin: Actor, outsider: Actor): Promise<{ somebody: Actor; task: Made }> {
  await check.lock('roles of users');
  const there = check.provided('OTHER_DEPLOYMENT_ID');
  const somebody = outsider.in(there);
  if (isSuccess(await somebody.ask('listScheduledTasks'))) {
    untested('let the user of NO_ACCESS_TOKEN have no access to OTHER_DEPLOYMENT_ID either');
  }
  const actions = ['DeploymentRead', 'ScheduledTasksCreate'] as const;
  const { id } = await madeRole(admin, { policies: [policy({ actions: [...actions], resources: [there] })] });
  const userId = check.provided('NO_ACCESS_USER_ID');
  await admin.preparing.grantRole(id, userId);
  await inForce(check, async () => {
    expect(await somebody.ask('listScheduledTasks')).toSucceed();
  });
  const task = await made(check, somebody);
  await admin.preparing.revokeRole(id, userId);
  return { somebody, task };
}

/** Waits until rights that were given show. */
async function inForce(check: Check, assert: () => Promise<void>): Promise<void> {
  await asSetup(() => eventually(check, assert), 'a role that is granted lets nobody read the deployment');
}

for (const deed of ['get', 'update'] as const) {
  test(...verifies(`scheduled-tasks.${deed}.read-access-revoked`), async ({ check, admin, outsider }) => {
    const { somebody, task } = await formerReader(check, admin, outsider);
    const { send } = DEEDS[deed](check, admin, task);
    await eventually(check, async () => {
      expect(await send(somebody), 'asked by the creator').toBeRefusedWith(403);
    });
    granted(await send(admin.in(check.provided('OTHER_DEPLOYMENT_ID'))), 'the same by an administrator');
  });
}

for (const deed of ['pause', 'resume', 'share'] as const) {
  test(...verifies(`scheduled-tasks.${deed}.embed-session-refused`), async ({ check, admin }) => {
    await expectRefused(check, {
      admin,
      deedOn: deedOnTask(check, admin, deed),
      who: await embedSession(check, admin.preparing),
    });
  });
}

test(...verifies('scheduled-tasks.create.with-action'), async ({ check, admin }) => {
  await expectAllowed(check, { admin, deedOn: deedOnTask(check, admin, 'create'), who: creatorOf(check) });
});

test(...verifies('scheduled-tasks.create.without-action'), async ({ check, admin }) => {
  await expectRefused(check, {
    admin,
    deedOn: deedOnTask(check, admin, 'create'),
    who: check.as('NO_TASK_CREATE_TOKEN', 'reader who may not create'),
  });
});

/** Somebody finds every task of the deployment in the list, among them two of somebody else, one of them paused. */
async function expectToSeeAll(check: Check, admin: Actor, who: Actor, owner: Actor): Promise<void> {
  await check.lock('scheduled tasks');
  const [active, resting] = [await made(check, owner), await made(check, owner)];
  // What a task needs that runs on demand alone is open.
  await owner.raw('createScheduledTask', { body: onDemandBody(check) });
  // Where it cannot be paused, it is one more that is active.
  await act(check, owner, 'pause', resting);
  await whileQuiet(
    async () => idsOf(await tasksOf(admin)),
    async (whole) => {
      const seen = idsOf([...((await who.listScheduledTasks()).items ?? [])]);
      expect(
        [...whole, active.id, resting.id].filter((one) => !seen.includes(one)),
        `tasks that ${who.identity.name} misses`,
      ).toEqual([]);
      // How pages follow each other is for others to say: here they show to all the same.
      const half = Math.min(50, Math.ceil(whole.length / 2));
      const [paged, found] = [idsOf(await tasksOf(admin, half)), idsOf(await tasksOf(who, half))];
      expect(
        paged.filter((one) => !found.includes(one)),
        `tasks that ${who.identity.name} misses on pages of ${half}`,
      ).toEqual([]);
    },
  );
}

const READERS = {
  'reader-lists': 'MEMBER_TOKEN',
  'tasks-read-lists': 'TASK_READER_TOKEN',
  'all-includes-read': 'ALL_ACTIONS_TOKEN',
} as const satisfies Record<string, SecretSetting>;

for (const [rule, setting] of Object.entries(READERS)) {
  test(...verifies(`scheduled-tasks.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectToSeeAll(check, admin, check.as(setting), admin);
  });
}

test(...verifies('scheduled-tasks.access.admin-lists'), async ({ check, admin }) => {
  await expectToSeeAll(check, admin, admin, creatorOf(check));
});

/** By whom something is done to a task of an administrator. */
const ALLOWED: readonly (readonly [rule: string, deed: DeedName, who: SecretSetting])[] = [
  ['reader-reads', 'get', 'MEMBER_TOKEN'],
  ['tasks-read-reads', 'get', 'TASK_READER_TOKEN'],
  ['manage-updates', 'update', 'TASK_MANAGER_TOKEN'],
  ['manage-pauses', 'pause', 'TASK_MANAGER_TOKEN'],
  ['manage-runs', 'run', 'TASK_MANAGER_TOKEN'],
  ['manage-deletes', 'delete', 'TASK_MANAGER_TOKEN'],
  ['manage-shares', 'share', 'TASK_MANAGER_TOKEN'],
  ['all-includes-manage', 'update', 'ALL_ACTIONS_TOKEN'],
];

for (const [rule, deed, setting] of ALLOWED) {
  test(...verifies(`scheduled-tasks.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectAllowed(check, { admin, deedOn: deedOnTask(check, admin, deed), who: check.as(setting) });
  });
}

for (const [verb, deed] of [
  ['reads', 'get'],
  ['updates', 'update'],
  ['deletes', 'delete'],
  ['runs', 'run'],
] as const) {
  test(...verifies(`scheduled-tasks.access.admin-${verb}`), async ({ check, admin }) => {
    await expectAllowed(check, { admin, deedOn: deedOnTask(check, admin, deed), who: admin, owner: creatorOf(check) });
  });

  if (verb === 'reads') continue;
  test(...verifies(`scheduled-tasks.access.creator-${verb}`), async ({ check, admin }) => {
    const creator = creatorOf(check);
    await expectAllowed(check, { admin, deedOn: deedOnTask(check, admin, deed), who: creator, owner: creator });
  });
}

/** The deed to a task that its owner has shared, where sharing is served. */
function deedOnShared(check: Check, admin: Actor, deed: DeedName): ReturnType<typeof deedOnTask> {
  return async (owner) => {
    const task = await made(check, owner);
    await act(check, owner, 'share', task);
    return DEEDS[deed](check, admin, task);
  };
}

/** By whom nothing may be done to a task of an administrator, shared or not. */
const REFUSED: readonly (readonly [rule: string, deed: DeedName, who: SecretSetting])[] = [
  ['reader-update-refused', 'update', 'TASK_CREATOR_TOKEN'],
  ['reader-delete-refused', 'delete', 'TASK_CREATOR_TOKEN'],
  ['reader-run-refused', 'run', 'TASK_CREATOR_TOKEN'],
  ['tasks-read-update-refused', 'update', 'TASK_READER_TOKEN'],
  ['tasks-read-pause-refused', 'pause', 'TASK_READER_TOKEN'],
  ['tasks-read-run-refused', 'run', 'TASK_READER_TOKEN'],
  ['tasks-read-delete-refused', 'delete', 'TASK_READER_TOKEN'],
  ['tasks-read-share-refused', 'share', 'TASK_READER_TOKEN'],
  ['built-in-no-manage', 'update', 'BUILT_IN_ROLE_TOKEN'],
];

for (const [rule, deed, setting] of REFUSED) {
  test(...verifies(`scheduled-tasks.access.${rule}` as RequirementId), async ({ check, admin }) => {
    const [deedOn, who] = [deedOnTask(check, admin, deed), check.as(setting)];
    await expectRefused(check, { admin, deedOn, who });
    if (rule.startsWith('reader-'))
      await expectRefused(check, { admin, deedOn: deedOnShared(check, admin, deed), who });
  });
}

test(...verifies('scheduled-tasks.access.manage-elsewhere-refused'), async ({ check, admin, member }) => {
  await check.lock('roles of users');
  const task = await made(check, admin);
  if (isSuccess(await update(member, task, { prompt: fresh('changed') }))) {
    untested('let the user of MEMBER_TOKEN hold no ScheduledTasksManage on the lent deployment');
  }
  const actions = ['DeploymentRead', 'ScheduledTasksRead', 'ScheduledTasksManage'] as const;
  const there = check.provided('OTHER_DEPLOYMENT_ID');
  const { id } = await madeRole(admin, { policies: [policy({ actions: [...actions], resources: [there] })] });
  await admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID'));
  await inForce(check, async () => {
    expect(await member.in(there).ask('listScheduledTasks')).toSucceed();
  });
  for (const deed of ['update', 'run', 'delete'] as const) {
    await expectRefused(check, { admin, deedOn: deedOnTask(check, admin, deed), who: member });
  }
});

test(...verifies('scheduled-tasks.access.scoped-key-foreign-task'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const { id, body } = await made(check, elsewhere);
  const { prompt } = await elsewhere.preparing.getScheduledTask(id);
  if (prompt !== body['prompt']) untested('a task does not show the prompt by which it could be told from others');
  // Ids may be counted anew in each deployment: what is read may be another task.
  const { text } = await check.as('SCOPED_TOKEN', 'scoped').ask('getScheduledTask', id);
  expect(text).not.toContain(prompt);
});

test(...verifies('scheduled-tasks.access.scoped-key-foreign-runs'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const task = await made(check, elsewhere);
  granted(await elsewhere.ask('runScheduledTask', task.id), 'the run');
  const isListed = () =>
    eventually(check, async () => {
      expect((await runsOf(elsewhere.preparing, task)).length).toBeGreaterThan(0);
    });
  await asSetup(isListed, 'the run of a task is not listed');
  if (idsOf(await tasksOf(admin)).includes(task.id)) throw setupFailed('ids are counted anew in each deployment');
  const answer = await check.as('SCOPED_TOKEN', 'scoped').ask('listScheduledTaskRuns', task.id);
  if (isSuccess(answer)) expect(answer.body.items ?? [], 'runs of a task of another deployment').toEqual([]);
});

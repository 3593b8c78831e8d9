import { ifServed, refusedBeside } from './refused-beside.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expectRefused, sentUntilGranted } from '../../harness/rules/permissions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { grantOn, memberElsewhere } from '../../harness/things/rights.ts';
import { policy } from '../../harness/things/roles.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { asSetup } from '../../harness/failures/failure.ts';
import { setupRequires, testRequires } from '../../harness/failures/requires.ts';
import { ACTIONS, actionOnTask, type ActionName } from './actions.ts';
import { conditionOf } from './histories.ts';
import { runsOf } from './runs.ts';
import { contentOf, idsOf, createTask, tasksOf, creatorOf, updateTask, type CreatedTask } from './tasks.ts';

test.describe('a part of it', () => {
  test(...verifies('scheduled-tasks.access.reader-update-refused'), async ({ check, admin }) => {
    const task = await createTask(check, admin);
    // Whoever creates a task is the creator of that one alone.
    await createTask(check, creatorOf(check));
    const before = await contentOf(admin, task);
    const path = { taskId: task.id };
    const parts = {
      'its prompt alone': { prompt: fresh('refused') },
      'its notification alone': { notificationEnabled: true },
      'its condition alone': { condition: conditionOf(check) },
      'its schedule alone': { cron: '41 3 2 2 *', timezone: 'Asia/Tokyo' },
      'the prompt that it has': { prompt: task.body['prompt'] },
    };
    await inEach(check, parts, async (body) => {
      // Whether an update of a part is accepted at all is open, and so is the status.
      expect(await creatorOf(check).raw('updateScheduledTask', { path, body })).toBeRefused();
    });
    await refusedBeside(check, admin, creatorOf(check), task);
    expect(await contentOf(admin, task), 'the task').toEqual(before);
  });
});

test.describe('by other rights', () => {
  test(...verifies('scheduled-tasks.access.reader-update-refused'), async ({ check, admin }) => {
    await inEach(check, { 'by who reads through a group': memberElsewhere(check, admin) }, async ({ who, hold }) => {
      const deployment = check.provided('OTHER_DEPLOYMENT_ID');
      const there = admin.in(deployment);
      const task = await createTask(check, there);
      const reads = () => who.ask('getScheduledTask', task.id);
      leaveOutIf(isSuccess(await reads()));
      await hold(policy({ actions: ['DeploymentRead'], resources: [deployment] }));
      const read = await sentUntilGranted(check, reads);
      leaveOutUnless(isSuccess(read) || isSuccess(await who.ask('getDeploymentSettings')));
      await judging('scheduled-tasks.access.reader-reads', () => {
        expect(read).toSucceed();
      });
      await judging('scheduled-tasks.access.reader-lists', () =>
        eventually(check, async () => {
          const listed = await who.ask('listScheduledTasks');
          expect(listed).toSucceed();
          expect(idsOf([...(listed.body.items ?? [])])).toContain(task.id);
        }),
      );
      expect(await ACTIONS.update(check, there, task).send(who)).toBeRefused();
      await refusedBeside(check, there, who, task);
    });
  });
});

test(...verifies('scheduled-tasks.access.manage-elsewhere-refused'), async ({ check, admin, member }) => {
  const task = await createTask(check, admin);
  testRequires(
    !isSuccess(await updateTask(member, task, { prompt: fresh('changed') })),
    'let the user of MEMBER_TOKEN hold no ScheduledTasksManage on the provided deployment',
  );
  const actions = ['DeploymentRead', 'ScheduledTasksRead', 'ScheduledTasksManage'] as const;
  const there = check.provided('OTHER_DEPLOYMENT_ID');
  const grant = { userId: check.provided('MEMBER_USER_ID'), deployment: there, actions };
  await grantOn(check, admin, grant, () => member.in(there).ask('listScheduledTasks'));
  const requests = {
    'an update': 'update',
    'a run': 'run',
    'a deletion': 'delete',
    'a pause': ifServed(check, 'pause'),
    'a share': ifServed(check, 'share'),
  } as const;
  await inEach<ActionName>(check, requests, (action) =>
    expectRefused(check, { admin, actionOn: actionOnTask(check, admin, action), who: member }),
  );
});

test(...verifies('scheduled-tasks.access.scoped-key-foreign-task'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const { id, body } = await createTask(check, elsewhere);
  const { prompt } = await elsewhere.preparing.getScheduledTask(id);
  testRequires(prompt === body['prompt'], 'a task does not show its prompt, which identifies it');
  // Ids may be the same in two deployments, so the response may be about another task.
  const { text } = await check.as('SCOPED_TOKEN', 'scoped').ask('getScheduledTask', id);
  expect(text).not.toContain(prompt);
});

test(...verifies('scheduled-tasks.access.scoped-key-foreign-runs'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const task = await createTask(check, elsewhere);
  granted(await elsewhere.ask('runScheduledTask', task.id), 'the run');
  const isListed = () =>
    eventually(check, async () => {
      expect((await runsOf(elsewhere.preparing, task)).length).toBeGreaterThan(0);
    });
  await asSetup(isListed, 'the list does not show the run of a task');
  setupRequires(!idsOf(await tasksOf(admin)).includes(task.id), 'tasks of different deployments have the same ids');
  const scoped = check.as('SCOPED_TOKEN', 'scoped');
  await expectNoRunsShown(scoped, task);
  await scoped.raw('deleteScheduledTask', { path: { taskId: task.id } });
  const read = await elsewhere.ask('getScheduledTask', task.id);
  await judging('scheduled-tasks.access.scoped-key-foreign-task', () => {
    expect(read, 'a read of the task in its deployment').toSucceed();
  });
});

/** Expects the list of a task's runs to be refused or empty. */
async function expectNoRunsShown(actor: Actor, task: CreatedTask): Promise<void> {
  const answer = await actor.ask('listScheduledTaskRuns', task.id);
  if (isSuccess(answer)) expect(answer.body.items ?? [], 'runs of a task of another deployment').toEqual([]);
}

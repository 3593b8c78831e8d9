import { readUntil, soon } from '../../harness/check/eventually.ts';
import { SIGNS, fresh } from '../../harness/client/unique.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  requestAction,
  contentOf,
  requestCreation,
  expectCreated,
  createdTaskId,
  idsOf,
  createTask,
  createUsedTask,
  tasksListed,
  tasksOf,
  updateTask,
  expectUpdated,
  type Task,
} from './tasks.ts';

test(...verifies('scheduled-tasks.task.user-id-creator'), async ({ check, admin }) => {
  const creator = check.as('TASK_CREATOR_TOKEN', 'task creator');
  const userIdOf = async (id: string) => (await admin.preparing.getScheduledTask(id)).userId;
  const ofCreator = await userIdOf((await expectCreated(check, creator)).id);
  const again = await userIdOf((await expectCreated(check, creator)).id);
  const ofAdmin = await userIdOf((await expectCreated(check, admin)).id);
  expect(again ?? null, 'userId of two tasks of one user').toEqual(ofCreator ?? null);
  if ((ofCreator ?? null) === null) return;
  expect(ofAdmin, 'userId of a task of another user').not.toEqual(ofCreator);
  const body = taskBody(check, { userId: ofCreator });
  const answer = await requestCreation(check, admin, body);
  if (!isSuccess(answer)) return;
  const sent = await userIdOf(await createdTaskId(check, admin, answer, body));
  expect(sent, "userId of a task that was created with another user's id").toEqual(ofAdmin);
});

test(...verifies('scheduled-tasks.task.user-id-lasting'), async ({ check, admin }) => {
  const task = await createTask(check, check.as('TASK_CREATOR_TOKEN', 'task creator'));
  const { userId } = await admin.preparing.getScheduledTask(task.id);
  await expectUpdated(admin, task, { prompt: fresh('changed') });
  const expectLasting = async (action: string) => {
    expect((await admin.preparing.getScheduledTask(task.id)).userId ?? null, action).toEqual(userId ?? null);
  };
  await expectLasting('after an update');
  await admin.ask('runScheduledTask', task.id);
  await expectLasting('after a run');
  for (const action of ['share', 'pause', 'resume'] as const) {
    await requestAction(check, admin, action, task);
    await expectLasting(`after ${action}`);
  }
  if (check.optional('TASK_MANAGER_TOKEN') !== undefined) {
    await updateTask(check.as('TASK_MANAGER_TOKEN'), task, { prompt: fresh('changed') });
    await expectLasting('after an update by a manager');
  }
  const own = await createTask(check, admin);
  const { userId: another } = await admin.preparing.getScheduledTask(own.id);
  await updateTask(admin, task, { userId: another });
  expect(
    (await admin.preparing.getScheduledTask(task.id)).userId ?? null,
    'after an update with another userId',
  ).toEqual(userId ?? null);
});

/** An invented lastConditionCheck, whose values can be found in any notation. */
const INVENTED_CHECK = { checkedAt: '2001-09-09T01:46:40Z', value: 424242, isMet: true, note: 'never made' };
const INVENTED_VALUES = /2001-09-09|1000000000|424242|never createTask/;

test(...verifies('scheduled-tasks.task.last-check-not-created'), async ({ check, admin }) => {
  const body = taskBody(check, { lastConditionCheck: INVENTED_CHECK });
  const answer = await requestCreation(check, admin, body);
  if (answer.status >= 400) {
    expect(answer).toBeRefused();
    return;
  }
  const { lastConditionCheck } = await admin.preparing.getScheduledTask(
    await createdTaskId(check, admin, answer, body),
  );
  expect(JSON.stringify(lastConditionCheck ?? null)).not.toMatch(INVENTED_VALUES);
});

test(...verifies('scheduled-tasks.task.last-check-not-updated'), async ({ check, admin }) => {
  const task = await createTask(check, admin);
  const before = (await admin.preparing.getScheduledTask(task.id)).lastConditionCheck ?? null;
  const answer = await updateTask(admin, task, { lastConditionCheck: INVENTED_CHECK });
  if (answer.status >= 400) expect(answer).toBeRefused();
  expect((await admin.preparing.getScheduledTask(task.id)).lastConditionCheck ?? null).toEqual(before);
});

test(...verifies('scheduled-tasks.create.in-list'), async ({ check, admin }) => {
  const { id } = await expectCreated(check, admin);
  await soon(check, async () => {
    expect(idsOf(await tasksOf(admin))).toContain(id);
  });
});

test(...verifies('scheduled-tasks.create.readable'), async ({ check, admin }) => {
  const { id } = await expectCreated(check, admin);
  expect(await admin.ask('getScheduledTask', id)).toSucceed();
});

test(...verifies('scheduled-tasks.create.keeps-prompt'), async ({ check, admin }) => {
  for (const prompt of [fresh('prompt'), `${fresh('prompt')}: which orders of "last week" were late, and why?`]) {
    const { id } = await expectCreated(check, admin, { prompt });
    expect((await admin.preparing.getScheduledTask(id)).prompt ?? prompt).toBe(prompt);
  }
  const body = taskBody(check, { prompt: longPrompt() });
  const answer = await requestCreation(check, admin, body);
  if (!isSuccess(answer)) return;
  const { prompt = body['prompt'] } = await admin.preparing.getScheduledTask(
    await createdTaskId(check, admin, answer, body),
  );
  expect(prompt).toBe(body['prompt']);
});

/** A prompt with line breaks and special characters. Which prompts are accepted is open; accepted ones must be kept. */
function longPrompt(): string {
  return `${fresh('prompt')}\n${SIGNS}\n\n${'which orders were late, and why? '.repeat(9)}`.trim();
}

test(...verifies('scheduled-tasks.create.notification-default'), async ({ check, admin }) => {
  const { id } = await expectCreated(check, admin);
  expect((await admin.preparing.getScheduledTask(id)).notificationEnabled ?? false).toBe(false);
  const body = taskBody(check, { condition: conditionOf(check) });
  const answer = await requestCreation(check, admin, body);
  // Other requirements cover which conditions are accepted.
  if (!isSuccess(answer)) return;
  const conditional = await admin.preparing.getScheduledTask(await createdTaskId(check, admin, answer, body));
  expect(conditional.notificationEnabled ?? false, 'notificationEnabled of a task with a condition').toBe(false);
});

test(...verifies('scheduled-tasks.create.notification-kept'), async ({ check, admin }) => {
  const { id } = await expectCreated(check, admin, { notificationEnabled: true });
  expect((await admin.preparing.getScheduledTask(id)).notificationEnabled ?? true).toBe(true);
});

function conditionOf(check: Check): unknown {
  return check.tenant.wire.value('scheduled-tasks.condition-threshold');
}

/**
 * A task after a full update, and another one after an update that contains only the change. Whether the second form is
 * accepted is open, so a task whose update was refused is left out.
 */
async function afterUpdates(check: Check, admin: Actor, before: object, change: object): Promise<Task[]> {
  const [one, other] = [await createTask(check, admin, before), await createTask(check, admin, before)];
  await expectUpdated(admin, one, change);
  const partial = await admin.raw('updateScheduledTask', { path: { taskId: other.id }, body: change });
  const tasks = isSuccess(partial) ? [one, other] : [one];
  return Promise.all(tasks.map(({ id }) => admin.preparing.getScheduledTask(id)));
}

test(...verifies('scheduled-tasks.update.takes-effect'), async ({ check, admin }) => {
  const change = { prompt: fresh('changed') };
  const neighbour = await createTask(check, admin);
  const before = await contentOf(admin, neighbour);
  for (const { prompt } of await afterUpdates(check, admin, {}, change)) {
    expect(prompt ?? change.prompt).toBe(change.prompt);
  }
  expect(await contentOf(admin, neighbour), 'the task that was not updated').toEqual(before);
  const text = longPrompt();
  if (!isSuccess(await updateTask(admin, neighbour, { prompt: text }))) return;
  expect((await admin.preparing.getScheduledTask(neighbour.id)).prompt ?? text).toBe(text);
});

/** A task whose condition is removed by the same update that sets notificationEnabled. */
async function withoutCondition(check: Check, admin: Actor, notificationEnabled: boolean): Promise<Task[]> {
  const body = taskBody(check, { condition: conditionOf(check), notificationEnabled });
  const answer = await requestCreation(check, admin, body);
  if (!isSuccess(answer)) return [];
  const task = { id: await createdTaskId(check, admin, answer, body), body };
  const after = await updateTask(admin, task, { condition: null, notificationEnabled });
  return isSuccess(after) ? [await admin.preparing.getScheduledTask(task.id)] : [];
}

for (const [rule, before, after] of [
  ['on', false, true],
  ['off', true, false],
] as const) {
  test(...verifies(`scheduled-tasks.update.notification-${rule}`), async ({ check, admin }) => {
    const [was, change] = [{ notificationEnabled: before }, { notificationEnabled: after }];
    const tasks = [
      ...(await afterUpdates(check, admin, was, change)),
      ...(await withoutCondition(check, admin, after)),
    ];
    for (const { notificationEnabled } of tasks) expect(notificationEnabled ?? after).toBe(after);
  });
}

test(...verifies('scheduled-tasks.delete.leaves-list'), async ({ check, admin }) => {
  const [kept, deleted] = [await createTask(check, admin), await createTask(check, admin)];
  await tasksListed(check, admin, kept, deleted);
  await admin.deleteScheduledTask(deleted.id);
  await soon(check, async () => {
    const ids = idsOf(await tasksOf(admin));
    expect(ids).not.toContain(deleted.id);
    expect(ids, 'the task that was not deleted').toContain(kept.id);
  });
  await expectTwinKept(check, admin);

  const used = await createUsedTask(check, admin);
  await tasksListed(check, admin, used);
  // Whether a task can be deleted while it runs is open; one whose deletion was acknowledged is gone.
  if (!isSuccess(await admin.ask('deleteScheduledTask', used.id))) return;
  await soon(check, async () => {
    expect(idsOf(await tasksOf(admin)), 'tasks, of which one that had run was deleted').not.toContain(used.id);
  });
});

/** Deletes one of two tasks with the same prompt, where a tenant allows that, and expects that the other is kept. */
async function expectTwinKept(check: Check, admin: Actor): Promise<void> {
  const body = taskBody(check);
  const answers = [await requestCreation(check, admin, body), await requestCreation(check, admin, body)];
  const twins = async () => (await tasksOf(admin)).filter(({ prompt }) => prompt === body['prompt']);
  if (!answers.every(isSuccess)) return;
  const [one, other] = idsOf(await readUntil(check, twins, (found) => found.length >= answers.length));
  if (one === undefined || other === undefined) return;
  await admin.deleteScheduledTask(one);
  await soon(check, async () => {
    expect(idsOf(await twins()), 'the other of two tasks with the same prompt').toEqual([other]);
  });
}

test(...verifies('scheduled-tasks.delete.unreadable'), async ({ check, admin }) => {
  const [kept, deleted] = [await createTask(check, admin), await createTask(check, admin)];
  await contentOf(admin, deleted);
  await admin.deleteScheduledTask(deleted.id);
  expect(await admin.ask('getScheduledTask', deleted.id)).toBeRefused();
  await contentOf(admin, kept);

  const used = await createUsedTask(check, admin);
  if (!isSuccess(await admin.ask('deleteScheduledTask', used.id))) return;
  expect(await admin.ask('getScheduledTask', used.id), 'a deleted task that had run').toBeRefused();
});

import { SIGNS, fresh } from '../../harness/client/unique.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { act, contentOf, create, created, idIn, idsOf, made, tasksOf, update, updated, type Task } from './tasks.ts';

test(...verifies('scheduled-tasks.task.user-id-creator'), async ({ check, admin }) => {
  const creator = check.as('TASK_CREATOR_TOKEN', 'task creator');
  const userIdOf = async (id: string) => (await admin.preparing.getScheduledTask(id)).userId;
  const ofCreator = await userIdOf((await created(check, creator)).id);
  const again = await userIdOf((await created(check, creator)).id);
  const ofAdmin = await userIdOf((await created(check, admin)).id);
  expect(again ?? null, 'userId of two tasks of one user').toEqual(ofCreator ?? null);
  if ((ofCreator ?? null) === null) return;
  expect(ofAdmin, 'userId of a task of somebody else').not.toEqual(ofCreator);
  const body = taskBody(check, { userId: ofCreator });
  const answer = await create(check, admin, body);
  if (!isSuccess(answer)) return;
  const sent = await userIdOf(await idIn(check, admin, answer, body));
  expect(sent, 'userId of a task that was sent with that of somebody else').toEqual(ofAdmin);
});

test(...verifies('scheduled-tasks.task.user-id-lasting'), async ({ check, admin }) => {
  const task = await made(check, check.as('TASK_CREATOR_TOKEN', 'task creator'));
  const { userId } = await admin.preparing.getScheduledTask(task.id);
  await updated(admin, task, { prompt: fresh('changed') });
  const expectLasting = async (deed: string) => {
    expect((await admin.preparing.getScheduledTask(task.id)).userId ?? null, deed).toEqual(userId ?? null);
  };
  await expectLasting('after an update');
  await admin.ask('runScheduledTask', task.id);
  await expectLasting('after a run');
  for (const deed of ['share', 'pause', 'resume'] as const) {
    await act(check, admin, deed, task);
    await expectLasting(`after ${deed}`);
  }
  if (check.tenant.settings.TASK_MANAGER_TOKEN !== undefined) {
    await update(check.as('TASK_MANAGER_TOKEN'), task, { prompt: fresh('changed') });
    await expectLasting('after an update by a manager');
  }
  const own = await made(check, admin);
  const { userId: another } = await admin.preparing.getScheduledTask(own.id);
  await update(admin, task, { userId: another });
  expect((await admin.preparing.getScheduledTask(task.id)).userId ?? null, 'sent with another userId').toEqual(
    userId ?? null,
  );
});

/** A check that was never made; its values are found again however they are written. */
const CHECK = { checkedAt: '2001-09-09T01:46:40Z', value: 424242, isMet: true, note: 'never made' };
const FOUND_AGAIN = /2001-09-09|1000000000|424242|never made/;

test(...verifies('scheduled-tasks.task.last-check-not-created'), async ({ check, admin }) => {
  const body = taskBody(check, { lastConditionCheck: CHECK });
  const answer = await create(check, admin, body);
  if (answer.status >= 400) {
    expect(answer).toBeRefused();
    return;
  }
  const { lastConditionCheck } = await admin.preparing.getScheduledTask(await idIn(check, admin, answer, body));
  expect(JSON.stringify(lastConditionCheck ?? null)).not.toMatch(FOUND_AGAIN);
});

test(...verifies('scheduled-tasks.task.last-check-not-updated'), async ({ check, admin }) => {
  const task = await made(check, admin);
  const before = (await admin.preparing.getScheduledTask(task.id)).lastConditionCheck ?? null;
  const answer = await update(admin, task, { lastConditionCheck: CHECK });
  if (answer.status >= 400) expect(answer).toBeRefused();
  expect((await admin.preparing.getScheduledTask(task.id)).lastConditionCheck ?? null).toEqual(before);
});

test(...verifies('scheduled-tasks.create.in-list'), async ({ check, admin }) => {
  const { id } = await created(check, admin);
  expect(idsOf(await tasksOf(admin))).toContain(id);
});

test(...verifies('scheduled-tasks.create.readable'), async ({ check, admin }) => {
  const { id } = await created(check, admin);
  expect(await admin.ask('getScheduledTask', id)).toSucceed();
});

test(...verifies('scheduled-tasks.create.keeps-prompt'), async ({ check, admin }) => {
  for (const prompt of [fresh('prompt'), `${fresh('prompt')}: which orders of "last week" were late, and why?`]) {
    const { id } = await created(check, admin, { prompt });
    expect((await admin.preparing.getScheduledTask(id)).prompt ?? prompt).toBe(prompt);
  }
  const body = taskBody(check, { prompt: longPrompt() });
  const answer = await create(check, admin, body);
  if (!isSuccess(answer)) return;
  const { prompt = body['prompt'] } = await admin.preparing.getScheduledTask(await idIn(check, admin, answer, body));
  expect(prompt).toBe(body['prompt']);
});

/** What a prompt may hold is open; what is taken is kept as it is. */
function longPrompt(): string {
  return `${fresh('prompt')}\n${SIGNS}\n\n${'which orders were late, and why? '.repeat(9)}`.trim();
}

test(...verifies('scheduled-tasks.create.notification-default'), async ({ check, admin }) => {
  const { id } = await created(check, admin);
  expect((await admin.preparing.getScheduledTask(id)).notificationEnabled ?? false).toBe(false);
  const body = taskBody(check, { condition: conditionOf(check) });
  const answer = await create(check, admin, body);
  // Which conditions there are is for other rows to say.
  if (!isSuccess(answer)) return;
  const conditional = await admin.preparing.getScheduledTask(await idIn(check, admin, answer, body));
  expect(conditional.notificationEnabled ?? false, 'of a task with a condition').toBe(false);
});

test(...verifies('scheduled-tasks.create.notification-kept'), async ({ check, admin }) => {
  const { id } = await created(check, admin, { notificationEnabled: true });
  expect((await admin.preparing.getScheduledTask(id)).notificationEnabled ?? true).toBe(true);
});

function conditionOf(check: Check): unknown {
  return check.tenant.wire.value('scheduled-tasks.condition-threshold');
}

/**
 * A task after an update as a whole, and after one that sends nothing but the change: whether an update may be no more
 * than that is open, and where it is refused nothing is said.
 */
async function afterUpdates(check: Check, admin: Actor, before: object, change: object): Promise<Task[]> {
  const [one, other] = [await made(check, admin, before), await made(check, admin, before)];
  await updated(admin, one, change);
  const alone = await admin.raw('updateScheduledTask', { path: { taskId: other.id }, body: change });
  const tasks = isSuccess(alone) ? [one, other] : [one];
  return Promise.all(tasks.map(({ id }) => admin.preparing.getScheduledTask(id)));
}

test(...verifies('scheduled-tasks.update.takes-effect'), async ({ check, admin }) => {
  const change = { prompt: fresh('changed') };
  const neighbour = await made(check, admin);
  const before = await contentOf(admin, neighbour);
  for (const { prompt } of await afterUpdates(check, admin, {}, change)) {
    expect(prompt ?? change.prompt).toBe(change.prompt);
  }
  expect(await contentOf(admin, neighbour), 'a task that nobody updated').toEqual(before);
  const text = longPrompt();
  if (!isSuccess(await update(admin, neighbour, { prompt: text }))) return;
  expect((await admin.preparing.getScheduledTask(neighbour.id)).prompt ?? text).toBe(text);
});

/** A task whose condition goes with the same update that says whether notifications are to be on. */
async function withoutCondition(check: Check, admin: Actor, notificationEnabled: boolean): Promise<Task[]> {
  const body = taskBody(check, { condition: conditionOf(check), notificationEnabled });
  const answer = await create(check, admin, body);
  if (!isSuccess(answer)) return [];
  const task = { id: await idIn(check, admin, answer, body), body };
  const after = await update(admin, task, { condition: null, notificationEnabled });
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
  const [kept, gone] = [await made(check, admin), await made(check, admin)];
  await admin.deleteScheduledTask(gone.id);
  const ids = idsOf(await tasksOf(admin));
  expect(ids).not.toContain(gone.id);
  expect(ids, 'a task that nobody deleted').toContain(kept.id);
  await expectTwinKept(check, admin);
});

/** Of two tasks with the same prompt, where there can be two, one is left when the other is deleted. */
async function expectTwinKept(check: Check, admin: Actor): Promise<void> {
  const body = taskBody(check);
  const answers = [await create(check, admin, body), await create(check, admin, body)];
  const twins = async () => (await tasksOf(admin)).filter(({ prompt }) => prompt === body['prompt']);
  const [one, other] = idsOf(await twins());
  if (!answers.every(isSuccess) || one === undefined || other === undefined) return;
  await admin.deleteScheduledTask(one);
  expect(idsOf(await twins()), 'the other of two tasks with the same prompt').toEqual([other]);
}

test(...verifies('scheduled-tasks.delete.unreadable'), async ({ check, admin }) => {
  const [kept, gone] = [await made(check, admin), await made(check, admin)];
  await contentOf(admin, gone);
  await admin.deleteScheduledTask(gone.id);
  expect(await admin.ask('getScheduledTask', gone.id)).toBeRefused();
  await contentOf(admin, kept);
});

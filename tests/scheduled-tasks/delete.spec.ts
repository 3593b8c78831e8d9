import { meanwhile, takenAtOnce } from '../../harness/check/at-once.ts';
import { BY_PLAIN } from '../../harness/things/administrators.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { oneAfterTheOther, ofEachKind, pause, run, share, update } from './histories.ts';
import { contentOf, requestCreation, idsOf, createTask, tasksListed, tasksOf, type CreatedTask } from './tasks.ts';

test(...verifies('scheduled-tasks.delete.leaves-list'), async ({ check, admin }) => {
  const [kept, deleted] = [await createTask(check, admin), await createTask(check, admin)];
  await tasksListed(check, admin, kept, deleted);
  await admin.deleteScheduledTask(deleted.id);
  await expectUnlisted(check, admin, deleted, kept);
  await expectTwinKept(check, admin);
  await ofEachKind(
    check,
    {
      'with a history': { kind: 'with a schedule', by: admin, then: oneAfterTheOther(run, share, pause) },
      'on demand': { kind: 'on demand', by: admin },
      'with notifications': { kind: 'with a schedule', by: admin, more: { notificationEnabled: true } },
    },
    async (task) => {
      await tasksListed(check, admin, task);
      await deleteIfTaken(admin, task, () => expectUnlisted(check, admin, task, kept));
    },
  );
  await inEach(check, { [BY_PLAIN]: check.asOptional('TASK_CREATOR_TOKEN') }, async (creator) => {
    const task = await createTask(check, creator);
    await tasksListed(check, admin, task);
    await deleteIfTaken(creator, task, () => expectUnlisted(check, admin, task, kept));
  });
});

/** Whether a task can be deleted while it runs is open; one whose deletion was acknowledged is judged. */
async function deleteIfTaken(admin: Actor, { id }: CreatedTask, judge: () => Promise<void>): Promise<void> {
  if (isSuccess(await admin.ask('deleteScheduledTask', id))) await judge();
}

async function expectUnlisted(check: Check, admin: Actor, gone: CreatedTask, kept: CreatedTask): Promise<void> {
  await withinSeconds(check, async () => {
    const ids = idsOf(await tasksOf(admin));
    expect(ids).not.toContain(gone.id);
    expect(ids, 'the task that was not deleted').toContain(kept.id);
  });
}

/** Deletes one of two tasks with the same prompt, where a tenant allows that, and expects that the other is kept. */
async function expectTwinKept(check: Check, admin: Actor): Promise<void> {
  const body = taskBody(check);
  const answers = [await requestCreation(check, admin, body), await requestCreation(check, admin, body)];
  const twins = async () => (await tasksOf(admin)).filter(({ prompt }) => prompt === body['prompt']);
  if (!answers.every(isSuccess)) return;
  const [one, other] = idsOf(await readUntil(check, twins, (found) => found.length >= answers.length));
  if (one === undefined || other === undefined) return;
  await admin.deleteScheduledTask(one);
  await withinSeconds(check, async () => {
    expect(idsOf(await twins()), 'the other of two tasks with the same prompt').toEqual([other]);
  });
}

test(...verifies('scheduled-tasks.delete.unreadable'), async ({ check, admin }) => {
  const [kept, deleted] = [await createTask(check, admin), await createTask(check, admin)];
  await contentOf(admin, deleted);
  await admin.deleteScheduledTask(deleted.id);
  expect(await admin.ask('getScheduledTask', deleted.id)).toBeRefused();
  await contentOf(admin, kept);
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  await ofEachKind(
    check,
    {
      'with a history': { kind: 'with a schedule', by: admin, then: oneAfterTheOther(run, share, pause) },
      'on demand': { kind: 'on demand', by: admin },
      'of another user': creator && { kind: 'with a schedule', by: creator },
    },
    (task) =>
      deleteIfTaken(admin, task, async () => {
        expect(await admin.ask('getScheduledTask', task.id), 'a deleted task').toBeRefused();
      }),
  );
  await inEach(check, { 'beside an update at the same time': await createTask(check, admin) }, async (task) => {
    const [, deletion] = await meanwhile(update(check, admin, task), () => admin.ask('deleteScheduledTask', task.id));
    leaveOutUnless(isSuccess(deletion));
    expect(await admin.ask('getScheduledTask', task.id), 'a deleted task').toBeRefused();
  });
  const two = [await createTask(check, admin), await createTask(check, admin)];
  await inEach(check, { 'two at the same time': two }, async (both) => {
    const taken = await takenAtOnce(both, ({ id }) => admin.ask('deleteScheduledTask', id));
    const read = await Promise.all(taken.map(({ sent }) => admin.ask('getScheduledTask', sent.id)));
    read.forEach((answer) => {
      expect(answer, 'a deleted task').toBeRefused();
    });
  });
});

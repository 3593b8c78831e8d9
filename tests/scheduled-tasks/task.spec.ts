import { readUntil, soon } from '../../harness/check/eventually.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { SIGNS, fresh } from '../../harness/client/unique.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  conditionOf,
  inTurn,
  KINDS,
  LIFE,
  nothing,
  ofEachKind,
  pause,
  resume,
  run,
  share,
  taskIfTaken,
  update,
  type Step,
} from './histories.ts';
import {
  contentOf,
  createdTaskId,
  requestCreation,
  expectCreated,
  idsOf,
  createTask,
  tasksListed,
  tasksOf,
  updateTask,
  expectUpdated,
  type CreatedTask,
} from './tasks.ts';

function by(actor: Actor | undefined, kind: 'with a schedule' | 'on demand' = 'with a schedule', more: object = {}) {
  return actor && { kind, by: actor, more };
}

const readBy = (actor: Actor, { id }: Pick<CreatedTask, 'id'>) => actor.preparing.getScheduledTask(id);
const userIdOf = async (admin: Actor, task: CreatedTask | undefined) =>
  task && ((await readBy(admin, task)).userId ?? null);

test(...verifies('scheduled-tasks.task.user-id-creator'), async ({ check, admin }) => {
  const creator = check.as('TASK_CREATOR_TOKEN', 'task creator');
  const shown = await userIdOf(admin, await expectCreated(check, creator));
  const oauth = check.asOptional('OAUTH_TOKEN');
  const ofOauth = oauth && (await userIdOf(admin, await expectCreated(check, oauth)));
  await refusedBefore(check, admin);
  await ofEachKind(
    check,
    {
      'after another user was refused': { kind: 'with a schedule', by: creator },
      'another task': { kind: 'with a schedule', by: creator },
      'on demand': { kind: 'on demand', by: creator },
    },
    async (task) => {
      expect(await userIdOf(admin, task), 'userId of two tasks of one user').toEqual(shown);
    },
  );
  await ofEachKind(check, { 'with an OAuth token': by(oauth) }, async (task) => {
    expect(await userIdOf(admin, task), 'userId of two tasks of one user').toEqual(ofOauth);
  });
  const another = by(ifShown(shown, admin));
  await ofEachKind(
    check,
    {
      'of another user': another,
      'with the userId of another user': another && { ...another, more: { userId: shown } },
    },
    async (task) => {
      expect(await userIdOf(admin, task), "userId of another user's task").not.toEqual(shown);
    },
  );
});

const isShown = (value: unknown): boolean => value !== undefined && value !== null;

/** An actor whose tasks are compared with a value, where the tenant shows it. */
const ifShown = (value: unknown, actor: Actor): Actor | undefined => (isShown(value) ? actor : undefined);

test(...verifies('scheduled-tasks.task.user-id-lasting'), async ({ check, admin }) => {
  const task = await createTask(check, check.as('TASK_CREATOR_TOKEN', 'task creator'));
  const own = await userIdOf(admin, await createTask(check, admin));
  const userId = await userIdOf(admin, task);
  const manager = check.asOptional('TASK_MANAGER_TOKEN');
  const oauth = check.asOptional('OAUTH_TOKEN');
  const claim: Step = (_check, actor) => updateTask(actor, task, { userId: own });
  const deeds = {
    updated: { step: update, who: admin },
    'updated again': { step: update, who: admin },
    run: { step: run, who: admin },
    shared: { step: share, who: admin },
    paused: { step: pause, who: admin },
    resumed: { step: resume, who: admin },
    'updated by a manager': manager && { step: update, who: manager },
    'updated with an OAuth token': oauth && { step: update, who: oauth },
    'updated with another userId': { step: claim, who: admin },
  };
  await inEach(check, deeds, async ({ step, who }) => {
    await step(check, who, task);
    expect(await userIdOf(admin, task), 'userId of the task').toEqual(userId);
  });
});

/** An invented lastConditionCheck, whose values can be found in any notation. */
const INVENTED_CHECK = { checkedAt: '2001-09-09T01:46:40Z', value: 424242, isMet: true, note: 'never made' };
const INVENTED_VALUES = /2001-09-09|1000000000|424242|never createTask/;

const lastCheckOf = async (admin: Actor, task: CreatedTask) => (await readBy(admin, task)).lastConditionCheck ?? null;

test(...verifies('scheduled-tasks.task.last-check-not-created'), async ({ check, admin }) => {
  const others = { alone: {}, 'beside a condition': { condition: conditionOf(check) } };
  await inEach(check, others, async (other) => {
    await expectNotStored(check, admin, taskBody(check, { ...other, lastConditionCheck: INVENTED_CHECK }));
  });
});

/** Expects a create to be refused, or to make a task without what was invented. */
async function expectNotStored(check: Check, admin: Actor, body: Record<string, unknown>): Promise<void> {
  const answer = await requestCreation(check, admin, body);
  if (!isSuccess(answer)) {
    expect(answer).toBeRefused();
    return;
  }
  const task = { id: await createdTaskId(check, admin, answer, body), body };
  expect(JSON.stringify(await lastCheckOf(admin, task))).not.toMatch(INVENTED_VALUES);
}

test(...verifies('scheduled-tasks.task.last-check-not-updated'), async ({ check, admin }) => {
  const task = await createTask(check, admin);
  const others = { alone: {}, 'beside a condition': { condition: conditionOf(check) } };
  await inEach(check, others, async (other) => {
    await updateTask(admin, task, { ...other, lastConditionCheck: INVENTED_CHECK });
    expect(JSON.stringify(await lastCheckOf(admin, task))).not.toMatch(INVENTED_VALUES);
  });
});

test(...verifies('scheduled-tasks.create.in-list'), async ({ check, admin }) => {
  const body = taskBody(check, { notificationEnabled: true });
  const oauth = check.asOptional('OAUTH_TOKEN');
  const { id } = await expectCreated(check, admin);
  await ofEachKind(
    check,
    {
      'with a schedule': { kind: 'with a schedule', by: admin },
      'with notifications': { kind: 'with a schedule', by: admin, more: body },
      'with the prompt of another': { kind: 'with a schedule', by: admin, more: body },
      'with a condition': { kind: 'with a condition', by: admin },
      'on demand after a run': { kind: 'on demand', by: admin, then: run },
      'with an OAuth token': by(oauth, 'on demand'),
    },
    async (task, name) => {
      await soon(check, async () => {
        const listed = idsOf(await tasksOf((name === 'with an OAuth token' && oauth) || admin));
        expect(listed).toContain(task.id);
        expect(listed, 'the first of the tasks').toContain(id);
      });
    },
  );
});

test(...verifies('scheduled-tasks.create.readable'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const { id } = await expectCreated(check, admin);
  const onDemand = await taskIfTaken(check, admin, KINDS['on demand'](check, {}));
  await ofEachKind(
    check,
    {
      'with a schedule': { kind: 'with a schedule', by: admin },
      // A prompt is no name: a second task with it leaves the first one in place.
      'on demand': { kind: 'on demand', by: admin, more: { prompt: onDemand?.body['prompt'] ?? fresh('prompt') } },
      'with a condition': { kind: 'with a condition', by: admin },
      'while paused': { kind: 'with a schedule', by: admin, then: pause },
    },
    async (task) => {
      expect(await admin.ask('getScheduledTask', task.id)).toSucceed();
    },
  );
  await inEach(
    check,
    { 'before others were created': onDemand?.id ?? id, 'with an OAuth token': oauth && id },
    async (one) => {
      expect(await (oauth ?? admin).ask('getScheduledTask', one)).toSucceed();
    },
  );
});

test(...verifies('scheduled-tasks.create.keeps-prompt'), async ({ check, admin }) => {
  const question = `${fresh('prompt')}: which orders of "last week" were late, and why?`;
  const task = await expectCreated(check, admin, { prompt: question });
  await inEach(check, LIFE, async (step) => {
    await step(check, admin, task);
    expect((await readBy(admin, task)).prompt ?? question).toBe(question);
  });
  await ofEachKind(
    check,
    {
      'with signs and lines': { kind: 'with a schedule', by: admin, more: { prompt: longPrompt() } },
      'beyond Latin': { kind: 'with a schedule', by: admin, more: { prompt: beyondLatin() } },
      'on demand': { kind: 'on demand', by: admin },
      'after a refused create': { kind: 'with a schedule', by: await refusedBefore(check, admin) },
    },
    async (one) => {
      const { prompt = one.body['prompt'] } = await readBy(admin, one);
      expect(prompt).toBe(one.body['prompt']);
    },
  );
});

/** The actor, who has just been refused a task with another prompt. */
async function refusedBefore(check: Check, actor: Actor): Promise<Actor> {
  await requestCreation(check, actor, taskBody(check, { cron: '* * * * *' }));
  return actor;
}

/** A prompt with line breaks and special characters. Which prompts are accepted is open; accepted ones must be kept. */
function longPrompt(): string {
  return `${fresh('prompt')}\n${SIGNS}\n\n${'which orders were late, and why? '.repeat(9)}`.trim();
}

function beyondLatin(): string {
  return `${fresh('prompt')} 昨日の売上は? Сколько заказов? 📈`;
}

test(...verifies('scheduled-tasks.create.notification-default'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  await taskIfTaken(check, admin, taskBody(check, { notificationEnabled: true }));
  await expectCreated(check, admin);
  await ofEachKind(
    check,
    {
      'after one with notifications': { kind: 'with a schedule', by: admin },
      'on demand': { kind: 'on demand', by: admin },
      'with a condition': { kind: 'with a condition', by: admin },
      'with a change condition': { kind: 'with a change condition', by: admin },
      'by a user without the admin role': by(creator),
      'with an OAuth token': by(oauth),
    },
    async (task) => {
      expect((await readBy(admin, task)).notificationEnabled ?? false).toBe(false);
    },
  );
});

test(...verifies('scheduled-tasks.create.notification-kept'), async ({ check, admin }) => {
  const more = { notificationEnabled: true };
  const task = await expectCreated(check, admin, more);
  await ofEachKind(
    check,
    {
      'on demand': { kind: 'on demand', by: admin, more },
      'with a condition': { kind: 'with a condition', by: admin, more },
      'by a user without the admin role': by(check.asOptional('TASK_CREATOR_TOKEN'), 'with a schedule', more),
    },
    async (one) => {
      expect((await readBy(admin, one)).notificationEnabled ?? true).toBe(true);
    },
  );
  await inEach(check, LIFE, async (step) => {
    await step(check, admin, task);
    expect((await readBy(admin, task)).notificationEnabled ?? true).toBe(true);
  });
});

/** An update with the change alone. Whether that form is accepted is open. */
const changeAlone = (actor: Actor, { id }: CreatedTask, change: object) =>
  actor.raw('updateScheduledTask', { path: { taskId: id }, body: change });

test(...verifies('scheduled-tasks.update.takes-effect'), async ({ check, admin }) => {
  const [task, neighbour] = [await createTask(check, admin), await createTask(check, admin)];
  const before = await contentOf(admin, neighbour);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const first = `${fresh('Changed')} in many words`;
  await expectUpdated(admin, task, { prompt: first });
  expect((await readBy(admin, task)).prompt ?? first).toBe(first);
  const changes = {
    'another letter case': { prompt: first.toUpperCase() },
    shorter: { prompt: fresh('short') },
    'signs and lines': { prompt: longPrompt() },
    'beyond Latin': { prompt: beyondLatin() },
    'the change alone': { prompt: fresh('alone'), send: changeAlone },
    'beside another cron': { prompt: fresh('cron'), beside: { cron: '41 3 2 2 *' } },
    'with an OAuth token': oauth && { prompt: fresh('oauth'), who: oauth },
    'after a run': { prompt: fresh('run'), step: run },
    'while paused': { prompt: fresh('paused'), step: pause },
    'once resumed': { prompt: fresh('resumed'), step: pause, then: resume },
  } satisfies Readonly<Record<string, Change | undefined>>;
  await inEach<Change>(check, changes, (change) => expectPrompt(check, admin, task, change));
  const onDemand = await taskIfTaken(check, admin, KINDS['on demand'](check, {}));
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const ofAnother = creator && (await createTask(check, creator));
  await inEach(check, { 'on demand': onDemand, 'of another user': ofAnother }, (one) =>
    expectPrompt(check, admin, one, { prompt: fresh('other') }),
  );
  expect(await contentOf(admin, neighbour), 'the task that was not updated').toEqual(before);
});

interface Change {
  readonly prompt: string;
  readonly who?: Actor;
  readonly step?: Step;
  readonly then?: Step;
  readonly send?: typeof changeAlone;
  readonly beside?: object;
}

/** Expects that a prompt is shown that an update sent; whether this update is taken is open. */
async function expectPrompt(
  check: Check,
  admin: Actor,
  task: CreatedTask,
  { prompt, who = admin, step = nothing, then = nothing, send = updateTask, beside = {} }: Change,
): Promise<void> {
  await step(check, admin, task);
  const answer = await send(who, task, { ...beside, prompt });
  await then(check, admin, task);
  if (isSuccess(answer)) expect((await readBy(admin, task)).prompt ?? prompt).toBe(prompt);
}

for (const [rule, was, after] of [
  ['on', false, true],
  ['off', true, false],
] as const) {
  test(...verifies(`scheduled-tasks.update.notification-${rule}`), async ({ check, admin }) => {
    const change = { notificationEnabled: after };
    const back = { notificationEnabled: was };
    const creator = check.asOptional('TASK_CREATOR_TOKEN');
    const undo: Step = (_check, actor, task) => updateTask(actor, task, back);
    const again: Step = inTurn((_check, actor, task) => updateTask(actor, task, change), undo);
    const task = await createTask(check, admin, back);
    await expectUpdated(admin, task, change);
    const cases = {
      'with a schedule': { kind: 'with a schedule', by: admin, more: back, then: nothing },
      'on demand': { kind: 'on demand', by: admin, more: back },
      'with a condition': { kind: 'with a condition', by: admin, more: back },
      'a second time': { kind: 'with a schedule', by: admin, more: back, then: again },
      'while paused': { kind: 'with a schedule', by: admin, more: back, then: pause },
      'of another user': by(creator, 'with a schedule', back),
    } as const;
    await ofEachKind(check, cases, async (one) => {
      await expectNotification(admin, one, await updateTask(admin, one, change), after);
    });
    await inEach(
      check,
      { 'the change alone': back, 'beside a condition of null': { condition: null } },
      async (other) => {
        await updateTask(admin, task, { ...back, condition: conditionOf(check) });
        await expectNotification(admin, task, await changeAlone(admin, task, { ...other, ...change }), after);
      },
    );
  });
}

/** Expects that a task shows notificationEnabled as an update set it; whether this update is taken is open. */
async function expectNotification(
  admin: Actor,
  task: CreatedTask,
  answer: Parameters<typeof isSuccess>[0],
  expected: boolean,
): Promise<void> {
  if (isSuccess(answer)) expect((await readBy(admin, task)).notificationEnabled ?? expected).toBe(expected);
}

test(...verifies('scheduled-tasks.delete.leaves-list'), async ({ check, admin }) => {
  const [kept, deleted] = [await createTask(check, admin), await createTask(check, admin)];
  await tasksListed(check, admin, kept, deleted);
  await admin.deleteScheduledTask(deleted.id);
  await expectUnlisted(check, admin, deleted, kept);
  await expectTwinKept(check, admin);
  await ofEachKind(
    check,
    {
      'with a history': { kind: 'with a schedule', by: admin, then: inTurn(run, share, pause) },
      'on demand': { kind: 'on demand', by: admin },
      'with notifications': { kind: 'with a schedule', by: admin, more: { notificationEnabled: true } },
    },
    async (task) => {
      await tasksListed(check, admin, task);
      await deleteIfTaken(admin, task, () => expectUnlisted(check, admin, task, kept));
    },
  );
});

/** Whether a task can be deleted while it runs is open; one whose deletion was acknowledged is judged. */
async function deleteIfTaken(admin: Actor, { id }: CreatedTask, judge: () => Promise<void>): Promise<void> {
  if (isSuccess(await admin.ask('deleteScheduledTask', id))) await judge();
}

async function expectUnlisted(check: Check, admin: Actor, gone: CreatedTask, kept: CreatedTask): Promise<void> {
  await soon(check, async () => {
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
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  await ofEachKind(
    check,
    {
      'with a history': { kind: 'with a schedule', by: admin, then: inTurn(run, share, pause) },
      'on demand': { kind: 'on demand', by: admin },
      'of another user': creator && { kind: 'with a schedule', by: creator },
    },
    (task) =>
      deleteIfTaken(admin, task, async () => {
        expect(await admin.ask('getScheduledTask', task.id), 'a deleted task').toBeRefused();
      }),
  );
});

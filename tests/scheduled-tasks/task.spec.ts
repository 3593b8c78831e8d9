import { inEach } from '../../harness/check/in-each.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  conditionOf,
  ofEachKind,
  pause,
  resume,
  run,
  share,
  update,
  type Step,
  by,
  readBy,
  refusedBefore,
} from './histories.ts';
import { createdTaskId, requestCreation, expectCreated, createTask, updateTask, type CreatedTask } from './tasks.ts';

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
  const actions = {
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
  await inEach(check, actions, async ({ step, who }) => {
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

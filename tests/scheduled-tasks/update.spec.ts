import { takenAtOnce } from '../../harness/check/at-once.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { fresh, freshInDigits } from '../../harness/client/unique.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  conditionOf,
  oneAfterTheOther,
  TASK_KINDS,
  nothing,
  ofEachKind,
  pause,
  resume,
  run,
  taskIfTaken,
  type Step,
  beyondLatin,
  by,
  longPrompt,
  readBy,
} from './histories.ts';
import { contentOf, createTask, updateTask, expectUpdated, type CreatedTask } from './tasks.ts';

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
    'digits alone, the change alone': { prompt: freshInDigits('alone'), send: changeAlone },
    'beside another cron': { prompt: fresh('cron'), beside: { cron: '41 3 2 2 *' } },
    'with an OAuth token': oauth && { prompt: fresh('oauth'), who: oauth },
    'back to the first': { prompt: String(task.body['prompt']) },
    'after a run': { prompt: fresh('run'), step: run },
    'while paused': { prompt: fresh('paused'), step: pause },
    'once resumed': { prompt: fresh('resumed'), step: pause, then: resume },
  } satisfies Readonly<Record<string, Change | undefined>>;
  await inEach<Change>(check, changes, (change) => expectPrompt(check, admin, task, change));
  const onDemand = await taskIfTaken(check, admin, TASK_KINDS['on demand'](check, {}));
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const ofAnother = creator && (await createTask(check, creator));
  await inEach(check, { 'on demand': onDemand, 'of another user': ofAnother }, (one) =>
    expectPrompt(check, admin, one, { prompt: fresh('other') }),
  );
  expect(await contentOf(admin, neighbour), 'the task that was not updated').toEqual(before);
  const twice = [task, neighbour].map((one) => ({ one, prompt: fresh('together') }));
  await inEach(check, { 'two at the same time': twice }, async (both) => {
    const taken = await takenAtOnce(both, ({ one, prompt }) => updateTask(admin, one, { prompt }));
    const read = await Promise.all(
      taken.map(async ({ sent }) => (await readBy(admin, sent.one)).prompt ?? sent.prompt),
    );
    expect(read).toEqual(taken.map(({ sent }) => sent.prompt));
  });
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
    const again: Step = oneAfterTheOther((_check, actor, task) => updateTask(actor, task, change), undo);
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

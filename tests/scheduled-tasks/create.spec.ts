import { takenAtOnce } from '../../harness/check/at-once.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { fresh, freshInDigits } from '../../harness/client/unique.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import {
  TASK_KINDS,
  LIFE,
  ofEachKind,
  pause,
  run,
  taskIfTaken,
  beyondLatin,
  by,
  longPrompt,
  readBy,
  refusedBefore,
} from './histories.ts';
import { expectCreated, idsOf, tasksOf, createdTaskId } from './tasks.ts';

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
      await withinSeconds(check, async () => {
        const listed = idsOf(await tasksOf((name === 'with an OAuth token' && oauth) || admin));
        expect(listed).toContain(task.id);
        expect(listed, 'the first of the tasks').toContain(id);
      });
    },
  );
  await inEach(check, { 'two at the same time': [taskBody(check), taskBody(check)] }, async (both) => {
    const taken = await takenAtOnce(both, (one) => admin.raw('createScheduledTask', { body: one }));
    const ids = await Promise.all(taken.map(({ sent, answer }) => createdTaskId(check, admin, answer, sent)));
    expect(new Set(ids).size, 'tasks of the creations').toBe(ids.length);
  });
});

test(...verifies('scheduled-tasks.create.readable'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const { id } = await expectCreated(check, admin);
  const onDemand = await taskIfTaken(check, admin, TASK_KINDS['on demand'](check, {}));
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
      'digits alone, after a refused create': {
        kind: 'with a schedule',
        by: await refusedBefore(check, admin),
        more: { prompt: freshInDigits('prompt') },
      },
    },
    async (one) => {
      const { prompt = one.body['prompt'] } = await readBy(admin, one);
      expect(prompt).toBe(one.body['prompt']);
    },
  );
});

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

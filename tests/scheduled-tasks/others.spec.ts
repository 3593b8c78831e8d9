import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { caseIf, inEach, judgeIf } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { apartFromRuns } from '../../harness/things/run-members.ts';
import { contentOf, createTask, requestAction, UNPRINTED, updateTask, type CreatedTask } from './tasks.ts';

type Act = (task: CreatedTask) => Promise<Answer>;

/** What can be done to a task; an action without a printed path only where its path is known. */
function actionsOn(check: Check, admin: Actor): Record<string, Act | undefined> {
  const acting = (what: keyof typeof UNPRINTED) =>
    caseIf(
      check.tenant.wire.route(UNPRINTED[what]) !== undefined,
      () => (task: CreatedTask) => requestAction(admin, what, task),
    );
  return {
    'an update': (task) => updateTask(admin, task, { prompt: fresh('changed'), notificationEnabled: true }),
    'a run': ({ id }) => admin.ask('runScheduledTask', id),
    'a pause': acting('pause'),
    'a resume': acting('resume'),
    'a share': acting('share'),
    'a deletion': ({ id }) => admin.ask('deleteScheduledTask', id),
  };
}

test(...verifies('scheduled-tasks.actions.others-kept'), async ({ check, admin }) => {
  const [one, other] = [await createTask(check, admin), await createTask(check, admin)];
  const before = await contentOf(admin, other);
  await inEach<Act>(check, actionsOn(check, admin), async (act) => {
    const answer = await act(one);
    // Other requirements cover the actions themselves.
    return judgeIf(isSuccess(answer), () => expectKept(admin, other, before));
  });
});

async function expectKept(admin: Actor, { id }: CreatedTask, before: unknown): Promise<void> {
  const answer = await admin.ask('getScheduledTask', id);
  expect(answer, 'a read of the other task').toSucceed();
  expect(apartFromRuns(answer.body), 'the other task').toEqual(before);
}

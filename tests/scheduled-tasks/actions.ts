import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { ON_DEMAND, USED, type ActionOnThing, type Others } from '../../harness/rules/permissions.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { fresh } from '../../harness/client/unique.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Check } from '../../harness/test.ts';
import { nothing, pause, run, share, taskIfTaken, type Step } from './histories.ts';
import { keysOf } from './runs.ts';
import {
  requestAction,
  contentOf,
  requestCreation,
  enabledOf,
  isListed,
  createTask,
  createPausedTask,
  tasksListed,
  tasksOf,
  updateTask,
  type CreatedTask,
} from './tasks.ts';

type Action = (check: Check, admin: Actor, task: CreatedTask) => ActionOnThing;

const NO_EFFECT = () => Promise.resolve(undefined);

function requesting(
  operation: AnyOperationId,
  look: (admin: Actor, task: CreatedTask) => Promise<unknown> = NO_EFFECT,
): Action {
  return (_check, admin, task) => ({
    send: (actor) => actor.raw(operation, { path: { taskId: task.id } }),
    look: () => look(admin, task),
  });
}

/** An operation without a printed path. */
function requestingUnprinted(
  what: 'pause' | 'resume' | 'share',
  look: (...of: Parameters<Action>) => Promise<unknown>,
): Action {
  return (check, admin, task) => ({
    send: (actor) => requestAction(actor, what, task),
    look: () => look(check, admin, task),
  });
}

/** Whether a task is in the list and can be read. */
async function exists(admin: Actor, { id }: CreatedTask): Promise<boolean> {
  const isInList = (await tasksOf(admin)).some((task) => String(task.id) === id);
  return isInList && isSuccess(await admin.ask('getScheduledTask', id));
}

export const ACTIONS = {
  list: () => ({ send: (actor) => actor.raw('listScheduledTasks'), look: NO_EFFECT }),
  create: (check, admin) => {
    const body = taskBody(check);
    return { send: (actor) => requestCreation(check, actor, body), look: () => isListed(admin, body['prompt']) };
  },
  get: requesting('getScheduledTask'),
  update: (...[, admin, task]) => ({
    send: (actor) => updateTask(actor, task, { prompt: fresh('changed') }),
    look: () => contentOf(admin, task),
  }),
  delete: requesting('deleteScheduledTask', exists),
  run: requesting('runScheduledTask', async (admin, task) => (await keysOf(admin.preparing, task)).length),
  runs: requesting('listScheduledTaskRuns'),
  pause: (check, admin, task) => ({
    ...requestingUnprinted('pause', enabledOf)(check, admin, task),
    undo: () => requestAction(admin, 'resume', task),
  }),
  resume: requestingUnprinted('resume', enabledOf),
  share: requestingUnprinted('share', NO_EFFECT),
} satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

/** The action on a new task of the owner, in the state that the action starts from, after what happens to it. */
export function actionOnTask(
  check: Check,
  admin: Actor,
  name: ActionName,
  before: Step = nothing,
): (owner: Actor) => Promise<ActionOnThing> {
  const createOne = name === 'resume' ? createPausedTask : createTask;
  return async (owner) => {
    const task = await createOne(check, owner);
    await before(check, owner, task);
    // Whether the task exists is seen in the list, which may show a new one with a delay.
    if (name === 'delete') await tasksListed(check, admin, task);
    return ACTIONS[name](check, admin, task);
  };
}

/** Something that is requested of a task and refused, or not: what comes of it is about other requirements. */
const ATTEMPTED: Partial<Record<ActionName, ActionName>> = { get: 'update' };

/**
 * The action on further tasks of the owner: one that has run, was shared and paused, and of which somebody else has requested
 * the action before, and one that runs only on demand.
 */
export function actionOnOthers(check: Check, admin: Actor, name: ActionName, stranger?: Actor): Others {
  const attempted = ATTEMPTED[name] ?? name;
  return {
    async [USED](owner) {
      const task = await createTask(check, owner);
      if (name === 'delete') await tasksListed(check, admin, task);
      await run(check, owner, task);
      // A list may show this run late, which would look like the effect of what is requested next.
      if (name === 'run')
        await readUntil(
          check,
          () => keysOf(admin.preparing, task),
          (keys) => keys.length > 0,
        );
      if (name !== 'share') await share(check, owner, task);
      if (name !== 'pause') await pause(check, owner, task);
      const answer = stranger && (await ACTIONS[attempted](check, admin, task).send(stranger));
      // What was not refused is done, and leaves nothing to see of the action.
      return answer && isSuccess(answer) ? undefined : ACTIONS[name](check, admin, task);
    },
    async [ON_DEMAND](owner) {
      const task = await taskIfTaken(check, owner, onDemandBody(check));
      if (task && name === 'delete') await tasksListed(check, admin, task);
      return task && ACTIONS[name](check, admin, task);
    },
  };
}

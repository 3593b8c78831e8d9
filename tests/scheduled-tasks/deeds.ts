import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import type { Deed } from '../../harness/rules/permissions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Check } from '../../harness/test.ts';
import { keysOf } from './runs.ts';
import { act, contentOf, create, enabledOf, isListed, made, madePaused, tasksOf, update, type Made } from './tasks.ts';

type Doing = (check: Check, admin: Actor, task: Made) => Deed;

const NOTHING = () => Promise.resolve(undefined);

function asking(operation: AnyOperationId, look: (admin: Actor, task: Made) => Promise<unknown> = NOTHING): Doing {
  return (_check, admin, task) => ({
    send: (actor) => actor.raw(operation, { path: { taskId: task.id } }),
    look: () => look(admin, task),
  });
}

/** An operation without a printed path. */
function acting(what: 'pause' | 'resume' | 'share', look: (...of: Parameters<Doing>) => Promise<unknown>): Doing {
  return (check, admin, task) => ({
    send: (actor) => act(check, actor, what, task),
    look: () => look(check, admin, task),
  });
}

/** Whether a task is there: in the list, and to be read. */
async function isThere(admin: Actor, { id }: Made): Promise<boolean> {
  const isInList = (await tasksOf(admin)).some((task) => String(task.id) === id);
  return isInList && isSuccess(await admin.ask('getScheduledTask', id));
}

export const DEEDS = {
  list: () => ({ send: (actor) => actor.raw('listScheduledTasks'), look: NOTHING }),
  create: (check, admin) => {
    const body = taskBody(check);
    return { send: (actor) => create(check, actor, body), look: () => isListed(admin, body['prompt']) };
  },
  get: asking('getScheduledTask'),
  update: (...[, admin, task]) => ({
    send: (actor) => update(actor, task, { prompt: fresh('changed') }),
    look: () => contentOf(admin, task),
  }),
  delete: asking('deleteScheduledTask', isThere),
  run: asking('runScheduledTask', async (admin, task) => (await keysOf(admin.preparing, task)).length),
  runs: asking('listScheduledTaskRuns'),
  pause: acting('pause', enabledOf),
  resume: acting('resume', enabledOf),
  share: acting('share', NOTHING),
} satisfies Record<string, Doing>;

export type DeedName = keyof typeof DEEDS;

/** The deed to a task of somebody's, in the state that it starts from. */
export function deedOnTask(check: Check, admin: Actor, name: DeedName): (owner: Actor) => Promise<Deed> {
  const make = name === 'resume' ? madePaused : made;
  return async (owner) => DEEDS[name](check, admin, await make(check, owner));
}

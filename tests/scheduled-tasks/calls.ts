import { fresh } from '../../harness/client/unique.ts';
import { there, type ValidCall, type ValidCalls } from '../../harness/check/valid-calls.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { createTask, createPausedTask, tasksListed } from './tasks.ts';

/** A call on a new task. */
const onTask: ValidCall = async (check, admin, where) => ({
  path: { taskId: (await createTask(check, there(check, admin, where))).id },
});

/** A call on a new task that is paused. */
const onPausedTask: ValidCall = async (check, admin, where) => ({
  path: { taskId: (await createPausedTask(check, there(check, admin, where))).id },
});

export const calls: ValidCalls = {
  async listScheduledTasks(check, admin, where) {
    // An empty list would not show the shape of a task.
    const actor = there(check, admin, where);
    const task = await createTask(check, actor);
    // Whether the list is served at all is what other checks ask with this call.
    await attempt(() => tasksListed(check, actor, task));
    return {};
  },
  createScheduledTask: (check) => ({ body: taskBody(check) }),
  getScheduledTask: onTask,
  async updateScheduledTask(check, admin, where) {
    const { id, body } = await createTask(check, there(check, admin, where));
    return { path: { taskId: id }, body: { ...body, prompt: fresh('prompt') } };
  },
  deleteScheduledTask: onTask,
  runScheduledTask: onTask,
  async listScheduledTaskRuns(check, admin, where) {
    const { id } = await createTask(check, there(check, admin, where));
    await there(check, admin, where).preparing.runScheduledTask(id);
    return { path: { taskId: id } };
  },
  pauseScheduledTask: onTask,
  resumeScheduledTask: onPausedTask,
  shareScheduledTask: onTask,
};

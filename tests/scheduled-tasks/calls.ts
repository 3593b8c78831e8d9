import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { ValidCall, ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Check } from '../../harness/test.ts';
import { made, madePaused } from './tasks.ts';

function there(check: Check, admin: Actor, where: Where): Actor {
  return where === 'home' ? admin : admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
}

/** A call about a task that is made for it. */
const onTask: ValidCall = async (check, admin, where) => ({
  path: { taskId: (await made(check, there(check, admin, where))).id },
});

/** The same for an operation whose body is this tenant's own. */
function withBody(what: 'pause' | 'resume' | 'share'): ValidCall {
  return async (check, admin, where) => {
    const make = what === 'resume' ? madePaused : made;
    const { id } = await make(check, there(check, admin, where));
    return { path: { taskId: id }, body: check.tenant.wire.value(`scheduled-tasks.${what}-body`) };
  };
}

export const calls: ValidCalls = {
  async listScheduledTasks(check, admin, where) {
    // A list without anything in it would show nothing of what a task looks like.
    await made(check, there(check, admin, where));
    return {};
  },
  createScheduledTask: (check) => ({ body: taskBody(check) }),
  getScheduledTask: onTask,
  async updateScheduledTask(check, admin, where) {
    const { id, body } = await made(check, there(check, admin, where));
    return { path: { taskId: id }, body: { ...body, prompt: fresh('prompt') } };
  },
  deleteScheduledTask: onTask,
  runScheduledTask: onTask,
  async listScheduledTaskRuns(check, admin, where) {
    const { id } = await made(check, there(check, admin, where));
    await there(check, admin, where).preparing.runScheduledTask(id);
    return { path: { taskId: id } };
  },
  pauseScheduledTask: withBody('pause'),
  resumeScheduledTask: withBody('resume'),
  shareScheduledTask: withBody('share'),
};

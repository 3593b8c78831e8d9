import type { Actor } from '../../client/actor.ts';
import { NAME_PREFIX } from '../../client/unique.ts';
import { walkLarge } from '../../client/paging.ts';
import { setupFailed } from '../../failures/failure.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { threadOfRun } from './threads.ts';
import { inDeployment, requireUndone, noteIdAs, undoneBy, type UndoRule, type UndoRules } from './rule.ts';

const scheduledTask: UndoRule = {
  // A corrected request after a refused one has the same prompt, but its id is needed: a list may show the task too late.
  note({ path = {}, body }) {
    const { prompt } = (body ?? {}) as { readonly prompt?: unknown };
    return {
      deploymentId: path['deploymentId'] ?? null,
      prompt: typeof prompt === 'string' && prompt.startsWith(NAME_PREFIX) ? prompt : null,
    };
  },
  complete: noteIdAs('scheduled-tasks.id'),
  async undo({ id, deploymentId, prompt, isMade }, { admin, looks }) {
    const here = inDeployment(admin, deploymentId);
    const listed = () =>
      looks.once(`tasks of ${String(deploymentId)}`, () => walkLarge((page) => here.listScheduledTasks(page)));
    const ids = isId(id) ? [id] : await idsOfTasks(listed, prompt);
    if (ids.length > 0) looks.forget();
    else if (isMade === true) {
      // Read again by the next attempt: a list may show a new task late.
      looks.forget();
      throw setupFailed(NOWHERE);
    }
    for (const one of ids) await deleteTask(here, one);
  },
  isIndependent: true,
  undoneBy: undoneBy('deleteScheduledTask', 'taskId'),
  describe: ({ id, prompt }) => `scheduled task ${String(id ?? prompt)}`,
};

const NOWHERE = 'the response to its creation has no id, and no list shows it';

/** The response to deleting a task that no longer exists is open: the list shows whether it exists. */
async function deleteTask(admin: Actor, id: string | number): Promise<void> {
  const answer = await admin.ask('deleteScheduledTask', id);
  if (answer.status < 300 || answer.status === 404) return;
  const tasks = await walkLarge((page) => admin.listScheduledTasks(page));
  if (tasks.some((one) => String(one.id) === String(id))) requireUndone(answer);
}

async function idsOfTasks(
  listed: () => Promise<readonly { readonly id?: unknown; readonly prompt?: unknown }[]>,
  prompt: unknown,
): Promise<(string | number)[]> {
  if (typeof prompt !== 'string') return [];
  const tasks = await listed();
  return tasks.filter((one) => one.prompt === prompt).flatMap(({ id }) => (isId(id) ? [id] : []));
}

/** A run sends mail and appears in the history: no operation undoes either. */
const deliveryRun: UndoRule = {
  note: ({ path = {} }, { known }) =>
    known.some((one) => one['id'] === path['deliveryId']) ? undefined : { id: path['deliveryId'] ?? null },
  describe: () => 'mail sent by runs of a report delivery',
};

const reportDelivery: UndoRule = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: noteIdAs('report-deliveries.id'),
  async undo({ id, deploymentId, isMade }, { admin }) {
    if (!isId(id) && isMade === true) throw setupFailed('the response to its creation has no id');
    if (!isId(id)) return;
    const here = inDeployment(admin, deploymentId);
    const answer = await here.ask('deleteReportDelivery', id);
    if (answer.status < 300 || answer.status === 404) return;
    const deliveries = await walkLarge(async () => here.listReportDeliveries());
    if (deliveries.some((one) => String(one.id) === String(id))) requireUndone(answer);
  },
  isIndependent: true,
  undoneBy: undoneBy('deleteReportDelivery', 'deliveryId'),
  describe: ({ id }) => `report delivery ${String(id)}`,
};

export const scheduleRules: UndoRules = {
  createScheduledTask: scheduledTask,
  runScheduledTask: threadOfRun,
  createReportDelivery: reportDelivery,
  runReportDelivery: deliveryRun,
};

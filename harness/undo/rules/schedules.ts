import type { Actor } from '../../client/actor.ts';
import { NAME_PREFIX } from '../../client/unique.ts';
import { walk } from '../../client/paging.ts';
import { at, granted, identified, isId, type UndoRule, type UndoRules } from './rule.ts';

const scheduledTask: UndoRule = {
  note({ path = {}, body }, { known }) {
    const { prompt } = (body ?? {}) as { readonly prompt?: unknown };
    const noted = {
      deploymentId: path['deploymentId'] ?? null,
      prompt: typeof prompt === 'string' && prompt.startsWith(NAME_PREFIX) ? prompt : null,
    };
    // A body that was refused once and is sent again, with something else in it, leads to the same prompt.
    const isNoted = known.some(
      (one) => one['prompt'] === noted.prompt && one['deploymentId'] === noted.deploymentId && !isId(one['id']),
    );
    return isNoted && noted.prompt !== null ? undefined : noted;
  },
  complete: identified,
  async undo({ id, deploymentId, prompt }, { admin }) {
    const here = at(admin, deploymentId);
    const ids = isId(id) ? [id] : await idsOfTasks(here, prompt);
    for (const one of ids) await deleted(here, one);
  },
  says: ({ id, prompt }) => `scheduled task ${String(id ?? prompt)}`,
};

/** What a task answers that is not there any more is open: then the list tells whether there is one to delete. */
async function deleted(admin: Actor, id: string | number): Promise<void> {
  const answer = await admin.ask('deleteScheduledTask', id);
  if (answer.status < 300 || answer.status === 404) return;
  const tasks = await walk((page) => admin.listScheduledTasks(page));
  if (tasks.some((one) => String(one.id) === String(id))) granted(answer);
}

async function idsOfTasks(admin: Actor, prompt: unknown): Promise<(string | number)[]> {
  if (typeof prompt !== 'string') return [];
  const tasks = await walk((page) => admin.listScheduledTasks(page));
  return tasks.filter((one) => one.prompt === prompt).flatMap(({ id }) => (isId(id) ? [id] : []));
}

/** Runs write threads, send mail and stand in histories: there is no way back from any of it. */
function run(what: string, member: string): UndoRule {
  return {
    note: ({ path = {} }, { known }) =>
      known.some((one) => one['id'] === path[member]) ? undefined : { id: path[member] ?? null },
    says: () => what,
  };
}

const reportDelivery: UndoRule = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: identified,
  async undo({ id, deploymentId }, { admin }) {
    if (!isId(id)) return;
    const here = at(admin, deploymentId);
    const answer = await here.ask('deleteReportDelivery', id);
    if (answer.status < 300 || answer.status === 404) return;
    const deliveries = await walk(async () => here.listReportDeliveries());
    if (deliveries.some((one) => String(one.id) === String(id))) granted(answer);
  },
  says: ({ id }) => `report delivery ${String(id)}`,
};

export const scheduleRules: UndoRules = {
  createScheduledTask: scheduledTask,
  runScheduledTask: run('threads that runs of a scheduled task wrote', 'taskId'),
  createReportDelivery: reportDelivery,
  runReportDelivery: run('what runs of a report delivery sent', 'deliveryId'),
};

import type { TenantDocument } from '../../../contracts/bindings/tenant-document.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import type { Actor } from '../../client/actor.ts';
import { walkLarge } from '../../client/paging.ts';
import { attempt, setupFailed } from '../../failures/failure.ts';
import { removalsIn } from '../../../contracts/bindings/removals.ts';
import { sendRemoval } from './removal.ts';
import { inDeployment, type UndoRule } from './rule.ts';

/** Of the account, or of a deployment. */
const OF_THREAD =
  /^(\/[a-z]+\/v1)(\/deployments\/\{[^}]*\})?\/(chat-?|agent-?)?(threads?|conversations?|chats?)\/\{[^}]*\}\/?$/i;

/** What removes a thread, with `{id}` for its id. The specification prints nothing that does, and a tenant may declare it. */
function removalIn(document: TenantDocument | undefined, deploymentId: unknown): string | undefined {
  const declared = removalsIn(document).find(({ element }) => OF_THREAD.test(element))?.removal;
  if (declared === undefined || (/\{(?!id\})/.test(declared) && !isId(deploymentId))) return undefined;
  return declared.replace(/\{(?!id\})[^}]*\}/, encodeURIComponent(String(deploymentId)));
}

/** Removes a thread, or says why an administrator may not. */
async function remove(admin: Actor, removal: string, thread: string | number): Promise<string | undefined> {
  const { status } = await sendRemoval(admin, removal, thread);
  if (status < 300 || status === 404 || status === 410) return undefined;
  if (status === 403) return 'an administrator may not remove the thread of another user';
  throw setupFailed(`the removal of a thread was answered with ${status}`);
}

const STAYS = 'nothing that is printed or declared removes it';
const UNKNOWN = 'the task was removed, and the runs that name its threads are listed no more';

/** A run writes a thread, sends mail and appears in the history; the thread alone may be removed. */
export const threadOfRun: UndoRule = {
  note({ path = {} }, { document }) {
    const { taskId = null, deploymentId = null } = path;
    const removal = removalIn(document, deploymentId);
    return { id: taskId, ...(removal !== undefined && { deploymentId, removal }) };
  },
  complete: (answer, idIn) => ({ thread: idIn('scheduled-tasks.run-thread', answer.wire) ?? null }),
  async undo({ id, thread, deploymentId, removal }, { admin, looks }) {
    if (typeof removal !== 'string' || !isId(id)) return STAYS;
    if (isId(thread)) return remove(admin, removal, thread);
    const here = inDeployment(admin, deploymentId);
    const runs = () => attempt(() => walkLarge((page) => here.listScheduledTaskRuns(id, page)));
    const { value: listed } = await looks.once(`runs of ${String(deploymentId)}/${id}`, runs);
    if (!listed) return UNKNOWN;
    const threads = [...new Set(listed.map(({ threadId }) => threadId).filter(isId))];
    const refused = await Promise.all(threads.map((one) => remove(admin, removal, one)));
    return refused.find((why) => why !== undefined);
  },
  isIndependent: true,
  describe: () => 'thread written by a run of a scheduled task',
};

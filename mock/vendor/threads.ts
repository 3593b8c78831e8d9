import { refuse } from '../answer.ts';
import type { Call } from '../call.ts';
import { taskState } from '../families/task-state.ts';
import type { VendorOperations } from './operation.ts';

function deleteThread({ tenant, path }: Call): void {
  const { threads } = taskState(tenant);
  const id = path['threadId'] ?? '';
  const deployment = path['deploymentId'];
  const thread = threads.get(id);
  const isThere = thread && (deployment === undefined || thread.deploymentId === Number(deployment));
  if (!isThere) refuse('unknown', 'there is no such thread');
  threads.delete(id);
}

export const threads: VendorOperations = {
  deleteThread: { kind: 'threads', family: 'ai', does: 'remove', summary: 'Remove a chat thread', run: deleteThread },
};

import { refuse } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import { isOutOfScope, widened } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { all, replaceSync } from '../../lib/patches.ts';

/** Faults of the access rules of single operations on tasks. */
export const perOperationFaults = faults({
  'scheduled-tasks.getScheduledTask.scoped-key-elsewhere': {
    name: 'own-task',
    sentence: 'A scoped key reads the tasks elsewhere that its owner has created.',
    patch: all(
      widened('getScheduledTask'),
      replaceSync('getScheduledTask', (call, original) => {
        if (!isOutOfScope(call, Number(call.path['deploymentId']))) return original(call);
        const answer = original(call);
        const isOwn = 'body' in answer && (answer.body as Body)['userId'] === callerId(call);
        return isOwn ? answer : refuse(403, 'the key is not scoped to this deployment');
      }),
    ),
  },
});

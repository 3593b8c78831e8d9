import { Refusal, refuse } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { remembering, replaceSync } from './patches.ts';

/** What is refused for good once it was refused. */

/** What was refused with a conflict is refused for good. */
export const refusedForGood = (operation: string, keyOf: (call: Call) => string): Patch =>
  remembering(
    () => new Set<string>(),
    (refused) =>
      replaceSync(operation, (call, original) => {
        if (refused.has(keyOf(call))) refuse('conflict', 'this was refused before');
        try {
          return original(call);
        } catch (error) {
          if (error instanceof Refusal && (error.why === 'conflict' || error.why === 409)) refused.add(keyOf(call));
          throw error;
        }
      }),
  );

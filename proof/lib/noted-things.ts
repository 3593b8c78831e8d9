import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { all, remembering, replace, replaceSync } from './patches.ts';

/** Things to which something was done before. */

/** What an operation did is noted, and known to a patch. */
export function noting(
  operation: string,
  isNoted: (call: Call) => boolean,
  patch: (noted: Set<unknown>) => Patch,
): Patch {
  return remembering(
    () => new Set<unknown>(),
    (noted) =>
      all(
        patch(noted),
        replace(operation, async (call, original) => {
          const isMeant = isNoted(call);
          const answer = await original(call);
          const shown = 'body' in answer ? (answer.body as Body)['id'] : undefined;
          if (isMeant) noted.add(idIn(call, 'roleId') ?? idIn(call, 'id') ?? shown);
          return answer;
        }),
      ),
  );
}

/** The things for which something was done before, by their ids. */
export function notingPath(
  operation: string,
  name: 'taskId' | 'deliveryId',
  isNoted: (call: Call) => boolean,
  patch: (noted: Set<number>) => Patch,
): Patch {
  return remembering(
    () => new Set<number>(),
    (noted) =>
      all(
        patch(noted),
        replaceSync(operation, (call, original) => {
          const isMeant = isNoted(call);
          const answer = original(call);
          if (isMeant) noted.add(idIn(call, name) ?? 0);
          return answer;
        }),
      ),
  );
}

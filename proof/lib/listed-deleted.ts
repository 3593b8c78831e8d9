import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { after, all, changeBody, changeBodySync, remembering, replaceSync, responseOf } from './patches.ts';
import { itemsOf, pageInfoOf } from './reports.ts';

/** Things that were deleted and stand in lists all the same. */

interface Relisted {
  readonly read: (call: Call) => unknown;
  readonly remove: string;
  readonly create: string;
  readonly list: string;
}

/** What was deleted stands in the list again once another is created. */
export const listedAgain = ({ read, remove, create, list }: Relisted): Patch =>
  remembering(
    () => ({ gone: [] as unknown[], back: [] as unknown[] }),
    ({ gone, back }) =>
      all(
        replaceSync(remove, (call, original) => {
          const thing = read(call);
          const answer = original(call);
          gone.push(thing);
          return answer;
        }),
        after(create, () => {
          back.push(...gone.splice(0));
        }),
        changeBody(list, (body) =>
          pageInfoOf(body)['hasNextPage'] === true ? body : { ...body, items: [...itemsOf(body), ...back] },
        ),
      ),
  );

/** What was deleted while something held for it stays in the list. */
export function staying(list: string, remove: string, entryOf: (call: Call) => Body | undefined): Patch {
  return remembering(
    () => new Map<string, Body[]>(),
    (ghosts) =>
      all(
        replaceSync(remove, (call, original) => {
          const entry = entryOf(call);
          const answer = original(call);
          const key = call.path['deploymentId'] ?? '';
          if (entry) ghosts.set(key, [...(ghosts.get(key) ?? []), entry]);
          return answer;
        }),
        changeBodySync(list, (body, call) => {
          const pageInfo = body['pageInfo'] as Body;
          const left = pageInfo['hasNextPage'] === true ? [] : (ghosts.get(call.path['deploymentId'] ?? '') ?? []);
          return { ...body, items: [...itemsOf(body), ...left] };
        }),
      ),
  );
}

export function bodyShownBy(call: Call, read: string): Body | undefined {
  const answer = responseOf(call, read);
  return 'body' in answer ? (answer.body as Body) : undefined;
}

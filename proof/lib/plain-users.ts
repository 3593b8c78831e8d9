import { refuse } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byPlainUser, isOutsider, openToAll, asAdministrator } from './access.ts';
import type { When } from './conditions.ts';
import { all, changeBodySync, refusing, remembering, replaceSync } from './patches.ts';
import { bodyShownBy } from './listed-deleted.ts';
import { isBehindCursor } from './paging.ts';
import { itemsOf } from './reports.ts';
import { DELETE, LIST, RUN, taskIn, UPDATE } from './scheduled-tasks.ts';

/** What users without the admin role do, and what becomes of it. */

/** The class in which alone such a fault shows. */
export const BY_PLAIN = 'by a user without the admin role';

/** A patch for the calls of some kind that are not the first for a thing. */
export function oncePast(
  operation: string,
  when: When,
  keyOf: (call: Call) => unknown,
  make: (isAgain: When) => Patch,
): Patch {
  return (rules) => {
    const past = new Set<unknown>();
    make((call) => when(call) && past.has(keyOf(call)))(rules);
    replaceSync(operation, (call, original) => {
      const answer = original(call);
      if (when(call)) past.add(keyOf(call));
      return answer;
    })(rules);
  };
}

interface Deletion {
  readonly remove: string;
  readonly read: string;
  readonly list: string;
  /** Whether the caller owns the thing. */
  readonly isOwn: When;
}

/** What its owner without the admin role deleted stays in the lists of others. */
export function deletedForThemselves({ remove, read, list, isOwn }: Deletion): Patch {
  return remembering(
    () => [] as { readonly shown: Body; readonly by: number | undefined; readonly where: string | undefined }[],
    (gone) =>
      all(
        changeBodySync(list, (body, call) => {
          const by = call.principal.user?.id;
          const where = call.path['deploymentId'];
          const more = isBehindCursor(call) ? [] : gone.filter((one) => one.by !== by && one.where === where);
          return { ...body, items: [...itemsOf(body), ...more.map(({ shown }) => shown)] };
        }),
        replaceSync(remove, (call, original) => {
          const shown = byPlainUser(call) && isOwn(call) ? bodyShownBy(call, read) : undefined;
          const answer = original(call);
          if (shown) gone.push({ shown, by: call.principal.user?.id, where: call.path['deploymentId'] });
          return answer;
        }),
      ),
  );
}

const isOwnTask: When = (call) => taskIn(call)?.creatorId === call.principal.user?.id;

/** Whether a user without the admin role calls for a task that they created. */
export const byPlainCreator: When = (call) => byPlainUser(call) && isOwnTask(call);

/** Without read access to the deployment an operation on a task is open to its creator alone. */
export function creatorsKept(operation: string): Patch {
  return all(
    openToAll(operation),
    replaceSync(operation, (call, original) => {
      if (!isOutsider(call)) return original(call);
      return isOwnTask(call) ? original(asAdministrator(call)) : refuse(403, 'the deployment may not be read');
    }),
  );
}

/** Whoever has listed the tasks of a deployment goes on listing them, with or without read access to it. */
export const onceListed: Patch = remembering(
  () => new Set<string>(),
  (known) =>
    all(
      openToAll(LIST),
      replaceSync(LIST, (call, original) => {
        const key = `${call.principal.token} ${call.path['deploymentId']}`;
        if (!isOutsider(call)) {
          known.add(key);
          return original(call);
        }
        return known.has(key) ? original(asAdministrator(call)) : refuse(403, 'the deployment may not be read');
      }),
    ),
);

/** Whoever has updated a task deletes it when they hold no right to that any more. */
export const deletedOnceUpdated: Patch = remembering(
  () => new Set<string>(),
  (known) => {
    const keyOf = (call: Call) => `${call.principal.token} ${call.path['taskId']}`;
    return all(
      replaceSync(UPDATE, (call, original) => {
        const answer = original(call);
        known.add(keyOf(call));
        return answer;
      }),
      replaceSync(DELETE, (call, original) => original(known.has(keyOf(call)) ? asAdministrator(call) : call)),
    );
  },
);

/** The creator of a task may not delete it once somebody else has run it. */
export const keptOnceRun: Patch = remembering(
  () => new Set<number>(),
  (run) =>
    all(
      replaceSync(RUN, (call, original) => {
        const task = taskIn(call);
        const answer = original(call);
        if (task && !isOwnTask(call)) run.add(task.id);
        return answer;
      }),
      refusing(DELETE, (call) => byPlainCreator(call) && run.has(taskIn(call)?.id ?? 0), 403),
    ),
);

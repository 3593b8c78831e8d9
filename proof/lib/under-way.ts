import { setTimeout as sleep } from 'node:timers/promises';
import { done, type Answer } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Patch } from '../../mock/index.ts';
import { lookingFirst, toTheSecond } from './at-once.ts';
import { sentBody } from './bodies.ts';
import { replace, withRules } from './patches.ts';
import { BETWEEN } from './times.ts';

/** What goes wrong while another request of the same operation is under way that is about something else. */

/** Whatever else asks for an operation while one request of it is under way is given the answer to that one. */
export const sharedAnswer =
  (operation: string): Patch =>
  (rules) => {
    let underWay: Promise<Answer> | undefined;
    replace(operation, (call, original) => {
      underWay ??= sleep(BETWEEN)
        .then(() => original(call))
        .finally(() => {
          underWay = undefined;
        });
      return underWay;
    })(rules);
  };

/** A request that comes while another one is under way is carried out with a member of the body of that one. */
export const memberOfTheOther =
  (operation: string, member: string): Patch =>
  (rules) => {
    let first: Call | undefined;
    replace(operation, async (call, original) => {
      const theirs = first && sentBody(first)[member];
      first ??= call;
      await sleep(BETWEEN);
      try {
        return await original(theirs === undefined ? call : { ...call, body: { ...sentBody(call), [member]: theirs } });
      } finally {
        if (first === call) first = undefined;
      }
    })(rules);
  };

/** A request that comes while another one is under way is acknowledged, and does nothing. */
export const secondAcknowledged =
  (operation: string, status?: number): Patch =>
  (rules) => {
    let underWay = 0;
    replace(operation, async (call, original) => {
      const isSecond = underWay > 0;
      underWay += 1;
      await sleep(BETWEEN);
      try {
        return isSecond ? done(status) : await original(call);
      } finally {
        underWay -= 1;
      }
    })(rules);
  };

/** An update of a task writes back whether it was switched on when the update came in. */
export const stateWrittenBack: Patch = lookingFirst(
  'updateScheduledTask',
  (call) => taskState(call.tenant).tasks.get(Number(call.path['taskId']))?.isEnabled,
  (call, original, wasEnabled) =>
    withRules(
      call,
      'scheduledTasks',
      { merged: (task, change) => ({ ...task, isEnabled: wasEnabled ?? task.isEnabled, ...change }) },
      () => original(call),
    ),
);

/** A connect that comes while another one is under way is acknowledged, and its placement is gone. */
export const secondUnplaced: Patch = toTheSecond('connectReportToWorkbook', ({ tenant: { content }, path }) => {
  const report = content.reports.get(Number(path['reportId']));
  if (report) content.reports.replace({ ...report, placements: report.placements.slice(0, -1) });
});

/** An answer stands for a second, and goes to whoever else asks for the same, whatever they may see. */
export const cachedForAll =
  (operation: string): Patch =>
  (rules) => {
    const known = new Map<string, { readonly by: unknown; readonly at: number; readonly answer: Answer }>();
    replace(operation, async (call, original) => {
      const key = JSON.stringify([Object.entries(call.path), ...call.query.values]);
      const now = call.tenant.clock.now();
      const former = known.get(key);
      if (former && former.by !== call.principal.user?.id && now - former.at < 1_000) return former.answer;
      const answer = await original(call);
      known.set(key, { by: call.principal.user?.id, at: now, answer });
      return answer;
    })(rules);
  };

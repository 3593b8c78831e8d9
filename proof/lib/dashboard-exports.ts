import { refuse } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth } from './access.ts';
import { during, replaceSync, withRules } from './patches.ts';
import { MINUTE } from './times.ts';

/** How faults of the jobs and files of exports are written. */

/** An export whose job or file is gone a minute after it was submitted, where an OAuth token asks for it. */
export const aMinuteForOAuth = (operation: string): Patch =>
  during(
    operation,
    'dashboardExports',
    () => ({ jobLifetime: MINUTE, fileLifetime: MINUTE }),
    (call) => byOAuth(call),
  );

/** An operation that answers so many times for a job, and then no more. */
export function answeringTimes(operation: string, times: number): Patch {
  return (rules) => {
    const count = new Map<string, number>();
    replaceSync(operation, (call, original) => {
      const id = call.path['jobId'] ?? '';
      const answer = original(call);
      count.set(id, (count.get(id) ?? 0) + 1);
      if ((count.get(id) ?? 0) > times) refuse('gone', 'the export is gone');
      return answer;
    })(rules);
  };
}

export const jobOf = ({ path }: Call) => path['jobId'];

/** An operation that counts the lifetime from when it last answered for a job. */
export function sliding(operation: string): Patch {
  return (rules) => {
    const last = new Map<string, number>();
    replaceSync(operation, (call, original) => {
      const { dashboardExports } = call.tenant.rules;
      const { lifetimeStarts } = dashboardExports;
      const id = call.path['jobId'] ?? '';
      dashboardExports.lifetimeStarts = (job, now) => last.get(id) ?? lifetimeStarts(job, now);
      try {
        const answer = original(call);
        last.set(id, call.tenant.clock.now());
        return answer;
      } finally {
        dashboardExports.lifetimeStarts = lifetimeStarts;
      }
    })(rules);
  };
}

/** Exports of one format that are answered by an operation for ever. */
export function keptFor(operation: string, format: string): Patch {
  return (rules) => {
    const { lifetimeStarts } = rules.dashboardExports;
    replaceSync(operation, (call, original) =>
      withRules(
        call,
        'dashboardExports',
        { lifetimeStarts: (job, now) => (job.format === format ? now : lifetimeStarts(job, now)) },
        () => original(call),
      ),
    )(rules);
  };
}

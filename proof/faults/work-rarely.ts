import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { byOAuth } from '../lib/access.ts';
import { configure, storedIn, type Configuration } from '../lib/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../lib/patches.ts';
import { afterTask, duringTasks, PAUSE, RESUME, RUN, storeTask, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

const MINUTE = 60_000;
const TOKEN = 'createDeploymentToken';

/** Tasks that were updated count otherwise when a place is looked for. */
function updatedCounting(counts: 'twice' | 'never'): Patch {
  return remembering(
    () => new Set<number>(),
    (updated) =>
      all(
        afterTask(UPDATE, (id) => updated.add(id)),
        ({ scheduledTasks }) => {
          const { isFull, takesPlace } = scheduledTasks;
          let more = 0;
          scheduledTasks.takesPlace = (task, claim) => {
            const takes = takesPlace(task, claim);
            if (!takes || !updated.has(task.id)) return takes;
            if (counts === 'twice') more += 1;
            return counts === 'twice';
          };
          scheduledTasks.isFull = (taken, claim) => {
            const all = taken + more;
            more = 0;
            return isFull(all, claim);
          };
        },
      ),
  );
}

const keyOf = (call: Call): string => `${call.principal.token} ${call.path['deploymentId'] ?? ''}`;

/** An export whose job or file is gone a minute after it was submitted, where an OAuth token asks for it. */
const aMinuteForOAuth = (operation: string): Patch =>
  during(
    operation,
    'dashboardExports',
    () => ({ jobLifetime: MINUTE, fileLifetime: MINUTE }),
    (call) => byOAuth(call),
  );

/** Faults of tasks, deployments and jobs that show for one combination of inputs or one history. */
export const workRarelyFaults = faults({
  'scheduled-tasks.limit.create-twentieth': {
    name: 'updated-counted-twice',
    sentence: 'An active task that was updated takes two places.',
    patch: updatedCounting('twice'),
  },
  'scheduled-tasks.limit.create-past-20': {
    name: 'updated-not-counted',
    sentence: 'An active task that was updated takes no place.',
    patch: updatedCounting('never'),
  },
  'scheduled-tasks.limit.resume-past-20': {
    name: 'not-with-a-condition',
    sentence: 'A task with a condition may be resumed past 20 active tasks.',
    patch: duringTasks(
      RESUME,
      (call) => (taskIn(call)?.condition ?? null) !== null,
      () => ({ isFull: () => false }),
    ),
  },
  'scheduled-tasks.notification.to-creator': {
    name: 'latest-editor',
    sentence: 'The notification of a run goes to whoever updated the task last.',
    patch: remembering(
      () => new Map<number, number>(),
      (editors) =>
        all(
          afterTask(UPDATE, (id, { principal }) => {
            if (principal.user) editors.set(id, principal.user.id);
          }),
          ({ scheduledTasks }) => {
            const { notified } = scheduledTasks;
            scheduledTasks.notified = (task, by) => editors.get(task.id) ?? notified(task, by);
          },
        ),
    ),
  },
  'scheduled-tasks.pause.stops-runs': {
    name: 'not-a-second-time',
    sentence: 'A task that is paused a second time goes on running.',
    patch: remembering(
      () => new Map<number, number>(),
      (pauses) =>
        all(
          afterTask(PAUSE, (id) => pauses.set(id, (pauses.get(id) ?? 0) + 1)),
          ({ scheduledTasks }) => {
            const { scheduleOf } = scheduledTasks;
            scheduledTasks.scheduleOf = (task) => ((pauses.get(task.id) ?? 0) > 1 ? task.cron : scheduleOf(task));
          },
        ),
    ),
  },
  'scheduled-tasks.update.takes-effect': {
    name: 'cut-at-255',
    sentence: 'An update keeps 255 characters of a prompt.',
    patch: afterTask(UPDATE, (id, call) => {
      const prompt = taskState(call.tenant).tasks.get(id)?.prompt;
      if (prompt !== undefined) storeTask(call, id, { prompt: prompt.slice(0, 255) });
    }),
  },
  'deployments.token.default-lifetime-lasts': {
    name: 'as-the-one-before',
    also: alsoThese('a token says its end itself', 'deployments.token.stated-end-default'),
    sentence: 'A token that is asked for without expiresIn lives as long as the one that its caller asked for before.',
    patch: remembering(
      () => new Map<unknown, number>(),
      (chosen) =>
        replaceSync(TOKEN, (call, original) => {
          const { expiresIn } = bodyOf(call, { optional: true });
          const who = call.principal.user?.id;
          const last = chosen.get(who);
          if (typeof expiresIn === 'number') chosen.set(who, expiresIn);
          return original(
            expiresIn === undefined && last !== undefined ? { ...call, body: { expiresIn: last } } : call,
          );
        }),
    ),
  },
  'deployments.token.longest-lifetime-lasts': {
    name: 'until-the-next',
    sentence:
      'A token that was asked for with 86400 seconds is taken until another such one is issued for its deployment.',
    patch: remembering(
      () => new Map<string, string>(),
      (spent) =>
        all(
          replaceSync(TOKEN, (call, original) => {
            const answer = original(call);
            const isLongest = bodyOf(call, { optional: true })['expiresIn'] === 86_400;
            if (!isLongest || !('body' in answer)) return answer;
            spent.set(String((answer.body as Body)['token']), call.path['id'] ?? '');
            return answer;
          }),
          ({ access }) => {
            const { claimsOf } = access;
            access.claimsOf = async (tenant, token, id) => {
              const of = spent.get(token);
              const latest = [...spent].findLast(([, deployment]) => deployment === of)?.[0];
              if (of !== undefined && latest !== token) throw new Error('put out of force');
              return claimsOf(tenant, token, id);
            };
          },
        ),
    ),
  },
  'deployments.token.expires-in-too-long': {
    name: 'taken-when-asked-again',
    sentence: 'An expiresIn above 86400 is refused once and taken when it is sent again.',
    patch: remembering(
      () => new Set<string>(),
      (refused) =>
        replaceSync(TOKEN, (call, original) => {
          const { expiresIn } = bodyOf(call, { optional: true });
          if (typeof expiresIn !== 'number' || expiresIn <= 86_400) return original(call);
          const key = `${call.principal.token} ${expiresIn}`;
          if (refused.has(key)) return original({ ...call, body: { ...bodyOf(call), expiresIn: 86_400 } });
          refused.add(key);
          return original(call);
        }),
    ),
  },
  'environments.tokens.environment-only': {
    name: 'all-to-oauth',
    sentence: 'An OAuth token is shown the tokens of every environment of the deployment.',
    patch: during(
      'listEnvironmentTokens',
      'environments',
      () => ({ listedWith: (id, beside) => [id, ...beside.map((one) => one.id)] }),
      (call) => byOAuth(call),
    ),
  },
  'environments.token.scopes-not-invented': {
    name: 'of-the-request-before',
    sentence: 'The answer with a token adds the scopes of the one that its caller minted before.',
    patch: remembering(
      () => new Map<string, readonly unknown[]>(),
      (before) =>
        changeBodySync('createEnvironmentToken', (body, call) => {
          const data = body['data'] as Body;
          const signed = data['scopes'] as readonly unknown[];
          const shown = [...new Set([...signed, ...(before.get(keyOf(call)) ?? [])])];
          before.set(keyOf(call), signed);
          return { ...body, data: { ...data, scopes: shown } };
        }),
    ),
  },
  'dashboard-exports.job.kept': {
    name: 'a-minute-for-oauth',
    sentence: 'The status of an export can be read with an OAuth token for a minute.',
    patch: aMinuteForOAuth('getDashboardExport'),
  },
  'dashboard-exports.file.kept': {
    name: 'a-minute-for-oauth',
    sentence: 'The file of an export can be downloaded with an OAuth token for a minute.',
    patch: aMinuteForOAuth('downloadDashboardExport'),
  },
  'deployments.update.template-variables-replace': {
    name: 'words-as-values',
    sentence: 'A template variable that reads true or false is stored as the value.',
    patch: replaceSync('updateDeployment', (call, original) => {
      const answer = original(call);
      const stored = (storedIn(call)?.configuration['templateVariables'] ?? {}) as Configuration;
      const templateVariables = Object.fromEntries(
        Object.entries(stored).map(([key, value]) => [
          key,
          value === 'true' || value === 'false' ? value === 'true' : value,
        ]),
      );
      configure(call, { templateVariables });
      return answer;
    }),
  },
  'scheduled-tasks.run.recorded': {
    name: 'not-beside-another-task',
    sentence: 'A run on request is not recorded where another task of the creator ran in the same minute.',
    also: alsoThese('a run is looked for in the history', 'scheduled-tasks.access.admin-runs'),
    patch: remembering(
      () => new Map<number, { readonly taskId: number; readonly at: number }>(),
      (latest) =>
        replaceSync(RUN, (call, original) => {
          const task = taskIn(call);
          const answer = original(call);
          if (!task) return answer;
          const now = call.tenant.clock.now();
          const last = latest.get(task.creatorId);
          latest.set(task.creatorId, { taskId: task.id, at: now });
          if (last && last.taskId !== task.id && now - last.at < MINUTE) {
            const { runs } = taskState(call.tenant);
            runs.set(task.id, (runs.get(task.id) ?? []).slice(0, -1));
          }
          return answer;
        }),
    ),
  },
});

import { refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { byOAuth, byPlainUser, isAdministrator } from '../lib/access.ts';
import {
  acknowledging,
  both,
  dropping,
  isBeyondLatin,
  isPresent,
  knowing,
  sends,
  timesIn,
  unless,
  type When,
} from '../lib/only.ts';
import { all, changeBodySync, refusing, replaceSync, taking, withBody } from '../lib/patches.ts';
import { changeRequest, itemsOf } from '../lib/reports.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  GET,
  isOthers,
  LIST,
  PAUSE,
  RESUME,
  RUN,
  RUNS,
  SHARE,
  showTasks,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';

/** Faults of the records of tasks that show only in some state, after some history, or to some callers. */

const byTask = (call: Call, body: Body | undefined): unknown =>
  idIn(call, 'taskId') ?? (call.operationId === CREATE ? body?.['id'] : undefined);
const knowingTask = (watched: readonly string[], patch: Parameters<typeof knowing>[2]): Patch =>
  knowing(watched, byTask, patch);

const isTask =
  (fits: (task: Task) => boolean): When =>
  (call) => {
    const task = taskIn(call);
    return task !== undefined && fits(task);
  };
const isPaused = isTask(({ isEnabled }) => !isEnabled);
const isOnDemand = isTask(({ cron }) => cron === null);
const isConditional = isTask(({ condition }) => condition !== null);

/** Tasks that fit are shown in another way, wherever one is shown or by some operations alone. */
function shown(fits: (task: Task) => boolean, change: (task: Body) => Body, operations?: readonly string[]): Patch {
  return showTasks((body, call) => {
    const task = taskState(call.tenant).tasks.get(Number(body['id']));
    return task && fits(task) ? change(body) : body;
  }, operations);
}

/** What is stored changes once an operation has succeeded, for tasks that fit. */
function then(operation: string, when: When, change: (task: Task) => Partial<Task>): Patch {
  return afterTask(operation, (id, call) => {
    const task = taskState(call.tenant).tasks.get(id);
    if (task && when(call)) storeTask(call, id, change(task));
  });
}

/** Lists leave out some tasks. */
function listedWithout(isLeftOut: (task: Task, call: Call) => boolean): Patch {
  return changeBodySync(LIST, (list, call) => ({
    ...list,
    items: itemsOf(list).filter(({ id }) => {
      const task = taskState(call.tenant).tasks.get(Number(id));
      return !task || !isLeftOut(task, call);
    }),
  }));
}

/** A deleted task of some kind can still be read, and lists do not show it. */
function hiddenInstead(when: When): Patch {
  return (rules) => {
    const hidden = new Set<number>();
    all(
      replaceSync(DELETE, (call, original) => {
        const task = taskIn(call);
        const isMeant = when(call);
        const answer = original(call);
        if (task && isMeant) {
          hidden.add(task.id);
          taskState(call.tenant).tasks.add({ ...task, isEnabled: false });
        }
        return answer;
      }),
      listedWithout(({ id }) => hidden.has(id)),
    )(rules);
  };
}

/** A deleted task of some kind stays in lists alone. */
function listedOnly(when: When): Patch {
  return (rules) => {
    const kept = new Set<number>();
    all(
      replaceSync(DELETE, (call, original) => {
        const task = taskIn(call);
        const isMeant = when(call);
        const answer = original(call);
        if (task && isMeant) {
          kept.add(task.id);
          taskState(call.tenant).tasks.add({ ...task, isEnabled: false });
        }
        return answer;
      }),
      ...[GET, UPDATE, DELETE, RUN, RUNS, PAUSE, RESUME, SHARE].map((operation) =>
        replaceSync(operation, (call, original) =>
          kept.has(idIn(call, 'taskId') ?? 0) ? refuse('unknown', 'there is no such task') : original(call),
        ),
      ),
    )(rules);
  };
}

const hasRun: When = (call) => (taskState(call.tenant).runs.get(idIn(call, 'taskId') ?? 0)?.length ?? 0) > 0;

/** Runs of some requests go on in the thread of the run before. */
function oneThread(when: When): Patch {
  return replaceSync(RUN, (call, original) => {
    const isMeant = when(call);
    const answer = original(call);
    const state = taskState(call.tenant);
    const id = idIn(call, 'taskId') ?? 0;
    const runs = state.runs.get(id) ?? [];
    const [before, last] = runs.slice(-2);
    if (!isMeant || !before || !last) return answer;
    state.runs.set(id, [...runs.slice(0, -1), { ...last, threadId: before.threadId }]);
    return withBody(answer, (run) => ({ ...run, threadId: before.threadId }));
  });
}

const forgetRuns = (when: When, operation: string): Patch =>
  afterTask(operation, (id, call) => {
    if (when(call)) taskState(call.tenant).runs.delete(id);
  });

const always: When = () => true;

export const scheduledTasksOnlyFaults = faults({
  'scheduled-tasks.create.keeps-prompt': [
    {
      name: 'question-marks-beyond-latin',
      sentence: 'Characters outside Latin-1 in the prompt of a new task are stored as question marks.',
      patch: changeRequest(CREATE, (body) =>
        isBeyondLatin(body['prompt'])
          ? { ...body, prompt: String(body['prompt']).replaceAll(/[^\0-\xff]/g, '?') }
          : body,
      ),
    },
    {
      name: 'angle-brackets-escaped',
      sentence: 'Angle brackets and ampersands in the prompt of a new task are stored as entities of HTML.',
      patch: changeRequest(CREATE, (body) => ({
        ...body,
        prompt: String(body['prompt']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      })),
    },
    {
      name: 'lost-without-cron',
      sentence: 'A task that runs only on demand shows a fixed text as its prompt.',
      also: alsoThese(
        'a task in that state shows the same to the other requirement',
        'scheduled-tasks.update.takes-effect',
      ),
      patch: shown(
        ({ cron }) => cron === null,
        (task) => ({ ...task, prompt: 'Run on demand' }),
      ),
    },
    {
      name: 'marked-once-paused',
      sentence: 'A pause adds a mark to the prompt of the task.',
      also: alsoThese('the prompt of a paused task is compared there', 'scheduled-tasks.update.takes-effect'),
      patch: then(PAUSE, always, ({ prompt }) => ({ prompt: `${prompt} (paused)` })),
    },
    {
      name: 'emptied-by-a-run',
      sentence: 'A run on demand consumes the prompt of its task.',
      patch: then(RUN, always, () => ({ prompt: ' ' })),
    },
    {
      name: 'of-the-last-refused',
      sentence: 'A create that follows a refused one stores the prompt of that one.',
      patch: (rules) => {
        const refused = new Map<unknown, unknown>();
        replaceSync(CREATE, (call, original) => {
          const user = call.principal.user?.id;
          const { prompt } = bodyOf(call);
          try {
            const former = refused.get(user);
            const answer = original(
              former === undefined ? call : { ...call, body: { ...bodyOf(call), prompt: former } },
            );
            refused.delete(user);
            return answer;
          } catch (error) {
            if (typeof prompt === 'string') refused.set(user, prompt);
            throw error;
          }
        })(rules);
      },
    },
  ],
  'scheduled-tasks.create.readable': [
    {
      name: 'unknown-once-paused',
      sentence: 'A task that is paused cannot be read.',
      also: [
        ...['scheduled-tasks.pause.pauses', 'scheduled-tasks.resume.enables'].map((id) => ({
          id: id as 'scheduled-tasks.pause.pauses',
          because: 'their checks read a task that is paused',
        })),
      ],
      patch: refusing(GET, isPaused, 'unknown'),
    },
    {
      name: 'until-the-next',
      sentence: 'A task without a cron cannot be read once its creator has created another one.',
      patch: replaceSync(GET, (call, original) => {
        const task = taskIn(call);
        const later = taskState(call.tenant).tasks.find(
          ({ id, creatorId, cron }) => cron === null && creatorId === task?.creatorId && id > task.id,
        );
        if (task?.cron === null && later) refuse('unknown', 'there is no such task');
        return original(call);
      }),
    },
    {
      name: 'not-with-a-condition',
      sentence: 'A task with a condition cannot be read.',
      patch: refusing(GET, isConditional, 'unknown'),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A task that was created with a key cannot be read with an OAuth token.',
      also: alsoThese(
        'the task of an administrator is read with a token there',
        'scheduled-tasks.get.feature-disabled',
        'scheduled-tasks.access.admin-reads',
      ),
      patch: refusing(GET, byOAuth, 'unknown'),
    },
  ],
  'scheduled-tasks.create.in-list': [
    {
      name: 'notifying-left-out',
      sentence: 'Lists leave out tasks with notificationEnabled true.',
      patch: listedWithout(({ notificationEnabled }) => notificationEnabled),
    },
    {
      name: 'conditional-left-out',
      sentence: 'Lists leave out tasks with a condition.',
      patch: listedWithout(({ condition }) => condition !== null),
    },
    {
      name: 'oauth-sees-none-without-cron',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Lists that are asked for with an OAuth token leave out tasks that run only on demand.',
      also: alsoThese('lists of each credential are compared', 'scheduled-tasks.list.whole-without-first'),
      patch: listedWithout(({ cron }, call) => cron === null && byOAuth(call)),
    },
    {
      name: 'left-out-once-run',
      sentence: 'Lists leave out tasks without a cron that have run.',
      patch: listedWithout(
        ({ cron, id }, { tenant }) => cron === null && (taskState(tenant).runs.get(id)?.length ?? 0) > 0,
      ),
    },
    {
      name: 'one-of-a-prompt',
      sentence: 'Of several tasks with one prompt lists show the oldest alone.',
      patch: listedWithout(
        ({ id, prompt }, { tenant }) =>
          taskState(tenant).tasks.find((one) => one.prompt === prompt && one.id < id) !== undefined,
      ),
    },
  ],
  'scheduled-tasks.create.notification-default': [
    {
      name: 'true-without-cron',
      sentence: 'A task without a cron is created with notificationEnabled true where it is left out.',
      patch: then(
        CREATE,
        both(unless(sends('notificationEnabled', isPresent)), unless(sends('cron', isPresent))),
        () => ({
          notificationEnabled: true,
        }),
      ),
    },
    {
      name: 'as-the-creator-chose-last',
      sentence: 'A create that leaves out notificationEnabled takes the value that its creator sent last.',
      patch: (rules) => {
        const last = new Map<unknown, unknown>();
        changeRequest(CREATE, (body, { principal }) => {
          const { notificationEnabled } = body;
          if (notificationEnabled !== undefined) last.set(principal.user?.id, notificationEnabled);
          const usual = last.get(principal.user?.id);
          return usual === undefined ? body : { notificationEnabled: usual, ...body };
        })(rules);
      },
    },
    {
      name: 'true-for-plain-users',
      sentence: 'A task that no administrator creates has notificationEnabled true where it is left out.',
      patch: then(CREATE, both(byPlainUser, unless(sends('notificationEnabled', isPresent))), () => ({
        notificationEnabled: true,
      })),
    },
    {
      name: 'true-with-a-change',
      sentence: 'A task with a change condition has notificationEnabled true where it is left out.',
      patch: then(
        CREATE,
        both(
          unless(sends('notificationEnabled', isPresent)),
          sends('condition', (value) => typeof value === 'object' && (value as Body | null)?.['type'] === 'change'),
        ),
        () => ({ notificationEnabled: true }),
      ),
    },
    {
      name: 'true-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A task that is created with an OAuth token has notificationEnabled true where it is left out.',
      patch: then(CREATE, both(byOAuth, unless(sends('notificationEnabled', isPresent))), () => ({
        notificationEnabled: true,
      })),
    },
  ],
  'scheduled-tasks.create.notification-kept': [
    {
      name: 'off-without-cron',
      sentence: 'A task without a cron is created with notificationEnabled false, whatever is sent.',
      patch: then(CREATE, unless(sends('cron', isPresent)), () => ({ notificationEnabled: false })),
    },
    {
      name: 'off-with-a-condition',
      sentence: 'A task with a condition is created with notificationEnabled false, whatever is sent.',
      patch: then(CREATE, sends('condition', isPresent), () => ({ notificationEnabled: false })),
    },
    {
      name: 'one-of-a-user',
      sentence: 'A create with notificationEnabled true switches it off on the former tasks of the user.',
      also: alsoThese('notifications of a task are switched on there', 'scheduled-tasks.update.notification-on'),
      patch: afterTask(CREATE, (id, call) => {
        const { tasks } = taskState(call.tenant);
        if (bodyOf(call)['notificationEnabled'] !== true) return;
        for (const task of tasks.filter((one) => one.id !== id && one.creatorId === call.principal.user?.id)) {
          tasks.replace({ ...task, notificationEnabled: false });
        }
      }),
    },
    {
      name: 'off-for-plain-users',
      sentence: 'notificationEnabled true is ignored on a create by a user without the admin role.',
      patch: dropping(CREATE, ['notificationEnabled'], byPlainUser),
    },
    {
      name: 'off-once-run',
      sentence: 'A run on demand switches notificationEnabled off.',
      patch: then(RUN, always, () => ({ notificationEnabled: false })),
      also: [
        { id: 'scheduled-tasks.notification.after-success', because: 'a task that is switched off tells of nothing' },
      ],
    },
    {
      name: 'off-while-paused',
      sentence: 'A task that is paused shows notificationEnabled false.',
      also: alsoThese(
        'a task in that state shows the same to the other requirement',
        'scheduled-tasks.update.notification-on',
      ),
      patch: shown(
        ({ isEnabled }) => !isEnabled,
        (task) => ({ ...task, notificationEnabled: false }),
      ),
    },
  ],
  'scheduled-tasks.update.notification-on': [
    {
      name: 'not-while-paused',
      sentence: 'notificationEnabled true is ignored on an update of a paused task.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isPaused,
          sends('notificationEnabled', (v) => v === true),
        ),
      ),
    },
    {
      name: 'not-without-cron',
      sentence: 'notificationEnabled true is ignored on an update of a task that runs only on demand.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isOnDemand,
          sends('notificationEnabled', (v) => v === true),
        ),
      ),
    },
    {
      name: 'not-on-again',
      sentence: 'notificationEnabled that was switched off by an update cannot be switched on again.',
      patch: (rules) => {
        const off = new Set<number>();
        changeRequest(UPDATE, (body, call) => {
          const id = idIn(call, 'taskId') ?? 0;
          if (body['notificationEnabled'] === false && taskIn(call)?.notificationEnabled === true) off.add(id);
          return off.has(id) && body['notificationEnabled'] === true ? { ...body, notificationEnabled: false } : body;
        })(rules);
      },
    },
    {
      name: 'creators-alone',
      sentence: 'notificationEnabled true is ignored on an update by somebody other than the creator.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isOthers,
          sends('notificationEnabled', (v) => v === true),
        ),
      ),
    },
  ],
  'scheduled-tasks.update.notification-off': [
    {
      name: 'not-on-paused-tasks',
      sentence: 'notificationEnabled false is ignored on an update of a paused task.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isPaused,
          sends('notificationEnabled', (v) => v === false),
        ),
      ),
    },
    {
      name: 'not-on-demand',
      sentence: 'notificationEnabled false is ignored on an update of a task without a cron.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isOnDemand,
          sends('notificationEnabled', (v) => v === false),
        ),
      ),
    },
    {
      name: 'not-with-a-condition',
      sentence: 'notificationEnabled false is ignored on an update of a task with a condition.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isConditional,
          sends('notificationEnabled', (v) => v === false),
        ),
      ),
    },
    {
      name: 'never-by-others',
      sentence: 'notificationEnabled false is ignored on an update by somebody other than the creator.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isOthers,
          sends('notificationEnabled', (v) => v === false),
        ),
      ),
    },
  ],
  'scheduled-tasks.update.takes-effect': [
    {
      name: 'first-alone',
      sentence: 'Of several updates of the prompt of a task the first alone takes effect.',
      patch: knowingTask([UPDATE], (past) => dropping(UPDATE, ['prompt'], (call) => timesIn(past(call), UPDATE) > 0)),
    },
    {
      name: 'not-while-paused',
      sentence: 'The prompt of a paused task stays as it is, whatever an update sends.',
      also: [
        ...alsoThese(
          'what the update of somebody who may is to change is looked for',
          'scheduled-tasks.access.admin-updates',
          'scheduled-tasks.access.manage-updates',
        ),
        ...alsoThese(
          'one of the tasks that are updated there was paused',
          'scheduled-tasks.access.all-includes-manage',
          'scheduled-tasks.access.creator-updates',
        ),
      ],
      patch: dropping(UPDATE, ['prompt'], isPaused),
    },
    {
      name: 'not-without-cron',
      sentence: 'The prompt of a task that runs only on demand stays as it is, whatever an update sends.',
      also: alsoThese(
        'what the update of somebody who may is to change is looked for',
        'scheduled-tasks.access.admin-updates',
      ),
      patch: dropping(UPDATE, ['prompt'], isOnDemand),
    },
    {
      name: 'letter-case-is-no-change',
      sentence: 'An update that changes only upper and lower case in a prompt changes nothing.',
      patch: dropping(UPDATE, ['prompt'], (call) =>
        sends('prompt', (v) => String(v).toLowerCase() === taskIn(call)?.prompt.toLowerCase())(call),
      ),
    },
    {
      name: 'never-shorter',
      sentence: 'An update with a shorter prompt keeps the end of the one before.',
      patch: changeRequest(UPDATE, (body, call) => {
        const before = taskIn(call)?.prompt ?? '';
        const { prompt } = body;
        if (typeof prompt !== 'string' || prompt.length >= before.length) return body;
        return { ...body, prompt: prompt + before.slice(prompt.length) };
      }),
    },
    {
      name: 'not-once-run',
      sentence: 'The prompt of a task that has run stays as it is, whatever an update sends.',
      also: alsoThese(
        'what the update of somebody who may is to change is looked for',
        'scheduled-tasks.access.admin-updates',
        'scheduled-tasks.access.manage-updates',
        'scheduled-tasks.access.creator-updates',
      ),
      patch: dropping(UPDATE, ['prompt'], hasRun),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update of the prompt with an OAuth token is acknowledged and changes nothing.',
      also: alsoThese(
        'what the update of somebody who may is to change is looked for',
        'scheduled-tasks.access.admin-updates',
      ),
      patch: dropping(UPDATE, ['prompt'], byOAuth),
    },
    {
      name: 'question-marks-beyond-latin',
      sentence: 'Characters outside Latin-1 in the prompt that an update sends are stored as question marks.',
      patch: changeRequest(UPDATE, (body) =>
        isBeyondLatin(body['prompt'])
          ? { ...body, prompt: String(body['prompt']).replaceAll(/[^\0-\xff]/g, '?') }
          : body,
      ),
    },
    {
      name: 'back-on-resume',
      sentence: 'A resume brings back the prompt that the task was created with.',
      patch: (rules) => {
        const prompts = new Map<number, string>();
        all(
          afterTask(CREATE, (id, call) => prompts.set(id, taskState(call.tenant).tasks.get(id)?.prompt ?? '')),
          then(RESUME, always, ({ id, prompt }) => ({ prompt: prompts.get(id) ?? prompt })),
        )(rules);
      },
    },
  ],
  'scheduled-tasks.delete.unreadable': [
    {
      name: 'paused-readable',
      sentence: 'A paused task that was deleted is gone from lists and can still be read.',
      patch: hiddenInstead(isPaused),
    },
    {
      name: 'on-demand-readable',
      sentence: 'A task without a cron that was deleted is gone from lists and can still be read.',
      patch: hiddenInstead(isOnDemand),
    },
    {
      name: 'of-others-readable',
      sentence: 'A task that somebody other than its creator deleted is gone from lists and can still be read.',
      patch: hiddenInstead(isOthers),
    },
  ],
  'scheduled-tasks.delete.leaves-list': [
    {
      name: 'paused-listed',
      sentence: 'A paused task stays in lists once it was deleted.',
      patch: listedOnly(isPaused),
    },
    {
      name: 'on-demand-listed',
      sentence: 'A task without a cron stays in lists once it was deleted.',
      patch: listedOnly(isOnDemand),
    },
    {
      name: 'notifying-listed',
      sentence: 'A task with notificationEnabled true stays in lists once it was deleted.',
      patch: listedOnly(isTask(({ notificationEnabled }) => notificationEnabled)),
    },
  ],
  'scheduled-tasks.run.recorded': [
    {
      name: 'forgotten-on-pause',
      sentence: 'A pause empties the list of runs of the task.',
      patch: forgetRuns(always, PAUSE),
    },
    {
      name: 'forgotten-on-update',
      sentence: 'An update empties the list of runs of the task.',
      patch: forgetRuns(always, UPDATE),
    },
    {
      name: 'not-of-others',
      sentence: 'A run that somebody other than the creator asked for stands in no list.',
      patch: changeBodySync(RUN, (run, call) => {
        const { runs } = taskState(call.tenant);
        const id = idIn(call, 'taskId') ?? 0;
        if (isOthers(call)) runs.set(id, (runs.get(id) ?? []).slice(0, -1));
        return run;
      }),
      also: [
        { id: 'scheduled-tasks.access.manage-runs', because: 'their check looks for the run that a manager asked for' },
        { id: 'scheduled-tasks.access.admin-runs', because: 'their check looks for the run of an administrator' },
      ],
    },
    {
      name: 'not-while-paused',
      sentence: 'A run of a paused task stands in no list.',
      also: alsoThese(
        'a run is looked for in the history',
        'scheduled-tasks.access.manage-runs',
        'scheduled-tasks.access.creator-runs',
        'scheduled-tasks.access.admin-runs',
      ),
      patch: changeBodySync(RUN, (run, call) => {
        const { runs } = taskState(call.tenant);
        const id = idIn(call, 'taskId') ?? 0;
        if (isPaused(call)) runs.set(id, (runs.get(id) ?? []).slice(0, -1));
        return run;
      }),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A run that is asked for with an OAuth token stands in no list.',
      also: alsoThese('a run is looked for in the history', 'scheduled-tasks.access.admin-runs'),
      patch: changeBodySync(RUN, (run, call) => {
        const { runs } = taskState(call.tenant);
        const id = idIn(call, 'taskId') ?? 0;
        if (byOAuth(call)) runs.set(id, (runs.get(id) ?? []).slice(0, -1));
        return run;
      }),
    },
  ],
  'scheduled-tasks.run.new-thread': [
    {
      name: 'one-after-an-update',
      sentence: 'A run goes on in the thread of the run before it where the task was updated in between.',
      patch: knowingTask([UPDATE, RUN], (past) => oneThread((call) => past(call).at(-1) === UPDATE)),
    },
    {
      name: 'one-for-others',
      sentence: 'A run that somebody other than the creator asked for goes on in the thread of the run before it.',
      patch: oneThread(isOthers),
    },
    {
      name: 'one-while-paused',
      sentence: 'A run of a paused task goes on in the thread of the run before it.',
      patch: oneThread(isPaused),
    },
  ],
  'scheduled-tasks.pause.pauses': [
    {
      name: 'toggles',
      sentence: 'A pause of a task that is paused resumes it.',
      patch: replaceSync(PAUSE, (call, original) => {
        const wasPaused = isPaused(call);
        const answer = original(call);
        if (!wasPaused) return answer;
        storeTask(call, idIn(call, 'taskId') ?? 0, { isEnabled: true });
        return withBody(answer, (task) => ({ ...task, enabled: true }));
      }),
    },
    {
      name: 'second-time-acknowledged',
      sentence: 'A pause of a task that was paused and resumed before is acknowledged and has no effect.',
      patch: knowingTask([PAUSE, RESUME], (past) =>
        acknowledging(PAUSE, GET, (call) => past(call).includes(PAUSE) && past(call).at(-1) === RESUME),
      ),
      also: [
        { id: 'scheduled-tasks.resume.enables', because: 'a second resume needs a second pause' },
        ...alsoThese('a task that was to be paused a second time runs', 'scheduled-tasks.pause.stops-runs'),
      ],
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A pause with an OAuth token is acknowledged and has no effect.',
      patch: acknowledging(PAUSE, GET, byOAuth),
    },
    {
      name: 'others-acknowledged',
      sentence: 'A pause by an administrator who is not the creator is acknowledged and has no effect.',
      also: alsoThese('a task that was to be paused runs', 'scheduled-tasks.pause.stops-runs'),
      patch: acknowledging(PAUSE, GET, both(isAdministrator, isOthers)),
    },
  ],
  'scheduled-tasks.resume.enables': [
    {
      name: 'toggles',
      sentence: 'A resume of a task that is active pauses it.',
      patch: replaceSync(RESUME, (call, original) => {
        const wasPaused = isPaused(call);
        const answer = original(call);
        if (wasPaused) return answer;
        storeTask(call, idIn(call, 'taskId') ?? 0, { isEnabled: false });
        return withBody(answer, (task) => ({ ...task, enabled: false }));
      }),
    },
    {
      name: 'once',
      sentence: 'A task can be resumed once; later resumes are acknowledged and have no effect.',
      also: alsoThese(
        'a task that is not resumed has no runs',
        'scheduled-tasks.resume.schedules',
        'scheduled-tasks.limit.resume-counts-creator',
      ),
      patch: knowingTask([RESUME], (past) => acknowledging(RESUME, GET, (call) => timesIn(past(call), RESUME) > 0)),
    },
    {
      name: 'not-after-a-run',
      sentence: 'A resume of a task that has run while it was paused is acknowledged and has no effect.',
      patch: knowingTask([PAUSE, RUN], (past) =>
        acknowledging(RESUME, GET, (call) => past(call).includes(PAUSE) && past(call).at(-1) === RUN),
      ),
    },
    {
      name: 'not-after-an-update',
      also: alsoThese(
        'a resume that has no effect is acknowledged past 20 active tasks as well',
        'scheduled-tasks.limit.resume-past-20',
      ),
      sentence: 'A resume of a task that was updated while it was paused is acknowledged and has no effect.',
      patch: knowingTask([PAUSE, UPDATE], (past) =>
        acknowledging(RESUME, GET, (call) => past(call).includes(PAUSE) && past(call).at(-1) === UPDATE),
      ),
    },
  ],
  'scheduled-tasks.task.user-id-lasting': [
    {
      name: 'resumer',
      sentence: 'A task belongs to whoever resumed it after a run.',
      patch: knowingTask([RUN, RESUME], (past) => (rules) => {
        replaceSync(RESUME, (call, original) => {
          const ran = past(call).includes(RUN);
          const answer = original(call);
          const creatorId = call.principal.user?.id;
          if (ran && creatorId !== undefined) storeTask(call, idIn(call, 'taskId') ?? 0, { creatorId });
          return answer;
        })(rules);
      }),
    },
    {
      name: 'whoever-has-a-token',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update with an OAuth token makes its user the creator of the task.',
      patch: afterTask(UPDATE, (id, call) => {
        const creatorId = call.principal.user?.id;
        if (byOAuth(call) && creatorId !== undefined) storeTask(call, id, { creatorId });
      }),
    },
    {
      name: 'second-updater',
      sentence: 'A task that was updated twice by somebody else belongs to them.',
      patch: (rules) => {
        const updates = new Map<string, number>();
        afterTask(UPDATE, (id, call) => {
          const creatorId = call.principal.user?.id;
          const key = `${id} ${creatorId ?? ''}`;
          updates.set(key, (updates.get(key) ?? 0) + 1);
          if (creatorId !== undefined && (updates.get(key) ?? 0) > 1) storeTask(call, id, { creatorId });
        })(rules);
      },
    },
  ],
  'scheduled-tasks.task.user-id-creator': [
    {
      name: 'nobody-without-cron',
      sentence: 'A task that runs only on demand shows 0 as its userId.',
      patch: shown(
        ({ cron }) => cron === null,
        (task) => ({ ...task, userId: 0 }),
      ),
    },
    {
      name: 'administrator-over-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A task that is created with an OAuth token shows a userId of its own.',
      patch: then(CREATE, byOAuth, ({ id }) => ({ creatorId: 900_000 + id })),
    },
  ],
  'scheduled-tasks.list.same-as-read': [
    {
      name: 'notification-as-created',
      sentence: 'A list shows the notificationEnabled that a task was created with.',
      patch: (rules) => {
        const first = new Map<unknown, boolean>();
        all(
          afterTask(CREATE, (id, call) => {
            first.set(id, taskState(call.tenant).tasks.get(id)?.notificationEnabled ?? false);
          }),
          showTasks(
            (task) => ({ ...task, notificationEnabled: first.get(task['id']) ?? task['notificationEnabled'] }),
            [LIST],
          ),
        )(rules);
      },
    },
    {
      name: 'first-condition-listed',
      sentence: 'A list goes on showing the condition that a task was created with once it has another one.',
      patch: (rules) => {
        const conditions = new Map<unknown, unknown>();
        all(
          showTasks(
            (task) => {
              conditions.set(task['id'], task['condition']);
              return task;
            },
            [CREATE],
          ),
          showTasks(
            (task) => ({ ...task, condition: task['condition'] && (conditions.get(task['id']) ?? task['condition']) }),
            [LIST],
          ),
        )(rules);
      },
    },
    {
      name: 'next-run-of-paused',
      sentence: 'A list leaves the nextRunAt of a task as it was before its cron was updated.',
      patch: (rules) => {
        const before = new Map<unknown, unknown>();
        all(
          showTasks(
            (task) => {
              before.set(task['id'], task['nextRunAt']);
              return task;
            },
            [CREATE],
          ),
          showTasks((task) => ({ ...task, nextRunAt: before.get(task['id']) ?? task['nextRunAt'] }), [LIST]),
        )(rules);
      },
    },
    {
      name: 'caller-as-creator-for-plain-users',
      sentence: 'A list shows its caller as the creator of each task where the caller is no administrator.',
      patch: showTasks(
        (task, call) => (byPlainUser(call) ? { ...task, userId: call.principal.user?.id } : task),
        [LIST],
      ),
    },
  ],
  'scheduled-tasks.condition.null-removes': [
    {
      name: 'not-beside-a-prompt',
      sentence: 'A condition of null that an update sends beside another notificationEnabled removes nothing.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          (call) =>
            sends('notificationEnabled', (v) => v !== undefined && v !== taskIn(call)?.notificationEnabled)(call),
        ),
      ),
    },
    {
      name: 'second-time-kept',
      sentence: 'A condition that was given again after it had been removed cannot be removed any more.',
      patch: (rules) => {
        const removed = new Map<unknown, number>();
        replaceSync(UPDATE, (call, original) => {
          const id = idIn(call, 'taskId');
          const isRemoval = bodyOf(call)['condition'] === null && isConditional(call);
          if (!isRemoval) return original(call);
          const times = removed.get(id) ?? 0;
          removed.set(id, times + 1);
          if (times === 0) return original(call);
          const { condition: _, ...rest } = bodyOf(call);
          return original({ ...call, body: rest });
        })(rules);
      },
    },
    {
      name: 'change-stays',
      sentence: 'A condition of null leaves a change condition in place.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isTask(({ condition }) => condition?.type === 'change'),
        ),
      ),
    },
    {
      name: 'anomaly-stays',
      sentence: 'A condition of null leaves an anomaly condition in place.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isTask(({ condition }) => condition?.type === 'anomaly'),
        ),
      ),
    },
    {
      name: 'stays-while-paused',
      sentence: 'A condition of null leaves the condition of a paused task in place.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isPaused,
        ),
      ),
    },
    {
      name: 'stays-for-others',
      sentence: 'A condition of null that somebody other than the creator sends removes nothing.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isOthers,
        ),
      ),
    },
    {
      name: 'back-on-resume',
      sentence: 'A condition that null removed is back once the task is resumed.',
      patch: (rules) => {
        const removed = new Map<number, Task['condition']>();
        all(
          replaceSync(UPDATE, (call, original) => {
            const task = taskIn(call);
            const answer = original(call);
            if (task?.condition && bodyOf(call)['condition'] === null) removed.set(task.id, task.condition);
            return answer;
          }),
          then(RESUME, always, ({ id, condition }) => ({ condition: condition ?? removed.get(id) ?? null })),
        )(rules);
      },
    },
  ],
  'scheduled-tasks.condition.threshold-updated': {
    name: 'in-place-of-another',
    sentence: 'A threshold condition is refused in an update of a task that has a condition of another kind.',
    patch: refusing(
      UPDATE,
      both(
        sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'threshold'),
        isTask(({ condition }) => condition !== null && condition.type !== 'threshold'),
      ),
      'invalid',
    ),
  },
  'scheduled-tasks.condition.change-updated': [
    {
      name: 'not-while-paused',
      sentence: 'A change condition is refused in an update of a paused task.',
      patch: refusing(
        UPDATE,
        both(
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'change'),
          isPaused,
        ),
        'invalid',
      ),
    },
    {
      name: 'in-place-of-another',
      sentence: 'A change condition is refused in an update of a task that has a condition of another kind.',
      patch: refusing(
        UPDATE,
        both(
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'change'),
          isTask(({ condition }) => condition !== null && condition.type !== 'change'),
        ),
        'invalid',
      ),
    },
  ],
  'scheduled-tasks.condition.anomaly-updated': {
    name: 'in-place-of-another',
    sentence: 'An anomaly condition is refused in an update of a task that has a condition of another kind.',
    patch: refusing(
      UPDATE,
      both(
        sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'anomaly'),
        isTask(({ condition }) => condition !== null && condition.type !== 'anomaly'),
      ),
      'invalid',
    ),
  },
  'scheduled-tasks.condition.threshold-created': {
    name: 'refused-to-plain-users',
    sentence: 'A threshold condition is refused in a create by a user without the admin role.',
    patch: refusing(
      CREATE,
      both(
        byPlainUser,
        sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'threshold'),
      ),
      'forbidden',
    ),
  },
  'scheduled-tasks.condition.anomaly-created': {
    name: 'refused-to-plain-users',
    sentence: 'An anomaly condition is refused in a create by a user without the admin role.',
    patch: refusing(
      CREATE,
      both(
        byPlainUser,
        sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'anomaly'),
      ),
      'forbidden',
    ),
  },
  'scheduled-tasks.task.last-check-not-updated': {
    name: 'beside-a-condition',
    sentence: 'A lastConditionCheck is stored where an update sends a condition beside it.',
    patch: (rules) => {
      const invented = new Map<unknown, unknown>();
      all(
        taking(UPDATE, 'lastConditionCheck'),
        replaceSync(UPDATE, (call, original) => {
          const { lastConditionCheck, condition } = bodyOf(call);
          const answer = original(call);
          if (lastConditionCheck !== undefined && condition) invented.set(idIn(call, 'taskId'), lastConditionCheck);
          return answer;
        }),
        showTasks((task) => ({ ...task, lastConditionCheck: invented.get(task['id']) ?? task['lastConditionCheck'] })),
      )(rules);
    },
  },
  'scheduled-tasks.task.last-check-not-created': {
    name: 'beside-a-condition',
    sentence: 'A lastConditionCheck is stored where a create sends a condition beside it.',
    patch: (rules) => {
      const invented = new Map<unknown, unknown>();
      all(
        taking(CREATE, 'lastConditionCheck'),
        replaceSync(CREATE, (call, original) => {
          const { lastConditionCheck, condition } = bodyOf(call);
          const answer = original(call);
          if (lastConditionCheck !== undefined && condition && 'body' in answer)
            invented.set((answer.body as Body)['id'], lastConditionCheck);
          return answer;
        }),
        showTasks((task) => ({ ...task, lastConditionCheck: invented.get(task['id']) ?? task['lastConditionCheck'] })),
      )(rules);
    },
  },
});

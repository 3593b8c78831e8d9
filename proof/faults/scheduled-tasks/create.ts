import { refuse } from '../../../mock/answer.ts';
import { may } from '../../../mock/authority.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import { alsoOn, byOAuth, byPlainUser, isAdministrator } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { leadingZeros } from '../../lib/digits.ts';
import { alsoThese, faults, type Fault } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { both, dropping, isBeyondLatin, isPresent, sends, unless } from '../../lib/conditions.ts';
import { hiding } from '../../lib/paging.ts';
import { all, during, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { holdsAnywhere, letInForEver, notByGroups } from '../../lib/rights.ts';
import { firstGroupAlone } from '../../lib/right-conditions.ts';
import {
  accepting,
  anyZone,
  cityUnknown,
  offset,
  refusedAndDone,
  refusingSchedules,
  repairingZone,
  spaced,
} from '../../lib/schedule-inputs.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  duringTasks,
  GET,
  LIST,
  PAUSE,
  RUN,
  showTasks,
  taskIn,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { hasBuiltInRolesAlone, whileDisabled, withoutReadAccess, isTaskManager } from '../../lib/task-access.ts';
import {
  always,
  changedText,
  isConditional,
  isPaused,
  isSwitchedOn,
  listedWithout,
  shownOtherwise,
  storedAfter,
  toAscii,
} from '../../lib/task-records.ts';
import { takenByCreate, zonesOfTwoParts } from '../../lib/task-schedules.ts';
import { notOnAllDeployments } from '../../lib/task-exceptions.ts';
import { withoutBackslashes, placeholdersEmptied } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';
import { namesOfTheRuntime } from '../../lib/task-changes.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

const listed: NonNullable<Fault['also']> = alsoOn(LIST, 'the check looks for a task in the list');

/** The greatest id of the tasks of a deployment, which is that of the latest. */
function latestTask(call: Call): number {
  const here = taskState(call.tenant).tasks.filter((task) => String(task.deploymentId) === call.path['deploymentId']);
  return here.at(-1)?.id ?? 0;
}

/** What tasks are created with is shown as another value until they are updated. */
function shownUntilUpdated(isMeant: (body: Body) => boolean, shown: Body): Patch {
  return (rules) => {
    const fresh = new Set<unknown>();
    afterTask(CREATE, (id, call) => {
      if (isMeant(bodyOf(call))) fresh.add(id);
    })(rules);
    afterTask(UPDATE, (id) => {
      fresh.delete(id);
    })(rules);
    showTasks((task) => (fresh.has(task['id']) ? { ...task, ...shown } : task))(rules);
  };
}

const isNotSwitched = ({ notificationEnabled }: Body): boolean => notificationEnabled === undefined;
const isOnDemand = ({ body }: Call): boolean => ((body as Body)['cron'] ?? null) === null;

/** Faults of creating tasks. */
export const createFaults = faults({
  'scheduled-tasks.create.in-list': [
    {
      name: 'one-behind',
      sentence: 'A task stands in the list once another one has been created after it.',
      also: listed,
      patch: hiding(LIST, (id, call) => id === latestTask(call)),
    },
    {
      name: 'once-changed',
      sentence: 'A task stands in the list once it has been updated, paused or run.',
      also: listed,
      patch: (rules) => {
        const fresh = new Set<unknown>();
        afterTask(CREATE, (id) => fresh.add(id))(rules);
        for (const operation of [UPDATE, RUN, 'pauseScheduledTask'])
          afterTask(operation, (id) => fresh.delete(id))(rules);
        hiding(LIST, (id) => fresh.has(id))(rules);
      },
    },
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
    {
      name: 'one-for-two-at-once',
      sentence: 'Of two creates at the same time the second is answered with the task of the first, and makes none.',
      patch: sharedAnswer('createScheduledTask'),
    },
  ],
  'scheduled-tasks.create.readable': [
    {
      name: 'of-the-same-prompt',
      sentence: 'A task that is made with the prompt of an earlier one takes its place.',
      patch: afterTask(CREATE, (id, call) => {
        const { tasks } = taskState(call.tenant);
        const prompt = tasks.get(id)?.prompt;
        const earlier = tasks.find((one) => one.id < id && one.prompt === prompt);
        if (earlier) tasks.remove(earlier.id);
      }),
    },
    {
      name: 'once-changed',
      sentence: 'A task is not found until it has been updated, paused or run.',
      also: alsoOn(GET, 'the check reads a task', ['scheduled-tasks.getScheduledTask.is-served']),
      patch: (rules) => {
        const fresh = new Set<number>();
        afterTask(CREATE, (id) => fresh.add(id))(rules);
        for (const operation of [UPDATE, RUN, 'pauseScheduledTask'])
          afterTask(operation, (id) => fresh.delete(id))(rules);
        refusing(GET, (call) => fresh.has(taskIn(call)?.id ?? 0), 'unknown')(rules);
      },
    },
    {
      name: 'not-its-creator',
      sentence: 'The creator of a task is told that there is no such task.',
      also: alsoOn(GET, 'the check reads a task', ['scheduled-tasks.getScheduledTask.is-served']),
      patch: refusing(GET, (call) => taskIn(call)?.creatorId === call.principal.user?.id, 404),
    },
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
  'scheduled-tasks.create.keeps-prompt': [
    {
      name: 'joiners-lost',
      sentence: 'Characters of no width in a prompt are not stored.',
      patch: storedAs('createScheduledTask', 'prompt', (text) => text.replaceAll('\u200d', '')),
    },
    {
      name: 'carriage-returns-lost',
      sentence: 'Line ends of two characters in a prompt are stored as one.',
      patch: storedAs('createScheduledTask', 'prompt', (text) => text.replaceAll('\r\n', '\n')),
    },
    {
      name: 'cut-at-2000',
      sentence: 'A create keeps 2,000 characters of a prompt.',
      patch: storedAs('createScheduledTask', 'prompt', (text) => text.slice(0, 2_000)),
    },
    {
      name: 'placeholders-emptied',
      sentence: 'What stands in double braces in a prompt is taken for a placeholder and left out.',
      patch: storedAs('createScheduledTask', 'prompt', placeholdersEmptied),
    },
    {
      name: 'without-backslashes',
      sentence: 'A create keeps a prompt without its backslashes.',
      patch: storedAs('createScheduledTask', 'prompt', withoutBackslashes),
    },
    leadingZeros(CREATE, 'prompt', 'The prompt of a new task'),
    {
      name: 'on-one-line',
      sentence: 'Line breaks in a prompt become spaces.',
      patch: changeRequest(CREATE, (body) =>
        typeof body['prompt'] === 'string' ? { ...body, prompt: body['prompt'].replaceAll(/\s+/g, ' ') } : body,
      ),
    },
    changedText('one-line', CREATE, 'A create makes one line of the lines of a prompt.', (text) =>
      text.replaceAll(/\s*\n\s*/g, ' '),
    ),
    changedText('cut-at-255', CREATE, 'A create keeps 255 characters of a prompt.', (text) => text.slice(0, 255)),
    changedText('ascii', CREATE, 'A create keeps question marks for letters beyond ASCII.', toAscii),
    {
      name: 'cut',
      sentence: 'A create keeps the first twelve characters of a prompt.',
      patch: changeRequest(CREATE, (body) =>
        typeof body['prompt'] === 'string' ? { ...body, prompt: body['prompt'].slice(0, 12) } : body,
      ),
    },
    {
      name: 'capitals',
      sentence: 'A create keeps a prompt in capital letters.',
      patch: changeRequest(CREATE, (body) =>
        typeof body['prompt'] === 'string' ? { ...body, prompt: body['prompt'].toUpperCase() } : body,
      ),
    },
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
      patch: shownOtherwise(
        ({ cron }) => cron === null,
        (task) => ({ ...task, prompt: 'Run on demand' }),
      ),
    },
    {
      name: 'marked-once-paused',
      sentence: 'A pause adds a mark to the prompt of the task.',
      also: alsoThese('the prompt of a paused task is compared there', 'scheduled-tasks.update.takes-effect'),
      patch: storedAfter(PAUSE, always, ({ prompt }) => ({ prompt: `${prompt} (paused)` })),
    },
    {
      name: 'emptied-by-a-run',
      sentence: 'A run on demand consumes the prompt of its task.',
      patch: storedAfter(RUN, always, () => ({ prompt: ' ' })),
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
  'scheduled-tasks.create.notification-default': [
    {
      name: 'as-of-the-last-deleted',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A create that leaves out notificationEnabled takes that of the task that its creator deleted last.',
      patch: remembering(
        () => new Map<unknown, boolean>(),
        (last) =>
          all(
            replaceSync(CREATE, (call, original) => {
              const usual = last.get(call.principal.user?.id);
              return original(
                usual === true ? { ...call, body: { notificationEnabled: true, ...bodyOf(call) } } : call,
              );
            }),
            replaceSync(DELETE, (call, original) => {
              const task = taskIn(call);
              const answer = original(call);
              if (task) last.set(task.creatorId, task.notificationEnabled);
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'as-the-last-update',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A create that leaves out notificationEnabled takes that of the last update by its creator.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (last) =>
          all(
            replaceSync(UPDATE, (call, original) => {
              const answer = original(call);
              const { notificationEnabled } = bodyOf(call, { optional: true });
              if (notificationEnabled !== undefined) last.set(callerId(call), notificationEnabled);
              return answer;
            }),
            changeRequest(CREATE, (body, call) => ({
              ...body,
              notificationEnabled: body['notificationEnabled'] ?? last.get(callerId(call)),
            })),
          ),
      ),
    },
    {
      name: 'on',
      sentence: 'A task created without notificationEnabled has it on.',
      also: alsoThese('the creator is told of its runs', 'scheduled-tasks.notification.none-when-off'),
      patch: ({ scheduledTasks }) => {
        scheduledTasks.notificationDefault = true;
      },
    },
    {
      name: 'shown-on',
      sentence: 'A task created without notificationEnabled shows it as on, and nobody is told of its runs.',
      patch: shownUntilUpdated(isNotSwitched, { notificationEnabled: true }),
    },
    {
      name: 'on-with-a-condition',
      sentence: 'A task created with a condition and without notificationEnabled has it on.',
      patch: changeRequest(CREATE, (body) =>
        isNotSwitched(body) && (body['condition'] ?? null) !== null ? { ...body, notificationEnabled: true } : body,
      ),
    },
    {
      name: 'true-without-cron',
      sentence: 'A task without a cron is created with notificationEnabled true where it is left out.',
      patch: storedAfter(
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
      patch: storedAfter(CREATE, both(byPlainUser, unless(sends('notificationEnabled', isPresent))), () => ({
        notificationEnabled: true,
      })),
    },
    {
      name: 'true-with-a-change',
      sentence: 'A task with a change condition has notificationEnabled true where it is left out.',
      patch: storedAfter(
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
      patch: storedAfter(CREATE, both(byOAuth, unless(sends('notificationEnabled', isPresent))), () => ({
        notificationEnabled: true,
      })),
    },
  ],
  'scheduled-tasks.create.notification-kept': [
    {
      name: 'ignored',
      sentence: 'A create ignores notificationEnabled.',
      also: alsoThese(
        'nobody is told of a run',
        'scheduled-tasks.notification.after-success',
        'scheduled-tasks.notification.after-failure',
        'scheduled-tasks.notification.to-creator',
      ),
      patch: changeRequest(CREATE, (body) => ({ ...body, notificationEnabled: false })),
    },
    {
      name: 'shown-off',
      sentence:
        'A task created with notificationEnabled true shows it as off, although its creator is told of its runs.',
      patch: shownUntilUpdated(isSwitchedOn, { notificationEnabled: false }),
    },
    {
      name: 'off-without-cron',
      sentence: 'A task without a cron is created with notificationEnabled false, whatever is sent.',
      patch: storedAfter(CREATE, unless(sends('cron', isPresent)), () => ({ notificationEnabled: false })),
    },
    {
      name: 'off-with-a-condition',
      sentence: 'A task with a condition is created with notificationEnabled false, whatever is sent.',
      patch: storedAfter(CREATE, sends('condition', isPresent), () => ({ notificationEnabled: false })),
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
      patch: storedAfter(RUN, always, () => ({ notificationEnabled: false })),
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
      patch: shownOtherwise(
        ({ isEnabled }) => !isEnabled,
        (task) => ({ ...task, notificationEnabled: false }),
      ),
    },
  ],
  'scheduled-tasks.create.with-action': [
    {
      name: 'not-on-all-deployments',
      sentence: 'ScheduledTasksCreate on All deployments does not count when a task is created.',
      patch: notOnAllDeployments('createScheduledTask'),
    },
    {
      name: 'not-by-a-built-in-role',
      sentence: 'Creating a task is refused to a user who holds the action by a built-in role.',
      patch: refusing(CREATE, hasBuiltInRolesAlone, 403),
    },
    notByGroups(CREATE, 'Creating a task'),
    {
      name: 'administrators-only',
      sentence: 'Only an administrator may create a task.',
      also: alsoThese(
        'the check has a task created by somebody else',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.limit.others-not-counted',
      ),
      patch: refusing(CREATE, (call) => !isAdministrator(call), 403),
    },
    {
      name: 'needs-update',
      sentence: 'Creating a task needs DeploymentUpdate in the place of ScheduledTasksCreate.',
      also: alsoThese(
        'the check has a task created by somebody else',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.limit.others-not-counted',
      ),
      patch: refusing(
        CREATE,
        ({ tenant, principal, path }) => !may(tenant, principal, 'DeploymentUpdate', Number(path['deploymentId'])),
        403,
      ),
    },
    {
      name: 'by-a-second-group',
      sentence: 'Creating a task is refused to a user who holds the right through the second of two groups.',
      patch: firstGroupAlone(CREATE),
    },
  ],
  'scheduled-tasks.create.without-action': [
    {
      name: 'held-once',
      toldBy: 'scheduled-tasks.create.with-action',
      sentence: 'Whoever has created a task may create further ones when they hold ScheduledTasksCreate no longer.',
      patch: letInForEver(CREATE, ({ path }) => path['deploymentId']),
    },
    {
      name: 'held-elsewhere',
      sentence: 'Whoever holds ScheduledTasksCreate on any deployment may create tasks in each that they may read.',
      patch: duringTasks(
        CREATE,
        (call) => holdsAnywhere(call, 'ScheduledTasksCreate'),
        () => ({ mayCreate: () => true }),
      ),
    },
    {
      name: 'readers-too',
      sentence: 'Every reader of the deployment may create a task.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.mayCreate = () => true;
      },
    },
    {
      name: 'refused-and-created',
      sentence: 'A create by a reader without ScheduledTasksCreate is refused with 403, and the task is there.',
      patch: all(
        ({ scheduledTasks }) => {
          scheduledTasks.mayCreate = () => true;
        },
        replaceSync(CREATE, (call, original) => {
          const { tenant, principal, path } = call;
          const answer = original(call);
          if (may(tenant, principal, 'ScheduledTasksCreate', Number(path['deploymentId']))) return answer;
          return refuse(403, 'creating tasks needs ScheduledTasksCreate');
        }),
      ),
    },
    {
      name: 'another-status',
      sentence: 'A create by a reader without ScheduledTasksCreate is refused with 404.',
      patch: refusing(
        CREATE,
        ({ tenant, principal, path }) => !may(tenant, principal, 'ScheduledTasksCreate', Number(path['deploymentId'])),
        404,
      ),
    },
    {
      name: 'on-demand-created',
      sentence: 'An on-demand task is created by any reader of the deployment.',
      patch: during(
        'createScheduledTask',
        'scheduledTasks',
        () => ({ mayCreate: () => true }),
        (call) =>
          isOnDemand(call) &&
          !may(call.tenant, call.principal, 'ScheduledTasksCreate', Number(call.path['deploymentId'])),
      ),
    },
    {
      name: 'open-to-managers',
      sentence: 'A holder of ScheduledTasksManage may create tasks without ScheduledTasksCreate.',
      patch: during(CREATE, 'scheduledTasks', () => ({ mayCreate: () => true }), isTaskManager),
    },
  ],
  'scheduled-tasks.create.zone-unknown': [
    {
      name: 'utc',
      sentence: 'A create takes UTC for a time zone that it does not know.',
      patch: repairingZone(CREATE, anyZone),
    },
    {
      name: 'city-unknown',
      sentence: 'A create takes any city of an area that the IANA database has.',
      patch: accepting(CREATE, cityUnknown),
    },
    {
      name: 'refused-and-created',
      sentence: 'A create whose time zone is none is refused, and creates a task in UTC.',
      patch: refusedAndDone(CREATE, anyZone),
    },
    {
      name: 'offset',
      sentence: 'A create takes hours and minutes from UTC in the place of a time zone.',
      patch: accepting(CREATE, offset),
    },
    {
      name: 'blank-for-underscore',
      sentence: 'A create takes a blank in a time zone for what stands between its words.',
      patch: accepting(CREATE, spaced),
    },
    {
      name: 'unchecked-on-demand',
      sentence: 'A create takes UTC for what is no time zone where there is no cron.',
      patch: repairingZone(CREATE, (body) =>
        (body['cron'] ?? null) === null ? { ...body, timezone: 'UTC' } : undefined,
      ),
    },
    ...takenByCreate('zone-unknown'),
  ],
  'scheduled-tasks.create.zone-known': [
    {
      name: 'names-of-the-runtime',
      sentence: 'A create knows a time zone under one of its names alone, such as Asia/Calcutta and not Asia/Kolkata.',
      patch: namesOfTheRuntime,
    },
    zonesOfTwoParts(CREATE, 'create'),
    {
      name: 'without-oceans',
      sentence: 'A create knows no time zone of an ocean.',
      patch: refusingSchedules(CREATE, ({ timezone }) => /^(Atlantic|Indian|Pacific)\//.test(String(timezone))),
    },
    {
      name: 'without-underscores',
      sentence: 'A create knows no time zone of a city whose name has two words.',
      patch: refusingSchedules(CREATE, ({ timezone }) => /\/\w+_\w/.test(String(timezone))),
    },
  ],
  'scheduled-tasks.create.no-read-access': withoutReadAccess('create'),
  'scheduled-tasks.create.feature-disabled': [...openToSome('createScheduledTask'), ...whileDisabled('create')],
});

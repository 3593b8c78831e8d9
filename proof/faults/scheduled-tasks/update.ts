import { bodyOf, idIn, type Body } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import { byOAuth } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { leadingZeros } from '../../lib/digits.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { both, dropping, isBeyondLatin, isPresent, sends, sendsAll, timesIn, type When } from '../../lib/conditions.ts';
import { all, remembering, replaceSync, withBody, without } from '../../lib/patches.ts';
import { changeRequest, refusedYet } from '../../lib/reports.ts';
import {
  accepting,
  anyZone,
  areaAlone,
  isWholeHour,
  offset,
  refusedAndDone,
  refusingSchedules,
  spaced,
} from '../../lib/schedule-inputs.ts';
import {
  afterTask,
  CREATE,
  duringTasks,
  isAdministratorsOwn,
  isOthers,
  PAUSE,
  RESUME,
  RUN,
  SHARE,
  storeTask,
  taskIn,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { creatorKept, isTaskManager, whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import {
  always,
  changedText,
  isConditional,
  isOnDemand,
  isPaused,
  isSwitchedOn,
  knowingTask,
  MODEL,
  storedAfter,
  toAscii,
  updateLosing,
} from '../../lib/task-records.ts';
import { isOfAnother, takenByUpdate, zonesOfTwoParts } from '../../lib/task-schedules.ts';
import { promptWithoutAstral, storedAs } from '../../lib/stored-texts.ts';
import { placeholdersEmptied } from '../../lib/signs-in-texts.ts';
import { memberOfTheOther } from '../../lib/under-way.ts';
import { sentBody } from '../../lib/bodies.ts';

/** An update of an administrator's own task whose new prompt becomes another one. */
function promptUpdated(other: (sent: unknown, former: string) => string): Patch {
  return replaceSync(UPDATE, (call, original) => {
    const body = bodyOf(call);
    const former = taskIn(call)?.prompt ?? '';
    if (body['prompt'] === undefined || !isAdministratorsOwn(call)) return original(call);
    const answer = original({ ...call, body: { ...body, prompt: other(body['prompt'], former) } });
    // The answer says what was asked for.
    return withBody(answer, (task) => ({ ...task, prompt: body['prompt'] }));
  });
}

const hasRun: When = (call) => (taskState(call.tenant).runs.get(idIn(call, 'taskId') ?? 0)?.length ?? 0) > 0;

/** Some members of an update are ignored. */
function ignoring(isIgnored: (body: Body) => boolean, ...names: readonly string[]): Patch {
  return changeRequest(UPDATE, (body) =>
    isIgnored(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) : body,
  );
}

/** What an operation did to a task before comes back with another one. */
const broughtBack = <Kept>(
  taken: (before: Task, after: Task) => Kept | undefined,
  back: (kept: Kept) => Partial<Task>,
) =>
  remembering(
    () => new Map<number, Kept>(),
    (lost) =>
      all(
        replaceSync(UPDATE, (call, original) => {
          const before = taskIn(call);
          const answer = original(call);
          const after = taskIn(call);
          const kept = before && after && taken(before, after);
          if (before && kept !== undefined) lost.set(before.id, kept);
          return answer;
        }),
        afterTask(RESUME, (id, call) => {
          const kept = lost.get(id);
          if (kept !== undefined) storeTask(call, id, back(kept));
        }),
      ),
  );

/** Faults of updating tasks. */
export const updateFaults = faults({
  'scheduled-tasks.update.takes-effect': [
    {
      name: 'not-back-to-the-first',
      sentence: 'An update back to the prompt that a task was created with is acknowledged and not stored.',
      patch: remembering(
        () => new Map<number, string>(),
        (first) =>
          replaceSync('updateScheduledTask', (call, original) => {
            const task = taskIn(call);
            if (task && !first.has(task.id)) first.set(task.id, task.prompt);
            return original(
              task && first.get(task.id) === sentBody(call)['prompt']
                ? { ...call, body: { ...sentBody(call), prompt: task.prompt } }
                : call,
            );
          }),
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two updates of tasks at the same time the second stores the prompt of the first.',
      patch: memberOfTheOther('updateScheduledTask', 'prompt'),
    },
    {
      name: 'placeholders-emptied',
      sentence:
        'What stands in double braces in a prompt that an update sends is taken for a placeholder and left out.',
      patch: storedAs('updateScheduledTask', 'prompt', placeholdersEmptied),
    },
    {
      name: 'without-astral',
      sentence: 'A new prompt has question marks for characters outside the basic plane.',
      patch: promptWithoutAstral,
    },
    leadingZeros(UPDATE, 'prompt', 'A prompt that an update sends'),
    {
      name: 'cut-at-255',
      sentence: 'An update keeps 255 characters of a prompt.',
      patch: afterTask(UPDATE, (id, call) => {
        const prompt = taskState(call.tenant).tasks.get(id)?.prompt;
        if (prompt !== undefined) storeTask(call, id, { prompt: prompt.slice(0, 255) });
      }),
    },
    {
      name: 'former-prompt-once-run-by-another',
      ...MODEL,
      sentence: 'A run by somebody else than the creator brings back the prompt with which a task was created.',
      patch: remembering(
        () => new Map<number, string>(),
        (created) =>
          all(
            afterTask(CREATE, (id, call) => created.set(id, String(bodyOf(call)['prompt']))),
            storedAfter(
              RUN,
              (call) => taskIn(call)?.creatorId !== call.principal.user?.id,
              ({ id, prompt }) => ({ prompt: created.get(id) ?? prompt }),
            ),
          ),
      ),
    },
    {
      name: 'not-beside-a-condition-by-a-manager',
      ...MODEL,
      sentence: 'A prompt that a holder of ScheduledTasksManage sends beside a condition is not stored.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { prompt: _, ...others } = bodyOf(call);
        return original(both(isTaskManager, sendsAll('prompt', 'condition'))(call) ? { ...call, body: others } : call);
      }),
    },
    {
      name: 'undone-by-a-share',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'Sharing a task brings back the prompt with which it was created.',
      patch: remembering(
        () => new Map<number, string>(),
        (prompts) =>
          all(
            afterTask(CREATE, (id, call) => {
              prompts.set(id, taskState(call.tenant).tasks.get(id)?.prompt ?? '');
            }),
            afterTask(SHARE, (id, call) => {
              const prompt = prompts.get(id);
              if (prompt !== undefined) storeTask(call, id, { prompt });
            }),
          ),
      ),
    },
    {
      name: 'beside-another-cron',
      sentence: 'An update to another cron loses the prompt that it carries.',
      patch: changeRequest(UPDATE, (body, call) =>
        typeof body['cron'] === 'string' && body['cron'] !== taskIn(call)?.cron ? without('prompt')(body) : body,
      ),
    },
    changedText('ascii', UPDATE, 'An update keeps question marks for letters beyond ASCII.', toAscii),
    changedText('escaped', UPDATE, 'An update keeps a prompt as it would stand in a page.', (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    ),
    {
      name: 'all-of-the-creator',
      sentence: 'An update of the prompt of a task is one of all tasks of its creator in the deployment.',
      also: [
        ...alsoThese('another task is updated as well', 'scheduled-tasks.actions.others-kept'),
        ...alsoThese('the prompt of another task is compared', 'scheduled-tasks.create.keeps-prompt'),
      ],
      patch: afterTask(UPDATE, (id, call) => {
        const { tasks } = taskState(call.tenant);
        const task = tasks.get(id);
        const beside = tasks.filter(
          (one) => one.creatorId === task?.creatorId && one.deploymentId === task.deploymentId,
        );
        for (const one of beside) if (task) storeTask(call, one.id, { prompt: task.prompt });
      }),
    },
    {
      name: 'acknowledged',
      sentence: 'An update of the prompt is acknowledged and not stored.',
      patch: promptUpdated((_sent, former) => former),
    },
    {
      name: 'appended',
      sentence: 'An update of the prompt is appended to the one that stands there.',
      patch: promptUpdated((sent, former) => `${former}\n${String(sent)}`),
    },
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
          storedAfter(RESUME, always, ({ id, prompt }) => ({ prompt: prompts.get(id) ?? prompt })),
        )(rules);
      },
    },
    {
      name: 'not-of-another',
      sentence: 'A prompt that somebody else than the creator sends is not stored.',
      also: alsoThese(
        'whoever may update the tasks of others does it in this way',
        'scheduled-tasks.access.admin-updates',
        'scheduled-tasks.access.all-includes-manage',
        'scheduled-tasks.access.manage-updates',
      ),
      patch: dropping('updateScheduledTask', ['prompt'], isOfAnother),
    },
  ],
  'scheduled-tasks.update.notification-on': [
    {
      name: 'off-once-another-is-paused',
      ...MODEL,
      sentence: 'A pause switches off what updates have switched on in the other tasks of the creator.',
      patch: remembering(
        () => new Set<number>(),
        (switched) =>
          all(
            afterTask(UPDATE, (id, call) => {
              if (bodyOf(call)['notificationEnabled'] === true) switched.add(id);
            }),
            afterTask(PAUSE, (id, call) => {
              const { tasks } = taskState(call.tenant);
              const creatorId = tasks.get(id)?.creatorId;
              const isMeant = (one: Task) => one.id !== id && one.creatorId === creatorId && switched.has(one.id);
              for (const task of tasks.filter(isMeant)) tasks.replace({ ...task, notificationEnabled: false });
            }),
          ),
      ),
    },
    {
      name: 'ignored',
      sentence: 'An update never switches notifications on.',
      patch: ignoring(isSwitchedOn, 'notificationEnabled'),
    },
    {
      name: 'off-with-the-condition',
      sentence: 'An update that removes the condition switches notifications off, whatever it says of them.',
      patch: changeRequest(UPDATE, (body) =>
        body['condition'] === null ? { ...body, notificationEnabled: false } : body,
      ),
    },
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
      name: 'on-again-with-a-resume',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'Notifications that were switched off come back when the task is paused and resumed.',
      patch: broughtBack<boolean>(
        (before, after) => (before.notificationEnabled && !after.notificationEnabled ? true : undefined),
        (notificationEnabled) => ({ notificationEnabled }),
      ),
    },
    {
      name: 'not-by-oauth-beside-a-condition-of-null',
      toldBy: 'scheduled-tasks.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'notificationEnabled false is ignored where an OAuth token sends it beside a condition of null.',
      patch: updateLosing(
        (call) => byOAuth(call) && bodyOf(call)['condition'] === null && bodyOf(call)['notificationEnabled'] === false,
        'notificationEnabled',
      ),
    },
    {
      name: 'not-when-paused',
      sentence: 'Notifications of a paused task cannot be turned off.',
      patch: dropping(
        UPDATE,
        ['notificationEnabled'],
        both(
          isPaused,
          sends('notificationEnabled', (value) => value === false),
        ),
      ),
    },
    {
      name: 'false-as-omitted',
      sentence: 'An update takes a notificationEnabled of false for one that was left out.',
      patch: ignoring(({ notificationEnabled }) => notificationEnabled === false, 'notificationEnabled'),
    },
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
  'scheduled-tasks.update.zone-unknown': [
    {
      name: 'taken-beside-a-prompt',
      sentence: 'A made up time zone is accepted by an update that sends another prompt beside it.',
      patch: duringTasks(UPDATE, both(sends('prompt', isPresent), sends('timezone', isPresent)), ({ schedule }) => ({
        schedule: { ...schedule, isTimeZone: () => true },
      })),
    },
    {
      name: 'accepted-alone',
      sentence: 'An update of the time zone alone takes any.',
      patch: duringTasks(
        UPDATE,
        ({ body }) => Object.keys((body as object | undefined) ?? {}).join() === 'timezone',
        ({ schedule }) => ({ schedule: { ...schedule, isTimeZone: () => true } }),
      ),
    },
    {
      name: 'taken-with-a-cron',
      sentence: 'A made up time zone is accepted where a cron comes with it.',
      patch: duringTasks(UPDATE, sends('cron', isPresent), ({ schedule }) => ({
        schedule: { ...schedule, isTimeZone: () => true, zoneOf: () => 'UTC' },
      })),
    },
    { name: 'accepted', sentence: 'A task update takes any text for a time zone.', patch: accepting(UPDATE, anyZone) },
    {
      name: 'area',
      sentence: 'A task update takes an area without a city for UTC.',
      patch: accepting(UPDATE, areaAlone),
    },
    {
      name: 'refused-and-updated',
      sentence: 'A task update whose time zone is none is refused, and moves the task to UTC.',
      patch: refusedAndDone(UPDATE, anyZone),
    },
    {
      name: 'offset',
      sentence: 'A task update takes hours and minutes from UTC in the place of a time zone.',
      patch: accepting(UPDATE, offset),
    },
    {
      name: 'blank-for-underscore',
      sentence: 'A task update takes a blank in a time zone for what stands between its words.',
      patch: accepting(UPDATE, spaced),
    },
    takenByUpdate('zone-unknown'),
    {
      name: 'cron-stored',
      sentence: 'An update that is refused for its time zone has stored the cron beside it.',
      patch: refusedYet(UPDATE, (call, _original, { problems }) => {
        const [task, { cron }] = [taskIn(call), bodyOf(call, { optional: true })];
        const isForItsZone = problems.every((one) => one.startsWith('timezone'));
        if (task && typeof cron === 'string' && isForItsZone) storeTask(call, task.id, { cron });
      }),
    },
  ],
  'scheduled-tasks.update.zone-known': [
    zonesOfTwoParts(UPDATE, 'task update'),
    {
      name: 'four-areas',
      sentence: 'A task update knows the time zones of Africa, America, Asia and Europe alone.',
      patch: refusingSchedules(UPDATE, ({ timezone }) =>
        /^(Atlantic|Australia|Indian|Pacific)\//.test(String(timezone)),
      ),
    },
    {
      name: 'half-hours',
      sentence: 'A task update knows no time zone whose offset is no whole hour.',
      patch: refusingSchedules(UPDATE, ({ timezone }) => typeof timezone === 'string' && !isWholeHour(timezone)),
    },
  ],
  'scheduled-tasks.update.no-read-access': withoutReadAccess('update'),
  'scheduled-tasks.update.read-access-revoked': creatorKept('update'),
  'scheduled-tasks.update.feature-disabled': [...openToSome(UPDATE), ...whileDisabled('update')],
});

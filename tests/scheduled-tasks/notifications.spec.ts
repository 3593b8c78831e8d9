import { BY_PLAIN } from '../../harness/things/administrators.ts';
import { canonical } from '../../contracts/canonical.ts';
import type { Envelope, Route } from '../../contracts/bindings/binding.ts';
import { haveNames } from '../../contracts/bindings/discovery/operations.ts';
import { INBOX } from '../../contracts/bindings/scheduled-tasks.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, inOneLine, isSuccess } from '../../harness/http/answer.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { asSetup, transient } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { walk, type Page } from '../../harness/client/paging.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import {
  ifTaken,
  oneAfterTheOther,
  nothing,
  pause,
  resume,
  share,
  taskIfTaken,
  update,
  type Step,
} from './histories.ts';
import { createTask, updateTask, type CreatedTask } from './tasks.ts';

/** The notifications in an actor's inbox, as JSON. The specification only names the inbox. */
async function inboxOf(check: Check, actor: Actor): Promise<string[]> {
  const route = check.tenant.wire.value('scheduled-tasks.inbox') as Route;
  const envelope = check.tenant.wire.value('scheduled-tasks.inbox-list') as Envelope;
  const path = route.path.replace('{deploymentId}', check.provided('DEPLOYMENT_ID'));
  const items = await walk(async ({ after }) => {
    const query = after === undefined ? '' : `?${new URLSearchParams({ after }).toString()}`;
    const answer = await actor.read(path + query);
    if (!isSuccess(answer))
      untested(unstated('scheduled-tasks.inbox', `the inbox was not found: ${inOneLine(answer)}`));
    return pageIn(answer.wire, envelope);
  });
  const names = items.flatMap((one) => (typeof one === 'object' && one !== null ? Object.keys(one) : []));
  if (names.length > 0 && !isStated(check) && !haveNames(names, INBOX))
    untested(unstated('scheduled-tasks.inbox', `what ${path} lists is no inbox`));
  return items.map(canonical);
}

function isStated({ tenant }: Check): boolean {
  const resolution = tenant.wire.resolved.get('scheduled-tasks.inbox');
  return resolution !== undefined && 'source' in resolution && resolution.source === 'stated';
}

function pageIn(answer: unknown, { items, endCursor, hasNextPage }: Envelope): Page<unknown> {
  const at = (path: string) =>
    path === ''
      ? answer
      : path
          .split('.')
          .reduce<unknown>((node, name) => (node as Readonly<Record<string, unknown>> | undefined)?.[name], answer);
  const list = at(items);
  if (!Array.isArray(list)) untested(unstated('scheduled-tasks.inbox-list', 'the inbox shows no list'));
  const [cursor, more] = [at(endCursor), at(hasNextPage)];
  return {
    items: list,
    pageInfo: {
      ...(typeof cursor === 'string' && { endCursor: cursor }),
      ...(typeof more === 'boolean' && { hasNextPage: more }),
    },
  };
}

/** Runs a task. Whether one that is paused is run is open: where it is not, it is resumed first. */
async function runActive(check: Check, runner: Actor, task: CreatedTask): Promise<void> {
  if (isSuccess(await runner.ask('runScheduledTask', task.id))) return;
  await resume(check, runner, task);
  granted(await runner.ask('runScheduledTask', task.id), 'the run');
}

/** Runs tasks as the given runner and returns the notifications that are new in the inbox of their creator. */
async function notificationsOfRuns(
  check: Check,
  creator: Actor,
  runner: Actor,
  tasks: readonly CreatedTask[],
): Promise<string[]> {
  const before = await inboxOf(check, creator);
  for (const task of tasks) await runActive(check, runner, task);
  let added: string[] = [];
  const expectAdded = async () => {
    added = (await inboxOf(check, creator)).filter((one) => !before.includes(one));
    expect(added.length, 'new notifications in the inbox of the creator').toBeGreaterThan(0);
  };
  // On a leased tenant nobody waits for an agent, and a check ends before that.
  await eventually(check, expectAdded, check.tenant.isLive ? RUN_TIMEOUT : undefined);
  return added;
}

/** The time that an agent may take for a short prompt; nothing shows that a run has ended. */
const RUN_TIMEOUT = 5 * 60_000;

const NOTIFYING = { notificationEnabled: true };
const sendOn: Step = (_check, actor, task) => updateTask(actor, task, NOTIFYING);
/** An update that switches notifications on. A refused one, and one without effect, are about other requirements. */
const switchOn: Step = async (check, actor, task) => {
  await ifTaken(sendOn)(check, actor, task);
  const { notificationEnabled } = await actor.preparing.getScheduledTask(task.id);
  leaveOutIf(notificationEnabled === false);
};

test(...verifies('scheduled-tasks.notification.after-success'), async ({ check, admin }) => {
  const task = await createTask(check, admin, NOTIFYING);
  const later = await createTask(check, admin);
  const onDemand = await taskIfTaken(check, admin, onDemandBody(check, NOTIFYING));
  const creator = check.asOptional('TASK_CREATOR_TOKEN', 'task creator');
  const theirs = creator && (await taskIfTaken(check, creator, taskBody(check, NOTIFYING)));
  // A run costs money and time, so that each of these has several conditions.
  const runs = {
    'the first run': { of: task, by: admin, before: nothing },
    'the second run': { of: task, by: admin, before: nothing },
    'switched on later, while paused': { of: later, by: admin, before: oneAfterTheOther(switchOn, pause) },
    'on demand, by another credential': onDemand && {
      of: onDemand,
      by: check.asOptional('OAUTH_TOKEN', 'OAuth administrator') ?? admin,
      before: nothing,
    },
    [BY_PLAIN]: creator && theirs && { of: theirs, owner: creator, by: creator, before: nothing },
  };
  await inEach<NotifyingRun>(check, runs, async ({ of, owner = admin, by, before }) => {
    await before(check, admin, of);
    await notificationsOfRuns(check, owner, by, [of]);
  });
});

interface NotifyingRun {
  readonly of: CreatedTask;
  /** The creator of the task; the administrator by default. */
  readonly owner?: Actor;
  readonly by: Actor;
  readonly before: Step;
}

test(...verifies('scheduled-tasks.notification.after-failure'), async ({ check, admin }) => {
  await check.account.switchFeature('failingAgents', true);
  const task = await createTask(check, admin, NOTIFYING);
  await inEach(check, { 'the first time': task, 'a second time': task }, async (one) => {
    await notificationsOfRuns(check, admin, admin, [one]);
  });
});

test(...verifies('scheduled-tasks.notification.to-creator'), async ({ check, admin }) => {
  const creator = check.as('TASK_CREATOR_TOKEN', 'task creator');
  const task = await createTask(check, creator, NOTIFYING);
  await oneAfterTheOther(pause, resume, share, update)(check, admin, task);
  await notificationsOfRuns(check, creator, admin, [task]);
});

const MAX_ATTEMPTS = 3;

/** New notifications of runs, repeated while there are several, because others may arrive in the inbox of a live tenant. */
async function fewestOfRuns(check: Check, admin: Actor, tasks: readonly CreatedTask[]): Promise<string[]> {
  let added: string[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    added = await asSetup(
      () => notificationsOfRuns(check, admin, admin, tasks),
      'the run of the task with notificationEnabled true caused no notification',
    );
    if (added.length < 2) break;
  }
  return added;
}

/** More than one notification tells something only if there are not as many where nothing else is run. */
async function requireQuiet(check: Check, admin: Actor, notifying: CreatedTask): Promise<void> {
  const added = await notificationsOfRuns(check, admin, admin, [notifying]);
  if (added.length > 1) throw transient('notifications of others arrive in the inbox all the time');
}

/** A task that an update has switched off; undefined where the task shows otherwise, which is about the update. */
async function switchedOffBy(admin: Actor, task: CreatedTask): Promise<CreatedTask | undefined> {
  granted(await updateTask(admin, task, { notificationEnabled: false }), 'the update');
  const { notificationEnabled } = await admin.preparing.getScheduledTask(task.id);
  return notificationEnabled === true ? undefined : task;
}

test(...verifies('scheduled-tasks.notification.none-when-off'), async ({ check, admin }) => {
  const onDemand = await taskIfTaken(check, admin, onDemandBody(check));
  const [silent, sentAsFalse, switchedOff, notifying] = [
    await createTask(check, admin),
    await createTask(check, admin, { notificationEnabled: false }),
    await switchedOffBy(admin, await createTask(check, admin, NOTIFYING)),
    await createTask(check, admin, NOTIFYING),
  ];
  const tasks = [silent, sentAsFalse, switchedOff, onDemand, notifying].filter((task) => task !== undefined);
  const added = await fewestOfRuns(check, admin, tasks);
  if (added.length > 1) await requireQuiet(check, admin, notifying);
  expect(added.length, 'new notifications after a run of each, with and without notificationEnabled').toBe(1);
});

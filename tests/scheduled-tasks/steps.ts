import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { judging } from '../../harness/check/judging.ts';
import { answerOnceFree, isUnderWay } from '../../harness/check/under-way.ts';
import { fresh } from '../../harness/client/unique.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, type Check } from '../../harness/test.ts';
import { conditionOf } from './histories.ts';
import { expectRuns, noteRun, TaskState, type Body, type Cast, type Model, type Part } from './model.ts';
import { BODY_REFUSED, createdTaskId, requestAction, requestCreation, updateTask, UNPRINTED } from './tasks.ts';
import { UTC } from './times.ts';

/** The steps of which sequences of tasks consist. */

export interface Stage {
  readonly check: Check;
  readonly cast: Cast;
  readonly model: Model;
}

/** A step returns the task that it was about. */
type Step = (stage: Stage) => Promise<TaskState | undefined>;

export interface Command {
  readonly run: Step;
  readonly toString: () => string;
}

function command(title: string, run: Step): Command {
  return { run, toString: () => title };
}

/** Where nobody lent an OAuth token, its steps are those of the same user with a key. */
const actorOf = ({ cast }: Stage, part: Part) => cast[part] ?? (part === 'oauth' ? cast.admin : undefined);

/** The requirement by which somebody may do something to a task. */
function allowedBy(verb: 'updates' | 'deletes' | 'runs' | 'pauses', part: Part, { owner }: TaskState): RequirementId {
  if (part === 'manager') return `scheduled-tasks.access.manage-${verb}`;
  if (verb === 'pauses') return 'scheduled-tasks.pause.pauses';
  return part === 'creator'
    ? `scheduled-tasks.access.creator-${verb}`
    : owner === 'creator'
      ? `scheduled-tasks.access.admin-${verb}`
      : OWN[verb];
}

/**
 * The answer to a step about a task. Whether a task can be changed while a run of it is under way is open, and other checks may have
 * all active tasks that a user may have: such a refusal is waited out, and leaves nothing to judge in the end.
 */
async function answerTo(
  check: Check,
  { runs }: TaskState,
  send: () => Promise<Answer>,
  makesActive = false,
): Promise<Answer | undefined> {
  if (runs.size === 0 && !makesActive) return send();
  const answer = await answerOnceFree(check, send);
  return isUnderWay(answer) ? undefined : answer;
}

/** What an administrator does with a task of their own. */
const OWN = {
  updates: 'scheduled-tasks.update.takes-effect',
  deletes: 'scheduled-tasks.delete.unreadable',
  runs: 'scheduled-tasks.run.recorded',
} as const satisfies Record<string, RequirementId>;

/** Whether somebody may change a task: its creator does, and who may change all. */
const mayChange = (part: Part, { owner }: TaskState): boolean => part !== 'creator' || owner === 'creator';

export const CRONS = ['7 4 * * *', '41 18 * * *'] as const;
export const ZONES = [UTC, 'Asia/Tokyo'] as const;

export interface Change {
  readonly prompt?: boolean;
  readonly notificationEnabled?: boolean;
  readonly condition?: 'threshold' | 'change' | null;
  readonly cron?: string;
  readonly timezone?: string;
  /** With another cron and another zone than the task has. */
  readonly reschedules?: true;
}

/** The body that a drawn change stands for. */
function bodyOf(check: Check, { prompt, condition, ...others }: Omit<Change, 'reschedules'>): Body {
  return {
    ...others,
    ...(prompt === true && { prompt: fresh('prompt') }),
    ...(condition !== undefined && { condition: condition && conditionOf(check, condition) }),
  };
}

function anew({ body }: TaskState, { reschedules: _, ...others }: Change): Change {
  const otherThan = (all: readonly string[], now: unknown) => all.find((one) => one !== now) ?? '';
  return { ...others, cron: otherThan(CRONS, body['cron']), timezone: otherThan(ZONES, body['timezone']) };
}

export function creating(
  part: 'admin' | 'creator' | 'oauth',
  kind: 'with a schedule' | 'on demand',
  change: Change,
): Command {
  return command(`create ${kind} by ${part} with ${JSON.stringify(change)}`, async (stage) => {
    const { check, model } = stage;
    const actor = actorOf(stage, part);
    if (!actor) return undefined;
    const { cron = CRONS[0], timezone = UTC, ...others } = change;
    const more = bodyOf(check, others);
    const body = kind === 'on demand' ? onDemandBody(check, more) : taskBody(check, { cron, timezone, ...more });
    const answer = await requestCreation(check, actor, body);
    // What of a body a tenant takes is open, and who may create is about other requirements.
    if (!isSuccess(answer)) return undefined;
    const task = new TaskState(
      { id: await createdTaskId(check, actor, answer, body), body },
      part === 'creator' ? part : 'admin',
    );
    model.tasks.push(task);
    return task;
  });
}

const SET_BY = {
  prompt: () => 'scheduled-tasks.update.takes-effect',
  notificationEnabled: (value: unknown) => `scheduled-tasks.update.notification-${value === true ? 'on' : 'off'}`,
} as const satisfies Record<string, (value: unknown) => RequirementId>;

export function updating(part: Part, index: number, change: Change): Command {
  return command(`update ${index} by ${part} with ${JSON.stringify(change)}`, async (stage) => {
    const { check, model } = stage;
    const [actor, task] = [actorOf(stage, part), model.at(index)];
    if (!actor || !task || !mayChange(part, task)) return undefined;
    const { cron, timezone, ...others } = change.reschedules ? anew(task, change) : change;
    const next = bodyOf(
      check,
      task.hasCron ? { ...(cron && { cron }), ...(timezone && { timezone }), ...others } : others,
    );
    const path = { taskId: task.id };
    // Whether an update is full or partial is open: what is not changed is sent as it is.
    const sent = { ...task.body, ...next };
    const full = await answerTo(check, task, () => actor.raw('updateScheduledTask', { path, body: sent }));
    if (!full) return undefined;
    if (BODY_REFUSED.includes(full.status))
      return updatingAlone(task, await actor.raw('updateScheduledTask', { path, body: next }), next);
    await judging(allowedBy('updates', part, task), () => {
      expect(full).toSucceed();
    });
    changed(task, sent);
    return task;
  });
}

/** An update of a part alone leaves open what becomes of the others. */
function updatingAlone(task: TaskState, answer: Answer, next: Body): TaskState | undefined {
  if (!isSuccess(answer)) return undefined;
  for (const member of ['prompt', 'notificationEnabled', 'condition'] as const)
    if (!(member in next)) task.kept.forget(member);
  changed(task, next);
  return task;
}

/** What was sent is what a task has now, whether it was another value before or the same. */
function changed(task: TaskState, sent: Body): void {
  for (const member of ['prompt', 'notificationEnabled'] as const) {
    if (member in sent) task.kept.set(member, sent[member], SET_BY[member](sent[member]));
  }
  if (sent['condition'] === null) task.kept.set('condition', false, 'scheduled-tasks.condition.null-removes');
  else if ('condition' in sent && task.kept.valueOf('condition') === false) task.kept.forget('condition');
  const isScheduledAnew = ['cron', 'timezone'].some((member) => member in sent && sent[member] !== task.body[member]);
  if (isScheduledAnew) task.nextBy = 'scheduled-tasks.schedule.next-run-updated';
  if (isScheduledAnew && task.isPaused === true) task.wasRescheduled = true;
  task.body = { ...task.body, ...sent };
  task.kept.keep('userId', 'scheduled-tasks.task.user-id-lasting');
  if (task.isPaused === false) task.kept.keep('enabled', 'scheduled-tasks.update.takes-effect');
  // Whether an update makes a paused task active is open.
  else leaveStateOpen(task);
}

function leaveStateOpen(task: TaskState): void {
  task.isPaused = undefined;
  task.kept.forget('enabled');
}

/** Pauses or resumes a task, where the tenant serves this at a known address. */
export function switching(what: 'pause' | 'resume', part: Part, index: number): Command {
  return command(`${what} ${index} by ${part}`, async (stage) => {
    const { check, model } = stage;
    const fitting = model.living.filter(({ hasCron, isPaused }) => hasCron && isPaused === (what === 'resume'));
    // Those to which it has happened before come first.
    const those = [...fitting].sort((one, other) => Number(other.wasResumed) - Number(one.wasResumed));
    const [actor, task] = [actorOf(stage, part), those[index % Math.max(1, those.length)]];
    if (!actor || !task || !mayChange(part, task) || !check.tenant.wire.route(UNPRINTED[what])) return undefined;
    // The manager may pause by what is printed; whether they may resume is open.
    if (part === 'manager' && what === 'resume') return undefined;
    const answer = await answerTo(check, task, () => requestAction(actor, what, task.created), what === 'resume');
    if (!answer) return undefined;
    const by = what === 'pause' ? allowedBy('pauses', part, task) : 'scheduled-tasks.resume.enables';
    // Nothing says who may pause or resume the task of somebody else, except by Manage, nor that a plain user may with their own.
    if (!isSuccess(answer) && part !== 'manager' && (part === 'creator' || task.owner === 'creator')) return undefined;
    await judging(by, () => {
      expect(answer).toSucceed();
    });
    task.isPaused = what === 'pause';
    task.wasResumed ||= what === 'resume';
    task.kept.set(
      'enabled',
      what === 'resume',
      what === 'pause' ? 'scheduled-tasks.pause.pauses' : 'scheduled-tasks.resume.enables',
    );
    task.kept.keep('userId', 'scheduled-tasks.task.user-id-lasting');
    const follows = task.wasRescheduled ? 'next-run-updated' : 'next-run-follows-cron';
    task.nextBy = `scheduled-tasks.schedule.${follows}`;
    return task;
  });
}

/** Shares a task, where the tenant serves this at a known address: nothing of what the task is changes. */
export function sharing(part: Part, index: number): Command {
  return command(`share ${index} by ${part}`, async (stage) => {
    const { check, model } = stage;
    const [actor, task] = [actorOf(stage, part), model.at(index)];
    if (!actor || !task || !mayChange(part, task) || !check.tenant.wire.route(UNPRINTED.share)) return undefined;
    const answer = await answerTo(check, task, () => requestAction(actor, 'share', task.created));
    // Who may share a task is about other requirements.
    if (!answer || !isSuccess(answer)) return undefined;
    if (task.body['timezone'] !== UTC) task.nextBy = 'scheduled-tasks.schedule.next-run-in-zone';
    return task;
  });
}

/** Runs a task that has not run before: whether it can be run while a run of it is under way is open. */
export function running(part: Part, index: number): Command {
  return command(`run ${index} by ${part}`, async (stage) => {
    const { check, cast, model } = stage;
    const those = model.living.filter(({ runs }) => runs.size === 0);
    const [actor, task] = [actorOf(stage, part), those[index % Math.max(1, those.length)]];
    if (!actor || !task || !mayChange(part, task)) return undefined;
    const answer = await actor.ask('runScheduledTask', task.id);
    // Whether a paused task can be run is open.
    if (!isSuccess(answer) && task.isPaused !== false) return undefined;
    await judging(allowedBy('runs', part, task), () => {
      expect(answer).toSucceed();
    });
    if (task.isPaused === false) task.kept.keep('enabled', 'scheduled-tasks.run.recorded');
    else leaveStateOpen(task);
    task.nextBy = 'scheduled-tasks.schedule.next-run-follows-cron';
    await noteRun(check, cast.admin, task);
    return task;
  });
}

/** Gives a paused task another schedule, where there is one: what it fires by once it is resumed is the new one. */
export const reschedulingPaused = (part: Part): Command =>
  command(`reschedule a paused one by ${part}`, (stage) => {
    const index = stage.model.living.findIndex(({ hasCron, isPaused }) => hasCron && isPaused === true);
    return index < 0 ? Promise.resolve(undefined) : updating(part, index, { reschedules: true }).run(stage);
  });

/** Deletes a paused task of the user who may create tasks, where there is one. */
export const deletingPaused = (part: Part): Command =>
  command(`delete a paused one by ${part}`, (stage) => {
    const { living } = stage.model;
    const index = living.findIndex(({ owner, isPaused }) => owner === 'creator' && isPaused === true);
    return index < 0 ? Promise.resolve(undefined) : deleting(part, index).run(stage);
  });

export function deleting(part: Part, index: number): Command {
  return command(`delete ${index} by ${part}`, async (stage) => {
    const { check, model } = stage;
    const [actor, task] = [actorOf(stage, part), model.at(index)];
    if (!actor || !task || !mayChange(part, task) || model.living.length < 2) return undefined;
    const others = model.tasks.filter((one) => one !== task);
    if (task.runs.size > 0) await expectRuns(check, stage.cast.admin, task, others);
    const answer = await answerTo(check, task, () => actor.ask('deleteScheduledTask', task.id));
    if (!answer) return undefined;
    await judging(allowedBy('deletes', part, task), () => {
      expect(answer).toSucceed();
    });
    task.isDeleted = true;
    return task;
  });
}

/** What a reader who did not create a task is refused. */
const REFUSED = {
  update: (who, task) => updateTask(who, task.created, { prompt: fresh('refused'), notificationEnabled: true }),
  run: (who, { id }) => who.ask('runScheduledTask', id),
  delete: (who, { id }) => who.ask('deleteScheduledTask', id),
} as const satisfies Record<string, (who: Actor, task: TaskState) => Promise<Answer>>;

export function refused(what: keyof typeof REFUSED, index: number): Command {
  return command(`${what} ${index} refused`, async (stage) => {
    const { model, cast } = stage;
    // A tenant may refuse a run of a paused task before it looks at who asks for it.
    const those = model.living.filter(
      ({ owner, isPaused }) => owner === 'admin' && (what !== 'run' || isPaused === false),
    );
    const task = those[index % Math.max(1, those.length)];
    if (!task || !cast.creator) return undefined;
    const id = `scheduled-tasks.access.reader-${what}-refused` as const;
    const answer = await REFUSED[what](cast.creator, task);
    await judging(id, () => {
      expect(answer).toBeRefusedWith(403);
    });
    task.leftBy(id);
    return task;
  });
}

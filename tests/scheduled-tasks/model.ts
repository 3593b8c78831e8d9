import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expectConsistentViews } from '../../harness/check/same-view.ts';
import { eventually, readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { Kept } from '../../harness/rules/kept.ts';
import { expect, type Check } from '../../harness/test.ts';
import { keysOf } from './runs.ts';
import { isEnabled, tasksListed, type CreatedTask, type Task } from './tasks.ts';
import { expectFiresNext } from './times.ts';

const MEMBERS = ['prompt', 'notificationEnabled', 'condition', 'userId', 'enabled'] as const;
export type Member = (typeof MEMBERS)[number];
export type Body = Readonly<Record<string, unknown>>;

/** Who acts on a task: an administrator by either credential, a user who may create tasks, a holder of ScheduledTasksManage. */
export type Part = 'admin' | 'oauth' | 'creator' | 'manager';

/** The actors of a sequence; those that nobody lent are missing. */
export type Cast = Readonly<Partial<Record<Part, Actor>>> & { readonly admin: Actor };

/** What the model knows of one task. */
export class TaskState {
  readonly id: string;
  readonly owner: 'admin' | 'creator';
  readonly kept = new Kept<Member>();
  readonly runs = new Set<string>();
  /** What creates the task as it is now. */
  body: Body;
  /** By which requirement its next run is what the cron says. */
  nextBy: RequirementId = 'scheduled-tasks.schedule.next-run-follows-cron';
  /** Undefined where what the last step leaves is open. */
  isPaused: boolean | undefined = false;
  isDeleted = false;
  wasResumed = false;
  /** Whether it was given another schedule while it was paused. */
  wasRescheduled = false;

  constructor({ id, body }: CreatedTask, owner: 'admin' | 'creator') {
    this.id = id;
    this.body = body;
    this.owner = owner;
    const { prompt, notificationEnabled = false, condition = null } = body;
    this.kept.set('prompt', prompt, 'scheduled-tasks.create.keeps-prompt');
    const notifies = body['notificationEnabled'] === undefined ? 'default' : 'kept';
    this.kept.set('notificationEnabled', notificationEnabled, `scheduled-tasks.create.notification-${notifies}`);
    if (condition === null) this.kept.set('condition', false, 'scheduled-tasks.condition.null-removes');
    if (this.hasCron) this.kept.set('enabled', true, 'scheduled-tasks.create.readable');
  }

  get hasCron(): boolean {
    return typeof this.body['cron'] === 'string';
  }

  get created(): CreatedTask {
    return { id: this.id, body: this.body };
  }

  /** A step that must leave a task as it was, by the requirement that says so. */
  leftBy(id: RequirementId): void {
    for (const member of MEMBERS) this.kept.keep(member, id);
  }
}

/** The expected state of the tasks of one sequence. */
export class Model {
  readonly tasks: TaskState[] = [];
  #steps = 0;

  get living(): readonly TaskState[] {
    return this.tasks.filter(({ isDeleted }) => !isDeleted);
  }

  at(index: number): TaskState | undefined {
    return this.living[index % Math.max(1, this.living.length)];
  }

  /** Another task than one that a step was about, each in its turn. */
  another(than: TaskState): TaskState | undefined {
    this.#steps += 1;
    const others = this.living.filter((one) => one !== than);
    return others[this.#steps % Math.max(1, others.length)];
  }
}

/** What a task shows of the members that are kept; where it does not show one, nothing is said of it. */
function shownOf(check: Check, { kept }: TaskState, shown: Task): Record<Member, unknown> {
  const { prompt, notificationEnabled, condition, userId } = shown;
  const seen = { prompt, notificationEnabled, condition, userId, enabled: isEnabled(check, shown) };
  const valueOf = (member: Member) => seen[member] ?? kept.valueOf(member);
  return {
    prompt: valueOf('prompt'),
    notificationEnabled: valueOf('notificationEnabled'),
    condition: (seen.condition ?? null) !== null,
    userId: valueOf('userId'),
    enabled: valueOf('enabled'),
  };
}

/** Expects a task to be read as the model has it. What the last step left open is learnt from the reading. */
export async function expectAsKept(check: Check, reader: Actor, task: TaskState): Promise<void> {
  const answer = await reader.ask('getScheduledTask', task.id);
  if (task.isDeleted) {
    await judging('scheduled-tasks.delete.unreadable', () => {
      expect(answer).toBeRefused();
    });
    return;
  }
  await judging('scheduled-tasks.create.readable', () => {
    expect(answer).toSucceed();
  });
  const shown = shownOf(check, task, answer.body);
  await task.kept.expectIn(shown);
  learn(task, shown);
  await expectNextRun(answer, task);
}

/** What a task shows where its steps leave it open: that it has its state, its creator and a condition from then on. */
function learn(task: TaskState, { enabled, condition, userId }: Record<Member, unknown>): void {
  if (task.isPaused === undefined && task.hasCron && typeof enabled === 'boolean') {
    task.isPaused = !enabled;
    task.kept.set('enabled', enabled, 'scheduled-tasks.update.takes-effect');
  }
  if (condition === true) task.kept.set('condition', true, 'scheduled-tasks.condition.lasting');
  const known = task.kept.valueOf('userId');
  if (known === undefined && userId !== undefined) {
    task.kept.set('userId', userId, 'scheduled-tasks.task.user-id-lasting');
  }
}

async function expectNextRun(answer: Answer<Task>, { isPaused, body, nextBy }: TaskState): Promise<void> {
  const { cron, timezone } = body;
  if (isPaused !== false || typeof cron !== 'string') return;
  await judging(nextBy, () => {
    expectFiresNext(answer, cron, String(timezone));
  });
}

/** Expects the list of runs of a task to hold the runs that were asked for, and none of another task. */
export async function expectRuns(check: Check, admin: Actor, task: TaskState, others: readonly TaskState[]) {
  const foreign = new Set(others.flatMap(({ runs }) => [...runs]));
  await eventually(check, async () => {
    const listed = await keysOf(admin.preparing, task);
    await judging('scheduled-tasks.runs.own-task', () => {
      expect(
        listed.filter((key) => foreign.has(key)),
        'runs of other tasks',
      ).toEqual([]);
    });
    await judging('scheduled-tasks.run.recorded', () => {
      expect(
        [...task.runs].filter((key) => !listed.includes(key)),
        'runs that are no longer listed',
      ).toEqual([]);
    });
  });
}

/** Expects a new run in the list of runs of a task, and notes it. */
export async function noteRun(check: Check, admin: Actor, task: TaskState): Promise<void> {
  await judging('scheduled-tasks.run.recorded', () =>
    eventually(check, async () => {
      const listed = await keysOf(admin.preparing, task);
      expect(listed.length, 'runs of the task').toBeGreaterThan(task.runs.size);
      for (const key of listed) task.runs.add(key);
    }),
  );
}

/** Expects the list to hold the living tasks as they are read, and none that was deleted. */
export async function expectListed(check: Check, admin: Actor, { tasks, living }: Model): Promise<void> {
  const isGone = (id: string) => tasks.some((one) => one.id === id && one.isDeleted);
  const listed = await readUntil(
    check,
    () => tasksListed(check, admin, ...living),
    (all) => !all.some(({ id }) => isGone(String(id))),
  );
  const ids = listed.map(({ id }) => String(id));
  await judging('scheduled-tasks.create.in-list', () => {
    expect(living.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)).toEqual([]);
  });
  await judging('scheduled-tasks.delete.leaves-list', () => {
    expect(ids.filter(isGone)).toEqual([]);
  });
  for (const { id } of living) {
    const read = await admin.ask('getScheduledTask', id);
    const entry = listed.find((one) => String(one.id) === id);
    if (entry && isSuccess(read))
      expectConsistentViews(printedOf(entry), printedOf(read.body), 'the task in the list, and read');
  }
}

/** What is printed of a task: the specification says of nothing else that lists show it. */
function printedOf({ userId, nextRunAt, condition, notificationEnabled }: Task) {
  return { userId, nextRunAt, condition, notificationEnabled };
}

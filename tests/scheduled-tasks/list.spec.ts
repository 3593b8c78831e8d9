import { secondOf } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expectConsistentViews } from '../../harness/check/same-view.ts';
import {
  expectCompleteInPagesOf,
  expectCursorsKept,
  expectResizedComplete,
  expectNoRepeats,
  expectSmallerLater,
  largestPart,
  sizesFor,
  takenSizes,
} from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { walk, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { conditionOf, nothing, pause, type Step } from './histories.ts';
import {
  idsOf,
  updateTask,
  createTask,
  createOnDemandTask,
  tasksListed,
  tasksOf,
  type CreatedTask,
  type Task,
} from './tasks.ts';

/** Locks the list for this check and creates tasks until it has at least the given number. */
async function ensureTasks(check: Check, admin: Actor, minimum: number): Promise<readonly CreatedTask[]> {
  const missing = Math.max(3, minimum - (await tasksOf(admin)).length);
  const created: CreatedTask[] = [];
  for (let count = 0; count < missing; count += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, missing - count) }, () => createOnDemandTask(check, admin));
    created.push(...(await Promise.all(batch)));
  }
  const areListed = (tasks: readonly Task[]) => {
    const listed = new Set(idsOf(tasks));
    return created.every(({ id }) => listed.has(id));
  };
  const { length } = await readUntil(check, () => tasksOf(admin), areListed);
  // Those that the list showed before may have been deleted by then.
  return length < minimum ? [...created, ...(await ensureTasks(check, admin, minimum))] : created;
}

const BATCH = 5;

test(...verifies('scheduled-tasks.list.whole-without-first'), async ({ check, admin }) => {
  await ensureTasks(check, admin, 102);
  const expectWhole = () =>
    whileQuiet(
      async () => idsOf(await tasksOf(admin)),
      async (paged) => {
        const unpaged = new Set(idsOf((await admin.listScheduledTasks()).items ?? []));
        expect(
          paged.filter((id) => !unpaged.has(id)),
          'tasks that the list without first does not contain',
        ).toEqual([]);
        expect(unpaged.size, 'tasks in the list without first').toBeGreaterThan(100);
        await inEach(check, { 'after a cursor': paged }, (all) => expectWholeRest(admin, all));
        // Whoever reads the deployment sees all of its tasks.
        const readers = {
          'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
          'by a reader of the deployment': check.asOptional('MEMBER_TOKEN'),
          'by a holder of ScheduledTasksRead': check.asOptional('TASK_READER_TOKEN'),
        };
        await inEach<Actor>(check, readers, async (who) => {
          const listed = new Set(idsOf((await who.listScheduledTasks()).items ?? []));
          const missing = paged.filter((id) => !listed.has(id));
          expect(missing, 'tasks that the list without first does not contain').toEqual([]);
        });
      },
    );
  await withinSeconds(check, expectWhole);
});

/** Expects the list after a cursor and without first to hold all tasks that follow. */
async function expectWholeRest(admin: Actor, all: readonly string[]) {
  const page = await admin.listScheduledTasks({ first: 1 });
  const after = page.pageInfo?.endCursor;
  leaveOutUnless(typeof after === 'string');
  // Whether a cursor may stand without a size is open.
  const rest = await admin.ask('listScheduledTasks', { after });
  leaveOutUnless(isSuccess(rest));
  const listed = new Set([...ids(page), ...ids(rest.body)]);
  const missing = all.filter((id) => !listed.has(id));
  expect(missing, 'tasks behind the first that the list without first does not contain').toEqual([]);
  return undefined;
}

test(...verifies('scheduled-tasks.list.first-limits'), async ({ check, admin }) => {
  const created = await ensureTasks(check, admin, 4);
  // The second is paused, whichever comes first: paused ones count like any other.
  await Promise.all(created.slice(1, 2).map((task) => pause(check, admin, task)));
  await inEach(check, { 'pages of 1': 1, 'pages of 2': 2 }, async (first) => {
    const { items } = await admin.listScheduledTasks({ first });
    expect(items?.length ?? 0, `tasks on a page of ${first}`).toBeLessThanOrEqual(first);
  });
  const readers = {
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    'by a reader of the deployment': check.asOptional('MEMBER_TOKEN'),
  };
  await inEach<Actor>(check, readers, async (who) => {
    const { items } = await who.listScheduledTasks({ first: 1 });
    expect(items?.length ?? 0, 'tasks on a page of 1').toBeLessThanOrEqual(1);
  });
  const { pageInfo } = await admin.listScheduledTasks({ first: 1 });
  await inEach(check, { 'behind a cursor': pageInfo?.endCursor ?? undefined }, async (after) => {
    leaveOutUnless(after !== '');
    const { items } = await admin.listScheduledTasks({ first: 1, after });
    expect(items?.length ?? 0, 'tasks on a page of 1').toBeLessThanOrEqual(1);
  });
  await expectSmallerLater(check, (page) => admin.listScheduledTasks(page), created.length);
});

test(...verifies('scheduled-tasks.list.after-continues'), async ({ check, admin }) => {
  await ensureTasks(check, admin, 5);
  await whileQuiet(
    async () => idsOf(await tasksOf(admin)),
    (all) => expectContinued(check, admin, all.length),
  );
});

const ids = ({ items }: Page<Task>): string[] => idsOf(items ?? []);

/** Expects no task on two pages, in pages of each size. */
async function expectContinued(check: Check, admin: Actor, total: number): Promise<void> {
  const ask = (page: PageQuery) => admin.listScheduledTasks(page);
  const sizes = await takenSizes(sizesFor(total), (page) => admin.preparing.listScheduledTasks(page));
  for (const first of sizes) await expectNoRepeats(ask, first, ids);
  await expectCursorsKept(check, ask, largestPart(sizes, total), ids);
}

test(...verifies('scheduled-tasks.list.pages-complete'), async ({ check, admin }) => {
  await ensureTasks(check, admin, 5);
  await whileQuiet(
    async () => idsOf(await tasksOf(admin)),
    async (all) => {
      const ask = (page: PageQuery) => admin.listScheduledTasks(page);
      const sizes = await takenSizes(sizesFor(all.length), (page) => admin.preparing.listScheduledTasks(page));
      await expectCompleteInPagesOf(check, ask, sizes, ids, all);
      await expectResizedComplete(check, ask, sizes, ids, all);
    },
  );
});

test(...verifies('scheduled-tasks.list.same-as-read'), async ({ check, admin }) => {
  const other = await createTask(check, admin, { notificationEnabled: true });
  const task = await createTask(check, admin, { notificationEnabled: true, condition: conditionOf(check) });
  const later = await behindCursor(check, admin, [other, task]);
  await inEach(check, { 'behind a cursor': later }, async (listed) => {
    const read = printed(await admin.getScheduledTask(String(listed.id)));
    expectConsistentViews(printed(listed), read, 'the task on a later page and in getScheduledTask');
  });
  const reader = check.asOptional('TASK_CREATOR_TOKEN');
  const changing =
    (change: object): Step =>
    () =>
      updateTask(admin, task, change);
  const cases = {
    'once created': { step: nothing, who: admin },
    'for a user without the admin role': reader && { step: nothing, who: reader },
    'after notifications were switched off': { step: changing({ notificationEnabled: false }), who: admin },
    'after another condition': { step: changing({ condition: conditionOf(check, 'change') }), who: admin },
    'after another cron': { step: changing({ cron: '41 3 2 2 *' }), who: admin },
    'while paused': { step: pause, who: admin },
  };
  await inEach(check, cases, async ({ step, who }) => {
    await step(check, admin, task);
    // A list may show a change with a delay.
    await withinSeconds(check, () => expectSameView(check, who, task));
  });
  const yearly = await createTask(check, admin, { cron: '41 3 2 2 *' });
  await inEach(check, { 'two at the same time': [other, yearly] }, (both) =>
    withinSeconds(check, async () => {
      const listed = (await tasksOf(admin)).find(({ id }) => String(id) === yearly.id);
      leaveOutUnless(listed);
      const read = await secondOf(both, ({ id }) => admin.getScheduledTask(id));
      expectConsistentViews(printed(listed), printed(read), 'the task in the list and in getScheduledTask');
    }),
  );
});

/** What is printed of a task, apart from what a run changes. */
const printed = ({ userId, nextRunAt, condition, notificationEnabled }: Task) => ({
  userId,
  nextRunAt,
  condition,
  notificationEnabled,
});

/** The later of two tasks as a page shows it that begins with it; undefined where the list has no such page. */
async function behindCursor(check: Check, admin: Actor, two: Two): Promise<Task | undefined> {
  const isOne = (task: Task) => two.some(({ id }) => id === String(task.id));
  const all = () => walk((page) => admin.listScheduledTasks(page));
  const before = (await readUntil(check, all, (tasks) => tasks.filter(isOne).length === two.length)).findLastIndex(
    isOne,
  );
  if (before < 1) return undefined;
  const { pageInfo } = await admin.listScheduledTasks({ first: before });
  const after = pageInfo?.endCursor;
  if (typeof after !== 'string' || after === '') return undefined;
  return (await admin.listScheduledTasks({ first: 1, after })).items?.find(isOne);
}

/** Expects what is printed of a task to be the same in the list and where it is read. */
async function expectSameView(check: Check, actor: Actor, { id }: CreatedTask): Promise<void> {
  const isIt = (task: Task) => String(task.id) === id;
  const all = () => walk((page) => actor.listScheduledTasks(page));
  const listed = (await readUntil(check, all, (tasks) => tasks.some(isIt))).find(isIt);
  if (!listed) untested(unstated('scheduled-tasks.id', 'the list shows no task with the id of the new one'));
  const read = printed(await actor.getScheduledTask(id));
  expectConsistentViews(printed(listed), read, 'the task in the list and in getScheduledTask');
}

/** Creates two tasks, so that they may be on different pages; the second is paused. */
async function createTwo(check: Check, actor: Actor): Promise<Two> {
  const second = await createTask(check, actor);
  await pause(check, actor, second);
  return [await createOnDemandTask(check, actor), second];
}

test(...verifies('scheduled-tasks.list.own-deployment'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const [here, there] = [await createTwo(check, admin), await createTwo(check, elsewhere)];
  await expectNone(check, admin, here, there);
  await expectNone(check, elsewhere, there, here);
  await inEach(check, { 'both at the same time': [elsewhere, admin] }, async (both) => {
    const own = await secondOf(both, (actor) => actor.listScheduledTasks({}));
    const foreign = there.map(({ body }) => body['prompt']);
    expect((own.items ?? []).filter(({ prompt }) => foreign.includes(prompt))).toEqual([]);
  });
});

type Two = readonly [CreatedTask, CreatedTask];

/** Expects a list to hold none of the tasks of the other deployment; they are compared by their unique prompts, because ids may be the same. */
async function expectNone(check: Check, actor: Actor, own: Two, foreign: Two): Promise<void> {
  await tasksListed(check, actor, ...own);
  const tasks = await walk((page) => actor.listScheduledTasks(page));
  const prompts = tasks.map(({ prompt }) => prompt);
  const [one] = own;
  if (idsOf(tasks).includes(one.id) && !prompts.includes(one.body['prompt'] as string)) {
    untested('the list does not show prompts, which identify the tasks');
  }
  const half = Math.max(1, Math.ceil(tasks.length / 2));
  const paged = await walkLarge((page) => actor.listScheduledTasks(page), half);
  for (const { body } of foreign) {
    expect(prompts).not.toContain(body['prompt']);
    expect(
      paged.map(({ prompt }) => prompt),
      `prompts on pages of ${half}`,
    ).not.toContain(body['prompt']);
  }
}

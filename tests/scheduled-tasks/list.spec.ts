import type { Actor } from '../../harness/client/actor.ts';
import { expectAlike } from '../../harness/check/same-view.ts';
import { expectNoRepeats, sizesFor } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk, whileQuiet } from '../../harness/client/paging.ts';
import { idsOf, made, madeOnDemand, tasksOf, type Made, type Task } from './tasks.ts';

/** A list of at least so many tasks, for this check alone as long as it runs. */
async function listOf(check: Check, admin: Actor, least: number): Promise<void> {
  await check.lock('scheduled tasks');
  const missing = Math.max(3, least - (await tasksOf(admin, LARGE)).length);
  for (let made = 0; made < missing; made += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, missing - made) }, () => madeOnDemand(check, admin));
    await Promise.all(batch);
  }
}

const LARGE = 50;
const BATCH = 5;

test(...verifies('scheduled-tasks.list.whole-without-first'), async ({ check, admin }) => {
  await listOf(check, admin, 101);
  await whileQuiet(
    async () => idsOf(await tasksOf(admin, LARGE)),
    async (paged) => {
      const whole = new Set(idsOf((await admin.listScheduledTasks()).items ?? []));
      expect(
        paged.filter((id) => !whole.has(id)),
        'tasks that the whole list lacks',
      ).toEqual([]);
      expect(whole.size, 'tasks in the whole list').toBeGreaterThan(100);
    },
  );
});

test(...verifies('scheduled-tasks.list.first-limits'), async ({ check, admin }) => {
  await listOf(check, admin, 3);
  for (const first of [1, 2]) {
    const { items } = await admin.listScheduledTasks({ first });
    expect(items?.length ?? 0, `tasks on a page of ${first}`).toBeLessThanOrEqual(first);
  }
});

test(...verifies('scheduled-tasks.list.after-continues'), async ({ check, admin }) => {
  await listOf(check, admin, 5);
  await whileQuiet(
    async () => idsOf(await tasksOf(admin)),
    async (whole) => {
      for (const first of sizesFor(whole.length)) {
        await expectNoRepeats(
          (page) => admin.listScheduledTasks(page),
          first,
          ({ items }) => idsOf(items ?? []),
        );
      }
    },
  );
});

test(...verifies('scheduled-tasks.list.pages-complete'), async ({ check, admin }) => {
  await listOf(check, admin, 5);
  await whileQuiet(
    async () => idsOf(await tasksOf(admin)),
    async (whole) => {
      for (const first of sizesFor(whole.length)) {
        const ids = new Set(idsOf(await walk((page) => admin.listScheduledTasks(page), first)));
        expect(
          whole.filter((id) => !ids.has(id)),
          `tasks that no page of ${first} holds`,
        ).toEqual([]);
      }
    },
  );
});

test(...verifies('scheduled-tasks.list.same-as-read'), async ({ check, admin }) => {
  const { id } = await made(check, admin, { notificationEnabled: true });
  const listed = (await walk((page) => admin.listScheduledTasks(page))).find((task) => String(task.id) === id);
  if (!listed) untested('the list shows no task under the id that was made: state scheduled-tasks.id');
  const printed = ({ userId, nextRunAt, condition, notificationEnabled }: Task) => ({
    userId,
    nextRunAt,
    condition,
    notificationEnabled,
  });
  expectAlike(printed(listed), printed(await admin.getScheduledTask(id)), 'the task in the list and alone');
});

/** Two, so that they need not stand on one page. */
async function madeTwo(check: Check, actor: Actor): Promise<readonly [Made, Made]> {
  return [await madeOnDemand(check, actor), await madeOnDemand(check, actor)];
}

test(...verifies('scheduled-tasks.list.own-deployment'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const [here, there] = [await madeTwo(check, admin), await madeTwo(check, elsewhere)];
  // Ids may be counted anew in each deployment, and prompts are this check's own.
  for (const [actor, own, foreign] of [
    [admin, here, there],
    [elsewhere, there, here],
  ] as const) {
    const tasks = await walk((page) => actor.listScheduledTasks(page));
    const prompts = tasks.map(({ prompt }) => prompt);
    const [one] = own;
    if (idsOf(tasks).includes(one.id) && !prompts.includes(one.body['prompt'] as string)) {
      untested('the list does not show the prompts by which its tasks could be told apart');
    }
    const half = Math.min(LARGE, Math.ceil(tasks.length / 2));
    const paged = await walk((page) => actor.listScheduledTasks(page), half);
    for (const { body } of foreign) {
      expect(prompts).not.toContain(body['prompt']);
      expect(
        paged.map(({ prompt }) => prompt),
        `in pages of ${half}`,
      ).not.toContain(body['prompt']);
    }
  }
});

import type { Envelope, Route } from '../../contracts/bindings/binding.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, inOneLine, isSuccess } from '../../harness/http/answer.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { asSetup } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk, type Page } from '../../harness/client/paging.ts';
import { made, update, type Made } from './tasks.ts';

/** What somebody finds in the inbox, each notification as it is shown. The specification only names it. */
async function inboxOf(check: Check, actor: Actor): Promise<string[]> {
  const route = check.tenant.wire.value('scheduled-tasks.inbox') as Route;
  const envelope = check.tenant.wire.value('scheduled-tasks.inbox-list') as Envelope;
  const path = route.path.replace('{deploymentId}', check.provided('DEPLOYMENT_ID'));
  const items = await walk(async ({ after }) => {
    const query = after === undefined ? '' : `?${new URLSearchParams({ after }).toString()}`;
    const answer = await actor.read(path + query);
    if (!isSuccess(answer)) untested(`the inbox was not found: ${inOneLine(answer)}; state scheduled-tasks.inbox`);
    return pageIn(answer.wire, envelope);
  });
  return items.map((one) => JSON.stringify(one));
}

function pageIn(answer: unknown, { items, endCursor, hasNextPage }: Envelope): Page<unknown> {
  const at = (path: string) =>
    path === ''
      ? answer
      : path
          .split('.')
          .reduce<unknown>((node, name) => (node as Readonly<Record<string, unknown>> | undefined)?.[name], answer);
  const list = at(items);
  if (!Array.isArray(list)) untested('the inbox shows no list: state scheduled-tasks.inbox-list');
  const [cursor, more] = [at(endCursor), at(hasNextPage)];
  return {
    items: list,
    pageInfo: {
      ...(typeof cursor === 'string' && { endCursor: cursor }),
      ...(typeof more === 'boolean' && { hasNextPage: more }),
    },
  };
}

/** Runs tasks as somebody, and answers what their creator finds in the inbox that was not there before. */
async function newsOf(
  check: Check,
  creator: Actor,
  runner: Actor,
  tasks: readonly Made[],
  least: number,
): Promise<string[]> {
  const before = await inboxOf(check, creator);
  for (const { id } of tasks) granted(await runner.ask('runScheduledTask', id), 'the run');
  let news: string[] = [];
  const expectNews = async () => {
    news = (await inboxOf(check, creator)).filter((one) => !before.includes(one));
    expect(news.length, 'new notifications in the inbox of the creator').toBeGreaterThanOrEqual(least);
  };
  await eventually(check, expectNews, LONGEST_RUN);
  return news;
}

/** Nothing shows that a run has ended: so long an agent may take for a short prompt. */
const LONGEST_RUN = 5 * 60_000;

const LOUD = { notificationEnabled: true };

test(...verifies('scheduled-tasks.notification.after-success'), async ({ check, admin }) => {
  await check.lock('inbox');
  const task = await made(check, admin, LOUD);
  await newsOf(check, admin, admin, [task], 1);
  await test.step('the second run', () => newsOf(check, admin, admin, [task], 1));
});

test(...verifies('scheduled-tasks.notification.after-failure'), async ({ check, admin }) => {
  await check.account.switchFeature('failingAgents', true);
  await newsOf(check, admin, admin, [await made(check, admin, LOUD)], 1);
});

test(...verifies('scheduled-tasks.notification.to-creator'), async ({ check, admin }) => {
  await check.lock('inbox');
  const creator = check.as('TASK_CREATOR_TOKEN', 'task creator');
  await newsOf(check, creator, admin, [await made(check, creator, LOUD)], 1);
});

const TRIES = 3;

test(...verifies('scheduled-tasks.notification.none-when-off'), async ({ check, admin }) => {
  await check.lock('inbox');
  const [quiet, hushed, loud] = [
    await made(check, admin),
    await made(check, admin, LOUD),
    await made(check, admin, LOUD),
  ];
  granted(await update(admin, hushed, { notificationEnabled: false }), 'the update');
  let news: string[] = [];
  // What else comes into the inbox of a live tenant does not come each time.
  for (let round = 1; round <= TRIES; round += 1) {
    news = await asSetup(
      () => newsOf(check, admin, admin, [quiet, hushed, loud], 1),
      'even the run of a task with notificationEnabled true was not notified',
    );
    if (news.length < 2) break;
  }
  expect(news.length, 'new notifications after a run of each, with and without notificationEnabled').toBe(1);
});

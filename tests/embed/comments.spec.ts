import { tampered } from '../../harness/check/tampered.ts';
import { granted } from '../../harness/http/answer.ts';
import { LETTERS_OF_OTHERS } from '../../harness/client/unique.ts';
import { exchanged, openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { about, embedUser, replied, started, textBy, threadsAt, withText, write } from './comments.ts';
import { comments } from './sessions.ts';

test(...verifies('embed.comment-create.thread'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  expect(await write(check, user, textBy(user))).toSucceed();
});

test(...verifies('embed.comment-list.shows-thread'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  // Signs of markup are left out: in which form the list shows a text that has any is not printed.
  for (const text of [textBy(user), `${textBy(user)} ${LETTERS_OF_OTHERS}.`]) {
    granted(await write(check, user, text), 'a new thread');
    expect(withText(await threadsAt(check, user), text).length, 'threads with the text').toBe(1);
  }
});

test(...verifies('embed.comment-create.reply'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const thread = await started(check, user);
  for (const author of [user, other]) {
    expect(await write(check, author, textBy(author, 'reply'), thread.id)).toSucceed();
  }
});

test(...verifies('embed.comment-list.shows-reply'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  // The thread that is answered is neither the oldest nor the newest.
  await started(check, user);
  const thread = await started(check, user);
  await started(check, user);
  const text = textBy(user, 'reply');
  granted(await write(check, user, text, thread.id), 'a reply');
  const holding = withText(await threadsAt(check, user), text);
  expect(
    holding.map(({ id }) => String(id)),
    'threads with the reply',
  ).toEqual([String(thread.id)]);
});

/** Somebody in a session of the lent deployment that is scoped to no embed tenant. */
async function withoutTenant(check: Check, admin: Actor): Promise<Actor> {
  return exchanged(
    check,
    admin,
    await openSession(check, admin, sessionRequest(check)),
    'embed session without a tenant',
  );
}

const REFUSED = {
  'api-key': (_check: Check, admin: Actor) => Promise.resolve(admin),
  'no-tenant': withoutTenant,
} as const;

for (const kind of ['api-key', 'no-tenant'] as const) {
  test(...verifies(`embed.comment-list.${kind}-refused`), async ({ check, admin }) => {
    const user = await embedUser(check, admin);
    expect(await comments(check, await REFUSED[kind](check, admin))).toBeRefused();
    granted(await comments(check, user), 'the same in a session of an embed tenant');
  });

  test(...verifies(`embed.comment-create.${kind}-refused`), async ({ check, admin }) => {
    const user = await embedUser(check, admin);
    const text = textBy(user);
    expect(await write(check, await REFUSED[kind](check, admin), text)).toBeRefused();
    expect(withText(await threadsAt(check, user), text), 'threads with the refused text').toEqual([]);
    granted(await write(check, user, text), 'the same in a session of an embed tenant');
  });
}

test(...verifies('embed.comment-list.altered-token-refused'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const forged = check.holding(
    check.secret(tampered(user.identity.token?.reveal() ?? ''), 'tampered token'),
    'somebody with a tampered token',
  );
  expect(await comments(check, forged)).toBeRefused();
  granted(await comments(check, user), 'the same with the token as it is');
});

test(...verifies('embed.comment-edit.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await started(check, user);
  const text = `${textBy(user, 'edit')} ${LETTERS_OF_OTHERS}.`;
  expect(await user.raw('updateDashboardComment', about(check, thread.id, { text }))).toSucceed();
  const threads = await threadsAt(check, user);
  expect(withText(threads, text).length, 'threads with the new text').toBe(1);
  expect(withText(threads, thread.text).length, 'threads with the old text').toBe(0);
});

/** The texts that are no longer in the list. */
async function missing(check: Check, who: Actor, texts: readonly string[]): Promise<string[]> {
  const threads = await threadsAt(check, who);
  return texts.filter((text) => withText(threads, text).length === 0);
}

test(...verifies('embed.comment-edit.others-unchanged'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const earlier = await started(check, user);
  const thread = await started(check, user);
  const reply = await replied(check, user, thread);
  const [later, ofOther] = [await started(check, user), await started(check, other)];
  const edit = await user.raw('updateDashboardComment', about(check, thread.id, { text: textBy(user, 'edit') }));
  granted(edit, 'the edit');
  expect(await missing(check, user, [earlier.text, reply.text, later.text, ofOther.text]), 'other texts').toEqual([]);

  const [answered, answer] = [later, await replied(check, user, later)];
  // The list may show replies without their ids, and then none can be edited.
  if (answer.id === undefined) return;
  const text = textBy(user, 'edit');
  granted(await user.raw('updateDashboardComment', about(check, answer.id, { text })), 'the edit of a reply');
  expect(await missing(check, user, [answered.text]), 'the text of the thread that was answered').toEqual([]);
});

test(...verifies('embed.comment-delete.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await started(check, user);
  expect(await user.raw('deleteDashboardComment', about(check, thread.id))).toSucceed();
});

test(...verifies('embed.comment-delete.others-kept'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const earlier = await started(check, user);
  const thread = await started(check, user);
  const [later, ofOther] = [await started(check, user), await started(check, other)];
  granted(await user.raw('deleteDashboardComment', about(check, thread.id)), 'the deletion');
  expect(await missing(check, user, [earlier.text, later.text, ofOther.text]), 'other threads').toEqual([]);

  const { id } = await replied(check, user, later);
  // The list may show replies without their ids, and then none can be deleted.
  if (id === undefined) return;
  granted(await user.raw('deleteDashboardComment', about(check, id)), 'the deletion of a reply');
  expect(await missing(check, user, [later.text]), 'the thread that was answered').toEqual([]);
});

const DEEPEST = 2;

/** Whether an answer is a list or holds one near its top: where the list stands is not printed. */
function hasList(value: unknown, depth = 0): boolean {
  if (Array.isArray(value)) return true;
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return false;
  return Object.values(value).some((member) => hasList(member, depth + 1));
}

test(...verifies('embed.mention.list'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const answer = await user.raw('listMentionableUsers', { path: { publicId: check.provided('DASHBOARD_PUBLIC_ID') } });
  expect(answer).toSucceed();
  expect(hasList(answer.wire), 'the answer is a list of users, or holds one').toBe(true);
});

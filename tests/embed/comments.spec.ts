import { readUntil, soon } from '../../harness/check/eventually.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted } from '../../harness/http/answer.ts';
import { LETTERS_OF_OTHERS } from '../../harness/client/unique.ts';
import { exchanged, openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  commentRequest,
  embedUser,
  addReply,
  startThread,
  textBy,
  listThreads,
  threadsWith,
  createComment,
} from './comments.ts';
import { listComments } from './sessions.ts';

test(...verifies('embed.comment-create.thread'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  expect(await createComment(check, user, textBy(user))).toSucceed();
});

test(...verifies('embed.comment-list.shows-thread'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  // No characters of markup: the form in which the list shows them is open.
  for (const text of [textBy(user), `${textBy(user)} ${LETTERS_OF_OTHERS}.`]) {
    granted(await createComment(check, user, text), 'a new thread');
    await soon(check, async () => {
      expect(threadsWith(await listThreads(check, user), text).length, 'threads with the text').toBe(1);
    });
  }
});

test(...verifies('embed.comment-create.reply'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const thread = await startThread(check, user);
  for (const author of [user, other]) {
    expect(await createComment(check, author, textBy(author, 'reply'), thread.id)).toSucceed();
  }
});

test(...verifies('embed.comment-list.shows-reply'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  // The thread with the reply is neither the oldest nor the newest.
  await startThread(check, user);
  const thread = await startThread(check, user);
  await startThread(check, user);
  const text = textBy(user, 'reply');
  granted(await createComment(check, user, text, thread.id), 'a reply');
  await soon(check, async () => {
    const ids = threadsWith(await listThreads(check, user), text).map(({ id }) => String(id));
    expect(ids, 'threads with the reply').toEqual([String(thread.id)]);
  });
});

/** A user in an embed session of the provided deployment without an embed tenant. */
async function userWithoutTenant(check: Check, admin: Actor): Promise<Actor> {
  return exchanged(
    check,
    admin,
    await openSession(check, admin, sessionRequest(check)),
    'embed session without a tenant',
  );
}

const REFUSED = {
  'api-key': (_check: Check, admin: Actor) => Promise.resolve(admin),
  'no-tenant': userWithoutTenant,
} as const;

for (const kind of ['api-key', 'no-tenant'] as const) {
  test(...verifies(`embed.comment-list.${kind}-refused`), async ({ check, admin }) => {
    const user = await embedUser(check, admin);
    expect(await listComments(check, await REFUSED[kind](check, admin))).toBeRefused();
    granted(await listComments(check, user), 'the same request in a session of an embed tenant');
  });

  test(...verifies(`embed.comment-create.${kind}-refused`), async ({ check, admin }) => {
    const user = await embedUser(check, admin);
    const text = textBy(user);
    expect(await createComment(check, await REFUSED[kind](check, admin), text)).toBeRefused();
    const written = await readUntil(
      check,
      async () => threadsWith(await listThreads(check, user), text),
      ({ length }) => length > 0,
    );
    expect(written, 'threads with the refused text').toEqual([]);
    granted(await createComment(check, user, text), 'the same request in a session of an embed tenant');
  });
}

test(...verifies('embed.comment-list.altered-token-refused'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const forged = check.holding(
    check.secret(tampered(user.identity.token?.reveal() ?? ''), 'tampered token'),
    'user with a tampered token',
  );
  expect(await listComments(check, forged)).toBeRefused();
  granted(await listComments(check, user), 'the same request with the unchanged token');
});

test(...verifies('embed.comment-edit.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await startThread(check, user);
  const text = `${textBy(user, 'edit')} ${LETTERS_OF_OTHERS}.`;
  expect(await user.raw('updateDashboardComment', commentRequest(check, thread.id, { text }))).toSucceed();
  await soon(check, async () => {
    const threads = await listThreads(check, user);
    expect(threadsWith(threads, text).length, 'threads with the new text').toBe(1);
    expect(threadsWith(threads, thread.text).length, 'threads with the old text').toBe(0);
  });
});

/** The given texts that the list does not contain; it may show the new comment of another user with a delay. */
function missing(check: Check, who: Actor, texts: readonly string[]): Promise<string[]> {
  return readUntil(
    check,
    async () => {
      const threads = await listThreads(check, who);
      return texts.filter((text) => threadsWith(threads, text).length === 0);
    },
    ({ length }) => length === 0,
  );
}

test(...verifies('embed.comment-edit.others-unchanged'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const earlier = await startThread(check, user);
  const thread = await startThread(check, user);
  const reply = await addReply(check, user, thread);
  const [later, ofOther] = [await startThread(check, user), await startThread(check, other)];
  const edit = await user.raw(
    'updateDashboardComment',
    commentRequest(check, thread.id, { text: textBy(user, 'edit') }),
  );
  granted(edit, 'the edit');
  expect(
    await missing(check, user, [earlier.text, reply.text, later.text, ofOther.text]),
    'missing texts of the other comments',
  ).toEqual([]);

  const [repliedThread, secondReply] = [later, await addReply(check, user, later)];
  // The list may show replies without ids; then no reply can be edited.
  if (secondReply.id === undefined) return;
  const text = textBy(user, 'edit');
  granted(
    await user.raw('updateDashboardComment', commentRequest(check, secondReply.id, { text })),
    'the edit of a reply',
  );
  expect(await missing(check, user, [repliedThread.text]), 'missing text of the thread with the edited reply').toEqual(
    [],
  );
});

test(...verifies('embed.comment-delete.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await startThread(check, user);
  expect(await user.raw('deleteDashboardComment', commentRequest(check, thread.id))).toSucceed();
});

test(...verifies('embed.comment-delete.others-kept'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const earlier = await startThread(check, user);
  const thread = await startThread(check, user);
  const [later, ofOther] = [await startThread(check, user), await startThread(check, other)];
  granted(await user.raw('deleteDashboardComment', commentRequest(check, thread.id)), 'the deletion');
  expect(
    await missing(check, user, [earlier.text, later.text, ofOther.text]),
    'missing texts of the other threads',
  ).toEqual([]);

  const { id } = await addReply(check, user, later);
  // The list may show replies without ids; then no reply can be deleted.
  if (id === undefined) return;
  granted(await user.raw('deleteDashboardComment', commentRequest(check, id)), 'the deletion of a reply');
  expect(await missing(check, user, [later.text]), 'missing thread of the deleted reply').toEqual([]);
});

const MAX_DEPTH = 2;

/** Whether a response is a list or contains one at a low depth: the position of the list is open. */
function hasList(value: unknown, depth = 0): boolean {
  if (Array.isArray(value)) return true;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return false;
  return Object.values(value).some((member) => hasList(member, depth + 1));
}

test(...verifies('embed.mention.list'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const answer = await user.raw('listMentionableUsers', {
    path: { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') },
  });
  expect(answer).toSucceed();
  expect(hasList(answer.wire), 'the response is or contains a list').toBe(true);
});

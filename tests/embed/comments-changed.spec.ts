import { takenAtOnce } from '../../harness/check/at-once.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { SIGNS_WITHOUT_MARKUP } from '../../harness/client/unique.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { threadsWith, type Comment, type Id } from '../../harness/things/comments.ts';
import {
  edit,
  editInTurn,
  ifShown,
  remove,
  embedUser,
  inLaterSession,
  addReply,
  startThread,
  startThreads,
  written,
  textBy,
  listThreads,
} from './comments.ts';
import { isShownResolved } from './resolution.ts';

test(...verifies('embed.comment-edit.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const [thread, replied] = (await startThreads(check, user, 2)) as [Comment, Comment];
  // The list may show replies without ids; then no reply can be edited.
  const { id: replyId, text: reply } = await addReply(check, user, replied);
  const later = await inLaterSession(check, admin, user);
  const of = (id: Id, before: string, who = user) => ({
    id,
    before,
    who,
    text: `${textBy(user, 'edit')} ${SIGNS_WITHOUT_MARKUP}.`,
  });
  const first = of(thread.id, thread.text);
  const second = of(thread.id, first.text);
  const cases = {
    'a thread': first,
    'the thread again': second,
    'a thread with a reply': of(replied.id, replied.text),
    'a reply': ifShown(replyId, (id) => of(id, reply)),
    'in a later session': of(thread.id, second.text, later),
    'back to its first text': { ...of(thread.id, second.text), text: thread.text },
  };
  await inEach(check, cases, async ({ id, before, who, text }) => {
    expect(await edit(check, who, id, text)).toSucceed();
    await withinSeconds(check, async () => {
      const threads = await listThreads(check, user);
      expect(threadsWith(threads, text).length, 'threads with the new text').toBe(1);
      // Elsewhere a list may keep what a comment was before.
      const left = placesOf(threads, before).filter((place) => placesOf(threads, text).includes(place));
      expect(left, 'members with the new text that show the old one').toEqual([]);
    });
  });
  const long = `${textBy(user, 'edit')} ${'which orders were late, and why? '.repeat(9)}`.trim();
  await inEach(check, { 'to a long text': long }, async (text) => {
    // How long a comment may be is open.
    leaveOutUnless(isSuccess(await edit(check, user, thread.id, text)));
    await withinSeconds(check, async () => {
      expect(threadsWith(await listThreads(check, user), text).length, 'threads with the new text').toBe(1);
    });
  });
  await inEach(check, { 'a thread that is resolved': await startThread(check, user) }, async (resolved) => {
    leaveOutUnless(await isShownResolved(check, user, resolved));
    const text = textBy(user, 'edit');
    leaveOutUnless(isSuccess(await edit(check, user, resolved.id, text)));
    await withinSeconds(check, async () => {
      expect(threadsWith(await listThreads(check, user), text).length, 'threads with the new text').toBe(1);
    });
  });
  const twice = [thread, replied].map(({ id }) => ({ id, text: textBy(user, 'edit') }));
  await inEach(check, { 'two at the same time': twice }, async (both) => {
    const taken = await takenAtOnce(both, ({ id, text }) => edit(check, user, id, text));
    await withinSeconds(check, async () => {
      const threads = await listThreads(check, user);
      const shown = taken.map(({ sent }) => threadsWith(threads, sent.text).length);
      expect(shown, 'threads with each of the new texts').toEqual(taken.map(() => 1));
    });
  });
});

/** The names of the members, with those around them, that contain a text. */
function placesOf(value: unknown, text: string, place = ''): string[] {
  if (typeof value === 'string') return value.normalize().includes(text) ? [place] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, text, Array.isArray(value) ? place : `${place}.${name}`),
  );
}

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

/** A comment that is edited, and the texts that it is given before; undefined where the list does not show its id. */
function changesOf(id: Id | undefined, ...before: readonly string[]) {
  return id === undefined ? undefined : { id, before };
}

test(...verifies('embed.comment-edit.others-unchanged'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const [earlier, thread, later] = (await startThreads(check, user, 3)) as [Comment, Comment, Comment];
  const editedReply = await addReply(check, user, later);
  const untouched = [
    earlier.text,
    later.text,
    await written(check, user, textBy(user, 'reply'), thread.id),
    await written(check, other, textBy(other, 'reply'), later.id),
    await written(check, other, textBy(other)),
  ];
  // The list may show replies without ids; then no reply can be edited.
  const cases = {
    'an edit': changesOf(thread.id),
    'another edit': changesOf(thread.id),
    'an edit of the text of another': changesOf(thread.id, earlier.text),
    'an edit of a reply': changesOf(editedReply.id),
  };
  await inEach(check, cases, async ({ id, before }) => {
    await editInTurn(check, user, id, [...before, textBy(user, 'edit')]);
    expect(await missing(check, user, untouched), 'missing texts of the other comments').toEqual([]);
  });
});

test(...verifies('embed.comment-delete.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const [thread, replied, edited, old] = (await startThreads(check, user, 4)) as [Comment, Comment, Comment, Comment];
  const { id: replyId } = await addReply(check, user, old);
  await written(check, user, textBy(user, 'reply'), replied.id);
  const later = await inLaterSession(check, admin, user);
  granted(await edit(check, user, edited.id, textBy(user, 'edit')), 'an edit');
  const deletion = (id: Id | undefined, who = user) => ifShown(id, (shown) => () => remove(check, who, shown));
  const cases = {
    'a thread': deletion(thread.id),
    'a thread with a reply': deletion(replied.id),
    'an edited thread': deletion(edited.id),
    // The list may show replies without ids; then no reply can be deleted.
    'a reply': deletion(replyId),
    'in a later session': deletion(old.id, later),
  };
  await inEach(check, cases, async (send) => {
    expect(await send()).toSucceed();
  });
});

test(...verifies('embed.comment-delete.others-kept'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const [earlier, thread, next, later] = (await startThreads(check, user, 4)) as [Comment, Comment, Comment, Comment];
  const reply = await addReply(check, user, later);
  const kept = [
    earlier.text,
    later.text,
    await written(check, other, textBy(other)),
    await written(check, user, textBy(user, 'reply'), later.id),
  ];
  // The list may show replies without ids; then no reply can be deleted.
  const cases = {
    'a deletion': thread.id,
    'a deletion of the text of another': next.id,
    'a deletion of a reply': reply.id,
  };
  granted(await edit(check, user, next.id, earlier.text), 'the edit');
  await inEach(check, cases, async (id) => {
    granted(await remove(check, user, id), 'the deletion');
    expect(await missing(check, user, kept), 'missing texts of the other threads').toEqual([]);
  });
});

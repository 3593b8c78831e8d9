import { personOf } from '../../harness/things/embed-sessions.ts';
import { readUnlessAppears, withinSeconds } from '../../harness/check/eventually.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { takenAtOnce } from '../../harness/check/at-once.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { SIGNS_WITHOUT_MARKUP } from '../../harness/client/unique.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { threadIdsWith, threadsWith, type Comment } from '../../harness/things/comments.ts';
import {
  embedUser,
  inLaterSession,
  startThread,
  startThreads,
  written,
  textBy,
  listThreads,
  createComment,
} from './comments.ts';
import { isShownResolved } from './resolution.ts';
import { listComments, newSession, revoked } from './sessions.ts';

/** A text of more characters than a short column holds. */
const longText = (begin: string): string => `${begin} ${'and so on, '.repeat(140)}end.`;

test(...verifies('embed.comment-create.thread'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  granted(await listComments(check, user), 'the list of comments');
  const cases = {
    'a first thread': [user, textBy(user)],
    'another thread': [user, textBy(user)],
    'letters of any alphabet': [user, `${textBy(user)} ${SIGNS_WITHOUT_MARKUP}.`],
    'in a later session': [await inLaterSession(check, admin, user), textBy(user)],
  } as const;
  await inEach(check, cases, async ([author, text]) => {
    expect(await createComment(check, author, text)).toSucceed();
  });
});

test(...verifies('embed.comment-list.shows-thread'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const [text, replied] = [textBy(user), textBy(user)];
  const reply = async ({ id }: Comment) => {
    await written(check, user, textBy(user, 'reply'), id);
    // A list that shows the reply with a delay shows by then what comes of its thread.
    const list = () => listThreads(check, user);
    await readUnlessAppears(check, list, (threads) => threadsWith(threads, replied).length === 0);
  };
  // No characters of markup: the form in which the list shows them is open.
  const inLetters = `${textBy(user)} ${SIGNS_WITHOUT_MARKUP}.`;
  const cases = {
    'to its author': [() => written(check, user, text), user, text],
    'letters of any alphabet': [() => written(check, user, inLetters), user, inLetters],
    'with a reply': [() => startThread(check, user, replied).then(reply), user, replied],
    'to another user': [() => Promise.resolve(), other, text],
  } as const;
  await inEach(check, cases, async ([before, reader, expected]) => {
    await before();
    await withinSeconds(check, async () => {
      expect(threadsWith(await listThreads(check, reader), expected).length, 'threads with the text').toBe(1);
    });
  });
  await inEach(check, { 'two of the same text': textBy(user) }, async (same) => {
    const answers = [await createComment(check, user, same), await createComment(check, user, same)];
    // Whether a tenant takes the same text again is open.
    leaveOutUnless(answers.every((one) => isSuccess(one)));
    await withinSeconds(check, async () => {
      expect(threadsWith(await listThreads(check, user), same).length, 'threads with the text').toBe(2);
    });
  });
  await inEach(check, { 'a long text': longText(textBy(user)) }, async (long) => {
    // How long a text may be is open.
    leaveOutUnless(isSuccess(await createComment(check, user, long)));
    await withinSeconds(check, async () => {
      expect(threadsWith(await listThreads(check, user), long).length, 'threads with the text').toBe(1);
    });
  });
  await inEach(check, { 'two at the same time': [textBy(user), textBy(user)] }, async (texts) => {
    const taken = await takenAtOnce(texts, (one) => createComment(check, user, one));
    await withinSeconds(check, async () => {
      const shown = await listThreads(check, user);
      const counts = taken.map(({ sent }) => threadsWith(shown, sent).length);
      expect(counts, 'threads with each text').toEqual(taken.map(() => 1));
    });
  });
  await inEach(check, { 'after another session of its author was revoked': text }, async (expected) => {
    await revoked(admin, await newSession(check, admin, { externalId: personOf(user) }));
    // A list may show late what comes of it.
    await readUnlessAppears(
      check,
      () => listThreads(check, other),
      (threads) => threadsWith(threads, expected).length === 0,
    );
    expect(threadsWith(await listThreads(check, other), expected).length, 'threads with the text').toBe(1);
  });
});

test(...verifies('embed.comment-create.reply'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const thread = await startThread(check, user);
  const cases = {
    'by the author of the thread': [user, textBy(user, 'reply')],
    'by another user': [other, textBy(other, 'reply')],
    'by the same user again': [user, textBy(user, 'reply')],
    'letters of any alphabet': [user, `${textBy(user, 'reply')} ${SIGNS_WITHOUT_MARKUP}.`],
  } as const;
  await inEach(check, cases, async ([author, text]) => {
    expect(await createComment(check, author, text, thread.id)).toSucceed();
  });
});

test(...verifies('embed.comment-list.shows-reply'), async ({ check, admin }) => {
  const [user, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  // The thread with the reply is neither the oldest nor the newest.
  const threads = (await startThreads(check, user, 3)) as [Comment, Comment, Comment];
  const [, thread] = threads;
  const [own, ofOther] = [textBy(user, 'reply'), textBy(other, 'reply')];
  const inLetters = `${textBy(user, 'reply')} ${SIGNS_WITHOUT_MARKUP}.`;
  const cases = {
    'by the author of the thread': [user, own, own],
    'by another user': [other, ofOther, ofOther],
    'letters of any alphabet': [user, inLetters, inLetters],
    'before a later reply': [user, textBy(user, 'reply'), own],
  } as const;
  await inEach(check, cases, async ([author, text, expected]) => {
    await written(check, author, text, thread.id);
    await withinSeconds(check, async () => {
      const ids = threadIdsWith(await listThreads(check, user), expected, threads);
      expect(ids, 'threads with the reply').toEqual([String(thread.id)]);
    });
  });
  const both = [
    [user, textBy(user, 'reply')],
    [other, textBy(other, 'reply')],
  ] as const;
  await inEach(check, { 'two at the same time': both }, async (replies) => {
    await Promise.all(replies.map(([author, text]) => written(check, author, text, thread.id)));
    await withinSeconds(check, async () => {
      const shown = await listThreads(check, user);
      const ids = replies.flatMap(([, text]) => threadIdsWith(shown, text, threads));
      expect(ids, 'threads with the replies').toEqual([String(thread.id), String(thread.id)]);
    });
  });
  await inEach(check, { 'a long text': longText(textBy(user, 'reply')) }, async (long) => {
    leaveOutUnless(isSuccess(await createComment(check, user, long, thread.id)));
    await withinSeconds(check, async () => {
      const ids = threadIdsWith(await listThreads(check, user), long, threads);
      expect(ids, 'threads with the reply').toEqual([String(thread.id)]);
    });
  });
  await inEach(check, { 'to a thread that is resolved': threads[2] }, async (resolved) => {
    leaveOutUnless(await isShownResolved(check, user, resolved));
    const text = textBy(user, 'reply');
    leaveOutUnless(isSuccess(await createComment(check, user, text, resolved.id)));
    await withinSeconds(check, async () => {
      const ids = threadIdsWith(await listThreads(check, user), text, threads);
      expect(ids, 'threads with the reply').toEqual([String(resolved.id)]);
    });
  });
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
  const later = await inLaterSession(check, admin, user);
  granted(await listComments(check, user), 'the list of comments');
  const path = { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') };
  const mentions = (who: Actor) => who.raw('listMentionableUsers', { path });
  const cases = {
    'in a first session': () => mentions(user),
    'once commented': () => createComment(check, user, textBy(user)).then(() => mentions(user)),
    'in a later session': () => mentions(later),
  };
  await inEach(check, cases, async (ask) => {
    const answer = await ask();
    expect(answer).toSucceed();
    expect(hasList(answer.wire), 'the response is or contains a list').toBe(true);
  });
});

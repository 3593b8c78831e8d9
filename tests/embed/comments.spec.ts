import { readUnlessAppears, readUntil, soon } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { SIGNS_WITHOUT_MARKUP } from '../../harness/client/unique.ts';
import { exchanged, openSessionWithoutTenant, personOf, sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { threadIdsWith, threadsWith, type Comment, type Id } from '../../harness/things/comments.ts';
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
  createComment,
} from './comments.ts';
import { listComments } from './sessions.ts';

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
    await soon(check, async () => {
      expect(threadsWith(await listThreads(check, reader), expected).length, 'threads with the text').toBe(1);
    });
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
    await soon(check, async () => {
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
    await soon(check, async () => {
      const shown = await listThreads(check, user);
      const ids = replies.flatMap(([, text]) => threadIdsWith(shown, text, threads));
      expect(ids, 'threads with the replies').toEqual([String(thread.id), String(thread.id)]);
    });
  });
});

/** A user in an embed session of the provided deployment without an embed tenant. */
async function userWithoutTenant(check: Check, admin: Actor, more: object = {}): Promise<Actor> {
  return exchanged(
    check,
    admin,
    await openSessionWithoutTenant(check, admin, sessionRequest(check, more)),
    'embed session without a tenant',
  );
}

/** The threads in which one of these texts is written in the end, whoever was refused to write it. */
async function writtenInTheEnd(check: Check, user: Actor, texts: readonly string[]) {
  return readUnlessAppears(
    check,
    async () => {
      const threads = await listThreads(check, user);
      return texts.filter((text) => threadsWith(threads, text).length > 0);
    },
    ({ length }) => length > 0,
  );
}

test(...verifies('embed.comment-list.api-key-refused'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  await inEach(check, { once: admin, again: admin, 'with an OAuth token': oauth }, async (who) => {
    expect(await listComments(check, who)).toBeRefused();
  });
  await inEach(check, { 'writing with an OAuth token': oauth }, (who) =>
    judging('embed.comment-create.api-key-refused', async () => {
      expect(await createComment(check, who, textBy(user))).toBeRefused();
    }),
  );
  granted(await listComments(check, user), 'the same request in a session of an embed tenant');
});

test(...verifies('embed.comment-list.no-tenant-refused'), async ({ check, admin }) => {
  const [user, outside] = [await embedUser(check, admin), await userWithoutTenant(check, admin)];
  const sameUser = await userWithoutTenant(check, admin, { externalId: personOf(user) });
  const cases = { once: outside, again: outside, 'of a user of an embed tenant': sameUser };
  await inEach(check, cases, async (who) => {
    expect(await listComments(check, who)).toBeRefused();
  });
  granted(await listComments(check, user), 'the same request in a session of an embed tenant');
});

/** Who writes a thread and who a reply, each of whom is refused. */
const REFUSED = {
  'embed.comment-create.api-key-refused': (_check: Check, admin: Actor) => Promise.resolve([admin, admin] as const),
  // Also who is known to the embed tenant, by another session.
  'embed.comment-create.no-tenant-refused': (check: Check, admin: Actor, user: Actor) =>
    Promise.all([userWithoutTenant(check, admin), userWithoutTenant(check, admin, { externalId: personOf(user) })]),
} as const;

for (const [id, whoIsRefused] of Object.entries(REFUSED)) {
  test(...verifies(id as keyof typeof REFUSED), async ({ check, admin }) => {
    const user = await embedUser(check, admin);
    const [refused, replying] = await whoIsRefused(check, admin, user);
    const thread = await startThread(check, user);
    const [text, reply] = [textBy(user), textBy(user, 'reply')];
    const cases = {
      'a thread': [refused, text],
      'a thread again': [refused, text],
      'a reply': [replying, reply, thread.id],
    } as const;
    await inEach(check, cases, async ([who, words, parent]) => {
      expect(await createComment(check, who, words, parent)).toBeRefused();
    });
    expect(await writtenInTheEnd(check, user, [text, reply]), 'texts that were refused').toEqual([]);
    granted(await createComment(check, user, text), 'the same request in a session of an embed tenant');
  });
}

test(...verifies('embed.comment-list.altered-token-refused'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const forged = check.holding(
    check.secret(tampered(user.identity.token?.reveal() ?? ''), 'tampered token'),
    'user with a tampered token',
  );
  const cases = {
    'before the unchanged token was used': () => Promise.resolve(),
    'after the unchanged token was used': async () =>
      granted(await listComments(check, user), 'the same request with the unchanged token'),
  };
  await inEach(check, cases, async (before) => {
    await before();
    expect(await listComments(check, forged)).toBeRefused();
  });
});

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
    await soon(check, async () => {
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
    await soon(check, async () => {
      expect(threadsWith(await listThreads(check, user), text).length, 'threads with the new text').toBe(1);
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

import { granted, isSuccess } from '../../harness/http/answer.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { type Comment } from '../../harness/things/comments.ts';
import { commentRequest, embedUser, inLaterSession, textBy, written } from './comments.ts';
import {
  openThread,
  openThreads,
  resolve,
  resolvedThread,
  shownState,
  shownStates,
  requireShownState,
} from './resolution.ts';

test(...verifies('embed.comment-resolve.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const [thread, replied, edited] = (await openThreads(check, user, 3)) as [Comment, Comment, Comment];
  await written(check, user, textBy(user, 'reply'), replied.id);
  // The edited text still contains the original one, by which the thread is found in the list.
  const text = `${edited.text} ${textBy(user, 'edit')}`;
  granted(await user.raw('updateDashboardComment', commentRequest(check, edited.id, { text })), 'an edit');
  const cases = {
    'a thread': [thread, () => Promise.resolve()],
    'a second time': [thread, () => resolve(check, user, thread, false)],
    'a thread with a reply': [replied, () => Promise.resolve()],
    'an edited thread': [edited, () => Promise.resolve()],
  } as const;
  await inEach(check, cases, async ([one, before]) => {
    await before();
    expect(await resolve(check, user, one, true)).toSucceed();
    await withinSeconds(check, async () => {
      expect(await requireShownState(check, user, one)).toBe('resolved');
    });
  });
});

test(...verifies('embed.comment-resolve.author-again'), async ({ check, admin }) => {
  const author = await embedUser(check, admin);
  // Another requirement covers the resolution in the session that created the thread, so it is a setup step here.
  const former = await resolvedThread(check, author);
  const thread = await openThread(check, author);
  const later = await inLaterSession(check, admin, author);
  const cases = {
    'a new thread': [thread, () => Promise.resolve()],
    'one that was resolved before': [former, () => resolve(check, author, former, false)],
  } as const;
  await inEach(check, cases, async ([one, before]) => {
    await before();
    expect(await resolve(check, later, one, true)).toSucceed();
    await withinSeconds(check, async () => {
      expect(await requireShownState(check, later, one)).toBe('resolved');
    });
  });
});

test(...verifies('embed.comment-resolve.others-open'), async ({ check, admin }) => {
  const [user, another] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const [earlier, thread, second, later] = (await openThreads(check, user, 4)) as [Comment, Comment, Comment, Comment];
  const others = [earlier, later, await openThread(check, another)];
  await inEach(check, { 'one thread': thread, 'another thread': second }, async (resolved) => {
    granted(await resolve(check, user, resolved, true), 'the resolution');
    // Untested where the list does not show whether a thread is resolved.
    await requireShownState(check, user, resolved);
    // The list may show the new thread of another user with a delay.
    const states = await readUntil(
      check,
      () => shownStates(check, user, others),
      (shown) => !shown.includes('resolved'),
    );
    expect(states).not.toContain('resolved');
  });
});

test(...verifies('embed.comment-reopen.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await openThread(check, user);
  const cases = { once: user, again: user, 'in a later session': await inLaterSession(check, admin, user) };
  await inEach(check, cases, async (author) => {
    granted(await resolve(check, user, thread, true), 'the resolution');
    await requireShownState(check, user, thread);
    expect(await resolve(check, author, thread, false)).toSucceed();
    await withinSeconds(check, async () => {
      expect(await shownState(check, user, thread)).not.toBe('resolved');
    });
  });
});

test(...verifies('embed.comment-resolve.not-author'), async ({ check, admin }) => {
  const [author, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const thread = await openThread(check, author);
  const cases = {
    once: () => Promise.resolve(),
    again: () => Promise.resolve(),
    'after a reply': () => written(check, other, textBy(other), thread.id),
  };
  await inEach(check, cases, async (before) => {
    await before();
    expect(await resolve(check, other, thread, true)).toBeRefused();
    expect(await shownState(check, author, thread)).not.toBe('resolved');
  });
  granted(await resolve(check, author, thread, true), 'the same request by the author');
  // Untested where the list does not show whether a thread is resolved.
  await requireShownState(check, author, thread);
  await inEach(check, { 'once it was opened again': thread }, async (reopened) => {
    leaveOutUnless(isSuccess(await resolve(check, author, reopened, false)));
    expect(await resolve(check, other, reopened, true)).toBeRefused();
    await withinSeconds(check, async () => {
      expect(await shownState(check, author, reopened)).not.toBe('resolved');
    });
  });
});

test(...verifies('embed.comment-reopen.not-author'), async ({ check, admin }) => {
  const [author, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const [thread, replied] = [await resolvedThread(check, author), await openThread(check, author)];
  await written(check, other, textBy(other), replied.id);
  granted(await resolve(check, author, replied, true), 'the resolution');
  const cases = { once: thread, again: thread, 'after a reply': replied };
  await inEach(check, cases, async (resolved) => {
    expect(await resolve(check, other, resolved, false)).toBeRefused();
    await withinSeconds(check, async () => {
      expect(await shownState(check, author, resolved)).toBe('resolved');
    });
  });
  granted(await resolve(check, author, thread, false), 'the same request by the author');
});

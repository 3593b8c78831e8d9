import { granted } from '../../harness/http/answer.ts';
import { exchanged, openSession, personOf, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { embedUser } from './comments.ts';
import { openThread, resolve, resolvedThread, shownState, requireShownState } from './resolution.ts';

test(...verifies('embed.comment-resolve.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await openThread(check, user);
  expect(await resolve(check, user, thread, true)).toSucceed();
  expect(await requireShownState(check, user, thread)).toBe('resolved');
});

test(...verifies('embed.comment-resolve.author-again'), async ({ check, admin }) => {
  const author = await embedUser(check, admin);
  // Another requirement covers the resolution in the session that created the thread, so it is a setup step here.
  await resolvedThread(check, author);
  const thread = await openThread(check, author);
  const again = tenantSessionRequest(check, { externalId: personOf(author) });
  const later = await exchanged(check, admin, await openSession(check, admin, again), 'a later session of the author');
  expect(await resolve(check, later, thread, true)).toSucceed();
  expect(await requireShownState(check, later, thread)).toBe('resolved');
});

test(...verifies('embed.comment-resolve.others-open'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const [earlier, thread, later] = [
    await openThread(check, user),
    await openThread(check, user),
    await openThread(check, user),
  ];
  granted(await resolve(check, user, thread, true), 'the resolution');
  // Untested where the list does not show whether a thread is resolved.
  await requireShownState(check, user, thread);
  for (const other of [earlier, later]) expect(await shownState(check, user, other)).not.toBe('resolved');
});

test(...verifies('embed.comment-reopen.author'), async ({ check, admin }) => {
  const user = await embedUser(check, admin);
  const thread = await resolvedThread(check, user);
  expect(await resolve(check, user, thread, false)).toSucceed();
  expect(await shownState(check, user, thread)).not.toBe('resolved');
});

test(...verifies('embed.comment-resolve.not-author'), async ({ check, admin }) => {
  const [author, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const thread = await openThread(check, author);
  expect(await resolve(check, other, thread, true)).toBeRefused();
  expect(await shownState(check, author, thread)).not.toBe('resolved');
  granted(await resolve(check, author, thread, true), 'the same request by the author');
  // Untested where the list does not show whether a thread is resolved.
  await requireShownState(check, author, thread);
});

test(...verifies('embed.comment-reopen.not-author'), async ({ check, admin }) => {
  const [author, other] = [await embedUser(check, admin), await embedUser(check, admin, 'another embed session')];
  const thread = await resolvedThread(check, author);
  expect(await resolve(check, other, thread, false)).toBeRefused();
  expect(await shownState(check, author, thread)).toBe('resolved');
  granted(await resolve(check, author, thread, false), 'the same request by the author');
});

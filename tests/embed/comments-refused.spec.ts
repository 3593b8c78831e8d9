import { readUnlessAppears } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted } from '../../harness/http/answer.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { exchanged, openSessionWithoutTenant, personOf, sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { threadsWith } from '../../harness/things/comments.ts';
import { embedUser, startThread, textBy, listThreads, createComment } from './comments.ts';
import { listComments } from './sessions.ts';

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
